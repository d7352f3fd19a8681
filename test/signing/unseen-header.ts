import type { Header } from '../../src/message.ts';
import { type Made, NOW, PRIVATE_KEY, SEAL, sealOf } from './stack.ts';

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
export const keyPem = String(PRIVATE_KEY.export({ type: 'pkcs8', format: 'pem' }));
export const spkiOf = (pair: { publicKey: { export(options: { type: 'spki'; format: 'der' }): Buffer } }) =>
  pair.publicKey.export({ type: 'spki', format: 'der' });
export const withKey = (pair: Parameters<typeof spkiOf>[0]) => ({
  certificate: sealOf({ spki: spkiOf(pair) }),
});
