import { Psd2Command } from '../../src/cli/base-command.ts';
import { Args } from '../../src/cli/flags.ts';
import { createCard } from '../../src/cli/presentation.ts';
import { findPsu, type KnownSession, sessionColumns, toSession } from '../../src/session/known-psus.ts';
import { withLedger } from '../../src/session/with-session.ts';

export default class SessionShow extends Psd2Command<KnownSession> {
  static override summary = 'Show what this profile knows about a PSU.';
  static override description = "Doesn't ask the bank. For that, use psd2 user.";
  static override examples = Psd2Command.listExamples({
    'The PSU of the last SCA': 'session show',
    'By customer number': 'session show 15813963008',
  });
  static override args = {
    psu: Args.string({
      description: 'PSU-ID, customer number or TPP-Session-ID. Default: the PSU of the last SCA.',
    }),
  };

  protected override readonly presentation = createCard<KnownSession>(sessionColumns);

  async run(): Promise<KnownSession> {
    const { args, flags } = await this.parse(SessionShow);
    const { profile } = flags;
    const known = await withLedger(this.context, { profile }, (ledger) => ledger.known());
    return toSession(findPsu(known, args.psu));
  }
}
