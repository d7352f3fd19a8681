import { isUuid } from '../../core/uuid.ts';
import { headerValue } from '../../message.ts';
import type { Proxied } from '../../server/proxy/telling.ts';
import type { ServerRefusal } from '../../server/refusals.ts';
import { signedFacts } from '../../traces/signed-facts.ts';
import { strikeTarget } from '../../traces/strike-target.ts';

/**
 * A log of JSON, a line for each request with its verdict. Nothing that was sent is in it but the words and opaque ids
 * of the interface, and an X-Request-ID that is a UUID.
 * @see C-proxy, S10-request-log
 */
export interface ProxyLog {
  readonly onProxied: (proxied: Proxied) => void;
  /** Of what was no message yet. */
  readonly onRefused: (refusal: ServerRefusal) => void;
}

/** @param basePath of the bank's paths, which the log leaves out */
export function proxyLog(write: (line: string) => void, clock: () => number, basePath: string): ProxyLog {
  const log = (entry: object) => write(JSON.stringify({ time: new Date(clock()).toISOString(), ...entry }));
  return {
    onProxied: (proxied) => log(entryOf(proxied, basePath, clock())),
    onRefused: ({ status, text }) => log({ verdict: 'refused', status, refused: text }),
  };
}

function entryOf(proxied: Proxied, basePath: string, now: number): object {
  const { request, verdict, status, refused, failed, isGone, bytesOut, milliseconds } = proxied;
  const { method, target, headers, body } = request;
  const requestId = headerValue(headers, 'x-request-id');
  const path = target.startsWith(basePath) ? target.slice(basePath.length) : target;
  const signingString = verdict === 'refused' ? undefined : signedFacts(request, now)?.signingStringSha256;
  return {
    ...{ verdict, method, path: strikeTarget(path) },
    ...(status === undefined ? {} : { status }),
    ...(refused === undefined ? {} : { refused }),
    ...(failed === undefined ? {} : { failed }),
    ...(isGone ? { gone: true } : {}),
    ...(isUuid(requestId) ? { requestId } : {}),
    ...(signingString === undefined ? {} : { signingString }),
    ...{ bytesIn: body.byteLength, bytesOut, milliseconds },
  };
}
