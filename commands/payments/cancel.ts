import { defineBankCommand } from '../../src/cli/bank-command.ts';
import { createCard, type Presentation, QUIET } from '../../src/cli/command.ts';
import { wrap } from '../../src/cli/layout.ts';
import { parsePsuFlags, parseScaFlags, psuFlags, scaFlags } from '../../src/cli/psu-flags.ts';
import { sanitizeForTerminal } from '../../src/cli/sanitize.ts';
import { quoteId } from '../../src/cli/shell-quote.ts';
import { getOperation } from '../../src/client/operation.ts';
import { createPaymentArgs, productFlag } from '../../src/payments/payment-args.ts';
import { getRequirements, startAndPlay } from '../../src/sca/authorise.ts';
import { CANCELLATION, type MetaWithSca } from '../../src/sca/targets.ts';
import { startedColumns, type WithScaCommand, withScaCommand } from '../../src/sca/view.ts';
import { createSessionOptions, parsePaymentSelector, resolvePayment } from '../../src/session/psu.ts';
import { type SessionContext, saveStatus, withSession } from '../../src/session/with-session.ts';
import type { AuthorisationStarted, CancellationPending } from '../../src/wire/answers/payments.ts';

/** The cancelled payment. Has only `_meta` if the bank cancels it at once. */
type CancelledPayment = Partial<Pick<CancellationPending, 'transactionStatus'> & AuthorisationStarted> &
  MetaWithSca;

/**
 * Creates the view of a payment that was cancelled at once, or whose cancellation needs its own SCA.
 * @see D4-cancel-sca
 */
function createCancelView(paymentId: string): Presentation<CancelledPayment & WithScaCommand> {
  const { text, quiet } = createCard<CancelledPayment & WithScaCommand>([
    ['Payment', () => paymentId, 'identifier', QUIET],
    ['Status', 'transactionStatus', 'status'],
    ['Authorisation', 'authorisationId', 'identifier'],
    ...startedColumns,
  ]);
  return {
    text: (cancelled, look) => {
      const said = wrap(describeCancellation(cancelled, sanitizeForTerminal(paymentId)), look.width).join(
        '\n',
      );
      return cancelled.transactionStatus === undefined ? said : `${said}\n\n${text(cancelled, look)}`;
    },
    quiet,
  };
}

function describeCancellation({ transactionStatus, _meta }: CancelledPayment, paymentId: string): string {
  if (transactionStatus === undefined || transactionStatus === 'CANC')
    return `Payment ${paymentId} is cancelled.`;
  const how = _meta.sca === undefined ? ': its PSU must approve that first' : '';
  return `Payment ${paymentId} isn't cancelled yet${how}.`;
}

/** @see D4-bulk-cancel, C-payments-cancel */
export default defineBankCommand(
  {
    summary: 'Cancel a payment.',
    description:
      "A payment the PSU hasn't approved is cancelled at once. An approved payment that isn't booked yet needs an SCA to cancel it: at a terminal in a browser, with --sca approve by playing the PSU, or with --sca none through the link in the result.",
    examples: {
      'A payment by its id': 'payments cancel kQ3nV0b1cT8sYpR5dW2xZa',
      'An approved payment, in the embedded bank': 'payments cancel kQ3nV0b1cT8sYpR5dW2xZa --sca approve',
    },
    args: createPaymentArgs('openPayment'),
    flags: { ...productFlag, ...scaFlags, ...psuFlags },
  },
  async (command, { args, flags }) => {
    command.present(withScaCommand(createCancelView(args.id), command.scaCommand));
    const sca = parseScaFlags(flags, command.usualSca);
    const choice = parsePsuFlags(flags);
    const named = parsePaymentSelector({ paymentId: args.id, product: flags.product });
    const act = async (there: SessionContext): Promise<CancelledPayment> => {
      const { session, withMeta, notice } = there;
      const known = await resolvePayment(session.ledger, named, choice);
      const { reference, psu } = known;
      const options = createSessionOptions(choice, notice);
      const asked = await session.call(getOperation('cancel payment'), reference, psu, options);
      if (asked.resource === undefined) {
        await saveStatus(there, reference.paymentId, 'CANC');
        return withMeta({ resource: {}, meta: asked.meta });
      }
      // Uses the session of the previous call; `--new-session` would begin another one.
      const shown = await startAndPlay(there, CANCELLATION, known, { choice, sca, options: {} });
      if (shown._meta.sca === undefined && session.hasOperator) {
        command.next([`sca approve ${quoteId(shown.authorisationId)}`]);
      }
      return { transactionStatus: asked.resource.transactionStatus, ...shown };
    };
    return withSession(command.context, choice.settings, act, getRequirements(sca));
  },
);
