import { openSettings } from '../../settings/open-settings.ts';
import { OUTCOME_ACCOUNTS, type OutcomeAccount } from '../../values/outcome-accounts.ts';
import { refuseUnmet } from '../only-sandbox.ts';
import type { Program } from '../program.ts';
import { type Items, SANDBOX_DATA } from './data.ts';

export type ListedOutcomes = Items<OutcomeAccount>;

/** Creditors whose number decides how a payment ends; the bank has no list of them. @see C-sandbox-outcomes */
export async function outcomes(
  { surroundings }: Program,
  profile: string | undefined,
): Promise<ListedOutcomes> {
  refuseUnmet(openSettings(surroundings, { profile }).profile, SANDBOX_DATA);
  return { items: OUTCOME_ACCOUNTS };
}
