import { isObject } from '../core/json-object.ts';
import type { Links } from './link.ts';

/** The statuses of each code; the first is the default. @see D2-status-codes */
export const STATUSES_OF_CODE = {
  SYSTEM_ERROR: [500, 503],
  ACCESS_EXCEEDED: [429],
  CONFLICT: [409],
  FORBIDDEN: [403],
  NOT_FOUND: [404],
  PRODUCT_INVALID: [403],
  PRODUCT_UNKNOWN: [404],
  RESOURCE_UNKNOWN: [404, 400],
  BAD_REQUEST: [400],
  FORMAT_ERROR: [400],
  HTTP_HEADER_REQUIRED: [400],
  QUERY_PARAMETER_REQUIRED: [400],
  KID_MISSING: [400],
  KID_INVALID: [400],
  EXECUTION_DATE_INVALID: [400],
  PAYMENT_FAILED: [400],
  REFERENCE_MIX_INVALID: [400],
  SCA_NOT_FOUND: [401],
  SCA_EXPIRED: [401],
  SCA_INVALID: [401],
  CONSENT_UNKNOWN: [401],
  CONSENT_INVALID: [401],
  CONSENT_EXPIRED: [401],
  PSU_CREDENTIALS_INVALID: [401],
} as const satisfies Readonly<Record<string, readonly [number, ...number[]]>>;

/** @see I-error-codes */
export type ErrorCode = keyof typeof STATUSES_OF_CODE;

/** One message of the bank. @see I-errors */
export interface TppMessage {
  readonly category: 'ERROR' | 'WARNING';
  readonly code: ErrorCode;
  /** Members joined by dots, array indexes in brackets; a header or query parameter by its name (D2-path). */
  readonly path?: string;
  /** At most 512 characters. */
  readonly text?: string;
}

/** The body of every refusal. @see D2-error-body */
export interface ErrorBody {
  readonly tppMessages: readonly TppMessage[];
  readonly _links?: Links;
}

/**
 * Reads the messages of a refusal in any shape. A bank may leave out a code or write a number: a value that isn't text
 * becomes its JSON, and a missing code is empty.
 * @see C-refusal-fault
 */
export function readMessages(value: unknown): readonly TppMessage[] {
  return listMessages(value).map((entry) => {
    const { category, code, path, text } = isObject(entry) ? entry : { text: entry };
    return {
      category: category === 'WARNING' ? 'WARNING' : 'ERROR',
      code: (textOfJson(code) ?? '') as ErrorCode,
      path: textOfJson(path),
      text: textOfJson(text),
    };
  });
}

/** Lists the messages unchanged, as an array. */
export function listMessages(value: unknown): readonly unknown[] {
  return [value ?? []].flat().filter((entry) => entry !== undefined && entry !== null);
}

/** Formats a JSON value as text: a string unchanged, undefined for null or a missing value. */
export function textOfJson(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? undefined : JSON.stringify(value);
}

/** The length limit of a text (I-limits-lengths) and of a path; a repeated key may be longer. */
const TEXT_LIMIT = 512;

export function message(
  category: TppMessage['category'],
  code: ErrorCode,
  text: string,
  path?: string,
): TppMessage {
  const said = { category, code, text: shorten(text) };
  return path === undefined ? said : { ...said, path: shorten(path) };
}

/** Shortens a text between characters, never within one. */
function shorten(text: string): string {
  if (text.length <= TEXT_LIMIT) return text;
  const characters = [...text];
  return characters.length > TEXT_LIMIT ? `${characters.slice(0, TEXT_LIMIT - 1).join('')}…` : text;
}

/**
 * The text about an organizationIdentifier of another TPP, by which the client recognises the refusal.
 * @see S11-shared-world
 */
export const OTHERS_IDENTITY = 'already belongs to a TPP with another key';
