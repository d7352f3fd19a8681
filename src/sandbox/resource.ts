import { formatAmount, type Money } from '../cli/format-values.ts';
import type { OutputStyle } from '../cli/output-style.ts';
import { type Columns, createCard, createTable, type Items, type Presentation } from '../cli/presentation.ts';
import type { Choice } from '../cli/prompts.ts';
import { getOperation, getSandboxOperations, type Operation } from '../client/operation.ts';
import type { Session } from '../client/session.ts';
import { Fault } from '../errors.ts';
import type { Requirements } from '../session/context.ts';
import { removeSpaces } from '../values/written-number.ts';
import type { FormFacts, FormInput, GivenTexts, OwnAccount, SandboxForm } from './form.ts';

export const SANDBOX_DATA: Requirements = { onlySandbox: 'sandbox data' };

/** Names of customers by customerNumber. */
export type Owners = ReadonlyMap<string, string>;

/** A resource with the name of its owner, which the bank doesn't send with it. @see C-owner-names */
export type WithOwnerName<Item> = Item & { readonly ownerName?: string | undefined };

/** The context of a presentation besides the resource. */
export interface PresentationContext {
  /** Absent: no owner is named. */
  readonly owners?: Owners;
  /** The account of a transaction; undefined if the bank lists no such account. */
  readonly self?: OwnAccount | undefined;
}

/** The values of a selection prompt. */
export type Choices =
  | readonly Choice[]
  | ((session: Session, given: GivenTexts) => Promise<readonly Choice[]>);

/** The place of a resource at the bank. */
export interface LocatedResource {
  /** The parameters of its path. */
  readonly reference: object;
  readonly self?: OwnAccount | undefined;
  /** The name of the object to delete; absent if the bank lists none. */
  readonly what?: string;
}

/**
 * The creation of sandbox data: its body from flags, prompts or a file, and its operation. @see C-sandbox-data, ADR 23
 */
export interface Creation<Made extends object> {
  readonly form: SandboxForm;
  readonly create: Operation<never, Made>;
  /** The arguments that identify the resource in which it is created, with their help. */
  readonly within?: Readonly<Record<string, string>>;
  /** The choices for arguments, by their names in capitals, and for flags. */
  readonly choices?: Readonly<Record<string, Choices>>;
  /** Choices of which several may be selected. */
  readonly several?: readonly string[];
  /** The default answers of prompts. */
  readonly usual?: Readonly<Record<string, string>>;
  readonly shown: Presentation<Made>;
  /** Converts the values of flags to names that the bank accepts in bodies; absent: unchanged. */
  readonly resolve?: Readonly<Record<string, (session: Session, name: string) => Promise<string>>>;
  /** Reads from the bank what path and body need. */
  readonly prepare?: (session: Session, input: FormInput) => Promise<PreparedCreation<Made>>;
}

interface PreparedCreation<Made> {
  /** Replaces the creation's own operation. */
  readonly operation?: Operation<never, Made>;
  /** The parameters of the operation's path. */
  readonly reference: object;
  readonly known?: Partial<FormFacts>;
}

/** One type of sandbox data: the commands that create, read, list and delete it are created from its row. */
export interface SandboxType<Item extends object, Row extends object = WithOwnerName<Item>>
  extends Pick<Creation<Item>, 'choices'> {
  /** The name of the type in commands and texts: `card-account`. */
  readonly word: string;
  /** The arguments that identify a resource, with their help; the last one identifies it alone. */
  readonly args: Readonly<Record<string, string>>;
  readonly read: Operation<never, Item>;
  readonly locate: (session: Session, given: GivenTexts) => Promise<LocatedResource>;
  readonly remove?: Operation<never, object>;
  /** Returns the customerNumber of its owner; absent for an owner, and if the presentation names none. */
  readonly ownerOf?: (item: Item) => string;
  /** Converts an item to its row; absent: the row is the item with its owner's name. */
  readonly row?: (item: Item, around: PresentationContext) => Row;
  readonly card: Columns<Row>;
  /** Formats further lines below the card. */
  readonly below?: (item: Item, around: PresentationContext, look: OutputStyle) => Promise<readonly string[]>;
}

/** A type that the bank lists. */
export interface ListedType<Item extends object> extends SandboxType<Item>, Creation<Item> {
  readonly word: 'customer' | 'account' | 'card-account' | 'agreement';
  readonly list: Operation<void, readonly Item[]>;
  readonly idOf: (item: Item) => string;
  /** Returns its names besides its id. */
  readonly namesOf: (item: Item) => readonly string[];
  /** Returns the name or id that users know. */
  readonly nameOf: (item: Item) => string;
  /** Returns its booked balance, shown where a person picks it. */
  readonly balanceOf?: (item: Item) => Money | undefined;
  /** Returns its kind, shown beside its name and its owner's. */
  readonly kindOf: (item: Item) => string;
  readonly table: Columns<WithOwnerName<Item>>;
  /** Shown instead of an empty table. */
  readonly none: string;
}

/** The members of a type's row that follow from the others. */
type DerivedMember = 'locate' | 'shown' | 'list' | 'read' | 'create' | 'remove';

