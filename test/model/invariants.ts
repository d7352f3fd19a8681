import type { Books, LineRow } from './books.ts';
import { accountAt } from './model/accounts.ts';
import type { Facts } from './model/facts.ts';
import { expectedOn } from './model/money.ts';
import type { Model } from './model/state.ts';

/** The ten invariants of D9-invariants, on what is on disk. Each tells what breaks it. */

type Invariant = (books: Books, facts: Facts, before: Books) => string[];

function sumsBy(lines: readonly LineRow[], key: (line: LineRow) => string): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const line of lines) sums.set(key(line), (sums.get(key(line)) ?? 0n) + line.amount_minor);
  return sums;
}

function paymentsIn({ payments }: Books, ...statuses: readonly string[]): Set<bigint> {
  return new Set(payments.filter(({ status }) => statuses.includes(status)).map(({ sequence }) => sequence));
}

function isSame(one: ReadonlySet<bigint>, other: ReadonlySet<bigint>): boolean {
  return one.size === other.size && [...one].every((value) => other.has(value));
}

/** The payments that are booked, once for each booking. */
function booked({ lines }: Books): bigint[] {
  const bookings = new Map(lines.map(({ sequence, payment }) => [sequence, payment]));
  return [...bookings.values()].filter((payment) => payment !== null);
}

const linesSumToZero: Invariant = ({ lines }) => {
  const sums = sumsBy(lines, ({ sequence, currency }) => `${sequence} ${currency}`);
  return [...sums].filter(([, sum]) => sum !== 0n).map(([key, sum]) => `booking ${key} sums to ${sum}`);
};

const oneCurrencyEach: Invariant = ({ lines }) => {
  const currencies = new Map<bigint, string>();
  return lines
    .filter(({ sequence, currency }) => {
      const first = currencies.get(sequence) ?? currency;
      currencies.set(sequence, first);
      return first !== currency;
    })
    .map(({ sequence }) => `booking ${sequence} has two currencies`);
};

const balanceIsItsLines: Invariant = ({ lines, balances }) => {
  const sums = sumsBy(lines, ({ account, currency }) => `${account} ${currency}`);
  const kept = new Map(
    balances.map(({ account, currency, balance_minor }) => [`${account} ${currency}`, balance_minor]),
  );
  const keys = new Set([...sums.keys(), ...kept.keys()]);
  return [...keys].filter((key) => (sums.get(key) ?? 0n) !== (kept.get(key) ?? 0n));
};

const availableIsNotBelowZero: Invariant = ({ balances, reservations }, facts) =>
  facts
    .filter(({ id, credit }) => {
      const balance = balances.find(({ account }) => account === id)?.balance_minor ?? 0n;
      const reserved = reservations.filter(({ account }) => account === id);
      return reserved.reduce((rest, { amount_minor }) => rest - amount_minor, balance + BigInt(credit)) < 0n;
    })
    .map(({ id }) => `account ${id}`);

const oneReservationAndOneBooking: Invariant = (books) => {
  const twice = (all: readonly bigint[]) => all.filter((one, place) => all.indexOf(one) !== place);
  return [...twice(booked(books)), ...twice(books.reservations.map(({ payment }) => payment))].map(String);
};

const bookedExactlyWhenSettled: Invariant = (books) =>
  isSame(paymentsIn(books, 'ACSC'), new Set(booked(books))) ? [] : ['ACSC and the bookings differ'];

const endedOnesHoldNothing: Invariant = (books) => {
  const ended = paymentsIn(books, 'RJCT', 'CANC');
  const holding = [...booked(books), ...books.reservations.map(({ payment }) => payment)];
  return holding.filter((payment) => ended.has(payment)).map(String);
};

const reservationsAreOfThoseSent: Invariant = (books) => {
  const reserved = new Set(books.reservations.map(({ payment }) => payment));
  const debtors = new Map(books.payments.map((row) => [row.sequence, row.debtor_account]));
  const strange = books.reservations.filter(({ payment, account }) => debtors.get(payment) !== account);
  const holding = paymentsIn(books, 'ACSP', 'ACWP');
  if (!isSame(holding, reserved)) return ['ACSP with ACWP and the reservations differ'];
  return strange.map(({ payment }) => `the reservation of ${payment} is on another account`);
};

