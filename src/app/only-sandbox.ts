import { Fault } from '../errors.ts';
import type { Profile } from '../settings/profile.ts';

export interface Need {
  /** What the command needs that a production bank does not have. */
  readonly onlySandbox?: string | undefined;
  /** Whether the operator has to be reached: always in this program, elsewhere at a port of its own. */
  readonly operator?: true;
  /** Whether a PSU is waited for who authorises in a browser, and how long. */
  readonly browser?: { readonly timeoutMs: number };
}

/** The controls of D11-operator-acts. */
export const OPERATOR: Need = { onlySandbox: 'operator', operator: true };

/**
 * @throws Fault USAGE
 * @see C-production-refused
 * @see D11-operator, D11-operator-elsewhere
 */
export function refuseUnmet(profile: Profile, { onlySandbox, operator }: Need): void {
  const { name, bank } = profile;
  if (onlySandbox === undefined || bank === 'embedded') return;
  if (bank === 'production') {
    throw new Fault('USAGE', `Profile ${name} points to a production bank, which has no ${onlySandbox}.`, {
      hint: "Use --profile offline, or a sandbox's profile.",
    });
  }
  if (operator !== true || hasOperator(profile)) return;
  throw new Fault('USAGE', `Profile ${name} doesn't say where to reach its bank's ${onlySandbox}.`, {
    hint: 'Serve the bank with --operator, and set operatorUrl and operatorTokenFile in the profile.',
  });
}

/** Whether the operator can be reached. */
export function hasOperator(profile: Profile): boolean {
  return profile.bank === 'embedded' || profile.remote.operatorUrl !== undefined;
}
