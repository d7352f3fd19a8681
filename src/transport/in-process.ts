import { Fault } from '../errors.ts';
import { ConnectionDropped, type Handle, type HttpRequest, type Peer } from '../message.ts';
import { describeSentRequest, isRetryable, type Transport } from './transport.ts';

/** The peer for this program's requests to its own bank: on this machine, and its operator. */
const THIS_PROGRAM: Peer = { address: '127.0.0.1', operator: true };

/**
 * Passes the same message that HTTPS would send to a bank in the same process, without a socket. If the bank drops the
 * connection, the result is the same as over HTTPS.
 * @throws Fault NETWORK: no response
 * @see D11-fault-dropped
 */
export function createInProcessTransport(handle: Handle): Transport {
  return async (request) => {
    for (let isLast = !isRetryable(request.method); ; isLast = true) {
      try {
        return await handle(request, THIS_PROGRAM);
      } catch (fault) {
        if (!(fault instanceof ConnectionDropped)) throw fault;
        if (isLast) throw createLostFault(request, fault);
      }
    }
  };
}

function createLostFault({ method }: HttpRequest, cause: ConnectionDropped): Fault {
  return new Fault('NETWORK', 'The bank closed the connection before its answer was complete.', {
    hint: `The operator of this bank has set a fault. ${describeSentRequest(method)}`,
    sent: true,
    failing: 'connection',
    cause,
  });
}
