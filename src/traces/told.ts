import type { Header, HttpRequest, HttpResponse } from '../message.ts';
import type { SignedFacts } from './har.ts';
import {
  strikeBody,
  strikeHeaders,
  strikeSecretHeaders,
  strikeSecrets,
  strikeSecretsOfBody,
  strikeTarget,
} from './redact.ts';

/** How a trace masks the parts of a message. */
export interface Masks {
  readonly target: (target: string) => string;
  readonly headers: (headers: readonly Header[]) => Header[];
  readonly body: (body: Uint8Array) => unknown;
}

/** Masks everything that isn't listed. @see S10-traces */
export const PERSONAL_MASKED: Masks = { target: strikeTarget, headers: strikeHeaders, body: strikeBody };

/** Masks secrets alone: the embedded bank's customers and accounts are invented. @see C-verbose */
export const SECRETS_MASKED: Masks = {
  target: strikeSecrets,
  headers: strikeSecretHeaders,
  body: strikeSecretsOfBody,
};

/**
 * A request as lines for a person, each marked as what was sent.
 * @see C-verbose
 */
export function toldRequest(request: HttpRequest, signed: SignedFacts | undefined, masks: Masks): string {
  const { method, target, headers, body } = request;
  const lines = [
    `${method} ${masks.target(target)}`,
    ...headerLines(headers, masks),
    ...bodyLines(body, masks),
  ];
  const facts = signed === undefined ? [] : [`* ${factsOf(signed)}`];
  return [...lines.map((line) => `> ${line}`.trimEnd()), ...facts].join('\n');
}

function factsOf({ signingStringSha256, verdict }: SignedFacts): string {
  const hash = signingStringSha256 === undefined ? '' : `signing string SHA-256 ${signingStringSha256}, `;
  return `${hash}signature ${verdict}`;
}

/** @param milliseconds from the request's leaving on */
export function toldResponse(
  { status, headers, body }: HttpResponse,
  milliseconds: number,
  masks: Masks,
): string {
  const lines = [
    `${status} after ${milliseconds} ms`,
    ...headerLines(headers, masks),
    ...bodyLines(body, masks),
  ];
  return lines.map((line) => `< ${line}`.trimEnd()).join('\n');
}

/** @see S10-outcome-unknown */
export function toldLoss(fault: unknown, milliseconds: number): string {
  const code =
    typeof fault === 'object' && fault !== null && 'code' in fault ? ` (${String(fault.code)})` : '';
  return `< no answer after ${milliseconds} ms${code}`;
}

function headerLines(headers: readonly Header[], masks: Masks): string[] {
  return masks.headers(headers).map(([name, value]) => `${name}: ${value}`);
}

function bodyLines(body: Uint8Array, masks: Masks): string[] {
  if (body.length === 0) return [];
  const struck = masks.body(body);
  const size = `${body.length} byte${body.length === 1 ? '' : 's'}`;
  if (struck === undefined) return ['', `(${size}, not JSON)`];
  return ['', ...jsonLines(struck), `(${size})`];
}

const WIDTH = 100;

/** JSON whose parts stand on one line where they fit. */
function jsonLines(value: unknown, indent = '', before = ''): string[] {
  const short = `${indent}${before}${JSON.stringify(value)}`;
  if (short.length <= WIDTH || typeof value !== 'object' || value === null) return [short];
  const isArray = Array.isArray(value);
  const parts = Object.entries(value);
  const inner = parts.flatMap(([name, part], place) => {
    const lines = jsonLines(part, `${indent}  `, isArray ? '' : `${JSON.stringify(name)}: `);
    const last = lines.pop();
    return [...lines, `${last}${place === parts.length - 1 ? '' : ','}`];
  });
  const [open, close] = isArray ? '[]' : '{}';
  return [`${indent}${before}${open}`, ...inner, `${indent}${close}`];
}
