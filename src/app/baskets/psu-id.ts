import type { Ledger } from '../../client/ledger/ledger.ts';
import { psuOfPayment } from '../../client/name-psu.ts';
import { inLedger } from '../in-ledger.ts';
import { readUser } from '../information/psu.ts';
import type { Known } from '../named-psu.ts';
import type { Program } from '../program.ts';
import type { PsuChoice } from '../psu-choice.ts';
import type { ScaChoice } from '../sca/choice.ts';

type Whose = Omit<Known<never>, 'reference'>;

interface Acting {
  readonly choice: PsuChoice;
  readonly sca: ScaChoice;
  /** Finds how the profile names the PSU. */
  readonly find: (ledger: Ledger) => Promise<Whose>;
}

/** The rest of the command: with the psu-id that was read, and in the session of that SCA. */
export interface WithPsuId {
  readonly choice: PsuChoice;
  readonly find: Acting['find'];
}

/**
 * Reads the PSU's psu-id with GET /v1/user and an SCA of its own, unless the profile has it: to start a basket's
 * authorisation the bank takes no other name.
 * @throws Fault SCA_NEEDED with the link, where `--sca none` leaves the SCA to the PSU
 * @see D3-basket-authorisation-psu, C-basket-psu-id
 */
export async function readMissingPsuId(program: Program, { choice, sca, find }: Acting): Promise<WithPsuId> {
  const known = await inLedger(program, choice.settings, find);
  if (known?.psu.psuId !== undefined) return { choice, find };
  program.notice(
    "This profile has no psu-id for the basket's PSU, and the bank requires it here. GET /v1/user comes first, with an SCA of its own.",
  );
  const { psuId } = await readUser(program, {
    ...choice,
    as: known?.customerNumber ?? choice.as,
    agreement: sca.agreement,
    // The PSU who declines the basket still says who they are.
    sca: sca.way === 'decline' ? { ...sca, way: 'approve' } : sca,
    psuAbsent: false,
    accounts: undefined,
  });
  return {
    choice: { ...choice, newSession: false },
    find: async (ledger) => {
      const { customerNumber } = await find(ledger);
      const stored = await ledger.psuById(psuId);
      const psu = stored === undefined ? { psuId } : psuOfPayment(customerNumber, stored);
      return { psu, customerNumber };
    },
  };
}
