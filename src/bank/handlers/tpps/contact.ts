import { tppIdOf } from '../../../certificates/tpp-identity.ts';
import type { TppContact } from '../../../wire/tpp-contact.ts';
import { unknownResource } from '../../answer.ts';
import type { Exchange } from '../../exchange.ts';
import type { Handler, StatefulGuard } from '../../routes/route.ts';
import { findContact, keepContact, removeContact } from '../../store/tables/tpps.ts';

/** Another TPP's is answered as one that nobody has. @see D1-tpp-contact */
// biome-ignore lint/correctness/useYield: a guard is a piece of work, and this one needs nothing of the store.
export const requireOwn: StatefulGuard = function* (exchange) {
  return isOwn(exchange) ? undefined : UNKNOWN;
};

const UNKNOWN = unknownResource('contact');

function isOwn(exchange: Exchange): boolean {
  return exchange.param('tppId') === tppIdOf(exchange.tpp);
}

/** @see D1-tpp-contact */
export const setContact: Handler = function* (exchange) {
  const { email } = exchange.body as TppContact;
  yield* keepContact(exchange.tpp, email);
  const json: TppContact = { email };
  return { status: 200, json };
};

/** @see D1-tpp-contact */
export const readContact: Handler = function* (exchange) {
  const email = yield* findContact(exchange.tpp);
  if (email === undefined) return UNKNOWN;
  const json: TppContact = { email };
  return { status: 200, json };
};

/** @see D1-tpp-contact */
export const deleteContact: Handler = function* (exchange) {
  return (yield* removeContact(exchange.tpp)) ? { status: 204 } : UNKNOWN;
};
