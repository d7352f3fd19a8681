import type { TppMessage } from '../../wire/errors.ts';
import { has } from './payment.ts';

/** The bank says the same where it has no contact and where it knows the TPP by another id. @see D1-tpp-contact */
export function hintOfContact(messages: readonly TppMessage[]): string | undefined {
  if (!has(messages, 'RESOURCE_UNKNOWN')) return undefined;
  return 'The bank has no address of this TPP. To leave one:\npsd2 tpp contact set EMAIL';
}
