import { Fault } from '../../errors.ts';
import { openSettings } from '../../settings/open-settings.ts';
import type { GivenFlags } from '../../settings/precedence.ts';
import { inLedger } from '../in-ledger.ts';
import type { PaymentAsked } from '../named-psu.ts';
import type { Program } from '../program.ts';

/** A payment that a command line names, or the newest one. */
export type PaymentWanted = Omit<PaymentAsked, 'paymentId'> & { readonly paymentId: string | undefined };

/**
 * The payment that is meant; without an id the newest that this profile made, which a person is told.
 * @throws Fault INPUT_MISSING where it has made none
 * @see C-newest-payment
 */
export async function paymentMeant(
  program: Program,
  { paymentId: given, product }: PaymentWanted,
  settings: GivenFlags,
): Promise<PaymentAsked> {
  if (given !== undefined) return { paymentId: given, product };
  const [newest] = (await inLedger(program, settings, (ledger) => ledger.madePayments(1))) ?? [];
  if (newest === undefined) throw noneYet(program, settings);
  const { paymentId } = newest;
  if (program.atTerminal !== undefined) program.notice(`The newest payment of this profile: ${paymentId}`);
  return { paymentId, product };
}

function noneYet({ surroundings }: Program, given: GivenFlags): Fault {
  const { profile } = openSettings(surroundings, given);
  const create = `psd2 payments create --domestic${profile.bank === 'embedded' ? ' --example' : ''}`;
  return new Fault('INPUT_MISSING', `Missing: ID. Profile ${profile.name} hasn't created any payments yet.`, {
    missing: ['ID'],
    hint: `Create a payment, or pass a payment's ID:\n${create}`,
  });
}
