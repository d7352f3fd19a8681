import { type Refusal, refuse } from '../../answer.ts';

/** Nobody consents to what is not in the PSU's list. @param place in `accounts` @see D15-operator-accounts */
export function refuseUnlisted(place: number): Refusal {
  const path = `accounts[${place}]`;
  const text = `${path} isn't an account or card of this PSU in this context`;
  return refuse(400, 'RESOURCE_UNKNOWN', text, path);
}
