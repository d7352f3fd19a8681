import type { Header, HttpRequest, HttpResponse } from '../message.ts';
import type { SignedFacts } from './signed-facts.ts';
import { strikeBody } from './strike-body.ts';
import { strikeHeaders } from './strike-headers.ts';
import { strikeTarget } from './strike-target.ts';

/**
 * A request as lines for a person, each marked as what was sent.
 * @see C-verbose
 */
export function toldRequest(request: HttpRequest, signed: SignedFacts | undefined): string {
  const { method, target, headers, body } = request;
  const lines = [`${method} ${strikeTarget(target)}`, ...headerLines(headers), ...bodyLines(body)];
  const facts = signed === undefined ? [] : [`* ${factsOf(signed)}`];
  return [...lines.map((line) => `> ${line}`.trimEnd()), ...facts].join('\n');
}

function factsOf({ signingStringSha256, verdict }: SignedFacts): string {
  const hash = signingStringSha256 === undefined ? '' : `signing string SHA-256 ${signingStringSha256}, `;
  return `${hash}signature ${verdict}`;
}

/** @param milliseconds from the request's leaving on */
export function toldResponse({ status, headers, body }: HttpResponse, milliseconds: number): string {
  const lines = [`${status} after ${milliseconds} ms`, ...headerLines(headers), ...bodyLines(body)];
  return lines.map((line) => `< ${line}`.trimEnd()).join('\n');
}

/** @see S10-outcome-unknown */
export function toldLoss(fault: unknown, milliseconds: number): string {
  const code =
    typeof fault === 'object' && fault !== null && 'code' in fault ? ` (${String(fault.code)})` : '';
  return `< no answer after ${milliseconds} ms${code}`;
}

function headerLines(headers: readonly Header[]): string[] {
  return strikeHeaders(headers).map(([name, value]) => `${name}: ${value}`);
}

function bodyLines(body: Uint8Array): string[] {
  if (body.length === 0) return [];
  const struck = strikeBody(body);
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
