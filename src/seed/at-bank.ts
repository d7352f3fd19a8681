import { Faults } from './faults.ts';
import type { SeedFault } from './file/place.ts';
import type { SeedAccount, World } from './world.ts';

/** An account that the bank has already, as its lists tell. */
export interface AccountAtBank {
  readonly customerNumber: string;
  readonly accountName: string;
  readonly bban: string;
}

/**
 * What the bank's own accounts make wrong in a world: a number that another customer's account has, and transactions
 * that would have an account of the bank as debtor, or one whose number it is about to make. For after its accounts are
 * read and before the first write.
 * @param toBeMade accounts of the world with the numbers that the bank will make for them
 * @see D8-number-taken, D8-transaction-parties
 */
export function faultsAtBank(
  world: World,
  accounts: Iterable<AccountAtBank>,
  toBeMade: Iterable<AccountAtBank> = [],
): readonly SeedFault[] {
  const known = new Map<string, KnownAccount>();
  for (const account of accounts) known.set(account.bban, account);
  for (const account of toBeMade) known.set(account.bban, { ...account, isToBeMade: true });
  const faults = new Faults();
  for (const account of world.customers.flatMap((customer) => customer.accounts)) {
    tellTaken(account, known, faults);
    tellDebtors(account, known, faults);
  }
  return faults.all;
}

interface KnownAccount extends AccountAtBank {
  readonly isToBeMade?: boolean;
}

function tellTaken(
  { bban, owner, place, path }: SeedAccount,
  known: ReadonlyMap<string, KnownAccount>,
  faults: Faults,
): void {
  const taken = bban === undefined ? undefined : known.get(bban);
  if (taken === undefined || taken.customerNumber === owner) return;
  faults.at(
    place,
    `${path}.bban`,
    `bban is taken at the bank by an account of customer ${taken.customerNumber}`,
    'Write another number',
  );
}

function tellDebtors(
  { name, bban: own, owner, transactions }: SeedAccount,
  known: ReadonlyMap<string, KnownAccount>,
  faults: Faults,
): void {
  let index = -1;
  for (const { direction, counterparty } of transactions) {
    index += 1;
    const other = direction === 'in' ? known.get(counterparty.bban) : undefined;
    if (other === undefined) continue;
    const isItself = other.bban === own || (other.customerNumber === owner && other.accountName === name);
    const { place, path } = transactions.whereOf(index);
    faults.at(
      place,
      path,
      isItself ? 'counterparty is the account itself' : `counterparty ${other.bban} ${whoseNumber(other)}`,
      isItself ? 'Name somebody else, or leave bban out' : 'Name another counterparty, or use another seed',
    );
    if (faults.isFull) return;
  }
}

function whoseNumber({ isToBeMade = false, accountName, customerNumber }: KnownAccount): string {
  return isToBeMade
    ? `is the number that the bank will make for account ${accountName} of ${customerNumber}`
    : 'is an account of this bank';
}
