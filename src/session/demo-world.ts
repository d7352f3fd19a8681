import { buildNaturalKey, deriveId, deriveNumber, deriveNumbersSeed } from '../bank/domain/ids.ts';
import { createEntry } from '../bank/domain/ledger.ts';
import type { CardTransaction, GivenTransaction } from '../bank/domain/transactions.ts';
import type { Account, Agreement, CardAccount, World } from '../bank/domain/world.ts';
import { assignTransactionIds, insertMovements } from '../bank/handlers/sandbox/accounts.ts';
import { createId } from '../bank/handlers/sandbox/resources.ts';
import { insertCardTransactions } from '../bank/store/tables/accounts.ts';
import { insertAgreement } from '../bank/store/tables/customers.ts';
import { book } from '../bank/store/tables/ledger.ts';
import type { BankState } from '../bank/store/tables/world.ts';
import { buildCardTransaction, buildTransaction } from '../seed/apply/transactions.ts';
import { generateTransactions } from '../seed/generate.ts';
import { getSignedAmount, type SeedTransaction } from '../seed/world.ts';
import type { Op } from '../store/contract.ts';
import { findNextBankDay } from '../values/bank-calendar.ts';
import { convertWholeToMinor, floorToWhole } from '../values/money.ts';
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
  const current = data.accounts.filter(({ product }) => product === 'Brukskonto');
  for (const [place, account] of current.entries()) yield* addHistory(world, account, place);
  for (const [place, card] of data.cardAccounts.entries()) yield* addPurchases(world, card, place);
  const owner = data.customers.findLast(({ customerType }) => customerType === 'CORPORATE');
  if (owner === undefined) return [];
  const { customerNumber: ownerNumber, customerName: name } = owner;
  const agreementId = yield* createId(world, buildNaturalKey('agreement', ownerNumber, name));
  const agreement: Agreement = { agreementId, type: 'CORPORATE', ownerNumber, name };
  yield* insertAgreement(agreement);
  return [agreement];
}

function* addHistory(world: BankState, account: Account, place: number): Op<void> {
  const { id, currency, customerNumber, openingMinor } = account;
  const balance = Number(floorToWhole(openingMinor, currency));
  const count = TRANSACTIONS[place] ?? 0;
  const movements = generateHousehold(world, customerNumber, balance, count).map((one) => {
    const given = buildTransaction(one, account) as GivenTransaction;
    return { given, movedMinor: convertWholeToMinor(getSignedAmount(one), currency) };
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
  const booked = named.map((one) => ({ ...one, booking }));
  yield* insertMovements(id, booked);
}

function* addPurchases(
  world: BankState,
  { resourceId, currency, customerNumber }: CardAccount,
  place: number,
): Op<void> {
  const moved = generateHousehold(world, `card of ${customerNumber}`, BALANCE.most, ON_CARD);
  const purchases = moved.filter(({ direction, text }) => direction === 'out' && text === 'Varekjøp');
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

/** Generates a household's transactions up to yesterday from the world's seed, newest first. */
function generateHousehold(
  { seed, bankNow }: BankState,
  name: string,
  balance: number,
  transactions: number,
): SeedTransaction[] {
  const to = addDays(formatOsloDate(bankNow), -1);
  const generated = generateTransactions({
    ...{ transactions, from: addDays(to, 1 - DAYS), to, kind: 'PRIVATE' },
    seed: deriveNumber(deriveNumbersSeed(seed), 'demo', name, 2 ** 31),
    balance: Math.min(balance, BALANCE.most),
    creditLine: -BALANCE.least,
  });
  return [...generated]
    .map((one) => ({ ...one, date: findNextBankDay(addDays(one.date, -1)) }))
    .filter(({ date }) => date <= to);
}
