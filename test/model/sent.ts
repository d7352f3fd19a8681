import type { Header, HttpRequest } from '../../src/message.ts';
import { type Signer, sign } from '../../src/signing/sign.ts';
import { signersOf } from '../support/seals.ts';
import { MINUTE } from './model/calendar.ts';

/** Requests as they are sent. */

/** Two TPPs, the operator, and one who is neither. */
export type SignerName = 'first' | 'second' | 'operator' | 'nobody';
export const TPPS = ['PSDNO-FSA-39999991', 'PSDNO-FSA-39999992'] as const;
const SIGNERS_OF_TPPS = ['first', 'second'] as const;

export function signerOf(tpp: number): SignerName {
  return SIGNERS_OF_TPPS[tpp] ?? 'first';
}

export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly query?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signer: SignerName;
}

let signers: Readonly<Partial<Record<SignerName, Signer>>> | undefined;

function signerNamed(name: SignerName): Signer | undefined {
  if (signers) return signers[name];
  const [first, second] = signersOf(TPPS, Date.parse('2027-01-01T00:00:00Z'));
  if (!first || !second) throw new Error('a seal is missing');
  signers = { first, second };
  return signers[name];
}

/** What signing adds to a request, by what is signed: that names no path, so it serves again and again. */
const added = new Map<string, readonly Header[]>();
const MOST_KEPT = 20_000;
const SIGNED = ['X-Request-ID', 'PSU-ID', 'PSU-Corporate-ID', 'TPP-Redirect-URI'];

/** The request at a time of the machine; a TPP's clock shows whole minutes, which the bank must bear. */
export function requestOf(sent: Sent, real: number): HttpRequest {
  const { method, path, query, body = '', headers, signer: name } = sent;
  const target = query === undefined ? path : `${path}?${query}`;
  const request: HttpRequest = { method, target, headers: Object.entries(headers), body: Buffer.from(body) };
  const signer = signerNamed(name);
  if (!signer) return request;
  const date = Math.floor(real / MINUTE) * MINUTE;
  const values = SIGNED.map((header) => headers[header] ?? '');
  const key = JSON.stringify([name, date, body === '' ? '' : method, body, ...values]);
  const more =
    added.get(key) ?? sign(request, signer, { date }).request.headers.slice(request.headers.length);
  if (added.size > MOST_KEPT) added.clear();
  added.set(key, more);
  return { ...request, headers: [...request.headers, ...more] };
}
