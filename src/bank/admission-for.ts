import { isOfSandbox } from '../wire/operations.ts';
import type { Admission } from './admission.ts';
import type { Exchange } from './exchange.ts';

/**
 * What a request must satisfy beyond a good signature; nothing at a sandbox. The sandbox's paths are the operator's alone
 * under production policy, who makes data with any certificate, as in a sandbox.
 */
export function admissionFor({ settings, route, peer }: Exchange): Admission | undefined {
  if (settings.policy === 'sandbox' || (peer.operator && isOfSandbox(route))) return undefined;
  if (settings.admission === undefined) throw new Error('production policy without anybody to let in');
  return settings.admission;
}
