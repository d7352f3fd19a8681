import { revoke } from '../../src/accounts/consent.ts';
import type { Meta } from '../../src/app/at-bank.ts';
import { BankCommand } from '../../src/cli/bank-command.ts';
import { Flags } from '../../src/cli/flags.ts';
import { askingForMissing } from '../../src/cli/prompts.ts';
import { revokedConsent } from '../../src/cli/resources/consent.ts';

export default class ConsentRevoke extends BankCommand<Meta> {
  static override summary = "Revoke a PSU's consent, as the PSU would directly with the bank.";
  static override description =
    "The sandbox's operator does this. The bank doesn't tell the TPP, but refuses its next read.";
  static override examples = [
    { description: 'For the PSU of the last SCA', command: '<%= config.bin %> consent revoke' },
    { description: 'For a customer', command: '<%= config.bin %> consent revoke --as 15813963008' },
  ];
  static override flags = {
    as: Flags.string({
      description: "The PSU's customer number. Default: the PSU of the last SCA.",
      helpValue: 'NUMBER',
    }),
    agreement: Flags.string({
      description: 'The agreement the consent belongs to, by PSU-Corporate-ID or by its sandbox id.',
      helpValue: 'ID',
    }),
  };

  protected override readonly presentation = revokedConsent;

  async run(): Promise<Meta> {
    const { flags } = await this.parse(ConsentRevoke);
    const { as, agreement, profile } = flags;
    const asking = {
      personIsThere: this.personIsThere,
      words: ConsentRevoke.flags,
      faultOf: async () => undefined,
    };
    return askingForMissing(asking, (answers) =>
      revoke(this.program, { as: answers.as ?? as, agreement }, { profile }),
    );
  }
}
