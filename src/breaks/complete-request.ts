import { randomUUID } from 'node:crypto';
import { Fault } from '../errors.ts';
import { type Header, type HttpRequest, headerValue } from '../message.ts';
import { digestOf } from '../signing/digest.ts';
import { readHttpDate, writeHttpDate } from '../signing/http-date.ts';
import { operationAt } from '../wire/operations.ts';
import type { Content, Needs, Plan, Subject } from './plan.ts';

/** The request with every header but Signature, and with the body that is sent. */
export function completeRequest(
  plan: Plan,
  needs: Needs,
  { request, options }: Subject,
  certificate: string | undefined,
): HttpRequest {
  const body = Buffer.from(request.body);
  const content: Content = plan.content?.(body) ?? { hashed: body, sent: body };
  let headers = withNeeded(request.headers, needs);
  headers = withHeader(headers, 'Date', dateText(plan, headerValue(headers, 'date'), options.date));
  if (isDigestSent(plan, needs, request, options)) {
    headers = withHeader(headers, 'Digest', digestText(plan, content, options.digestAlgorithm ?? 'SHA-256'));
  }
  if (content.encoding !== undefined) headers = withHeader(headers, 'Content-Encoding', content.encoding);
  headers = withHeader(headers, 'TPP-Signature-Certificate', certificate);
  const operation = operationAt(request.method, request.target);
  const omitted = operation && plan.omitted?.(operation);
  if (omitted !== undefined) headers = withHeader(headers, omitted, undefined);
  refuseLineEnds(headers);
  return { ...request, headers, body: content.sent };
}

function withNeeded(given: readonly Header[], needs: Needs): readonly Header[] {
  const headers = given.filter(([name]) => name.toLowerCase() !== 'signature');
  for (const name of needs.headers ?? []) {
    if (headerValue(headers, name) === undefined) headers.push([name, randomUUID()]);
  }
  return needs.prepare?.(headers) ?? headers;
}

/** The value in the place of the one given, or behind all others; undefined takes the header away. */
function withHeader(headers: readonly Header[], name: string, value: string | undefined): readonly Header[] {
  const place = headers.findIndex(([given]) => given.toLowerCase() === name.toLowerCase());
  const header: Header[] = value === undefined ? [] : [[headers[place]?.[0] ?? name, value]];
  return place < 0 ? [...headers, ...header] : headers.toSpliced(place, 1, ...header);
}

function dateText(plan: Plan, given: string | undefined, at: number): string | undefined {
  if (plan.time === undefined && plan.dateText === undefined && given !== undefined) return given;
  const right = (given === undefined ? undefined : readHttpDate(given).time) ?? at;
  return (plan.dateText ?? writeHttpDate)(plan.time?.(right) ?? right);
}

/** @see G1-headers-sent */
function isDigestSent(plan: Plan, needs: Needs, request: HttpRequest, options: Subject['options']): boolean {
  const isWrong = [plan.content, plan.hashText, plan.hashAlphabet, plan.digestText].some(
    (step) => step !== undefined,
  );
  if (isWrong || needs.digest === true) return true;
  if (headerValue(request.headers, 'digest') !== undefined) return false;
  if (request.body.length === 0) return options.emptyBodyDigest === true;
  return request.method === 'POST' || request.method === 'PUT';
}

function digestText(plan: Plan, { hashed }: Content, algorithm: 'SHA-256' | 'SHA-512'): string | undefined {
  const hash = digestOf(algorithm, hashed);
  const text = plan.hashText?.(hash) ?? hash.toString('base64');
  const written = plan.hashAlphabet?.(text) ?? text;
  return plan.digestText === undefined ? `${algorithm}=${written}` : plan.digestText(algorithm, written);
}

/** As for signing rightly: a line end in a value would make a second header on the wire. */
function refuseLineEnds(headers: readonly Header[]): void {
  const broken = headers.find(([, value]) => /[\r\n\0]/.test(value));
  if (broken === undefined) return;
  throw new Fault(
    'INPUT_INVALID',
    `The value of ${broken[0]} contains a line end or NUL and can't be sent.`,
    {
      hint: `Put ${broken[0]} on one line.`,
    },
  );
}
