import { hash } from 'node:crypto';
import type { Op } from '../../store/contract.ts';
import type { DomesticPayment } from '../../wire/domestic-payment.ts';
import { message, type TppMessage } from '../../wire/errors.ts';
import { type Links, link } from '../../wire/link.ts';
import type { PaymentCreated } from '../../wire/payment.ts';
import { decideDomestic } from '../domain/domestic.ts';
import { orderedId } from '../domain/ids.ts';
import type { Payment } from '../domain/payment.ts';
import type { Exchange } from '../exchange.ts';
import { paymentHref, paymentLinks } from '../payment-links.ts';
import { refuse, refuseBody } from '../refusal.ts';
import type { Handler } from '../routes/route.ts';
import { scaRedirect, startAuthorisation } from '../sca-link.ts';
import { findAccount, findCardAccount, findKidPolicy } from '../store/tables/accounts.ts';
import { findDuplicate, insertPayment } from '../store/tables/payments.ts';
import { nextSequence, type WorldState } from '../store/tables/world.ts';

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
    psu: exchange.psu,
    kidPolicy: yield* findKidPolicy(body.creditorAccount.bban),
    now: world.bankNow,
  });
  if (!decision.ok) return refuseBody(decision.faults);
  const { sameness, ...terms } = decision.terms;
  const duplicateKey = duplicateKeyOf(sameness);
  if (exchange.query.get('allowLogicalDuplicate') !== 'true') {
    const duplicate = yield* findDuplicate(duplicateKey);
    if (duplicate !== undefined) return refuse(409, 'CONFLICT', DUPLICATE);
  }
  const sequence = nextSequence(world);
  const payment: Payment = {
    sequence,
    paymentId: orderedId(world.seed, 'payment', sequence),
    tpp: exchange.tpp,
    service: 'payments',
    product: exchange.param('product'),
    ...(exchange.psu === undefined ? {} : { psu: exchange.psu }),
    status: 'RCVD',
    initiation: body,
    currency: body.instructedAmount.currency,
    createdAt: world.bankNow,
    duplicateKey,
    ...terms,
  };
  yield* insertPayment(payment);
  const links = yield* linksOfCreated(exchange, world, payment);
  return {
    status: 201,
    headers: [
      ['Location', paymentHref(exchange, payment)],
      ['ASPSP-SCA-Approach', 'REDIRECT'],
    ],
    json: created(payment, links),
  };
};

/** 64 bits are enough to tell payments apart, and small in an index. */
function duplicateKeyOf(sameness: string): bigint {
  return hash('sha256', sameness, 'buffer').readBigInt64BE();
}

const DUPLICATE =
  'a payment with the same debtor, creditor, amount, currency, date and reference is already there: ' +
  'change the reference, or send allowLogicalDuplicate=true';

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

/** @see decisions.md §4 Creation: self, status, startAuthorisation, and scaRedirect + scaStatus */
function* linksOfCreated(exchange: Exchange, world: WorldState, payment: Payment): Op<Links> {
  const self = paymentHref(exchange, payment);
  const links = {
    ...paymentLinks(exchange, payment),
    startAuthorisation: link(`${self}/authorisations`, 'POST'),
  };
  if (exchange.header('TPP-Explicit-Authorisation-Preferred') === 'true') return links;
  const authorisation = yield* startAuthorisation(exchange, world, payment.paymentId);
  return {
    ...links,
    scaRedirect: scaRedirect(exchange, authorisation),
    scaStatus: link(`${self}/authorisations/${authorisation.authorisationId}`, 'GET'),
  };
}
