import { createPickedArg, createSentence, defineCommand, Flags } from '../../src/cli/command.ts';
import { sanitizeForTerminal } from '../../src/cli/sanitize.ts';
import { confirmDeletion } from '../../src/session/context.ts';
import { findPsu } from '../../src/session/known-psus.ts';
import { withLedger } from '../../src/session/with-session.ts';

/** @see C-session-forget, C-deletion-consent */
export default defineCommand(
  {
    summary: 'Forget a PSU.',
    description:
      'Removes their PSU-ID, TPP-Session-ID and consents from this profile. Nothing changes at the bank.',
    examples: { 'By customer number': 'session forget 15813963008 --yes' },
    args: {
      psu: createPickedArg('psu', 'PSU-ID, customer number or TPP-Session-ID.'),
    },
    flags: { yes: Flags.boolean({ description: 'Forget them without asking.' }) },
    presentation: createSentence<{ readonly psuId: string }>(
      ({ psuId }) => `PSU ${sanitizeForTerminal(psuId)} forgotten. Nothing changed at the bank.`,
      ({ psuId }) => [sanitizeForTerminal(psuId)],
    ),
  },
  async ({ context }, { args, flags: { yes, profile } }) => {
    const known = await withLedger(context, { profile }, (ledger) => ledger.known());
    const { psuId } = findPsu(known, args.psu);
    const what = `PSU ${psuId} with their TPP-Session-ID and consents. Nothing changes at the bank.`;
    await confirmDeletion(context, { yes, verb: 'forget', what });
    await withLedger(context, { profile }, (ledger) => ledger.forgetPsu(psuId));
    return { psuId };
  },
);