/** From nothing, booking after booking: the balances, and no account ever below its credit. */
const replayGivesTheBalances: Invariant = ({ lines, balances }, facts) => {
  const credits = new Map(facts.map(({ id, credit }) => [id, BigInt(credit)]));
  const replayed = new Map<string, bigint>();
  const below: string[] = [];
  for (const { sequence, account, amount_minor } of lines) {
    const balance = (replayed.get(account) ?? 0n) + amount_minor;
    replayed.set(account, balance);
    const credit = credits.get(account);
    if (credit !== undefined && balance + credit < 0n) below.push(`${account} after booking ${sequence}`);
  }
  const uneven = balances.filter(
    ({ account, balance_minor }) => (replayed.get(account) ?? 0n) !== balance_minor,
  );
  return [...below, ...uneven.map(({ account }) => `${account} replays to ${replayed.get(account)}`)];
};

const COLUMNS = [
  ...(['sequence', 'kind', 'booked_at_ms', 'payment', 'leg', 'account', 'currency', 'amount_minor'] as const),
];

/** What was booked stays as it was, and new bookings come after it; an initialise begins the world anew. */
const bookingsNeverChange: Invariant = ({ world, lines }, _, before) => {
  if (before.world.generation !== world.generation || before.lines === lines) return [];
  return before.lines
    .filter((line, place) => COLUMNS.some((column) => lines[place]?.[column] !== line[column]))
    .map(({ sequence }) => `booking ${sequence} was changed`);
};

const INVARIANTS: Readonly<Record<string, Invariant>> = {
  '1 lines of a booking sum to 0 per currency': linesSumToZero,
  '2 one currency per booking': oneCurrencyEach,
  '3 balance = its lines': balanceIsItsLines,
  '4 available is not below 0': availableIsNotBelowZero,
  '5 one reservation and one booking per payment': oneReservationAndOneBooking,
  '6 ACSC exactly when booked': bookedExactlyWhenSettled,
  '7 RJCT and CANC hold neither': endedOnesHoldNothing,
  '8 reservations = payments in ACSP or ACWP': reservationsAreOfThoseSent,
  '9 the journal replays to the balances': replayGivesTheBalances,
  '10 bookings never change': bookingsNeverChange,
};

/** What is broken, by the number and words of D9-invariants. */
export function brokenInvariants(books: Books, facts: Facts, before: Books): string[] {
  return Object.entries(INVARIANTS).flatMap(([name, holds]) =>
    holds(books, facts, before).map((fault) => `invariant ${name}: ${fault}`),
  );
}

/** An account or card account. */
export interface ListedAccount {
  readonly id?: string;
  readonly resourceId?: string;
  readonly balances: readonly {
    readonly balanceType: string;
    readonly balanceAmount: { readonly amount: number };
  }[];
}

/**
 * 10, the other half: the sandbox's list adds up to the ledger, in whole kroner, rounded down.
 * @param ofCards whether it is the list of card accounts
 */
export function listFaults(
  listed: readonly ListedAccount[],
  { lines, accounts }: Books,
  model: Model,
  ofCards: boolean,
): string[] {
  const sums = sumsBy(lines, ({ account }) => account);
  const ids = new Map(accounts.map(({ id, number }) => [number, id]));
  const right = model.facts.flatMap(({ number, isCard }, place) => {
    if (isCard !== ofCards || !accountAt(model, place)) return [];
    const id = ids.get(number) ?? '';
    const booked = Math.floor(Number(sums.get(id) ?? 0n) / 100);
    return [`${id} ${booked} ${Math.floor(expectedOn(model, place) / 100)}`];
  });
  const shown = listed.map(({ id, resourceId, balances }) => {
    const amount = (type: string) =>
      balances.find(({ balanceType }) => balanceType === type)?.balanceAmount.amount;
    return `${id ?? resourceId} ${amount('closingBooked')} ${amount('expected')}`;
  });
  const isOther = right.length !== shown.length;
  return right
    .filter((line) => isOther || !shown.includes(line))
    .map(
      (line) =>
        `invariant 10: the ledger says ${line}, the list of ${ofCards ? 'card accounts' : 'accounts'} ${shown.join(', ')}`,
    );
}
