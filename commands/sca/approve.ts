import { BankCommand } from '../../src/cli/bank-command.ts';
import { accountsFlag, playerFlags, scaArgs, scaPlayer } from '../../src/cli/psu-flags.ts';
import { playedSca } from '../../src/cli/resources/authorisation.ts';
import { type PlayedSca, playNamed } from '../../src/sca/authorise.ts';

export default class ScaApprove extends BankCommand<PlayedSca> {
  static override summary = 'Play a PSU who approves.';
  static override description =
    'The PSU identifies, sees what to approve, and confirms. The PSU-ID is saved for later commands after the bank has confirmed the SCA over the signed channel.';
  static override examples = BankCommand.listExamples({
    "Approve a payment that's waiting for its PSU": 'sca approve kQ3nV0b1cT8sYpR5dW2xZa',
    'Give consent to two accounts':
      'sca approve kQ3nV0b1cT8sYpR5dW2xZa --as 15813963008 --accounts 99901067291,99901167601',
  });
  static override args = scaArgs;
  static override flags = { ...playerFlags, ...accountsFlag };

  protected override readonly presentation = playedSca;

  async run(): Promise<PlayedSca> {
    const { args, flags } = await this.parse(ScaApprove);
    return playNamed(this.context, 'approve', args.id, scaPlayer(flags), { profile: flags.profile });
  }
}
