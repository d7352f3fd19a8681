import { BankCommand } from '../../src/cli/bank-command.ts';
import { basketArgs } from '../../src/cli/payment-flags.ts';
import { psuChoice, psuFlags, scaChoice, scaFlags } from '../../src/cli/psu-flags.ts';
import { deletedBasket } from '../../src/cli/resources/authorisation.ts';
import { deleteBasket } from '../../src/client/baskets.ts';
import { actOnBasket, type DeletedBasket } from '../../src/payments/baskets.ts';

export default class BasketDelete extends BankCommand<DeletedBasket> {
  static override summary = 'Delete a signing basket.';
  static override description =
    'Works only before its SCA. Its payments stay as they are and can be authorised on their own again.';
  static override examples = BankCommand.listExamples({
    'A basket by its id': 'basket delete kQ3nV0b1cT8sYpR5dW2xZa',
  });
  static override args = basketArgs;
  static override flags = { ...psuFlags, ...scaFlags };

  private basketId = '';

  protected override get presentation() {
    return deletedBasket(this.basketId);
  }

  async run(): Promise<DeletedBasket> {
    const { args, flags } = await this.parse(BasketDelete);
    this.basketId = args.id;
    const asked = { choice: psuChoice(flags), sca: scaChoice(flags, this.usualSca) };
    return actOnBasket(this.context, deleteBasket, args.id, asked);
  }
}
