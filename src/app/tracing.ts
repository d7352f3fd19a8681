import { clock, stopwatch } from '../clock.ts';
import type { HttpRequest } from '../message.ts';
import { verify } from '../signing/verify.ts';
import { type Exchanged, harOf, signedFacts } from '../traces/har.ts';
import { type Masks, toldLoss, toldRequest, toldResponse } from '../traces/told.ts';
import { type ConnectionFiles, RequestKept } from '../transport/kept.ts';
import { type Transport, type Watcher, watched } from '../transport/transport.ts';
import type { Seeing } from './program.ts';
import { refuseUnwritable, writeHar } from './write-har.ts';

/** Shows the exchanges of one command together. */
interface Tracer {
  /** @param origin `https://host[:port]` of where the transport leads */
  readonly trace: (transport: Transport, origin: string) => Transport;
  /** Writes what is to be kept. */
  finish(): void;
}

/**
 * Shows signed requests and their answers as a person asked to see them.
 * @param masks what is masked for a terminal; a HAR file, which people pass on, is always masked whole
 * @see C-verbose, C-har, C-dry-run
 */
export function createTracer(
  { tell, har, sendsNothing }: Seeing = { sendsNothing: false },
  masks: Masks,
  onUnexpected: (fault: unknown) => void,
): Tracer {
  if (har !== undefined) refuseUnwritable(har.file);
  const exchanges: Exchanged[] = [];
  return {
    trace: (transport, origin) => {
      const told = tell === undefined ? transport : watched(transport, telling(tell, masks), stopwatch);
      return har === undefined ? told : watched(told, keeping(exchanges, origin), stopwatch);
    },
    finish: () => {
      if (har === undefined || sendsNothing) return;
      const { file, whole, creator } = har;
      try {
        writeHar(file, harOf(exchanges, { whole, creator }));
      } catch (fault) {
        onUnexpected(fault);
      }
    },
  };
}

function telling(tell: (text: string) => void, masks: Masks): Watcher {
  return {
    leaves: (request) => tell(toldRequest(request, signedFacts(request, clock()), masks)),
    answered: (_, response, milliseconds) => tell(toldResponse(response, milliseconds, masks)),
    lost: (_, fault, milliseconds) => tell(toldLoss(fault, milliseconds)),
  };
}

function keeping(exchanges: Exchanged[], origin: string): Watcher {
  const keep = (request: HttpRequest, milliseconds: number, more: Partial<Exchanged>) => {
    const at = clock();
    const startedAt = Math.round(at - milliseconds);
    exchanges.push({ origin, request, startedAt, milliseconds, signed: signedFacts(request, at), ...more });
  };
  return {
    leaves: () => {},
    answered: (request, response, milliseconds) => keep(request, milliseconds, { response }),
    lost: (request, _, milliseconds) => keep(request, milliseconds, {}),
  };
}

/** The transport of a request that is shown instead of sent. @param files what another program needs to send it */
export function showInstead(origin: string, files: ConnectionFiles | undefined): Transport {
  return async (request) => {
    const { method, target, headers, body } = request;
    const { signingString } = verify(request, { at: clock(), recovery: false });
    const url = origin + target;
    const bodyBase64 = Buffer.from(body).toString('base64');
    throw new RequestKept({ method, url, headers, bodyBase64, signingString: signingString ?? '' }, files);
  };
}
