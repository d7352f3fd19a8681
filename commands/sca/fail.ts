import { BankCommand } from '../../src/cli/bank-command.ts';
import { scaArgs, scaPlayer } from '../../src/cli/psu-flags.ts';
import { playedSca } from '../../src/cli/resources/authorisation.ts';
import { type PlayedSca, playNamed } from '../../src/sca/authorise.ts';

export default class ScaFail extends BankCommand<PlayedSca> {
  static override summary = 'Let an SCA fail because of an error at the bank.';
  static override description = 'The SCA fails, and the PSU is sent back with status 500 and SYSTEM_ERROR.';
  static override examples = BankCommand.listExamples({
    'An error while the PSU authorises': 'sca fail kQ3nV0b1cT8sYpR5dW2xZa',
  });
  static override args = scaArgs;

  protected override readonly presentation = playedSca;

  async run(): Promise<PlayedSca> {
    const { args, flags } = await this.parse(ScaFail);
    return playNamed(this.context, 'fail', args.id, scaPlayer({}), { profile: flags.profile });
  }
}
