import {
  type DistantSigner,
  type Signer,
  type SignOptions,
  sign,
  signWithRemoteSigner,
} from '../signing/sign.ts';
import type { Transport } from './transport.ts';

/** Signs every request before it is sent, at the clock's time. @see I-authentication-3-algorithm */
export function signRequests(
  transport: Transport,
  signer: Signer | DistantSigner,
  { clock, ...options }: Omit<SignOptions, 'date'> & { readonly clock: () => number },
): Transport {
  if ('privateKey' in signer) {
    return (request) => transport(sign(request, signer, { ...options, date: clock() }).request);
  }
  return async (request) =>
    transport((await signWithRemoteSigner(request, signer, { ...options, date: clock() })).request);
}
