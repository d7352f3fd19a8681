import { isObject } from '../json-object.ts';
import type { Links } from './link.ts';

/** @see I-error-codes */
export type ErrorCode =
  | 'SYSTEM_ERROR'
  | 'BAD_REQUEST'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'CONFLICT'
  | 'HTTP_HEADER_REQUIRED'
  | 'QUERY_PARAMETER_REQUIRED'
  | 'SCA_NOT_FOUND'
  | 'SCA_EXPIRED'
  | 'SCA_INVALID'
  | 'FORMAT_ERROR'
  | 'RESOURCE_UNKNOWN'
  | 'PSU_CREDENTIALS_INVALID'
  | 'CONSENT_UNKNOWN'
  | 'CONSENT_INVALID'
  | 'CONSENT_EXPIRED'
  | 'ACCESS_EXCEEDED'
  | 'PRODUCT_UNKNOWN'
  | 'PRODUCT_INVALID'
  | 'KID_MISSING'
  | 'KID_INVALID'
  | 'PAYMENT_FAILED'
  | 'EXECUTION_DATE_INVALID'
  | 'REFERENCE_MIX_INVALID';

/** One message of the bank. @see I-errors */
export interface TppMessage {
  readonly category: 'ERROR' | 'WARNING';
  readonly code: ErrorCode;
  /** Members joined by dots, array places in brackets; a header or query by its name (D2-path). */
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
 * Reads the messages of a refusal, whatever they look like. A bank may leave out a code, or write a number: what isn't
 * text is its JSON, and a code that is missing is empty.
 * @see C-refusal-fault
 */
export function readMessages(value: unknown): readonly TppMessage[] {
  return listMessages(value).map((entry) => {
    const { category, code, path, text } = isObject(entry) ? entry : { text: entry };
    const [said, at] = [textOfJson(text), textOfJson(path)];
    return {
      category: category === 'WARNING' ? 'WARNING' : 'ERROR',
      code: (textOfJson(code) ?? '') as ErrorCode,
      ...(at === undefined ? {} : { path: at }),
      ...(said === undefined ? {} : { text: said }),
    };
  });
}

/** The messages as they came, in an array. */
export function listMessages(value: unknown): readonly unknown[] {
  return [value ?? []].flat().filter((entry) => entry !== undefined && entry !== null);
}

/** A JSON value as text: a string as it is, undefined for none. */
export function textOfJson(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? undefined : JSON.stringify(value);
}

/** Of a text by I-limits-lengths; a path is held to it too, a repeated key may be of any length. */
const TEXT_LIMIT = 512;

export function message(
  category: TppMessage['category'],
  code: ErrorCode,
  text: string,
  path?: string,
): TppMessage {
  const said = { category, code, text: shortened(text) };
  return path === undefined ? said : { ...said, path: shortened(path) };
}

/** Cut between characters, never within one. */
function shortened(text: string): string {
  if (text.length <= TEXT_LIMIT) return text;
  const characters = [...text];
  return characters.length > TEXT_LIMIT ? `${characters.slice(0, TEXT_LIMIT - 1).join('')}…` : text;
}

/**
 * What a bank says of an organizationIdentifier that is another's: by it the client knows the refusal among those of one
 * code.
 * @see S11-shared-world
 */
export const OTHERS_IDENTITY = 'already belongs to a TPP with another key';
