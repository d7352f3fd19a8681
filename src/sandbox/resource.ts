import type { Columns } from '../cli/columns.ts';
import type { Look } from '../cli/look.ts';
import type { Presentation } from '../cli/presentation.ts';
import type { Choice } from '../cli/prompts.ts';
import type { Operation } from '../client/operation.ts';
import { listSandboxCustomers } from '../client/sandbox.ts';
import type { Session } from '../client/session.ts';
import { Fault } from '../errors.ts';
import type { Requirements } from '../session/context.ts';
import { unspaced } from '../values/written-number.ts';
import type { FormInput, Given, Known, OwnAccount, SandboxForm } from './form.ts';

export const SANDBOX_DATA: Requirements = { onlySandbox: 'sandbox data' };

/** Names of customers by customerNumber. */
export type Owners = ReadonlyMap<string, string>;

/** What a presentation needs beside the resource. */
export interface Around {
  readonly owners: Owners;
  /** The account of which a transaction is; undefined where the bank lists no such account. */
  readonly self?: OwnAccount | undefined;
}

export const NO_OWNERS: Around = { owners: new Map() };

/** A list is printed as its items. @see C-json-result */
export interface Items<Item> {
  readonly items: readonly Item[];
}

/** What a person picks from instead of typing it. */
export type Choices = readonly Choice[] | ((session: Session, given: Given) => Promise<readonly Choice[]>);

/** Where a resource is at the bank. */
export interface Located {
  /** The parameters of its path. */
  readonly reference: object;
  readonly self?: OwnAccount | undefined;
}

/** What a deletion is of, for the question whether it is meant. */
interface Deletion {
  readonly reference: object;
  /** Absent where the bank lists none such. */
  readonly what?: string;
  /** What goes with it, in words. */
  readonly rest: string;
}

/** One type of sandbox data: the commands that read, list and delete it are made from its row. */
export interface SandboxType<Item extends object, Row extends object = Item> {
  /** What people and commands call one: `card-account`. */
  readonly word: string;
  /** The arguments that name one, with their help; the last one names it alone. */
  readonly args: Readonly<Record<string, string>>;
  /** What each argument is picked from, by its name in capitals. */
  readonly choices: Readonly<Record<string, Choices>>;
  readonly read: Operation<never, Item>;
  readonly locate: (session: Session, given: Given) => Promise<Located>;
  readonly remove?: Operation<never, object>;
  readonly findDeletion?: (session: Session, given: Given) => Promise<Deletion>;
  /** Absent: the presentation names no owners. */
  readonly hasOwners?: true;
  readonly row: (item: Item, around: Around) => Row;
  readonly card: Columns<Row>;
  /** Further parts of the text, below the card. */
  readonly below?: (item: Item, around: Around, look: Look) => readonly string[];
}

/** A type of which the bank has a list. */
export interface ListedType<Item extends object, Row extends object = Item> extends SandboxType<Item, Row> {
  readonly list: Operation<void, readonly Item[]>;
  readonly idOf: (item: Item) => string;
  /** What one is named by besides its id. */
  readonly namesOf: (item: Item) => readonly string[];
  /** The name or id that people know one by. */
  readonly nameOf: (item: Item) => string;
  /** customerNumber. */
  readonly ownerOf: (item: Item) => string;
  /** What it is, beside its name and its owner's; undefined for an owner. */
  readonly kindOf: (item: Item) => string | undefined;
  readonly table: Columns<Row>;
  /** What is said when there are none. */
  readonly none: string;
}

/** Completes the row of a type whose resources are named by one argument. @see C-sandbox-names */
export function listedType<Item extends object, Row extends object>(
  row: Omit<ListedType<Item, Row>, 'choices' | 'locate' | 'findDeletion'>,
): ListedType<Item, Row> {
  const argument = (Object.keys(row.args)[0] ?? '').toUpperCase();
  const [, parameter = ''] = /\{(\w+)\}$/.exec(row.read.path) ?? [];
  const findDeletion = async (session: Session, { [argument]: name = '' }: Given) => {
    const item = await find(session, row, name);
    const rest = ', with everything it owns';
    if (item === undefined) return { reference: { [parameter]: name }, rest };
    const kind = row.kindOf(item);
    const what = [spaced(row.word), row.nameOf(item), ...(kind === undefined ? [] : [`(${kind})`])].join(' ');
    return { reference: { [parameter]: row.idOf(item) }, what, rest };
  };
  const type: ListedType<Item, Row> = {
    ...row,
    choices: { [argument]: (session) => chooseFrom(session, type) },
    locate: findDeletion,
    findDeletion,
  };
  return type;
}

