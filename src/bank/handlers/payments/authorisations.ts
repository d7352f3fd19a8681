import type { Op } from '../../../store/contract.ts';
import { type Authorisation, isOpen, type Purpose } from '../../domain/authorisation.ts';
import { sequenceOf } from '../../domain/ids.ts';
import type { Payment } from '../../domain/payment.ts';
import { canBeCancelled, isUnapproved } from '../../domain/transitions.ts';
import type { Exchange } from '../../exchange.ts';
import { type Refusal, refuse, unknownResource } from '../../refusal.ts';
import type { Handler } from '../../routes/route.ts';
import { failSca } from '../../sca/end.ts';
import { linksOfSca, refuseTooManyOpen, scaStatusHref, startAuthorisation } from '../../sca-link.ts';
import { findAuthorisation, listAuthorisations } from '../../store/tables/authorisations.ts';
import { updatePayment } from '../../store/tables/payments.ts';
import type { WorldState } from '../../store/tables/world.ts';
import { isExempt } from './exemption.ts';
import { loadOwnPayment } from './own-payment.ts';
import { startPaymentSca } from './start-sca.ts';

/** What the two families of authorisations of a payment are about. */
type PaymentPurpose = Exclude<Purpose, 'session'>;

/**
 * Starts an SCA of a payment or of its cancellation; the open one of the same kind ends, the payment untouched.
 * @see decisions.md §4 A new POST …/authorisations; Cancel
 */
export function startOf(purpose: PaymentPurpose): Handler {
  return function* (exchange, world) {
    const payment = yield* loadOwnPayment(exchange, world);
    if ('messages' in payment) return payment;
    const exempt = purpose === 'payment' && (yield* isExempt(exchange, world, payment));
    const open = yield* listOpen(payment, purpose);
    const refusal =
      stateRefusal(purpose, payment) ?? (exempt ? undefined : yield* refuseTooManyOpen(exchange, open));
    if (refusal) return refusal;
    for (const sca of open) yield* failSca(world, sca, 'withdrawn');
    const sca = yield* startFor(exchange, world, purpose, payment, exempt);
    return {
      status: 201,
      headers: [
        ['Location', scaStatusHref(exchange, payment, sca)],
        ['ASPSP-SCA-Approach', 'REDIRECT'],
      ],
      json: {
        scaStatus: sca.scaStatus,
        authorisationId: sca.authorisationId,
        _links: linksOfSca(exchange, payment, sca),
      },
    };
  };
}

function stateRefusal(purpose: PaymentPurpose, { status }: Payment): Refusal | undefined {
  if (purpose === 'payment') {
    return isUnapproved(status)
      ? undefined
      : refuse(409, 'CONFLICT', `a payment in ${status} needs no authorisation: read its status`);
  }
  if (isUnapproved(status)) {
    return refuse(409, 'CONFLICT', 'the payment is not authorised: DELETE cancels it, with no authorisation');
  }
  return canBeCancelled(status)
    ? undefined
    : refuse(409, 'CONFLICT', `a payment in ${status} can't be cancelled any more`);
}

function* listOpen(payment: Payment, purpose: PaymentPurpose): Op<Authorisation[]> {
  return (yield* listAuthorisations(payment.sequence, purpose)).filter(isOpen);
}

/** Ends the open SCA of a kind; what it is about stays as it is. */
export function* withdrawOpen(world: WorldState, payment: Payment, purpose: PaymentPurpose): Op<void> {
  for (const sca of yield* listOpen(payment, purpose)) yield* failSca(world, sca, 'withdrawn');
}

function* startFor(
  exchange: Exchange,
  world: WorldState,
  purpose: PaymentPurpose,
  payment: Payment,
  exempt: boolean,
): Op<Authorisation> {
  if (purpose === 'cancellation') {
    return yield* startAuthorisation(exchange, world, { purpose, payment });
  }
  const { lapsesAt, ...authorised } = payment;
  // From now on the authorisation's own time counts.
  if (lapsesAt !== undefined) yield* updatePayment(authorised);
  return (yield* startPaymentSca(exchange, world, authorised, exempt)).sca;
}

/** @see decisions.md §1 Authorisations */
export function listOf(purpose: PaymentPurpose): Handler {
  return function* (exchange, world) {
    const payment = yield* loadOwnPayment(exchange, world);
    if ('messages' in payment) return payment;
    const all = yield* listAuthorisations(payment.sequence, purpose);
    return { status: 200, json: { authorisationIds: all.map(({ authorisationId }) => authorisationId) } };
  };
}

/** @see decisions.md §1 Authorisations */
export function readOf(purpose: PaymentPurpose): Handler {
  return function* (exchange, world) {
    const payment = yield* loadOwnPayment(exchange, world);
    if ('messages' in payment) return payment;
    const sequence = sequenceOf(world.seed, 'authorisation', exchange.param('authorisationId'));
    const sca = sequence === undefined ? undefined : yield* findAuthorisation(sequence);
    if (!sca || sca.payment !== payment.sequence || sca.purpose !== purpose) {
      return unknownResource('authorisation');
    }
    const { scaRedirect, ...links } = linksOfSca(exchange, payment, sca);
    const redirect = isOpen(sca) && scaRedirect ? { scaRedirect } : {};
    return { status: 200, json: { scaStatus: sca.scaStatus, _links: { ...redirect, ...links } } };
  };
}
