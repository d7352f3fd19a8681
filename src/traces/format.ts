import type { Header, HttpRequest, HttpResponse } from '../message.ts';
import { formatCount } from '../values/duration.ts';
import type { SignedFacts } from './har.ts';
import {
  redactBodySecrets,
  redactHeaders,
  redactLinkSecrets,
  redactSecretHeaders,
  redactTarget,
  strikeBody,
} from './redact.ts';

/** The masking of a message's parts. */
export interface Masks {
  readonly target: (target: string) => string;
  readonly headers: (headers: readonly Header[]) => Header[];
  readonly body: (body: Uint8Array) => unknown;
}

/** Masks everything that isn't listed. @see S10-traces */
export const PERSONAL_MASKED: Masks = { target: redactTarget, headers: redactHeaders, body: strikeBody };

/** Masks secrets alone: the embedded bank's customers and accounts are invented. @see C-verbose */
export const SECRETS_MASKED: Masks = {
  target: redactLinkSecrets,
  headers: redactSecretHeaders,
  body: redactBodySecrets,
};

/**
 * Formats a request as lines for the terminal, each marked as sent.
 * @see C-verbose
 */
export function formatRequest(request: HttpRequest, signed: SignedFacts | undefined, masks: Masks): string {
  const { method, target, headers, body } = request;
  const lines = [
    `${method} ${masks.target(target)}`,
    ...formatHeaders(headers, masks),
    ...formatBody(body, masks),
  ];
  const facts = signed === undefined ? [] : [`* ${formatFacts(signed)}`];
  return [...lines.map((line) => `> ${line}`.trimEnd()), ...facts].join('\n');
}

function formatFacts({ signingStringSha256, verdict }: SignedFacts): string {
  const hash = signingStringSha256 === undefined ? '' : `signing string SHA-256 ${signingStringSha256}, `;
  return `${hash}signature ${verdict}`;
}

/** @param milliseconds from the request's leaving on */
export function formatResponse(
  { status, headers, body }: HttpResponse,
  milliseconds: number,
  masks: Masks,
): string {
  const lines = [
    `${status} after ${milliseconds} ms`,
    ...formatHeaders(headers, masks),
    ...formatBody(body, masks),
  ];
  return lines.map((line) => `< ${line}`.trimEnd()).join('\n');
}

/** @see S10-outcome-unknown */
export function formatLoss(fault: unknown, milliseconds: number): string {
  const code =
    typeof fault === 'object' && fault !== null && 'code' in fault ? ` (${String(fault.code)})` : '';
  return `< no answer after ${milliseconds} ms${code}`;
}

function formatHeaders(headers: readonly Header[], masks: Masks): string[] {
  return masks.headers(headers).map(([name, value]) => `${name}: ${value}`);
}

function formatBody(body: Uint8Array, masks: Masks): string[] {
  if (body.length === 0) return [];
  const struck = masks.body(body);
  const size = formatCount(body.length, 'byte');
  if (struck === undefined) return ['', `(${size}, not JSON)`];
  return ['', ...formatJson(struck), `(${size})`];
}

const WIDTH = 100;

/** Formats JSON whose parts are on one line if they fit. */
function formatJson(value: unknown, indent = '', before = ''): string[] {
  const short = `${indent}${before}${JSON.stringify(value)}`;
  if (short.length <= WIDTH || typeof value !== 'object' || value === null) return [short];
  const isArray = Array.isArray(value);
  const parts = Object.entries(value);
  const inner = parts.flatMap(([name, part], place) => {
    const lines = formatJson(part, `${indent}  `, isArray ? '' : `${JSON.stringify(name)}: `);
    const last = lines.pop();
    return [...lines, `${last}${place === parts.length - 1 ? '' : ','}`];
  });
  const [open, close] = isArray ? '[]' : '{}';
  return [`${indent}${before}${open}`, ...inner, `${indent}${close}`];
}
