import { randomBytes } from 'node:crypto';
import { clock, stopwatch } from '../clock.ts';
import { closeAll } from '../core/close.ts';
import { isUuid } from '../core/uuid.ts';
import { headerValue } from '../message.ts';
import type { ListenPlan } from '../serve/plan.ts';
import { RuntimeFolder } from '../serve/runtime-folder.ts';
import { ownTls } from '../serve/tls.ts';
import { type Proxied, proxyDoor } from '../server/proxy/door.ts';
import { PROXY_NO_FORWARD, proxyRefusal } from '../server/proxy/gate.ts';
import { loopbackHosts, SERVER_LIMITS, type ServerRefusal } from '../server/refusals.ts';
import { type RunningServer, serve } from '../server/serve.ts';
import type { CommandContext, ExchangeOptions } from '../session/context.ts';
import { makeProfileFolder } from '../settings/home.ts';
import type { OpenedSettings } from '../settings/precedence.ts';
import type { Profile } from '../settings/profile.ts';
import { signedFacts } from '../traces/har.ts';
import { strikeTarget } from '../traces/redact.ts';
import { HarFile } from './har-file.ts';
import { openUpstream, type Upstream } from './upstream.ts';

export interface ProxyInput {
  /** Lets more than GET through to a production bank. */
  readonly allowWrites: boolean;
  readonly har?: ExchangeOptions['har'];
}

/** What a proxy says when it is ready. @see C-proxy */
export interface ProxyReady {
  /** Where it listens, in place of the bank's base URL. With a tokenFile, `/` and its content follow. */
  readonly url: string;
  /** The same for others, by the origin that was given. */
  readonly publicUrl?: string;
  /** Where requests go; absent for the bank in this program. */
  readonly bankUrl?: string;
  /** Whether it passes GET alone. */
  readonly readsOnly: boolean;
  /** The CA of its TLS certificate, beyond loopback. */
  readonly caFile?: string;
  readonly pid: number;
  readonly tokenFile?: string;
}

/** What clients are told: its URLs are whole. */
export interface WholeReady extends ProxyReady {
  /** Whether they end with a token. */
  readonly hasToken: boolean;
}

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

export interface ProxyMeans extends CommandContext {
  /** Takes lines of the log; absent where nobody reads it. */
  readonly log?: (line: string) => void;
}

/** A proxy that runs. */
export interface Proxying {
  readonly ready: ProxyReady;
  /** The same, its URLs with the token, where there is one. */
  readonly whole: WholeReady;
  /** What is removed at its end. */
  readonly folder: RuntimeFolder;
  /** How many requests run. */
  running(): number;
  /** Finishes what runs, and leaves nothing behind. */
  end(): Promise<void>;
}

/** A bank has 60 s for its answer: its client hears that it gave none. */
const LIMITS = { silenceMilliseconds: 90_000, doorMilliseconds: 75_000 };

/** What a HAR file keeps of one body. */
const KEPT_BYTES = 4 * 1024 * 1024;

/** Written in 32 digits, it has the form of no id: a log strikes it out wherever it stands in a path. */
const TOKEN_BYTES = 16;

/**
 * Starts the signing proxy of a profile.
 * @throws Fault INPUT_INVALID, INPUT_MISSING, PERMISSIONS, FILE_UNREADABLE, STORE_UNUSABLE, STORE_DAMAGED, STORE_BUSY
 * @see S11-proxy
 */
export async function startProxy(
  means: ProxyMeans,
  input: ProxyInput,
  place: ListenPlan,
  settings: OpenedSettings,
): Promise<Proxying> {
  const har = input.har && new HarFile(input.har, means.io.reportUnexpected);
  const folder = new RuntimeFolder('psd2-proxy-');
  const ends: (() => unknown)[] = [() => folder.remove(), () => har?.end()];
  const end = () => closeAll(ends.splice(0).reverse(), means.io.reportUnexpected);
  try {
    const upstream = await openUpstream(settings, means);
    ends.push(() => upstream.close());
    const { bank } = settings.profile;
    const { token, readsOnly } = guardOf(bank, place, input);
    const tls = await tlsOf(place, settings, means);
    const server = await listenFor({ upstream, place, token, readsOnly, har, means, tls });
    ends.push(() => server.close());
    const { publicUrl } = place;
    const ready: ProxyReady = {
      url: server.url + upstream.basePath,
      ...(publicUrl === undefined ? {} : { publicUrl: publicUrl + upstream.basePath }),
      ...(bank === 'embedded' ? {} : { bankUrl: upstream.origin + upstream.basePath }),
      readsOnly,
      ...(tls?.caFile === undefined ? {} : { caFile: tls.caFile }),
      pid: process.pid,
      ...(token === undefined ? {} : { tokenFile: folder.write('proxy-token', `${token}\n`) }),
    };
    return { ready, whole: wholeOf(ready, token), folder, running: server.running, end };
  } catch (fault) {
    await end().catch(means.io.reportUnexpected);
    throw fault;
  }
}

