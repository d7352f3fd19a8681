import {
  createSandboxCardTransactions,
  listSandboxCardTransactions,
  updateSandboxCardAccountBalances,
} from '../../client/sandbox/card-accounts.ts';
import type { Session } from '../../client/session.ts';
import type { SeedCard } from '../world.ts';
import { balanceBody } from './accounts.ts';
import type { HeldCard } from './cards.ts';
import { bodyOf, type Hand, send } from './hand.ts';
import { differing } from './tally.ts';
import { cardTransactionBody, cardTransactionId } from './transaction-body.ts';
import { AT_A_TIME, transactions } from './transactions.ts';
import { cardInWords } from './words.ts';

const PAGE = 1000;

/** Makes the transactions that a card lacks, and sets its balance if it isn't right; they don't move it. @see D8-card-balance */
export async function convergeCardTransactions(hand: Hand, held: HeldCard): Promise<void> {
  const { seed, atBank, isNew } = held;
  await settle(hand, held);
  if (atBank !== undefined && atBank.currency !== seed.currency) return unable(hand, seed);
  const wanted = bodiesOf(seed);
  const known =
    atBank === undefined || isNew
      ? new Set<string>()
      : await cardTransactionsAt(hand.session, atBank.resourceId);
  const missing = [...wanted].filter(([id]) => !known.delete(id)).map(([, body]) => body);
  for (let done = 0; done < missing.length; done += AT_A_TIME) {
    const body = bodyOf(missing.slice(done, done + AT_A_TIME));
    const mockCardAccountId = atBank?.resourceId ?? '';
    await send(hand, createSandboxCardTransactions, { mockCardAccountId, ...body }, seed.place);
  }
  hand.onTransactions(wanted.size);
  tell(hand, seed, { made: missing.length, same: wanted.size - missing.length, extra: known.size });
}

/** By id: equal ones have one each. */
function bodiesOf({ transactions: given, currency }: SeedCard): ReadonlyMap<string, object> {
  const ordinals = new Map<string, number>();
  return new Map(
    given.map((one) => {
      const first = cardTransactionId(one, 1);
      const ordinal = (ordinals.get(first) ?? 0) + 1;
      ordinals.set(first, ordinal);
      return [cardTransactionId(one, ordinal), cardTransactionBody(one, ordinal, currency)];
    }),
  );
}

/** The ids of all that the bank lists of a card. */
export async function cardTransactionsAt(session: Session, mockCardAccountId: string): Promise<Set<string>> {
  const ids = new Set<string>();
  for (let offset = 0; ; offset += PAGE) {
    const wanted = { mockCardAccountId, bookingStatus: 'both', offset, limit: PAGE } as const;
    const { booked, pending } = (await session.lookUp(listSandboxCardTransactions, wanted)).resource
      .cardTransactions;
    for (const { cardTransactionId: id } of booked) ids.add(id);
    for (const id of pending) ids.add(id);
    if (Math.max(booked.length, pending.length) < PAGE) return ids;
  }
}

/** Which of them the files have. */
export function idsInFiles(seed: SeedCard): ReadonlySet<string> {
  return new Set(bodiesOf(seed).keys());
}

function tell(
  { tally }: Hand,
  seed: SeedCard,
  { made, same, extra }: { readonly made: number; readonly same: number; readonly extra: number },
): void {
  const { place } = seed;
  const of = `of ${cardInWords(seed)}`;
  tally.unchanged('transactions', same);
  tally.add({ fate: 'created', sort: 'transactions', what: `${transactions(made)} ${of}`, place }, made);
  const why = 'at the bank, not in the files; no operation deletes a transaction';
  tally.add(
    { fate: 'differs', sort: 'transactions', what: `${transactions(extra)} ${of}`, why, place },
    extra,
  );
}

async function settle(hand: Hand, { seed, atBank, isNew, differs }: HeldCard): Promise<void> {
  const { balance, currency, place } = seed;
  if (isNew || atBank === undefined) return;
  const booked = atBank.balances.find(({ balanceType }) => balanceType === 'closingBooked');
  const why = differing([['balance', booked?.balanceAmount.amount ?? 0, balance]]);
  if (differs === undefined) {
    if (why === undefined) hand.tally.unchanged('cards');
    else hand.tally.add({ fate: 'changed', sort: 'cards', what: cardInWords(seed), why, place });
  }
  if (why === undefined || balance === undefined || atBank.currency !== currency) return;
  const body = bodyOf([balanceBody(balance, currency)]);
  const mockCardAccountId = atBank.resourceId;
  await send(hand, updateSandboxCardAccountBalances, { mockCardAccountId, ...body }, place);
}

function unable({ tally, onTransactions }: Hand, seed: SeedCard): void {
  const { place, transactions: wanted, currency } = seed;
  const what = `${transactions(wanted.length)} of ${cardInWords(seed)}`;
  const why = `the card isn't in ${currency} at the bank`;
  tally.add({ fate: 'differs', sort: 'transactions', what, why, place }, wanted.length);
  onTransactions(wanted.length);
}
