import { availableOn } from '../model/money.ts';
import type { Model } from '../model/state.ts';

/** A balance is changed while nobody asks; the bank does nothing by that. @see D9-change-balance */
export interface BalanceCommand {
  readonly do: 'balance';
  /** Place of the account. */
  readonly account: number;
  /** Whole øre to it; or everything that it can pay with, or half of that, from it. */
  readonly by: number | 'all' | 'half';
}

/** What comes to the account; never more than is available leaves it. */
export function differenceOf(model: Model, { account, by }: BalanceCommand): number {
  const available = availableOn(model, account);
  const wished = { all: -available, half: -Math.floor(available / 2) }[by as string] ?? Number(by);
  return Math.max(wished, -available);
}

export function changeBalance(model: Model, account: number, difference: number): void {
  model.changes[account] = (model.changes[account] ?? 0) + difference;
}
