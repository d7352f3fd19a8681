import type { ColumnLine, Columns } from '../cli/columns.ts';
import { harmless } from '../cli/foreign-text.ts';
import { card, type Presentation, sentence, table } from '../cli/presentation.ts';
import type { Money } from '../cli/shown-values.ts';
import type { Around, Items, ListedType, SandboxType } from './resource.ts';

/** A resource beside the name of its owner, which the bank doesn't tell with it. @see C-owner-names */
export type Owned<Item> = Item & { readonly ownerName: string | undefined };

interface OfCustomer {
  readonly customerNumber: string;
}

export const ownerColumns: Columns<Owned<OfCustomer>> = [
  ['Customer', 'customerNumber', 'identifier'],
  ['Name', 'ownerName'],
];

export function withOwner<Item extends OfCustomer>(item: Item, { owners }: Around): Owned<Item> {
  return { ...item, ownerName: owners.get(item.customerNumber) };
}

/** Shows one resource: created, read or with new balances. */
export function presentOne<Item extends object, Row extends object>(
  { row, card: columns, below }: SandboxType<Item, Row>,
  around: Around,
): Presentation<Item> {
  const { text, quiet } = card(columns, (item: Item) => row(item, around));
  return {
    text: (item, look) => [text(item, look), ...(below?.(item, around, look) ?? [])].join('\n\n'),
    quiet,
  };
}

export function presentList<Item extends object, Row extends object>(
  type: Pick<ListedType<Item, Row>, 'row' | 'table' | 'none'>,
  around: Around,
): Presentation<Items<Item>> {
  return table(type.table, ({ items }) => items.map((item) => type.row(item, around)), type.none);
}

/** Shows the name of what is deleted, in a sentence with `{}` for the name. */
export function presentDeleted(text: string, name: string): Presentation<object> {
  const shown = harmless(name);
  return sentence(
    () => text.replace('{}', () => shown),
    () => [shown],
  );
}

/** More ids than these are for scripts, which have --json and --quiet. */
const MOST_SHOWN = 10;

/** Shows how many transactions were added, and their ids. Ids of card transactions are the TPP's own and may be empty. */
export function presentAdded<Made>(idsOf: (made: Made) => readonly string[]): Presentation<Made> {
  const known = (made: Made) => idsOf(made).filter((id) => id !== '');
  const { text } = card<Made>([
    ['Added', (made) => idsOf(made).length, 'count'],
    ['Transaction', (made) => (known(made).length > MOST_SHOWN ? [] : known(made)), 'identifier'],
  ]);
  return { text, quiet: (made) => known(made).map((id) => harmless(id)) };
}

interface SandboxMoney {
  readonly amount: number;
  readonly currency: string;
}

/** Ends the heading of an amount that the sandbox's interface tells in whole units only. @see C-whole-units */
export const WHOLE_UNITS = '(whole units)';

/** No decimals are added, as the sandbox doesn't tell them. @see I-sandbox-account */
export function wholeUnits({ amount, currency }: SandboxMoney): Money {
  return { amount: String(amount), currency };
}

interface WithBalances {
  readonly balances: readonly { readonly balanceAmount: SandboxMoney; readonly balanceType: string }[];
}

/** A column of a booked or expected balance. */
export function balanceColumn(label: string, type: 'closingBooked' | 'expected'): ColumnLine<WithBalances> {
  return [
    `${label} ${WHOLE_UNITS}`,
    ({ balances }) => {
      const balance = balances.find(({ balanceType }) => balanceType === type)?.balanceAmount;
      return balance && wholeUnits(balance);
    },
    'amount',
  ];
}
