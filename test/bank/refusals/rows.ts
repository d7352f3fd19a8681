import { afterAll, beforeAll, it } from 'vitest';
import { openTestBank, type Send, type TestBank } from '../../support/bank.ts';
import { byPsuId } from '../../support/known-psu.ts';
import type { Change } from './changes.ts';
import {
  expectCreated,
  expectMoved,
  expectRefusal,
  expectSmall,
  expectUnused,
  type Refusal,
  type Unused,
} from './expectations.ts';
import { domestic, type Kind } from './kinds.ts';

/** One line of a table: what is changed of a valid payment, and the bank's answer to it. */
export interface Row {
  readonly what: string;
  readonly change?: Change;
  /** What else the request has of its own; its body is the changed payment. */
  readonly send?: Omit<Send, 'body'>;
  readonly answer: 'created' | 'moved' | 'small' | Unused | Refusal;
}

/** What a table is about, and when. */
export interface Of {
  readonly kind?: Kind;
  readonly now?: number;
}

/** The customer who owns the debtor accounts of the test bank, named so that a creation may say what is theirs. */
export const knownPsu = byPsuId();

/** The refusal of a malformed field. */
export function malformed(path: string | RegExp | null): Refusal {
  return { status: 400, code: 'FORMAT_ERROR', path };
}

const verbs = { created: 'accepts', moved: 'moves', small: 'warns of' };

function verbOf(answer: Row['answer']): string {
  if (typeof answer === 'string') return verbs[answer];
  return 'unused' in answer ? 'warns of' : 'refuses';
}

/** A bank that is open while the tests of the surrounding describe run. */
export function bankOf(options?: { now?: number }): () => TestBank {
  let bank: TestBank;
  beforeAll(async () => {
    bank = await openTestBank(options);
  });
  afterAll(() => bank.close());
  return () => bank;
}

/**
 * Sends one changed payment for each row to one bank. Rows that give the same reference are logical
 * duplicates of each other, so they are allowed where a row has no query of its own.
 */
export function itAnswers(rows: readonly Row[], { kind = domestic, ...options }: Of = {}): void {
  const bank = bankOf(options);
  for (const row of rows) {
    it(`${verbOf(row.answer)} ${row.what}`, async () => {
      const body = kind.body(bank());
      row.change?.(body);
      const answer = await bank().send({
        path: kind.path,
        query: 'allowLogicalDuplicate=true',
        ...row.send,
        body,
      });
      if (row.answer === 'created') expectCreated(answer);
      else if (row.answer === 'moved') expectMoved(answer);
      else if (row.answer === 'small') expectSmall(answer);
      else if ('unused' in row.answer) expectUnused(answer, row.answer);
      else expectRefusal(answer, row.answer);
    });
  }
}
