import { BankCommand } from '../../src/cli/bank-command.ts';
import { playerFlags, scaArgs, scaPlayer } from '../../src/cli/psu-flags.ts';
import { playedSca } from '../../src/cli/resources/authorisation.ts';
import { type PlayedSca, playNamed } from '../../src/sca/authorise.ts';

export default class ScaDecline extends BankCommand<PlayedSca> {
  static override summary = 'Play a PSU who declines.';
  static override description =
    'The PSU identifies, sees what to approve, and declines. A declined payment is rejected. A declined cancellation leaves its payment as it is.';
  static override examples = BankCommand.listExamples({
    'Decline a payment': 'sca decline kQ3nV0b1cT8sYpR5dW2xZa',
  });
  static override args = scaArgs;
  static override flags = playerFlags;

  protected override readonly presentation = playedSca;

  async run(): Promise<PlayedSca> {
    const { args, flags } = await this.parse(ScaDecline);
    return playNamed(this.context, 'decline', args.id, scaPlayer(flags), { profile: flags.profile });
  }
}
