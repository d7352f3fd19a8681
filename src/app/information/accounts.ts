import type { Called } from '../../client/call.ts';
import type { Operation } from '../../client/operation.ts';
import { Fault } from '../../errors.ts';
import { unspaced } from '../../values/written-number.ts';
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

/**
 * The id behind a number, by the list of what is consented to; an id is as it was typed.
 * @throws Fault INPUT_INVALID for a number that the list has not
 * @see C-account-named
 */
async function idOf<Item, List extends object, Reference>(
  as: AsPsu,
  sort: Pick<
    InformationSort<Item, List, unknown, unknown, Reference>,
    'word' | 'topic' | 'isNumber' | 'itemsOf' | 'idOf' | 'numbersOf'
  > & {
    readonly operations: () => Promise<{ readonly list: Operation<{ readonly withBalance?: true }, List> }>;
  },
  name: string,
): Promise<string> {
  if (!sort.isNumber(name)) return name;
  const { list: operation } = await sort.operations();
  const { resource } = await as.call(operation, {}, true).catch((fault) => {
    throw fault instanceof Fault ? withoutList(fault, sort.word, name) : fault;
  });
  const wanted = unspaced(name);
  const item = sort
    .itemsOf(resource)
    .find((one) => sort.numbersOf(one).some((number) => number !== undefined && unspaced(number) === wanted));
  if (item !== undefined) return sort.idOf(item);
  throw new Fault('INPUT_INVALID', `The PSU hasn't consented to ${sort.word} ${name}.`, {
    hint: `See what they have consented to:\npsd2 ${sort.topic} list`,
  });
}

function withoutList(fault: Fault, word: string, name: string): Fault {
  const text = `Can't read the list of ${word}s to find the id of ${name}. ${fault.message}`;
  return new Fault(fault.code, text, { ...fault.details, cause: fault });
}
