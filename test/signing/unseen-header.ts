import type { Header } from '../../src/message.ts';
import { type Made, NOW, SEAL, sealOf } from './stack.ts';

/** The headers of a signed request as the programs of TPPs, and the gateways before a bank, write them. */

export const value = (change: (value: string) => string): Made => ({ value: change });
export const replaced = (from: string | RegExp, to: string): Made =>
  value((text) => text.replaceAll(from, to));
export const word = (text: string, charset = 'utf-8') =>
  `=?${charset}?B?${Buffer.from(text).toString('base64')}?=`;
export const certificate = (text: string | null): Made => ({
  headers: { 'TPP-Signature-Certificate': text },
});
export const sent = (change: (headers: readonly Header[]) => readonly Header[]): Made => ({ way: change });
export const date = (text: string | null): Made => ({ headers: { Date: text } });
export const rfc = new Date(NOW).toUTCString();
export const base64 = SEAL.toString('base64');
export const wrapped = base64.replaceAll(/.{64}(?=.)/g, '$&\n');
export const pem = `-----BEGIN CERTIFICATE-----\n${wrapped}\n-----END CERTIFICATE-----\n`;
export const withKey = (spki: Uint8Array): Made => ({ certificate: sealOf({ spki }) });
