import { defineOperation } from './operation.ts';

// `tppId` is the organizationIdentifier without its leading PSD, else the identity. @see D12-tpp-identity
/** They belong to no TPP-Session-ID. @see D1-tpp-contact, D3-operations-without-session */
export const setTppContact = defineOperation('set contact information');
export const readTppContact = defineOperation('read contact information');
export const deleteTppContact = defineOperation('delete contact information');
