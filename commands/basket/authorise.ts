import { BankCommand } from '../../src/cli/bank-command.ts';
import { basketArgs } from '../../src/cli/payment-flags.ts';
import { psuChoice, psuFlags, scaChoice, scaFlags } from '../../src/cli/psu-flags.ts';
import { authorisedPayment, withScaCommand } from '../../src/cli/resources/authorisation.ts';
import { type AuthorisedBasket, authorise } from '../../src/payments/baskets.ts';

export default class BasketAuthorise extends BankCommand<AuthorisedBasket> {
  static override summary = 'Start the authorisation of a basket.';
  static override description =
    "One SCA approves every payment in the basket that's still waiting. After that, each payment is processed on its own. At a terminal the PSU authorises in a browser. --sca approve plays the PSU, and --sca none puts the link in the result. The bank names the PSU by psu-id here. If the profile has none, the command first reads it with GET /v1/user, which needs an SCA of its own.";
  static override examples = BankCommand.listExamples({
    'Get a link for the PSU': 'basket authorise kQ3nV0b1cT8sYpR5dW2xZa',
    'Approve it as the PSU, in the embedded bank': 'basket authorise kQ3nV0b1cT8sYpR5dW2xZa --sca approve',
  });
  static override args = basketArgs;
  static override flags = { ...scaFlags, ...psuFlags };

  protected override get presentation() {
    return withScaCommand(authorisedPayment, this.scaCommand);
  }

  async run(): Promise<AuthorisedBasket> {
    const { args, flags } = await this.parse(BasketAuthorise);
    return authorise(this.context, args.id, psuChoice(flags), scaChoice(flags, this.usualSca));
  }
}
