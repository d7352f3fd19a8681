import { buildNaturalKey, deriveId, deriveNumber, deriveNumbersSeed } from '../bank/domain/ids.ts';
import { createEntry } from '../bank/domain/ledger.ts';
import type { CardTransaction, GivenTransaction } from '../bank/domain/transactions.ts';
import type { Account, Agreement, CardAccount, World } from '../bank/domain/world.ts';
import { assignTransactionIds } from '../bank/handlers/sandbox/accounts.ts';
import { createId } from '../bank/handlers/sandbox/resources.ts';
import { insertCardTransactions } from '../bank/store/tables/accounts.ts';
import { insertAgreement } from '../bank/store/tables/customers.ts';
import { book } from '../bank/store/tables/ledger.ts';
import { insertTransactions } from '../bank/store/tables/transactions.ts';
import type { BankState } from '../bank/store/tables/world.ts';
import { buildCardTransaction, buildTransaction } from '../seed/apply/transactions.ts';
import { generateTransactions } from '../seed/generate.ts';
import type { SeedTransaction } from '../seed/world.ts';
import type { Op } from '../store/contract.ts';
import { findNextBankDay, isBankDay } from '../values/bank-calendar.ts';
import { convertWholeToMinor } from '../values/money.ts';
import { addDays, formatOsloDate } from '../values/oslo.ts';

/** The days of history before today, which a TPP sees without an SCA in its session. @see D6-history */
const DAYS = 90;
/** The number of transactions of each customer: the first has more than a page of the bank's list. */
const TRANSACTIONS = [210, 70];
/** The number of transactions of a household on its card, of which purchases are kept. */
const ON_CARD = 60;
/** The balances between which a household lives; what the account has beyond is a constant. */
const BALANCE = { most: 40_000, least: 2_000 };
/** The merchant category of groceries. */
const GROCERIES = '5411';
/** Numbers below the bookings of the initial data, so that later ids are the same as without the demo data. */
const FIRST_NUMBER = -1_000n;

/**
 * Adds 90 days of history to the private customers' current accounts and cards of a new world, and an agreement of a
 * corporate customer. The balances stay those of the initial data: each account opens with less or more by the sum of
 * its history.
 * @param data the world's initial data
 * @returns the new agreements
 * @see D8-demo
 */
export function* furnishDemoWorld(world: BankState, data: World): Op<readonly Agreement[]> {
  const households = new Households(world);
  const current = data.accounts.filter(({ product }) => product === 'Brukskonto');
  for (const [place, account] of current.entries()) yield* addHistory(world, households, account, place);
  for (const [place, card] of data.cardAccounts.entries())
    yield* addPurchases(world, households, card, place);
  const owner = data.customers.findLast(({ customerType }) => customerType === 'CORPORATE');
  if (owner === undefined) return [];
  const { customerNumber: ownerNumber, customerName: name } = owner;
  const agreementId = yield* createId(world, buildNaturalKey('agreement', ownerNumber, name));
  const agreement: Agreement = { agreementId, type: 'CORPORATE', ownerNumber, name };
  yield* insertAgreement(agreement);
  return [agreement];
}

function* addHistory(world: BankState, households: Households, account: Account, place: number): Op<void> {
  const { id, currency, customerNumber, openingMinor } = account;
  const balance = Number(openingMinor / 100n);
  const movements = households.generate(customerNumber, balance, TRANSACTIONS[place] ?? 0).map((one) => {
    const minor = convertWholeToMinor(one.amount, currency);
    const given = buildTransaction(one, account) as GivenTransaction;
    return { given, movedMinor: one.direction === 'in' ? minor : -minor };
  });
  const named = yield* assignTransactionIds(world, id, movements);
  const sumMinor = named.reduce((sum, { movedMinor }) => sum + movedMinor, 0n);
  const sequence = FIRST_NUMBER + 2n * BigInt(place);
  const booking = sequence + 1n;
  const bookedAt = world.bankNow;
  yield* book([
    { sequence, kind: 'opening', bookedAt, entry: createEntry('OPENING', id, currency, -sumMinor) },
    {
      sequence: booking,
      kind: 'transaction',
      bookedAt,
      entry: createEntry('NOSTRO', id, currency, sumMinor),
    },
  ]);
  yield* insertTransactions(
    named.map(({ given, movedMinor: amountMinor, transactionId }) => {
      const { amount: _, currency, valueDate, bookingDate, ...details } = given;
      const from = { transactionId, details };
      return { account: id, booking, bookingDate, valueDate, currency, amountMinor, from };
    }),
  );
}

function* addPurchases(
  world: BankState,
  households: Households,
  { resourceId, currency, customerNumber }: CardAccount,
  place: number,
): Op<void> {
  const purchases = households
    .generate(`card of ${customerNumber}`, BALANCE.most, ON_CARD)
    .filter(({ direction, text }) => direction === 'out' && text === 'Varekjøp');
  const rows = purchases.map(({ date, amount, counterparty: { name: text } }, index) => {
    const id = deriveId(world.seed, 'demo card transaction', `${customerNumber} ${index}`);
    const given = buildCardTransaction(
      { date, amount, text, mcc: GROCERIES },
      id,
      currency,
    ) as CardTransaction;
    return { sequence: FIRST_NUMBER + BigInt(ON_CARD * place + index), given };
  });
  yield* insertCardTransactions(resourceId, rows);
}

/** Generates the transactions of households from the world's seed. */
class Households {
  readonly #seed: string;
  readonly #last: string;
  /** The bank day on which transactions of each day are booked. */
  readonly #bookedOn = new Map<string, string>();

  constructor({ seed, bankNow }: BankState) {
    this.#seed = deriveNumbersSeed(seed);
    this.#last = addDays(formatOsloDate(bankNow), -1);
    let booked = findNextBankDay(this.#last);
    for (let back = 0; back < DAYS; back += 1) {
      const day = addDays(this.#last, -back);
      if (isBankDay(day)) booked = day;
      this.#bookedOn.set(day, booked);
    }
  }

  /** Generates transactions up to yesterday, newest first. */
  generate(name: string, balance: number, transactions: number): SeedTransaction[] {
    const to = this.#last;
    const generated = generateTransactions({
      ...{ transactions, from: addDays(to, 1 - DAYS), to, kind: 'PRIVATE' },
      seed: deriveNumber(this.#seed, 'demo', name, 2 ** 31),
      balance: Math.min(balance, BALANCE.most),
      creditLine: -BALANCE.least,
    });
    return [...generated]
      .map((one) => ({ ...one, date: this.#bookedOn.get(one.date) ?? one.date }))
      .filter(({ date }) => date <= to);
  }
}
