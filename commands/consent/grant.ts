import { grant } from '../../src/accounts/consent.ts';
import { BankCommand } from '../../src/cli/bank-command.ts';
import { consentFlags, informationChoice } from '../../src/cli/psu-flags.ts';
import { withScaCommand } from '../../src/cli/resources/authorisation.ts';
import { type GrantedConsent, grantedConsent } from '../../src/cli/resources/consent.ts';

export default class ConsentGrant extends BankCommand<GrantedConsent> {
  static override summary = 'Ask a PSU for consent to account information.';
  static override description =
    'At the bank, the PSU chooses the accounts and cards to share with the TPP. The new choice replaces the previous one. With --sca none the link is in the result.';
  static override examples = [
    {
      description: 'Offline, all accounts of a customer',
      command: '<%= config.bin %> consent grant --sca approve --as 15813963008 --accounts all',
    },
    {
      description: 'Two accounts',
      command:
        '<%= config.bin %> consent grant --sca approve --as 15813963008 --accounts 99901067291,99901167601',
    },
    {
      description: 'In an agreement',
      command:
        '<%= config.bin %> consent grant --sca approve --as 15813963008 --agreement kQ3nV0b1cT8sYpR5dW2xZa',
    },
  ];
  static override flags = consentFlags;

  private hasPsu = false;

  protected override get presentation() {
    const { scaCommand, hasPsu } = this;
    return withScaCommand(grantedConsent, scaCommand && ((id) => scaCommand(id, hasPsu)));
  }

  async run(): Promise<GrantedConsent> {
    const { flags } = await this.parse(ConsentGrant);
    this.hasPsu = flags.as !== undefined;
    const granted = await grant(this.program, informationChoice(flags, this.usualSca));
    if ('psuId' in granted) this.next(['accounts list --with-balance', 'consent show']);
    return granted;
  }
}