function guardOf(bank: Profile['bank'], { isLoopback, publicUrl }: ListenPlan, { allowWrites }: ProxyInput) {
  // Whoever reaches another origin isn't known to be on this machine.
  const isGuarded = bank === 'production' || !isLoopback || publicUrl !== undefined;
  const token = isGuarded ? randomBytes(TOKEN_BYTES).toString('hex') : undefined;
  return { token, readsOnly: bank === 'production' && !allowWrites };
}

function wholeOf(ready: ProxyReady, token: string | undefined): WholeReady {
  const { url, publicUrl } = ready;
  if (token === undefined) return { ...ready, hasToken: false };
  const ofPublic = publicUrl === undefined ? {} : { publicUrl: `${publicUrl}/${token}` };
  return { ...ready, url: `${url}/${token}`, ...ofPublic, hasToken: true };
}

/** Beyond loopback nothing goes in the clear. */
async function tlsOf({ isLoopback, names }: ListenPlan, settings: OpenedSettings, means: ProxyMeans) {
  if (isLoopback) return undefined;
  const places = makeProfileFolder(settings.home, settings.profile.name, means.surroundings.uid);
  if (names.length === 0) {
    means.io.notice(
      'The certificate is only for localhost. If others use this proxy, add --public-url https://HOST:PORT.',
    );
  }
  return ownTls(places, names, means);
}

interface Listening {
  readonly upstream: Upstream;
  readonly place: ListenPlan;
  readonly token: string | undefined;
  readonly readsOnly: boolean;
  readonly har: HarFile | undefined;
  readonly means: ProxyMeans;
  readonly tls: Awaited<ReturnType<typeof tlsOf>>;
}

async function listenFor(listening: Listening): Promise<RunningServer> {
  const { upstream, place, token, readsOnly, har, means, tls } = listening;
  const { sign, forward, basePath } = upstream;
  const log = means.log && proxyLog(means.log, clock, basePath);
  let port = place.port;
  const { handle, stop, cutOff } = proxyDoor({
    ...{ sign, forward, basePath, readsOnly, clock, stopwatch },
    ...(token === undefined ? {} : { token }),
    hosts: () => hostsOf(place, port),
    bodyLimitBytes: SERVER_LIMITS.bodyBytes,
    keptBytes: har === undefined ? 0 : KEPT_BYTES,
    onProxied: (proxied) => {
      log?.onProxied(proxied);
      if (proxied.verdict !== 'refused') har?.add(exchangedOf(proxied, upstream));
    },
  });
  const server = await serve({
    ...{ handle, port, portFlag: '--port', host: place.host, clock, limits: LIMITS },
    // What nobody waits for any more is not asked of the bank either.
    ...{
      hearsOut: false,
      onOverdue: stop,
      tunnelRefusal: PROXY_NO_FORWARD,
      answerRefusal: (refusal, now) => proxyRefusal(refusal, now),
    },
    ...(tls === undefined ? {} : { tls: tls.pair }),
    ...(log === undefined ? {} : { onRefused: log.onRefused }),
    onUnexpected: means.io.reportUnexpected,
  });
  port = server.port;
  // A second signal ends the process at once: what was sent is told of all the same.
  process.once('exit', cutOff);
  const close = () => server.close().finally(() => process.off('exit', cutOff));
  return { ...server, close };
}

/** What Host may be: loopback, the address that was chosen, and the public one. */
function hostsOf({ host, names, publicUrl }: ListenPlan, port: number): readonly string[] {
  const own = [host, ...names].map((name) => `${name.includes(':') ? `[${name}]` : name}:${port}`);
  const ofUrl = publicUrl === undefined ? [] : [new URL(publicUrl).host];
  return [...loopbackHosts(port), ...own, ...ofUrl].map((name) => name.toLowerCase());
}

function exchangedOf({ request, response, bytesOut, milliseconds }: Proxied, { origin }: Upstream) {
  const at = clock();
  return {
    ...{ origin, request, milliseconds, startedAt: Math.round(at - milliseconds) },
    ...(response === undefined ? {} : { response, bytesOut }),
    signed: signedFacts(request, at),
  };
}
