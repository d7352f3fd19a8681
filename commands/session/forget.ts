import { type ForgottenPsu, forgetSession } from '../../src/accounts/known.ts';
import { Psd2Command } from '../../src/cli/base-command.ts';
import { Args, Flags } from '../../src/cli/flags.ts';
import { forgottenSession } from '../../src/cli/resources/consent.ts';

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

  protected override readonly presentation = forgottenSession;

  async run(): Promise<ForgottenPsu> {
    const { args, flags } = await this.parse(SessionForget);
    const { yes, profile } = flags;
    return forgetSession(this.context, { name: args.psu, yes }, { profile });
  }
}
