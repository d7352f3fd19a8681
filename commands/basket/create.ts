import { BankCommand } from '../../src/cli/bank-command.ts';
import { Args } from '../../src/cli/flags.ts';
import { laterScaFlags, psuChoice, psuFlags, scaChoice } from '../../src/cli/psu-flags.ts';
import { createdBasket, withScaCommand } from '../../src/cli/resources/authorisation.ts';
import { type CreatedBasket, create } from '../../src/payments/baskets.ts';

export default class BasketCreate extends BankCommand<CreatedBasket> {
  static override summary = 'Create a signing basket from payments.';
  static override description =
    "Takes single payments of one PSU that are waiting for approval. One SCA then approves them all. If a payment has an open authorisation of its own, that one ends. With --sca, the basket's SCA starts at once. That needs the PSU's psu-id. If the profile has none, the command first reads it with GET /v1/user, which needs an SCA of its own.";
  static override examples = BankCommand.listExamples({
    'Two payments': 'basket create kQ3nV0b1cT8sYpR5dW2xZa 5qTFJUcwG8xWI00BOc9BGp',
    'Two payments, authorised by their PSU in a browser':
      'basket create kQ3nV0b1cT8sYpR5dW2xZa 5qTFJUcwG8xWI00BOc9BGp --sca browser',
  });
  static override args = {
    id: Args.string({ description: 'The paymentId of each payment.', required: true, multiple: true }),
  };
  static override flags = { ...laterScaFlags, ...psuFlags };

  protected override get presentation() {
    return withScaCommand(createdBasket, this.scaCommand);
  }

  async run(): Promise<CreatedBasket> {
    const { args, flags } = await this.parse(BasketCreate);
    return create(this.context, args.id, psuChoice(flags), scaChoice(flags, 'none'));
  }
}