/** Completes the row of a type whose resources are identified by one argument. @see C-sandbox-names */
export function createListedType<Item extends object>(
  row: Omit<ListedType<Item>, DerivedMember>,
): ListedType<Item> {
  const argument = (Object.keys(row.args)[0] ?? '').toUpperCase();
  const noun = formatWord(row.word);
  const { parameter, ...operations } = getSandboxOperations<Item>(noun);
  const type: ListedType<Item> = {
    ...row,
    ...operations,
    shown: createDetailView(row),
    choices: { ...row.choices, [argument]: (session) => chooseFrom(session, type) },
    locate: async (session, { [argument]: name = '' }) => {
      const item = await find(session, type, name);
      if (item === undefined) return { reference: { [parameter]: name } };
      const kind = row.ownerOf === undefined ? '' : ` (${row.kindOf(item)})`;
      return { reference: { [parameter]: row.idOf(item) }, what: `${noun} ${row.nameOf(item)}${kind}` };
    },
  };
  return type;
}

type Findable<Item extends object> = Pick<ListedType<Item>, 'word' | 'list' | 'idOf' | 'namesOf'>;

/**
 * Finds a resource by id or name; undefined if the bank lists none.
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
  // Users also write a number as 9990 10 67291.
  const plain = removeSpaces(name);
  const isWritten = (item: Item) => namesOf(item).some((known) => removeSpaces(known) === plain);
  const all = exact.length > 0 ? exact : resource.filter(isWritten);
  if (all.length < 2) return all[0];
  throw new Fault('INPUT_INVALID', `${all.length} ${formatWord(word)}s are called ${name}.`, {
    hint: `Use its id:\n${all.map(idOf).join('\n')}`,
  });
}

/** Finds the id of a name. Returns the name if no list has it: the bank then reports that there is none. */
export async function findId<Item extends object>(
  session: Session,
  type: Findable<Item>,
  name: string,
): Promise<string> {
  const item = await find(session, type, name);
  return item === undefined ? name : type.idOf(item);
}

function formatWord<Word extends ListedType<object>['word']>(word: Word) {
  return word.replace('-', ' ') as Exclude<Word, 'card-account'> | 'card account';
}

/** @throws Fault INPUT_MISSING with the command that creates one, if there are none */
export async function chooseFrom<Item extends object>(
  session: Session,
  type: ListedType<Item>,
  isMeant?: (item: Item) => boolean,
): Promise<readonly Choice[]> {
  const choices = await listChoices(session, type, isMeant);
  if (choices.length > 0) return choices;
  throw new Fault('INPUT_MISSING', `The sandbox has no ${formatWord(type.word)} to choose from.`, {
    hint: `Create one:\npsd2 sandbox ${type.word} create`,
  });
}

export async function listChoices<Item extends object>(
  session: Session,
  { list, idOf, nameOf, ownerOf, kindOf, balanceOf }: ListedType<Item>,
  isMeant: (item: Item) => boolean = () => true,
): Promise<readonly Choice[]> {
  const { resource } = await session.lookUp(list, undefined);
  const owners = await readOwners(session);
  return resource.filter(isMeant).map((item) => {
    const owner = ownerOf?.(item);
    const ownerName = owner === undefined ? [] : [owners.get(owner) ?? owner];
    const balance = balanceOf?.(item);
    const amount = balance === undefined ? [] : [formatAmount(balance, true)];
    const about = [...ownerName, ...amount];
    const value = nameOf(item);
    if (value === idOf(item)) return { value, label: kindOf(item), about, detail: value };
    return { value, about: [kindOf(item), ...about] };
  });
}

export async function readOwners(session: Session): Promise<Owners> {
  const { resource } = await session.lookUp(getOperation('list sandbox customers'), undefined);
  return new Map(resource.map(({ customerNumber, customerName }) => [customerNumber, customerName]));
}

type Presentable<Item extends object, Row extends object> = Pick<
  SandboxType<Item, Row>,
  'row' | 'ownerOf' | 'card' | 'below'
>;

function createRow<Item extends object, Row extends object>(
  { row, ownerOf }: Pick<Presentable<Item, Row>, 'row' | 'ownerOf'>,
  item: Item,
  around: PresentationContext,
): Row {
  if (row !== undefined) return row(item, around);
  return { ...item, ownerName: ownerOf && around.owners?.get(ownerOf(item)) } as unknown as Row;
}

/** Creates the view of one resource: created, read or with new balances. */
export function createDetailView<Item extends object, Row extends object>(
  type: Presentable<Item, Row>,
  around: PresentationContext = {},
): Presentation<Item> {
  const { text, quiet } = createCard(type.card, (item: Item) => createRow(type, item, around));
  return {
    text: async (item, look) =>
      [text(item, look), ...((await type.below?.(item, around, look)) ?? [])].join('\n\n'),
    quiet,
  };
}

export function createListView<Item extends object, Row extends object>(
  type: Pick<Presentable<Item, Row>, 'row' | 'ownerOf'> & {
    readonly table: Columns<Row>;
    readonly none: string;
  },
  around: PresentationContext,
): Presentation<Items<Item>> {
  return createTable(
    type.table,
    ({ items }) => items.map((item) => createRow(type, item, around)),
    type.none,
  );
}
