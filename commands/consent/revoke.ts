import type { Meta } from '../../src/app/at-bank.ts';
import { revoke } from '../../src/app/information/revoke.ts';
import { BankCommand } from '../../src/cli/bank-command.ts';
import { Flags } from '../../src/cli/flags.ts';
import { askingForMissing } from '../../src/cli/prompts.ts';
import { revokedConsent } from '../../src/cli/resources/consent.ts';

export default class ConsentRevoke extends BankCommand<Meta> {
  static override summary = 'Take the consent of a PSU back, as they do directly with the bank.';
  static override description =
    'The operator of a sandbox does it: the bank need not tell the TPP, whose next read is refused.';
  static override examples = [
    { description: 'Of the PSU of the last SCA', command: '<%= config.bin %> consent revoke' },
    { description: 'Of a customer', command: '<%= config.bin %> consent revoke --as 15813963008' },
  ];
  static override flags = {
    as: Flags.string({
      description: "The PSU's customer number; the PSU of the last SCA unless given.",
      helpValue: 'NUMBER',
    }),
    agreement: Flags.string({
      description:
        'The agreement whose consent it is: its PSU-Corporate-ID, or the id that the sandbox has for it.',
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
