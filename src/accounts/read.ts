import { atBank, type Meta } from '../app/at-bank.ts';
import type { ReadingChoice } from '../app/named-psu.ts';
import type { Need } from '../app/only-sandbox.ts';
import type { Program } from '../app/program.ts';
import type { Called } from '../client/call.ts';
import type { Operation } from '../client/operation.ts';
import { Fault } from '../errors.ts';
import { needOf } from '../sca/authorise.ts';
import { type AsPsu, type Reading, readAgain } from '../sca/read-again.ts';
import type { ScaChoice } from '../sca/types.ts';
import { isElevenDigits } from '../values/bban.ts';
import { unspaced } from '../values/written-number.ts';
import type { Account, AccountBalances, AccountList, OneAccount } from '../wire/information/account.ts';
import type {
  CardAccount,
  CardAccountBalances,
  CardAccountList,
  OneCardAccount,
} from '../wire/information/card-account.ts';
import type { AgreementList, User } from '../wire/information/psu.ts';

export type { Account, CardAccount };

/** What the flags of a command that reads as a PSU say. */
export interface InformationChoice extends ReadingChoice {
  readonly sca: ScaChoice;
  /** Whether the PSU is away: PSU-IP-Address is left out, and the bank answers four times a day. */
  readonly psuAbsent: boolean;
  /** Which accounts a PSU who is played consents to. */
  readonly accounts: 'all' | readonly string[] | undefined;
}

export function readingOf(
  kind: Reading['kind'],
  choice: InformationChoice,
  { isList = false } = {},
): Reading {
  const { sca, accounts, psuAbsent, context } = choice;
  return { kind, choice, of: { sca, accounts, context }, psuAbsent, isList };
}

export function needFor({ sca }: InformationChoice): Need {
  return needOf(sca);
}

interface Operations<List, One, Balances, Reference> {
  readonly list: Operation<{ readonly withBalance?: true }, List>;
  readonly one: Operation<Reference & { readonly withBalance?: true }, One>;
  readonly balances: Operation<Reference, Balances>;
}

/** Accounts or card accounts, as their PSU has consented to them. */
interface InformationSort<Item, List, One, Balances, Reference> {
  /** What one is called. */
  readonly word: string;
  /** The topic of its commands. */
  readonly topic: 'accounts' | 'cards';
  /** Loaded where a bank is open: what reads their answers is large. */
  readonly operations: () => Promise<Operations<List, One, Balances, Reference>>;
  readonly itemsOf: (list: List) => readonly Item[];
  readonly idOf: (item: Item) => string;
  readonly reference: (id: string) => Reference;
  /** Whether this is a number that the list of them tells the id of. */
  readonly isNumber: (name: string) => boolean;
  readonly numbersOf: (item: Item) => readonly (string | undefined)[];
}

/** By resourceId, bban or IBAN. @see C-account-named */
export const ACCOUNTS: InformationSort<
  Account,
  AccountList,
  OneAccount,
  AccountBalances,
  { readonly accountId: string }
> = {
  word: 'account',
  topic: 'accounts',
  operations: async () => {
    const { listAccounts, readAccount, readAccountBalances } = await import('../client/information.ts');
    return { list: listAccounts, one: readAccount, balances: readAccountBalances };
  },
  itemsOf: ({ accounts }) => accounts,
  idOf: ({ resourceId }) => resourceId,
  reference: (accountId) => ({ accountId }),
  isNumber: (name) => isElevenDigits(unspaced(name)) || IBAN.test(unspaced(name)),
  numbersOf: ({ bban, iban }) => [bban, iban],
};

const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{8,30}$/;

/** By resourceId or masked PAN. @see C-account-named */
export const CARDS: InformationSort<
  CardAccount,
  CardAccountList,
  OneCardAccount,
  CardAccountBalances,
  { readonly cardAccountId: string }
> = {
  word: 'card account',
  topic: 'cards',
  operations: async () => {
    const { listCardAccounts, readCardAccount, readCardAccountBalances } = await import(
      '../client/information.ts'
    );
    return { list: listCardAccounts, one: readCardAccount, balances: readCardAccountBalances };
  },
  itemsOf: ({ cardAccounts }) => cardAccounts,
  idOf: ({ resourceId }) => resourceId,
  reference: (cardAccountId) => ({ cardAccountId }),
  isNumber: (name) => /^[\dX*•]{8,19}$/.test(unspaced(name)),
  numbersOf: ({ maskedPan }) => [maskedPan],
};

/** What an account is found by. */
export type NamedSort<Item, List, Reference> = Pick<
  InformationSort<Item, List, unknown, unknown, Reference>,
  'word' | 'topic' | 'isNumber' | 'itemsOf' | 'idOf' | 'numbersOf' | 'reference'
> & {
  readonly operations: () => Promise<{ readonly list: Operation<{ readonly withBalance?: true }, List> }>;
};

/**
 * The id behind a number, by the list of what is consented to; an id is as it was typed.
 * @throws Fault INPUT_INVALID for a number that the list has not
 * @see C-account-named
 */
export async function idOf<Item, List extends object, Reference>(
  as: AsPsu,
  sort: NamedSort<Item, List, Reference>,
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
  return readWithConsent(program, choice, act, { isList: true });
}

/** @param name resourceId or number */
export function read<Item, List extends object, One extends object, Balances, Reference>(
  program: Program,
  sort: InformationSort<Item, List, One, Balances, Reference>,
  { name, withBalance }: WithBalance & { readonly name: string },
  choice: InformationChoice,
): Promise<One & Meta> {
  return readWithConsent(program, choice, async (as) => {
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
  return readWithConsent(program, choice, async (as) => {
    const { balances: operation } = await sort.operations();
    return as.call(operation, sort.reference(await idOf(as, sort, name)));
  });
}

function readWithConsent<Resource extends object>(
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

export type ReadUser = User & Meta;
export type ListedAgreements = AgreementList & Meta;

/** Who the PSU of the session is. @see C-user */
export function readUser(program: Program, choice: InformationChoice): Promise<ReadUser> {
  return readInSession(program, choice, async () => (await operations()).readUser);
}

/** The agreements in which the PSU may act for a company. @see C-user */
export function listAgreements(program: Program, choice: InformationChoice): Promise<ListedAgreements> {
  return readInSession(program, choice, async () => (await operations()).listAgreements);
}

/** Loaded where a bank is open. */
function operations() {
  return import('../client/information.ts');
}

function readInSession<Resource extends object>(
  program: Program,
  choice: InformationChoice,
  operation: () => Promise<Operation<undefined, Resource>>,
): Promise<Resource & Meta> {
  return atBank(
    program,
    choice.settings,
    async (there) => {
      const reads = readingOf('session', choice);
      return there.withMeta(
        await readAgain(there, reads, async (as) => as.call(await operation(), undefined)),
      );
    },
    needFor(choice),
  );
}
