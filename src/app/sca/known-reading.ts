import type { Ledger } from '../../client/ledger/ledger.ts';
import type { Known } from '../named-psu.ts';
import type { PsuChoice } from '../psu-choice.ts';
import type { ScaChoice } from './choice.ts';
import type { Reading } from './read-again.ts';

/** Whose something is. */
type Whose = Omit<Known<never>, 'reference'>;

/** How what is there is read: a payment or a basket, whose PSU the profile knows or not. @see C-sca-read-again */
export function knownReading(
  choice: PsuChoice,
  sca: ScaChoice,
  whose: (ledger: Ledger) => Promise<Whose>,
): Reading {
  return {
    kind: 'session',
    choice: { ...choice, agreement: sca.agreement },
    of: { sca, accounts: undefined, context: choice.context },
    psuAbsent: false,
    isList: false,
    named: async (ledger) => numbered(ledger, await whose(ledger)),
  };
}

/** Who plays the PSU plays a customer, and the payment may tell the psu-id alone. */
async function numbered(ledger: Ledger, { psu, customerNumber }: Whose): Promise<Whose> {
  if (customerNumber !== undefined || psu.psuId === undefined) return { psu, customerNumber };
  return { psu, customerNumber: (await ledger.psuById(psu.psuId))?.customerNumber };
}
