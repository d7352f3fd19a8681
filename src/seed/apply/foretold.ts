import { foretellBbans } from '../../client/operator.ts';
import type { Session } from '../../client/session.ts';
import type { AccountAtBank } from '../at-bank.ts';
import type { SeedAccount, World } from '../world.ts';
import { matchAccounts } from './accounts.ts';
import type { There } from './there.ts';

/** So many are asked for at once. @see D11-foretell-bbans */
const AT_ONCE = 2_000;

/**
 * The accounts whose bban the bank will make, with the one that it will be: each takes, in the order in which they are
 * made, the first of its numbers that nothing has. They are asked for only where a transaction names a debtor that no
 * account of the files or the bank is: all else can't be one of them.
 * @param there what is left at the bank once what is pruned is gone
 * @see D8-natural-key, C-seed-checked
 */
export async function foretold(session: Session, world: World, there: There): Promise<AccountAtBank[]> {
  const accounts = world.customers.flatMap((customer) => customer.accounts);
  const matched = matchAccounts(accounts, there.accounts);
  const made = accounts.filter((one) => one.bban === undefined && !matched.has(one));
  if (made.length === 0 || !namesDebtors(accounts)) return [];
  const taken = new Set([...accounts, ...there.accounts].map(({ bban }) => bban));
  const found: AccountAtBank[] = [];
  for (let done = 0; done < made.length; done += AT_ONCE) {
    const some = made.slice(done, done + AT_ONCE);
    const { resource } = await session.operate(foretellBbans, { accounts: some.map(named) });
    for (const [place, one] of some.entries()) {
      const bban = resource.accounts[place]?.bbans.find((drawn) => !taken.has(drawn));
      if (bban === undefined) continue;
      taken.add(bban);
      found.push({ ...named(one), bban });
    }
  }
  return found;
}

function named({ owner: customerNumber, name: accountName }: SeedAccount) {
  return { customerNumber, accountName };
}

/** Ends at the first one that does: the transactions of a large world aren't walked through for it. */
function namesDebtors(accounts: readonly SeedAccount[]): boolean {
  for (const { transactions } of accounts)
    for (const { direction, counterparty } of transactions)
      if (direction === 'in' && counterparty.bban !== '') return true;
  return false;
}
