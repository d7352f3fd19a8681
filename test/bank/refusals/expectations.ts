import { expect } from 'vitest';
import type { Answer } from '../../support/bank.ts';

/** What a refusal must say. A path that is left out is not looked at; `null` says there must be none. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly path?: string | RegExp | null;
  /** How the text must begin: the finding code of a signature refusal. */
  readonly text?: RegExp;
}

/** Refusals that many operations share. */
export const UNKNOWN: Refusal = { status: 404, code: 'RESOURCE_UNKNOWN' };
export const CONFLICT: Refusal = { status: 409, code: 'CONFLICT' };
export const NO_PRODUCT: Refusal = { status: 404, code: 'PRODUCT_UNKNOWN' };

/** Builds the refusal that names a member or header. */
export function refusalAt(path: string, code: string): Refusal {
  return { status: 400, code, path };
}

interface Message {
  readonly category: string;
  readonly code: string;
  readonly path?: string;
  readonly text?: string;
}

/** The codes of I-error-codes. */
const codes = new Set(
  `SYSTEM_ERROR BAD_REQUEST FORBIDDEN NOT_FOUND CONFLICT HTTP_HEADER_REQUIRED QUERY_PARAMETER_REQUIRED
   SCA_NOT_FOUND SCA_EXPIRED SCA_INVALID FORMAT_ERROR RESOURCE_UNKNOWN PSU_CREDENTIALS_INVALID CONSENT_UNKNOWN
   CONSENT_INVALID CONSENT_EXPIRED ACCESS_EXCEEDED PRODUCT_UNKNOWN PRODUCT_INVALID KID_MISSING KID_INVALID
   PAYMENT_FAILED EXECUTION_DATE_INVALID REFERENCE_MIX_INVALID`.split(/\s+/),
);

/** The messages of an answer; none when it has none. */
export function messages(answer: Answer): Message[] {
  return answer.json?.tppMessages ?? [];
}

/** The code and path of each message, for comparing a whole list at once. */
export function faults(answer: Answer): string[] {
  return messages(answer).map(({ code, path }) => `${code} ${path ?? '-'}`);
}

/** Holds for every refusal, whatever it refuses. @see D2-error-body */
export function expectErrorBody(answer: Answer): void {
  expect(answer.header('content-type')).toMatch(/^application\/json\b/);
  expect(Object.keys(answer.json).filter((key) => key !== 'tppMessages' && key !== '_links')).toEqual([]);
  expect(messages(answer).length).toBeGreaterThan(0);
  for (const message of messages(answer)) {
    expect(message.category).toBe('ERROR');
    expect(codes).toContain(message.code);
    expect([...(message.text ?? '')].length).toBeLessThanOrEqual(512);
  }
}

/** One fault, and nothing besides. */
export function expectRefusal(answer: Answer, refusal: Refusal): void {
  const { status, code, path, text } = refusal;
  const seen = faults(answer);
  expect(
    { status: answer.status, codes: messages(answer).map((message) => message.code) },
    answer.text,
  ).toEqual({
    status,
    codes: [code],
  });
  if (path === null) expect(messages(answer)[0]).not.toHaveProperty('path');
  else if (typeof path === 'string') expect(seen).toEqual([`${code} ${path}`]);
  else if (path !== undefined) expect(messages(answer)[0]?.path).toMatch(path);
  if (text !== undefined) expect(messages(answer)[0]?.text).toMatch(text);
  expectErrorBody(answer);
}

/** Asserts the faults of a refusal, all of them and in their order. */
export function expectFaults(answer: Answer, status: number, wanted: readonly (string | RegExp)[]): void {
  expect(answer.status, answer.text).toBe(status);
  expect(faults(answer)).toEqual(
    wanted.map((fault) => (typeof fault === 'string' ? fault : expect.stringMatching(fault))),
  );
  expectErrorBody(answer);
}

/** A payment was made, and the bank said of these members that its product does not use them. @see D2-other-product */
export interface Unused {
  readonly unused: readonly string[];
}

export function expectUnused(answer: Answer, { unused }: Unused): void {
  expect(answer.status, answer.text).toBe(201);
  expect(messages(answer).map(({ category, code, path }) => `${category} ${code} ${path}`)).toEqual(
    unused.map((path) => `WARNING FORMAT_ERROR ${path}`),
  );
  for (const [place, { text }] of messages(answer).entries()) {
    expect(text).toMatch(
      new RegExp(`^${unused[place]?.replace(/[[\].]/g, '\\$&')} isn't used by [a-z -]+ and is ignored$`),
    );
  }
}

/** A payment was made, and the bank had nothing to remark. */
export function expectCreated(answer: Answer): void {
  expect({ status: answer.status, messages: messages(answer) }).toEqual({ status: 201, messages: [] });
  expect(answer.json.transactionStatus).toBe('RCVD');
}

/** A payment was made on another day than asked for. @see D4-date-moved */
export function expectMoved(answer: Answer): void {
  expect(answer.status, answer.text).toBe(201);
  expect(answer.json.transactionStatus).toBe('RCVD');
  expect(messages(answer)).toMatchObject([{ category: 'WARNING', code: 'EXECUTION_DATE_INVALID' }]);
}

/** A cross-border payment was made of less than this product is for. @see D4-cross-border-agent */
export function expectSmall(answer: Answer): void {
  expect(answer.status, answer.text).toBe(201);
  expect(answer.json.transactionStatus).toBe('RCVD');
  expect(messages(answer)).toMatchObject([
    { category: 'WARNING', code: 'PRODUCT_INVALID', path: 'instructedAmount.amount' },
  ]);
}
