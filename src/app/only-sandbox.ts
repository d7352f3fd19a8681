import { Fault } from '../errors.ts';
import type { BankKind } from '../settings/setting-table.ts';

export interface Need {
  /** What the command needs that a production bank does not have. */
  readonly onlySandbox?: string | undefined;
}

/** The controls of decisions.md §11. */
export const OPERATOR: Need = { onlySandbox: 'operator' };

/**
 * @throws Fault USAGE
 * @see cli.md Profiles and precedence: Production profile
 */
export function refuseInProduction(
  { name, bank }: { readonly name: string; readonly bank: BankKind },
  { onlySandbox }: Need,
): void {
  if (onlySandbox === undefined || bank !== 'production') return;
  throw new Fault('USAGE', `Profile ${name} names a production bank, which has no ${onlySandbox}.`, {
    hint: 'Use --profile offline, or the profile of a sandbox.',
  });
}
