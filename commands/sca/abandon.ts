import { BankCommand } from '../../src/cli/bank-command.ts';
import { playerFlags, scaArgs, scaPlayer } from '../../src/cli/psu-flags.ts';
import { playedSca } from '../../src/cli/resources/authorisation.ts';
import { type PlayedSca, playNamed } from '../../src/sca/authorise.ts';

export default class ScaAbandon extends BankCommand<PlayedSca> {
  static override summary = 'Play a PSU who leaves without answering.';
  static override description =
    'The PSU identifies, sees what to approve, and leaves. The SCA stays open until its 15 minutes are over, and nobody is sent back to the TPP.';
  static override examples = BankCommand.listExamples({
    'Leave a payment unanswered': 'sca abandon kQ3nV0b1cT8sYpR5dW2xZa',
  });
  static override args = scaArgs;
  static override flags = playerFlags;

  protected override readonly presentation = playedSca;

  async run(): Promise<PlayedSca> {
    const { args, flags } = await this.parse(ScaAbandon);
    return playNamed(this.context, 'abandon', args.id, scaPlayer(flags), { profile: flags.profile });
  }
}
