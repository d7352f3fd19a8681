import { readBalances as read } from '../../src/app/information/accounts.ts';
import { CARDS } from '../../src/app/information/sorts.ts';
import { BankCommand } from '../../src/cli/bank-command.ts';
import { cardArg, consentFlags, informationChoice } from '../../src/cli/information-flags.ts';
import { type ReadCardBalances, readCardBalances } from '../../src/cli/resources/account.ts';

export default class CardsBalances extends BankCommand<ReadCardBalances> {
  static override summary = 'Read what a card account holds.';
  static override description =
    'A number is looked up in the list, which needs an SCA within the hour; a resourceId can be read for 180 days.';
  static override examples = [
    {
      description: 'By number',
      command: '<%= config.bin %> cards balances 4925xxxxxxxx3595',
    },
    {
      description: 'While the PSU is away, four times a day',
      command: '<%= config.bin %> cards balances 4925xxxxxxxx3595 --psu-absent',
    },
  ];
  static override args = cardArg;
  static override flags = consentFlags;

  protected override readonly presentation = readCardBalances;

  async run(): Promise<ReadCardBalances> {
    const { args, flags } = await this.parse(CardsBalances);
    return read(this.program, CARDS, args.card, informationChoice(flags, this.usualSca));
  }
}
