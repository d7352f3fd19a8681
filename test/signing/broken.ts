import { rsaKeys } from '../support/keys.ts';
import { type Handmade, makeTpp, sentWith } from './tpp.ts';

/** Two TPPs, and requests with another certificate or keyId. */

export const tpp = makeTpp();
export const other = makeTpp({ roles: ['PSP_AI'], serial: 0x5e51n, keys: rsaKeys('other') });
export const clock = () => 0;
export const certificate = (value: string | undefined): Handmade => ({
  sent: sentWith('TPP-Signature-Certificate', value),
});
export const keyId = (text: string): Handmade => ({ parameters: { keyId: text } });
