import { Psd2Command } from '../../src/cli/base-command.ts';
import { Args, Flags } from '../../src/cli/flags.ts';
import { createSentence } from '../../src/cli/presentation.ts';
import { sanitizeForTerminal } from '../../src/cli/sanitize.ts';
import { confirmDeletion } from '../../src/session/context.ts';
import { findPsu } from '../../src/session/known-psus.ts';
import { withLedger } from '../../src/session/with-session.ts';

interface ForgottenPsu {
  readonly psuId: string;
}

/** @see C-session-forget, C-deletion-consent */
export default class SessionForget extends Psd2Command<ForgottenPsu> {
  static override summary = 'Forget a PSU.';
  static override description =
    'Removes their PSU-ID, TPP-Session-ID and consents from this profile. Nothing changes at the bank.';
  static override examples = Psd2Command.listExamples({
    'By customer number': 'session forget 15813963008 --yes',
  });
  static override args = {
    psu: Args.string({ description: 'PSU-ID, customer number or TPP-Session-ID.', required: true }),
  };

  static override flags = { yes: Flags.boolean({ description: 'Forget them without asking.' }) };

  protected override readonly presentation = createSentence<ForgottenPsu>(
    ({ psuId }) => `PSU ${sanitizeForTerminal(psuId)} forgotten. Nothing changed at the bank.`,
    ({ psuId }) => [sanitizeForTerminal(psuId)],
  );

  async run(): Promise<ForgottenPsu> {
    const { args, flags } = await this.parse(SessionForget);
    const { yes, profile } = flags;
    const known = await withLedger(this.context, { profile }, (ledger) => ledger.known());
    const { psuId } = findPsu(known, args.psu);
    const what = `PSU ${psuId} with their TPP-Session-ID and consents. Nothing changes at the bank.`;
    await confirmDeletion(this.context, { yes, verb: 'forget', what });
    await withLedger(this.context, { profile }, (ledger) => ledger.forgetPsu(psuId));
    return { psuId };
  }
}
