import type { SandboxAccount } from '../wire/answers/sandbox.ts';
import { Faults, type SeedFault } from './faults.ts';
import type { SeedAccount, World } from './world.ts';

type AccountAtBank = Pick<SandboxAccount, 'customerNumber' | 'accountName' | 'bban'>;

/**
 * Finds what the bank's own accounts make wrong in a world: a number that another customer's account has, and
 * transactions that would have an account of the bank as debtor.
 * @param accounts of the bank, read before the first write
 * @see D8-number-taken, D8-transaction-parties
 */
export function findFaultsAtBank(world: World, accounts: readonly AccountAtBank[]): readonly SeedFault[] {
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
  known: ReadonlyMap<string, AccountAtBank>,
  faults: Faults,
): void {
  let index = -1;
  for (const { direction, counterparty } of transactions) {
    index += 1;
    const other = direction === 'in' ? known.get(counterparty.bban) : undefined;
    if (other === undefined) continue;
    if (faults.isFull) return;
    const { place, path } = transactions.whereOf(index);
    if (other.bban === bban || (other.customerNumber === owner && other.accountName === name))
      faults.at(place, path, 'counterparty is the account itself', 'Name somebody else, or leave bban out');
    else
      faults.at(
        place,
        path,
        `counterparty ${other.bban} is an account of this bank`,
        'Name another counterparty, or use another seed',
      );
  }
}
