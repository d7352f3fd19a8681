import type { AccountFact } from './facts.ts';
import type { Model, Payment } from './state.ts';

/** Which accounts and customers there are: all of the initial data, until they are deleted. @see D8-initial-data, D8-deleting */

/** An account by its number: how often it was made, and whether it is there. */
export interface Holding {
  readonly made: number;
  readonly isGone: boolean;
}

/** The account at this place, while the bank has it. */
export function accountAt(model: Model, place: number | 'nowhere' | undefined): AccountFact | undefined {
  if (typeof place !== 'number') return undefined;
  return model.holdings[place]?.isGone === false ? model.facts[place] : undefined;
}

/** How often the account was made that has this number now. */
export function madeAt(model: Model, place: number): number {
  return model.holdings[place]?.made ?? 0;
}

/** The account that a payment debits, while the bank has it: the one that is settled, or the one that has its name. */
export function debtorOf(model: Model, { debtor, since }: Payment): AccountFact | undefined {
  return since === undefined || since === madeAt(model, debtor) ? accountAt(model, debtor) : undefined;
}

export function isCustomer(model: Model, number: string): boolean {
  return model.facts.some(({ owner }) => owner === number) && !model.goneCustomers.includes(number);
}
