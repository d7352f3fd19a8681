import { BankCommand } from '../../src/cli/bank-command.ts';
import { basketArgs } from '../../src/cli/payment-flags.ts';
import { psuChoice, psuFlags, scaChoice, scaFlags } from '../../src/cli/psu-flags.ts';
import { readBasket } from '../../src/cli/resources/authorisation.ts';
import { readBasket as readOperation } from '../../src/client/baskets.ts';
import { actOnBasket, type ReadBasket } from '../../src/payments/baskets.ts';

export default class BasketGet extends BankCommand<ReadBasket> {
  static override summary = 'Read a signing basket.';
  static override description = 'Shows its payments and the worst of their statuses.';
  static override examples = BankCommand.listExamples({
    'A basket by its id': 'basket get kQ3nV0b1cT8sYpR5dW2xZa',
  });
  static override args = basketArgs;
  static override flags = { ...psuFlags, ...scaFlags };

  private basketId = '';

  protected override get presentation() {
    return readBasket(this.basketId);
  }

  async run(): Promise<ReadBasket> {
    const { args, flags } = await this.parse(BasketGet);
    this.basketId = args.id;
    const asked = { choice: psuChoice(flags), sca: scaChoice(flags, this.usualSca) };
    return actOnBasket(this.context, readOperation, args.id, asked);
  }
}
