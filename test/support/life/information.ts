import { expect } from 'vitest';
import { derivePsuId } from '../../../src/bank/sca/steps.ts';
import { keepConsent, keepPsu, keepSession, removeConsent } from '../../../src/bank/store/tables/psus.ts';
import type { Answer, Send, TestBank } from '../bank.ts';
import { byPsuId } from '../known-psu.ts';
import { inStore } from '../store-work.ts';
import { readStored } from '../stored.ts';
import { type Headers, KARI } from './payments.ts';

/** Account information, and what a TPP needs for it. */

/** The TPP of the tests. */
const TPP = 'PSDNO-FSA-39999990';

/** Ids of what a customer owns: accounts, then cards, each in the order in which they were made. */
export function ownedBy(bank: TestBank, customer: string): { accounts: string[]; cards: string[] } {
  const ids = (table: string) =>
    readStored(bank.path, `SELECT id FROM ${table} WHERE customer_number = '${customer}' ORDER BY place`).map(
      ({ id }) => String(id),
    );
  return { accounts: ids('accounts'), cards: ids('card_accounts') };
}

export interface Consenting {
  readonly psu?: string;
  /** Ids; all that the PSU owns, unless said. */
  readonly accounts?: readonly string[];
  readonly agreement?: string;
  readonly session?: string;
  readonly context?: 'PRIVATE' | 'CORPORATE';
  readonly tpp?: string;
}

/** As after an SCA just now in which the PSU has confirmed a selection. */
export async function consent(bank: TestBank, wish: Consenting = {}): Promise<void> {
  const { psu = KARI, agreement, tpp = TPP } = wish;
  const { accounts, cards } = ownedBy(bank, psu);
  await sca(bank, wish);
  await inStore(bank.path, () => keepConsent(tpp, psu, agreement, wish.accounts ?? [...accounts, ...cards]));
}

/** As after an SCA of whatever kind just now. */
export async function sca(bank: TestBank, wish: Consenting = {}): Promise<void> {
  const { psu = KARI, agreement, session = 'test-session', context = 'PRIVATE', tpp = TPP } = wish;
  await inStore(bank.path, function* () {
    yield* keepPsu(tpp, psu, derivePsuId('psd2', tpp, psu), bank.now);
    yield* keepSession(tpp, psu, session, {
      context,
      ...(agreement === undefined ? {} : { agreement }),
      finalisedAt: bank.now,
    });
  });
}

/** The PSU has revoked it, directly with the bank. */
export async function revoke(bank: TestBank, psu = KARI, agreement?: string): Promise<void> {
  await inStore(bank.path, () => removeConsent(TPP, psu, agreement));
}

export interface Asking extends Omit<Send, 'method' | 'path' | 'headers'> {
  readonly psu?: string;
  readonly headers?: Headers;
}

/** A GET below /v1 that names a PSU by their PSU-ID, Kari unless said. */
export function ask(
  bank: TestBank,
  path: string,
  { psu = KARI, headers, ...what }: Asking = {},
): Promise<Answer> {
  return bank.send({
    method: 'GET',
    path: `/v1/${path}`,
    ...what,
    headers: { 'PSU-Context': null, ...byPsuId(psu), ...headers },
  });
}

/** What is not refused. */
// biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever JSON came
export async function told(bank: TestBank, path: string, asking: Asking = {}): Promise<any> {
  const answer = await ask(bank, path, asking);
  expect(answer.status, answer.text).toBe(200);
  return answer.json;
}

/** A request without the PSU. */
export const UNATTENDED = { 'PSU-IP-Address': null };
