import type { Called } from '../../client/call.ts';
import type { Account, AccountBalances, AccountList, OneAccount } from '../../wire/information/account.ts';
import type {
  CardAccount,
  CardAccountBalances,
  CardAccountList,
  OneCardAccount,
} from '../../wire/information/card-account.ts';
import { atBank, type Meta } from '../at-bank.ts';
import type { Program } from '../program.ts';
import { type AsPsu, readAgain } from '../sca/read-again.ts';
import { type InformationChoice, needFor, readingOf } from './choice.ts';
import { idOf } from './named.ts';
import type { InformationSort } from './sorts.ts';

export type { Account, CardAccount };
export type ListedAccounts = AccountList & Meta;
export type ReadAccount = OneAccount & Meta;
export type ReadBalances = AccountBalances & Meta;
export type ListedCards = CardAccountList & Meta;
export type ReadCard = OneCardAccount & Meta;
export type ReadCardBalances = CardAccountBalances & Meta;

interface WithBalance {
  readonly withBalance: boolean;
}

/** The accounts that the PSU has consented to. @see C-accounts */
export function list<Item, List extends object, One, Balances, Reference>(
  program: Program,
  sort: InformationSort<Item, List, One, Balances, Reference>,
  { withBalance }: WithBalance,
  choice: InformationChoice,
): Promise<List & Meta> {
  const act = async (as: AsPsu) => {
    const { list: operation } = await sort.operations();
    return as.call(operation, balances(withBalance));
  };
  return reading(program, choice, act, { isList: true });
}

/** @param name resourceId or number */
export function read<Item, List extends object, One extends object, Balances, Reference>(
  program: Program,
  sort: InformationSort<Item, List, One, Balances, Reference>,
  { name, withBalance }: WithBalance & { readonly name: string },
  choice: InformationChoice,
): Promise<One & Meta> {
  return reading(program, choice, async (as) => {
    const { one } = await sort.operations();
    const id = await idOf(as, sort, name);
    return as.call(one, { ...sort.reference(id), ...balances(withBalance) });
  });
}

/** @param name resourceId or number */
export function readBalances<Item, List extends object, One, Balances extends object, Reference>(
  program: Program,
  sort: InformationSort<Item, List, One, Balances, Reference>,
  name: string,
  choice: InformationChoice,
): Promise<Balances & Meta> {
  return reading(program, choice, async (as) => {
    const { balances: operation } = await sort.operations();
    return as.call(operation, sort.reference(await idOf(as, sort, name)));
  });
}

function reading<Resource extends object>(
  program: Program,
  choice: InformationChoice,
  read: (as: AsPsu) => Promise<Called<Resource>>,
  how: { readonly isList?: boolean } = {},
): Promise<Resource & Meta> {
  return atBank(
    program,
    choice.settings,
    async (there) => there.withMeta(await readAgain(there, readingOf('consent', choice, how), read)),
    needFor(choice),
  );
}

function balances(withBalance: boolean): { withBalance?: true } {
  return withBalance ? { withBalance } : {};
}