type Findable<Item> = Pick<ListedType<Item & object>, 'word' | 'list' | 'idOf' | 'namesOf'>;

/**
 * Finds the one that an id or a name is of; undefined where the bank lists none such.
 * @throws Fault INPUT_INVALID for a name of several
 * @see C-sandbox-names
 */
export async function find<Item extends object>(
  session: Session,
  { word, list, idOf, namesOf }: Findable<Item>,
  name: string,
): Promise<Item | undefined> {
  const { resource } = await session.lookUp(list, undefined);
  const exact = resource.filter((item) => idOf(item) === name || namesOf(item).includes(name));
  // People write a number as 9990 10 67291, too.
  const plain = unspaced(name);
  const isWritten = (item: Item) => namesOf(item).some((known) => unspaced(known) === plain);
  const all = exact.length > 0 ? exact : resource.filter(isWritten);
  if (all.length < 2) return all[0];
  throw new Fault('INPUT_INVALID', `${all.length} ${spaced(word)}s are called ${name}.`, {
    hint: `Use its id:\n${all.map(idOf).join('\n')}`,
  });
}

/** Returns what was given if no list has it: the bank says then that there is none. */
export async function findId<Item extends object>(
  session: Session,
  type: Findable<Item>,
  name: string,
): Promise<string> {
  const item = await find(session, type, name);
  return item === undefined ? name : type.idOf(item);
}

export function spaced(word: string): string {
  return word.replace('-', ' ');
}

/** @throws Fault INPUT_MISSING that names each argument that wasn't given */
export function refuseMissing(given: Given, names: readonly string[]): void {
  const missing = names.filter((name) => given[name] === undefined);
  if (missing.length === 0) return;
  throw new Fault('INPUT_MISSING', `Missing: ${missing.join(', ')}.`, {
    missing,
    hint: 'Add --help to see an example.',
  });
}

/** @throws Fault INPUT_MISSING that says what creates one, where there are none */
export async function chooseFrom<Item extends object, Row extends object>(
  session: Session,
  type: ListedType<Item, Row>,
  isMeant?: (item: Item) => boolean,
): Promise<readonly Choice[]> {
  const choices = await choicesOf(session, type, isMeant);
  if (choices.length > 0) return choices;
  throw new Fault('INPUT_MISSING', `The sandbox has no ${spaced(type.word)} to choose from.`, {
    hint: `Create one:\npsd2 sandbox ${type.word} create`,
  });
}

export async function choicesOf<Item extends object, Row extends object>(
  session: Session,
  { list, nameOf, ownerOf, kindOf }: ListedType<Item, Row>,
  isMeant: (item: Item) => boolean = () => true,
): Promise<readonly Choice[]> {
  const { resource } = await session.lookUp(list, undefined);
  const owners = await ownersAt(session);
  return resource.filter(isMeant).map((item) => {
    const owner = ownerOf(item);
    return { value: nameOf(item), about: [kindOf(item) ?? [], owners.get(owner) ?? owner].flat() };
  });
}

export async function ownersAt(session: Session): Promise<Owners> {
  const { resource } = await session.lookUp(listSandboxCustomers, undefined);
  return new Map(resource.map(({ customerNumber, customerName }) => [customerNumber, customerName]));
}

/** How a body of sandbox data is made from flags, answers or a file, and sent. @see C-sandbox-data, ADR 23 */
export interface Creation<Made extends object> {
  readonly form: SandboxForm;
  readonly args?: Readonly<Record<string, string>>;
  readonly choices: Readonly<Record<string, Choices>>;
  /** Names choices of which several may be taken. */
  readonly several?: readonly string[];
  /** What Enter alone answers. */
  readonly usual?: Readonly<Record<string, string>>;
  /** Flags of which one is given. */
  readonly oneOf?: readonly string[];
  readonly shown: Presentation<Made>;
  /** Asks the bank what the body needs. */
  readonly prepare: (session: Session, input: FormInput) => Promise<Prepared<Made>>;
}

interface Prepared<Made> {
  readonly operation: Operation<never, Made>;
  /** The parameters of the operation's path. */
  readonly reference?: object;
  /** What was given, by the names that the bank takes in bodies; absent: as it was given. */
  readonly given?: Given;
  readonly known?: Partial<Known>;
}
