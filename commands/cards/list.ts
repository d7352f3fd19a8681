import { list } from '../../src/app/information/accounts.ts';
import { CARDS } from '../../src/app/information/sorts.ts';
import { BankCommand } from '../../src/cli/bank-command.ts';
import { consentFlags, informationChoice, withBalanceFlag } from '../../src/cli/information-flags.ts';
import { type ListedCards, listedCards } from '../../src/cli/resources/account.ts';

export default class CardsList extends BankCommand<ListedCards> {
  static override summary = 'List the card accounts that a PSU has consented to.';
  static override description =
    'Within an hour of an SCA in the same session. Where the bank asks for one, --sca says what becomes of it, and the list is read again.';
  static override examples = [
    {
      description: 'With what they hold',
      command: '<%= config.bin %> cards list --with-balance',
    },
    {
      description: 'Offline, with the consent of a PSU who is played',
      command: '<%= config.bin %> cards list --sca approve --as 15813963008 --accounts all',
    },
  ];
  static override flags = { ...withBalanceFlag, ...consentFlags };

  protected override readonly presentation = listedCards;

  async run(): Promise<ListedCards> {
    const { flags } = await this.parse(CardsList);
    return list(
      this.program,
      CARDS,
      { withBalance: flags['with-balance'] },
      informationChoice(flags, this.usualSca),
    );
  }
}
