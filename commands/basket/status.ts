import { BankCommand } from '../../src/cli/bank-command.ts';
import { basketArgs } from '../../src/cli/payment-flags.ts';
import { psuChoice, psuFlags, scaChoice, scaFlags } from '../../src/cli/psu-flags.ts';
import { basketStatus } from '../../src/cli/resources/authorisation.ts';
import { readBasketStatus } from '../../src/client/baskets.ts';
import { actOnBasket, type ShownBasketStatus } from '../../src/payments/baskets.ts';

export default class BasketStatus extends BankCommand<ShownBasketStatus> {
  static override summary = 'Read the status of a signing basket.';
  static override description =
    'This is the worst status of its payments. psd2 status ID shows the status of each payment.';
  static override examples = BankCommand.listExamples({
    'The status of a basket': 'basket status kQ3nV0b1cT8sYpR5dW2xZa',
  });
  static override args = basketArgs;
  static override flags = { ...psuFlags, ...scaFlags };

  private basketId = '';

  protected override get presentation() {
    return basketStatus(this.basketId);
  }

  async run(): Promise<ShownBasketStatus> {
    const { args, flags } = await this.parse(BasketStatus);
    this.basketId = args.id;
    const asked = { choice: psuChoice(flags), sca: scaChoice(flags, this.usualSca) };
    return actOnBasket(this.context, readBasketStatus, args.id, asked);
  }
}
