import type { TppContact } from '../wire/request-bodies.ts';
import { bareOperation, JSON_BODY, type Operation, pathOf, plainHeaders, rowOf } from './operation.ts';

export interface TppReference {
  /** The organizationIdentifier without its leading PSD, else the identity. @see D12-tpp-identity */
  readonly tppId: string;
}

export type SetContact = TppReference & TppContact;

const SET = rowOf<TppContact>('set contact information');

/** It belongs to no TPP-Session-ID, as the two below. @see D1-tpp-contact, D3-operations-without-session */
export const setTppContact: Operation<SetContact, TppContact> = {
  ...SET,
  request: ({ tppId, email }, context) => ({
    method: SET.method,
    target: pathOf(context, SET.path, { tppId }),
    headers: [...plainHeaders(context), JSON_BODY],
    body: Buffer.from(JSON.stringify({ email }), 'utf8'),
  }),
};

/** @see D1-tpp-contact */
export const readTppContact = bareOperation<TppReference, TppContact>(
  'read contact information',
  plainHeaders,
);

/** @see D1-tpp-contact */
export const deleteTppContact = bareOperation<TppReference, Record<string, never>>(
  'delete contact information',
  plainHeaders,
);
