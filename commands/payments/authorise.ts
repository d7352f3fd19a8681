import { defineBankCommand } from '../../src/cli/bank-command.ts';
import { parsePsuFlags, parseScaFlags, psuFlags, scaFlags } from '../../src/cli/psu-flags.ts';
import { createPaymentArgs, productFlag } from '../../src/payments/payment-args.ts';
import { getRequirements, startAndPlay } from '../../src/sca/authorise.ts';
import { PAYMENT } from '../../src/sca/targets.ts';
import { authorisedPayment, withScaCommand } from '../../src/sca/view.ts';
import { createSessionOptions, parsePaymentSelector, resolvePayment } from '../../src/session/psu.ts';
import { type SessionContext, withSession } from '../../src/session/with-session.ts';

/** @see C-payments-authorise */
export default defineBankCommand(
  {
    summary: 'Start the authorisation of a payment.',
    description:
      "For a payment that's waiting for its PSU. An authorisation that's already open ends, and the payment stays as it is. At a terminal the PSU authorises in a browser. --sca approve plays the PSU, and --sca none puts the link in the result.",
    examples: {
      'Get a new link for the PSU': 'payments authorise kQ3nV0b1cT8sYpR5dW2xZa',
      'Approve it as the PSU, in the embedded bank':
        'payments authorise kQ3nV0b1cT8sYpR5dW2xZa --sca approve',
    },
    args: createPaymentArgs('waitingPayment'),
    flags: { ...productFlag, ...scaFlags, ...psuFlags },
  },
  async (command, { args, flags }) => {
    command.present(withScaCommand(authorisedPayment, command.scaCommand));
    const choice = parsePsuFlags(flags);
    const sca = parseScaFlags(flags, command.usualSca);
    const asked = parsePaymentSelector({ paymentId: args.id, product: flags.product });
    const act = async (there: SessionContext) => {
      const known = await resolvePayment(there.session.ledger, asked, choice);
      const options = createSessionOptions(choice, there.notice);
      return startAndPlay(there, PAYMENT, known, { choice, sca, options });
    };
    return withSession(command.context, choice.settings, act, getRequirements(sca));
  },
);
