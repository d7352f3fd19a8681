import type { Owners } from '../../app/sandbox/data.ts';
import type { Column } from '../columns.ts';
import { harmless } from '../foreign-text.ts';
import { wrap } from '../layout.ts';
import type { Presentation } from '../presentation.ts';
import type { Money } from '../shown-values.ts';

interface OfCustomer {
  readonly customerNumber: string;
}

/** A resource of the sandbox beside the name of its owner, which it has not. @see C-owner-names */
export type Owned<Item> = Item & { readonly ownerName: string | undefined };

/** Whose it is. */
export const ownerColumns: readonly Column<Owned<OfCustomer>>[] = [
  { label: 'Customer', kind: 'identifier', value: ({ customerNumber }) => customerNumber },
  { label: 'Name', value: ({ ownerName }) => ownerName },
];

export function withOwner<Item extends OfCustomer>(item: Item, owners: Owners): Owned<Item> {
  return { ...item, ownerName: owners.get(item.customerNumber) };
}

type OfColumns<Shown> = Required<Pick<Presentation<Shown>, 'text' | 'quiet'>>;

/** A presentation of something else, which is made of the result. */
export function of<Shown, Result>(
  { text, quiet }: OfColumns<Shown>,
  make: (result: Result) => Shown,
): Presentation<Result> {
  return { text: (result, look) => text(make(result), look), quiet: (result) => quiet(make(result)) };
}

/** What a command names, after it is gone. */
export function deleted(sentence: string, name: string): Presentation<object> {
  return {
    text: (_, { width }) =>
      wrap(
        sentence.replace('{}', () => harmless(name)),
        width,
      ).join('\n'),
    quiet: () => [harmless(name)],
  };
}

interface WithBalances {
  readonly balances: readonly { readonly balanceAmount: SandboxMoney; readonly balanceType: string }[];
}

interface SandboxMoney {
  readonly amount: number;
  readonly currency: string;
}

/** Ends the heading of an amount that the sandbox's interface can only say in whole units. @see C-whole-units */
export const WHOLE_UNITS = '(whole units)';

/** The sandbox tells whole units: no decimals are added that nobody knows. @see I-sandbox-account */
export function wholeUnits({ amount, currency }: SandboxMoney): Money {
  return { amount: String(amount), currency };
}

export function balanceOf({ balances }: WithBalances, type: string): Money | undefined {
  const balance = balances.find(({ balanceType }) => balanceType === type)?.balanceAmount;
  return balance && wholeUnits(balance);
}
