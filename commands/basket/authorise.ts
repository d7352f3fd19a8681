import { defineBankCommand } from '../../src/cli/bank-command.ts';
import { parsePsuFlags, parseScaFlags, psuFlags, scaFlags } from '../../src/cli/psu-flags.ts';
import { createBasketArgs, readMissingPsuId } from '../../src/payments/baskets.ts';
import { getRequirements, startAndPlay } from '../../src/sca/authorise.ts';
import { BASKET } from '../../src/sca/targets.ts';
import { authorisedPayment, withScaCommand } from '../../src/sca/view.ts';
import { createSessionOptions, resolveBasket } from '../../src/session/psu.ts';
import { type SessionContext, withSession } from '../../src/session/with-session.ts';

/** Authorises all payments of a basket with one SCA. @see C-basket, C-basket-psu-id */
export default defineBankCommand(
  {
    summary: 'Start the authorisation of a basket.',
    description:
      "One SCA approves every payment in the basket that's still waiting. After that, each payment is processed on its own. At a terminal the PSU authorises in a browser. --sca approve plays the PSU, and --sca none puts the link in the result. The bank names the PSU by psu-id here. If the profile has none, the command first reads it with GET /v1/user, which needs an SCA of its own.",
    examples: {
      'Get a link for the PSU': 'basket authorise kQ3nV0b1cT8sYpR5dW2xZa',
      'Approve it as the PSU, in the embedded bank': 'basket authorise kQ3nV0b1cT8sYpR5dW2xZa --sca approve',
    },
    args: createBasketArgs('waitingBasket'),
    flags: { ...scaFlags, ...psuFlags },
  },
  async (command, { args: { id: basketId }, flags }) => {
    const { context } = command;
    command.present(withScaCommand(authorisedPayment, command.scaCommand));
    const given = parsePsuFlags(flags);
    const sca = parseScaFlags(flags, command.usualSca);
    const { choice, find } = await readMissingPsuId(context, {
      ...{ choice: given, sca },
      find: (ledger) => resolveBasket(ledger, basketId, given),
    });
    const act = async (there: SessionContext) => {
      const known = { reference: { basketId }, ...(await find(there.session.ledger)) };
      const options = createSessionOptions(choice, there.notice);
      return startAndPlay(there, BASKET, known, { choice, sca, options });
    };
    return withSession(context, choice.settings, act, getRequirements(sca));
  },
);
