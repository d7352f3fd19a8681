import { readScaRedirect, type ScaRefused, type ScaSucceeded } from '../../client/sca-redirect.ts';
import { Fault } from '../../errors.ts';
import type { ScaPlayed } from '../../wire/operator.ts';

/**
 * What the redirect of an SCA that was played says; undefined where nobody was sent back.
 * @throws Fault ANSWER_INVALID, with what to do
 */
export function redirectOf({ redirect }: ScaPlayed): ScaSucceeded | ScaRefused | undefined {
  if (redirect === undefined) return undefined;
  try {
    return readScaRedirect(redirect);
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
    const hint = 'Nothing was saved. Start the authorisation again:\npsd2 payments authorise ID';
    throw new Fault(fault.code, fault.message, { ...fault.details, hint });
  }
}
