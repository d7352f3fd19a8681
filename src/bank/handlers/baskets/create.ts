import type { Op } from '../../../store/contract.ts';
import { message, type TppMessage } from '../../../wire/errors.ts';
import type { BasketCreated, SigningBasketRequest } from '../../../wire/signing-basket.ts';
import { answerMade, type Refusal, refuse } from '../../answer.ts';
import { orderedId, sequenceOf } from '../../domain/ids.ts';
import { type Basket, isItem, type Order, statusOf } from '../../domain/order.ts';
import { isUnapproved } from '../../domain/payment.ts';
import type { Exchange } from '../../exchange.ts';
import { letLapse } from '../../life/move.ts';
import { findReadable } from '../../life/orders.ts';
import { basketHref, basketLinks } from '../../links.ts';
import type { Handler } from '../../routes/route.ts';
import { withdrawOpen } from '../../sca/end.ts';
import { insertBasket, isInLiveBasket } from '../../store/tables/payments.ts';
import { nextSequence, type WorldState } from '../../store/tables/world.ts';

/** Puts payments that wait for one PSU together, for one SCA. @see D5-basket-refusals, D5-basket-psu */
export const createBasket: Handler = function* (exchange, world) {
  const { paymentIds, consentIds } = exchange.body as SigningBasketRequest;
  const named = yield* findNamed(exchange, world, paymentIds);
  const psu = exchange.psu ?? psuOf(exchange, named);
  const refusal = refuseMixed(exchange, named, consentIds) ?? refuseNamelessPsu(exchange, psu);
  if (refusal) return refusal;
  const members = named.filter((order) => order !== undefined);
  const taken = yield* refuseTaken(members);
  if (taken) return taken;
  for (const order of members) yield* join(world, order);
  const sequence = nextSequence(world);
  const basket: Basket = {
    sequence,
    basketId: orderedId(world.seed, 'basket', sequence),
    tpp: exchange.tpp,
    ...(psu === undefined ? {} : { psu }),
    state: 'LIVE',
  };
  yield* insertBasket(
    basket,
    members.map((member) => member.sequence),
  );
  const payments = members.flatMap((order) => order.payments);
  const json: BasketCreated = {
    basketId: basket.basketId,
    transactionStatus: statusOf({ ...basket, payments }),
    _links: basketLinks(exchange, { ...basket, payments }),
  };
  return answerMade(basketHref(exchange, basket), json);
};

type Named = readonly (Order | undefined)[];

/** The TPP's own payments by these ids. */
function* findNamed(exchange: Exchange, world: WorldState, paymentIds: readonly string[]): Op<Named> {
  const named: (Order | undefined)[] = [];
  for (const id of paymentIds) {
    const sequence = sequenceOf(world.seed, 'payment', id);
    const order = sequence === undefined ? undefined : yield* findReadable(sequence);
    named.push(order?.tpp === exchange.tpp ? order : undefined);
  }
  return named;
}

/** The PSU whose payments they are: that of the request where one is theirs, else that of the first that is known. */
function psuOf({ psu }: Exchange, named: Named): string | undefined {
  const known = named.flatMap((order) => order?.psu ?? []);
  return psu !== undefined && known.includes(psu) ? psu : known[0];
}

/** What can't be in one basket, told of every payment. */
function refuseMixed(exchange: Exchange, named: Named, consentIds: unknown): Refusal | undefined {
  const psu = psuOf(exchange, named);
  const messages: TppMessage[] = [];
  for (const [place, order] of named.entries()) {
    const path = `paymentIds[${place}]`;
    const [code, text] = faultOf(exchange, order, psu) ?? [];
    if (code !== undefined) messages.push(message('ERROR', code, `${path} ${text}`, path));
  }
  if (consentIds !== undefined) {
    const text = "consents can't be signed with a basket: omit consentIds";
    messages.push(message('ERROR', 'REFERENCE_MIX_INVALID', text, 'consentIds'));
  }
  return messages.length === 0 ? undefined : { status: 400, messages };
}

/** @param psu whose basket it is @see I-basket-mix */
function faultOf(
  exchange: Exchange,
  order: Order | undefined,
  psu: string | undefined,
): readonly [TppMessage['code'], string] | undefined {
  if (!order) return UNREADABLE;
  if (order.service !== 'payments') {
    const what = isItem(order)
      ? 'is one of a bulk: authorise the bulk'
      : 'is a bulk or periodic payment: authorise it by itself';
    return ['REFERENCE_MIX_INVALID', what];
  }
  if (order.psu === undefined) return undefined;
  if (order.psu !== psu) return ['REFERENCE_MIX_INVALID', 'belongs to a different PSU than the others'];
  // All of them are another PSU's than the request's: §3 note 2.
  return exchange.psu === undefined || exchange.psu === psu ? undefined : UNREADABLE;
}

const UNREADABLE = ['RESOURCE_UNKNOWN', "isn't a payment you can read here"] as const;

/** @see D3-psu-of-payment */
function refuseNamelessPsu(exchange: Exchange, psu: string | undefined): Refusal | undefined {
  if (psu === undefined || exchange.psu !== undefined) return undefined;
  const text = 'PSU-ID or X-PSU-IDENTITY is required, because these payments have a known PSU';
  return refuse(400, 'HTTP_HEADER_REQUIRED', text, 'PSU-ID');
}

/** @see D5-basket-refusals, D5-one-live-basket */
function* refuseTaken(members: readonly Order[]): Op<Refusal | undefined> {
  const messages: TppMessage[] = [];
  for (const [place, { status, sequence }] of members.entries()) {
    const path = `paymentIds[${place}]`;
    if (!isUnapproved(status)) {
      messages.push(message('ERROR', 'CONFLICT', `${path} is ${status} and isn't waiting for a PSU`, path));
    } else if (yield* isInLiveBasket(sequence)) {
      messages.push(message('ERROR', 'CONFLICT', `${path} is in another signing basket`, path));
    }
  }
  return messages.length === 0 ? undefined : { status: 409, messages };
}

/**
 * Its own open authorisation ends, the payment untouched: it lapses as one that nobody authorises, until the basket is.
 * @see D5-joining
 */
function* join(world: WorldState, order: Order): Op<void> {
  yield* withdrawOpen(world, order.sequence, 'payment');
  yield* letLapse(order.payments);
}
