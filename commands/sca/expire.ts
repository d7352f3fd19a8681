import { BankCommand } from '../../src/cli/bank-command.ts';
import { scaArgs, scaPlayer } from '../../src/cli/psu-flags.ts';
import { playedSca } from '../../src/cli/resources/authorisation.ts';
import { type PlayedSca, playNamed } from '../../src/sca/authorise.ts';

export default class ScaExpire extends BankCommand<PlayedSca> {
  static override summary = 'Let an SCA run out of time.';
  static override description =
    "The SCA's 15 minutes end now, and it fails. The PSU is sent back when they open the link.";
  static override examples = BankCommand.listExamples({
    'Too late to approve a payment': 'sca expire kQ3nV0b1cT8sYpR5dW2xZa',
  });
  static override args = scaArgs;

  protected override readonly presentation = playedSca;

  async run(): Promise<PlayedSca> {
    const { args, flags } = await this.parse(ScaExpire);
    return playNamed(this.context, 'expire', args.id, scaPlayer({}), { profile: flags.profile });
  }
}
