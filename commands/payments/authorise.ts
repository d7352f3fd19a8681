import { BankCommand } from '../../src/cli/bank-command.ts';
import { parsePsuFlags, parseScaFlags, psuFlags, scaFlags } from '../../src/cli/psu-flags.ts';
import { paymentArgs, productFlag } from '../../src/payments/payment-args.ts';
import { type Authorised, getRequirements, startAndPlay } from '../../src/sca/authorise.ts';
import { PAYMENT } from '../../src/sca/targets.ts';
import { authorisedPayment, withScaCommand } from '../../src/sca/view.ts';
import { createSessionOptions, parsePaymentSelector, resolvePayment } from '../../src/session/psu.ts';
import { type SessionContext, withSession } from '../../src/session/with-session.ts';

/** @see C-payments-authorise */
export default class PaymentsAuthorise extends BankCommand<Authorised> {
  static override summary = 'Start the authorisation of a payment.';
  static override description =
    "For a payment that's waiting for its PSU. An authorisation that's already open ends, and the payment stays as it is. At a terminal the PSU authorises in a browser. --sca approve plays the PSU, and --sca none puts the link in the result.";
  static override examples = BankCommand.listExamples({
    'Get a new link for the PSU': 'payments authorise kQ3nV0b1cT8sYpR5dW2xZa',
    'Approve it as the PSU, in the embedded bank': 'payments authorise kQ3nV0b1cT8sYpR5dW2xZa --sca approve',
  });
  static override args = paymentArgs;
  static override flags = { ...productFlag, ...scaFlags, ...psuFlags };

  protected override get presentation() {
    return withScaCommand(authorisedPayment, this.scaCommand);
  }

  async run(): Promise<Authorised> {
    const { args, flags } = await this.parse(PaymentsAuthorise);
    const choice = parsePsuFlags(flags);
    const sca = parseScaFlags(flags, this.usualSca);
    const asked = parsePaymentSelector({ paymentId: args.id, product: flags.product });
    const act = async (there: SessionContext) => {
      const known = await resolvePayment(there.session.ledger, asked, choice);
      const options = createSessionOptions(choice, there.notice);
      return startAndPlay(there, PAYMENT, known, { choice, sca, options });
    };
    return withSession(this.context, choice.settings, act, getRequirements(sca));
  }
}
