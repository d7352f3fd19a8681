import { askForConsent } from '../../client/information/consent.ts';
import type { PsuNaming } from '../../client/name-psu.ts';
import { Fault } from '../../errors.ts';
import type { AtBank } from '../at-bank.ts';
import type { ReadingChoice } from '../named-psu.ts';
import { neededScaRedirect } from './link.ts';

/** Who is asked, and in which session. */
interface Asking {
  readonly psu: PsuNaming;
  readonly tppSessionId: string;
  readonly psuAbsent: boolean;
}

/**
 * Asks for a consent in a context of which no SCA of the PSU is known here. Nothing is read there before: the session is
 * of another context, and what the bank answered would be what was consented to in that one.
 * @returns the link
 * @see D6-consent
 */
export async function askInOtherContext({ session }: AtBank, { psu, ...options }: Asking): Promise<string> {
  const { resource } = await session.call(askForConsent, undefined, psu, options);
  return neededScaRedirect(resource);
}

/** Where nobody authorises it. */
export function otherContextFault(
  { session }: AtBank,
  { agreement, context }: Pick<ReadingChoice, 'agreement' | 'context'>,
  scaRedirect: string,
): Fault {
  const where = agreement === undefined ? `the ${context} context` : `agreement ${JSON.stringify(agreement)}`;
  const text = `This profile doesn't know of any SCA by this PSU in ${where}. Nothing was read.`;
  const isCorporate = context !== 'PRIVATE';
  const hint = [
    `Have the PSU authorise there${isCorporate ? ', or pick one of their agreements with --agreement' : ''}:`,
    ...(isCorporate ? ['psd2 agreements list'] : []),
    `psd2 consent grant --context ${isCorporate ? 'CORPORATE' : 'PRIVATE'} --sca browser`,
    ...(session.hasOperator
      ? [`psd2 consent grant ${isCorporate ? '--agreement ID' : '--context PRIVATE'} --sca approve`]
      : []),
  ];
  return new Fault('SCA_NEEDED', text, { scaRedirect, hint: hint.join('\n') });
}
