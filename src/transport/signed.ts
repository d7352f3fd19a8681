import { type Signer, type SignOptions, sign } from '../signing/sign.ts';
import type { Transport } from './transport.ts';

/** Signs every request on its way out, at the clock's time. @see interface.md Authentication 3 */
export function signed(
  transport: Transport,
  signer: Signer,
  options: Omit<SignOptions, 'date'> & { readonly clock: () => number },
): Transport {
  return (request) => transport(sign(request, signer, { ...options, date: options.clock() }).request);
}
