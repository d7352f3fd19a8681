import { admissionFor, clientCertificateOf, judgeTpp, refuseAdmission } from '../admission.ts';
import type { Guard } from '../routes/route.ts';

/**
 * Whether production policy lets in the TPP that signed. The engine has judged the signature, the certificate's own dates
 * and its role by now.
 * @see D12-production-policy
 */
export const checkTpp: Guard = (exchange) => {
  const admission = admissionFor(exchange);
  if (admission === undefined) return undefined;
  const { verification, peer, route, settings } = exchange;
  const seal = verification?.certificate;
  if (!seal) throw new Error('a good signature without a certificate');
  const qwac = peer.tls && clientCertificateOf(peer.tls);
  const reason = judgeTpp(admission, { seal, qwac, roles: route.roles }, settings.clock());
  return reason && refuseAdmission(exchange, reason);
};
