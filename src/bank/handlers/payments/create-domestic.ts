import type { Op } from '../../../store/contract.ts';
import { addDays, osloInstant } from '../../../values/oslo.ts';
import type { DomesticPayment } from '../../../wire/domestic-payment.ts';
import { message, type TppMessage } from '../../../wire/errors.ts';
import { type Links, link } from '../../../wire/link.ts';
import type { PaymentCreated } from '../../../wire/payment.ts';
import type { Authorisation } from '../../domain/authorisation.ts';
import { type DomesticTerms, decideDomestic } from '../../domain/domestic.ts';
import { orderedId } from '../../domain/ids.ts';
import type { Payment } from '../../domain/payment.ts';
import { canPay } from '../../domain/settlement.ts';
import type { Exchange } from '../../exchange.ts';
import { duplicateKeyOf } from '../../life/approve-payment.ts';
import { paymentHref, paymentLinks } from '../../payment-links.ts';
import { type Refusal, refuse, refuseBody } from '../../refusal.ts';
import type { Handler } from '../../routes/route.ts';
import { linksOfSca, refuseTooManyOpen } from '../../sca-link.ts';
import { findAccount, findCardAccount, findKidPolicy } from '../../store/tables/accounts.ts';
import { findFunds } from '../../store/tables/ledger.ts';
import { findDuplicate, insertPayment } from '../../store/tables/payments.ts';
import { nextSequence, type WorldState } from '../../store/tables/world.ts';
import { isExempt, payerOf } from './exemption.ts';
import { startPaymentSca } from './start-sca.ts';

/**
 * Receives a domestic payment: RCVD, with an authorisation unless the TPP wants to start it itself.
 * @see interface.md Payment creation
 * @see decisions.md §4
 */
export const createDomesticPayment: Handler = function* (exchange, world) {
  const body = exchange.body as DomesticPayment;
  const { bban, other } = body.debtorAccount;
  const decision = decideDomestic({
    initiation: body,
    debtor: other ? yield* findCardAccount(other.identification) : yield* findAccount(bban ?? ''),
    payer: yield* payerOf(exchange),
    kidPolicy: yield* findKidPolicy(body.creditorAccount.bban),
    now: world.bankNow,
  });
  if (!decision.ok) return refuseBody(decision.faults);
  const payment = received(exchange, world, body, decision.terms);
  const isStarted = !startsItself(exchange);
  const exempt = isStarted && (yield* isExempt(exchange, world, payment));
  const obstacle =
    (yield* lackOfFunds(payment)) ??
    (yield* duplicate(exchange, payment)) ??
    (isStarted && !exempt ? yield* refuseTooManyOpen(exchange) : undefined);
  if (obstacle) return obstacle;
  yield* insertPayment(payment);
  if (!isStarted) return answer(exchange, payment, undefined);
  const started = yield* startPaymentSca(exchange, world, payment, exempt);
  return answer(exchange, started.payment, started.sca);
};

function received(
  exchange: Exchange,
  world: WorldState,
  body: DomesticPayment,
  terms: DomesticTerms,
): Payment {
  const sequence = nextSequence(world);
  return {
    sequence,
    paymentId: orderedId(world.seed, 'payment', sequence),
    tpp: exchange.tpp,
    service: 'payments',
    product: exchange.param('product'),
    ...(exchange.psu === undefined ? {} : { psu: exchange.psu }),
    status: 'RCVD',
    initiation: body,
    creditorAccount: body.creditorAccount.bban,
    currency: body.instructedAmount.currency,
    createdAt: world.bankNow,
    duplicateKey: duplicateKeyOf(terms.sameness),
    rejectsNoFunds: exchange.header('TPP-Rejection-NoFunds-Preferred') === 'true',
    ...(startsItself(exchange) ? { lapsesAt: osloInstant(addDays(terms.effectiveDate, 1)) } : {}),
    heldAtApproval: false,
    settlesLate: false,
    debtorAccount: terms.debtorAccount,
    amountMinor: terms.amountMinor,
    effectiveDate: terms.effectiveDate,
    dateMoved: terms.dateMoved,
  };
}

/** The TPP starts the authorisation with a call of its own. @see decisions.md §4 Creation */
function startsItself(exchange: Exchange): boolean {
  return exchange.header('TPP-Explicit-Authorisation-Preferred') === 'true';
}

/** @see decisions.md §4 Error response: TPP-Rejection-NoFunds-Preferred */
function* lackOfFunds(payment: Payment): Op<Refusal | undefined> {
  if (!payment.rejectsNoFunds || canPay(payment, yield* findFunds(payment.debtorAccount))) return undefined;
  const text =
    'the debtor account has not the amount: send less, or leave TPP-Rejection-NoFunds-Preferred out';
  return refuse(400, 'PAYMENT_FAILED', text, 'instructedAmount.amount');
}

/** @see decisions.md §4 Logical duplicate */
function* duplicate(exchange: Exchange, { duplicateKey }: Payment): Op<Refusal | undefined> {
  if (exchange.query.get('allowLogicalDuplicate') === 'true') return undefined;
  return (yield* findDuplicate(duplicateKey)) === undefined ? undefined : refuse(409, 'CONFLICT', DUPLICATE);
}

const DUPLICATE =
  'a payment with the same debtor, creditor, amount, currency, date and reference is already there: ' +
  'change the reference, or send allowLogicalDuplicate=true';

/** @see decisions.md §4 Creation: self, status, startAuthorisation, and scaRedirect + scaStatus */
function answer(exchange: Exchange, payment: Payment, sca: Authorisation | undefined) {
  const self = paymentHref(exchange, payment);
  const links = paymentLinks(exchange, payment);
  if (payment.status === 'RCVD') links.startAuthorisation = link(`${self}/authorisations`, 'POST');
  if (sca) Object.assign(links, linksOfSca(exchange, payment, sca));
  return {
    status: 201,
    headers: [
      ['Location', self],
      ['ASPSP-SCA-Approach', 'REDIRECT'],
    ] as const,
    json: created(payment, links),
  };
}

function created(payment: Payment, _links: Links): PaymentCreated {
  const warnings = payment.dateMoved ? [movedDate(payment)] : [];
  return {
    paymentId: payment.paymentId,
    transactionStatus: payment.status,
    transactionFeeIndicator: false,
    ...(warnings.length > 0 ? { tppMessages: warnings } : {}),
    _links,
  };
}

/** @see decisions.md §4 Dates: moved to the next bank day, RCVD with the warning */
function movedDate(payment: Payment): TppMessage {
  const text = `the payment will be executed on ${payment.effectiveDate}, the next bank day`;
  return message('WARNING', 'EXECUTION_DATE_INVALID', text, 'requestedExecutionDate');
}
