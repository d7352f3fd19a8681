import type { TppContact } from '../wire/request-bodies.ts';
import { defineOperation, withInput } from './operation.ts';

export interface TppReference {
  /** The organizationIdentifier without its leading PSD, else the identity. @see D12-tpp-identity */
  readonly tppId: string;
}

export type SetContact = TppReference & TppContact;

/** It belongs to no TPP-Session-ID, as the two below. @see D1-tpp-contact, D3-operations-without-session */
export const setTppContact = defineOperation('set contact information', withInput<SetContact>());

/** @see D1-tpp-contact */
export const readTppContact = defineOperation('read contact information', withInput<TppReference>());

/** @see D1-tpp-contact */
export const deleteTppContact = defineOperation('delete contact information', withInput<TppReference>());
