import type { HttpRequest } from '../message.ts';
import { verify } from '../signing/verify.ts';
import { type Exchanged, harOf } from '../traces/har.ts';
import { signedFacts } from '../traces/signed-facts.ts';
import { type Masks, toldLoss, toldRequest, toldResponse } from '../traces/told.ts';
import { type ConnectionFiles, RequestKept } from '../transport/kept.ts';
import type { Transport } from '../transport/transport.ts';
import { type Watcher, watched } from '../transport/watched.ts';
import type { Seeing } from './program.ts';
import { refuseUnwritable, writeHar } from './write-har.ts';

/** What is needed of this machine to show an exchange. */
export interface SeeingMeans {
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Monotonic milliseconds. */
  readonly stopwatch: () => number;
  readonly onUnexpected: (fault: unknown) => void;
  /** How to mask what `tell` is given; a HAR file, which people pass on, is always masked whole. */
  readonly masks: Masks;
}

/** A way as it is seen. */
export interface SeenWay {
  readonly way: Transport;
  /** In place of `way`, where nothing is to be sent. */
  readonly instead?: Transport;
}

/** The ways of one command, all of whose exchanges are shown together. */
export interface SeenWays {
  /**
   * @param origin `https://host[:port]` of where the way leads
   * @param files what else goes there needs
   */
  readonly see: (way: Transport, origin: string, files?: ConnectionFiles) => SeenWay;
  /** Writes what is to be kept. */
  finish(): void;
}

/** The ways to a bank as a person asked to see them: signed requests pass here. @see C-verbose, C-har, C-dry-run */
export function seenWays(seeing: Seeing, means: SeeingMeans): SeenWays {
  const { clock, stopwatch, onUnexpected, masks } = means;
  const { tell, har, sendsNothing } = seeing;
  if (har !== undefined) refuseUnwritable(har.file);
  const exchanges: Exchanged[] = [];
  const watchersAt = (origin: string) => [
    ...(tell === undefined ? [] : [telling(tell, clock, masks)]),
    ...(har === undefined ? [] : [keeping(exchanges, origin, clock)]),
  ];
  return {
    see: (way, origin, files) => ({
      way: watchersAt(origin).reduce((inner, watcher) => watched(inner, watcher, stopwatch), way),
      ...(sendsNothing ? { instead: keptAt(origin, clock, files) } : {}),
    }),
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

function telling(tell: (text: string) => void, clock: () => number, masks: Masks): Watcher {
  return {
    leaves: (request) => tell(toldRequest(request, signedFacts(request, clock()), masks)),
    answered: (_, response, milliseconds) => tell(toldResponse(response, milliseconds, masks)),
    lost: (_, fault, milliseconds) => tell(toldLoss(fault, milliseconds)),
  };
}

function keeping(exchanges: Exchanged[], origin: string, clock: () => number): Watcher {
  const keep = (request: HttpRequest, milliseconds: number, more: Partial<Exchanged>) => {
    const at = clock();
    const signed = signedFacts(request, at);
    exchanges.push({
      origin,
      request,
      startedAt: Math.round(at - milliseconds),
      milliseconds,
      signed,
      ...more,
    });
  };
  return {
    leaves: () => {},
    answered: (request, response, milliseconds) => keep(request, milliseconds, { response }),
    lost: (request, _, milliseconds) => keep(request, milliseconds, {}),
  };
}

/** The way of a request that is shown instead of sent. */
function keptAt(origin: string, clock: () => number, files: ConnectionFiles | undefined): Transport {
  return async (request) => {
    const { method, target, headers, body } = request;
    const { signingString } = verify(request, { at: clock(), recovery: false });
    const url = origin + target;
    const bodyBase64 = Buffer.from(body).toString('base64');
    throw new RequestKept({ method, url, headers, bodyBase64, signingString: signingString ?? '' }, files);
  };
}
