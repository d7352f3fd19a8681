import { admissionFor, judgeConnection, refuseAdmission } from '../admission.ts';
import type { Guard } from '../routes/route.ts';

/** Whether the connection shows a QWAC, where production policy asks for one. @see D12-mutual-tls */
export const checkConnection: Guard = (exchange) => {
  const admission = admissionFor(exchange);
  if (admission?.mutualTls !== true) return undefined;
  const reason = judgeConnection(admission, exchange.peer.tls, exchange.settings.clock());
  return reason && refuseAdmission(exchange, reason);
};
