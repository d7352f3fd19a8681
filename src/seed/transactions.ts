import { INT32_MAX, INT32_MIN } from '../values/int32.ts';
import type { SandboxAccount } from '../wire/answers/sandbox.ts';
import {
  compareTexts,
  Faults,
  formatPlace,
  type LocatedValue,
  type Place,
  type SeedFault,
} from './faults.ts';

import { type GenerateOptions, generateTransactions } from './generate.ts';
import type { FileGenerate, FileTransaction } from './schema.ts';
import {
  getSignedAmount,
  type SeedAccount,
  type SeedTransaction,
  type SeedTransactions,
  type TransactionPart,
  type World,
} from './world.ts';

export const FROM_OTHER_ACCOUNT = 'Put the transaction on that account, as out';

/** Creates the part for transactions in the seed file. */
export function createListedPart(list: LocatedValue<readonly FileTransaction[]>): TransactionPart {
  return {
    *[Symbol.iterator]() {
      for (const item of list.value) yield addDefaults(item);
    },
    whereOf: (index, member) => list.below(member === undefined ? [index] : [index, member]),
    ofOtherDebtor: FROM_OTHER_ACCOUNT,
  };
}

/** Fills in empty texts for members that a file leaves out. */
export function addDefaults({
  date,
  amount,
  direction,
  text,
  counterparty,
}: FileTransaction): SeedTransaction {
  const { name = '', bban = '' } = counterparty ?? {};
  return { date, amount, direction, text: text ?? '', counterparty: { name, bban } };
}

export interface GenerationContext extends Pick<GenerateOptions, 'kind' | 'balance' | 'creditLine'> {
  /** Transactions listed beside it. */
  readonly listed: readonly Iterable<SeedTransaction>[];
}

/**
 * Creates the part for generated transactions, made again for each walk, the same each time. @see C-seed-generated,
 * C-seed-streams
 */
export function createGeneratedPart(
  wanted: LocatedValue<FileGenerate>,
  { listed, ...account }: GenerationContext,
): TransactionPart {
  return {
    [Symbol.iterator]() {
      const others = listed
        .flatMap((list) => [...list])
        .map((one) => ({ date: one.date, amount: getSignedAmount(one) }))
        .sort((left, right) => compareTexts(right.date, left.date));
      return generateTransactions({ ...wanted.value, ...account, others });
    },
    whereOf: () => wanted.where,
    ofOtherDebtor: 'Use another seed',
  };
}

/** The account and dates against which transactions are checked. */
interface CheckContext {
  readonly account: Pick<SeedAccount, 'place' | 'path' | 'bban' | 'balance'>;
  /** Accounts of the world by their bban. */
  readonly bbans: ReadonlyMap<string, Place>;
  /** The bank's date. */
  readonly today: string;
}

/**
 * Walks once through all transactions of an account and reports those that the bank would refuse.
 * @see C-seed-checked, D8-transaction-parties, D8-transaction-dates
 */
export function checkTransactions(
  parts: readonly TransactionPart[],
  around: CheckContext,
  faults: Faults,
): SeedTransactions {
  let count = 0;
  // The net change of the balance, and its highest and lowest on the way.
  let [net, most, least] = [0, 0, 0];
  for (const part of parts) {
    let index = 0;
    for (const one of part.check?.(faults) ?? part) {
      if (faults.isFull) break;
      if (one !== undefined) {
        net += getSignedAmount(one);
        most = Math.max(most, net);
        least = Math.min(least, net);
        checkOne(one, index, part, around, faults);
      }
      index += 1;
    }
    count += index;
  }
  const { balance = net, place, path } = around.account;
  const opening = balance - net;
  // @see D8-int32-ends
  if (opening + least < INT32_MIN || opening + most > INT32_MAX) {
    const fault = 'The transactions move the balance out of the int32 range in between';
    faults.at(place, path, fault, 'Split them over several accounts, or make them smaller');
  }
  return {
    net,
    count,
    parts,
    *[Symbol.iterator]() {
      for (const part of parts) yield* part;
    },
  };
}

function checkOne(
  { date, direction, counterparty: { bban } }: SeedTransaction,
  index: number,
  part: TransactionPart,
  { today, bbans, account }: CheckContext,
  faults: Faults,
): void {
  const tell = (member: 'date' | 'counterparty', fault: string, remedy: string) => {
    const { place, path } = part.whereOf(index, member);
    faults.at(place, path, `${member} ${fault}`, remedy);
  };
  if (date > today)
    tell('date', `is after the bank's today, ${today}`, 'Write an earlier date, or move the bank clock');
  if (bban === '') return;
  const other = bbans.get(bban);
  if (bban === account.bban)
    tell('counterparty', 'is the account itself', 'Name another counterparty, or leave bban out');
  else if (direction === 'in' && other !== undefined)
    tell('counterparty', `is another account of this sandbox, ${formatPlace(other)}`, part.ofOtherDebtor);
}

type StoredAccount = Pick<SandboxAccount, 'customerNumber' | 'accountName' | 'bban'>;

/**
 * Finds faults of a world that follow from the bank's own accounts: a number that another customer's account has, and
 * transactions that would have an account of the bank as debtor.
 * @param accounts of the bank, read before the first write
 * @see D8-number-taken, D8-transaction-parties
 */
export function findFaultsAtBank(world: World, accounts: readonly StoredAccount[]): readonly SeedFault[] {
  const known = new Map(accounts.map((account) => [account.bban, account]));
  const faults = new Faults();
  for (const account of world.customers.flatMap((customer) => customer.accounts)) {
    const { place, path, owner, bban = '' } = account;
    const taken = known.get(bban);
    if (taken !== undefined && taken.customerNumber !== owner) {
      const fault = `bban is taken at the bank by an account of customer ${taken.customerNumber}`;
      faults.at(place, `${path}.bban`, fault, 'Write another number');
    }
    checkDebtors(account, known, faults);
  }
  return faults.all;
}

function checkDebtors(
  { name, bban, owner, transactions }: SeedAccount,
  known: ReadonlyMap<string, StoredAccount>,
  faults: Faults,
): void {
  for (const part of transactions.parts) {
    let index = -1;
    for (const { direction, counterparty } of part) {
      index += 1;
      const other = direction === 'in' ? known.get(counterparty.bban) : undefined;
      if (other === undefined) continue;
      if (faults.isFull) return;
      const { place, path } = part.whereOf(index);
      const isItself = other.bban === bban || (other.customerNumber === owner && other.accountName === name);
      const fault = isItself ? 'is the account itself' : `${other.bban} is an account of this bank`;
      const remedy = isItself ? 'leave bban out' : 'use another seed';
      faults.at(place, path, `counterparty ${fault}`, `Name another counterparty, or ${remedy}`);
    }
  }
}
