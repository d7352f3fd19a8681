import { randomBytes } from 'node:crypto';
import { getTime, measureTime } from '../clock.ts';
import { closeAll } from '../core/close.ts';
import { isUuid } from '../core/uuid.ts';
import { getHeader } from '../message.ts';
import type { ListenPlan } from '../serve/plan.ts';
import { RuntimeFolder } from '../serve/runtime-folder.ts';
import { createOwnTls } from '../serve/tls.ts';
import { PROXY_NO_FORWARD, proxyRefusal } from '../server/proxy/gate.ts';
import { createProxyHandler, type ProxyOutcome } from '../server/proxy/handler.ts';
import { listLoopbackHosts, type ServerRefusal } from '../server/refusals.ts';
import { type RunningServer, serve, type TlsPair } from '../server/serve.ts';
import type { CommandContext, ExchangeOptions } from '../session/context.ts';
import { makeProfileFolder } from '../settings/home.ts';
import type { OpenedSettings } from '../settings/precedence.ts';
import { readSignedFacts } from '../traces/har.ts';
import { redactTarget } from '../traces/redact.ts';
import { HarFile } from './har-file.ts';
import { openUpstream, type Upstream } from './upstream.ts';

/** The address of a proxy, the methods that it forwards, and its HAR file. */
export interface ProxyPlan extends ListenPlan {
  /** True to forward more than GET to a production bank. */
  readonly allowWrites: boolean;
  readonly har?: ExchangeOptions['har'];
}

/** The addresses and files of a proxy that is ready. @see C-proxy */
export interface ProxyReady {
  /** The address that replaces the bank's base URL. With a tokenFile, `/` and its content follow. */
  readonly url: string;
  /** The same for other machines, with the given origin. */
  readonly publicUrl?: string;
  /** The address of the bank; absent for the bank in this program. */
  readonly bankUrl?: string;
  /** True if it forwards only GET. */
  readonly readsOnly: boolean;
  /** The CA of its TLS certificate, beyond loopback. */
  readonly caFile?: string;
  readonly pid: number;
  readonly tokenFile?: string;
}

/** The output for clients, with complete URLs. */
export interface ProxyReadyResult extends ProxyReady {
  /** True if the URLs end with a token. */
  readonly hasToken: boolean;
}

/**
 * Creates the log: a line of JSON for each request with its verdict. Of a request it contains only words and opaque ids
 * of the interface, and an X-Request-ID that is a UUID.
 * @param basePath of the bank's paths, which the log leaves out
 * @see C-proxy, S10-request-log
 */
export function proxyLog(write: (line: string) => void, clock: () => number, basePath: string) {
  const log = (entry: object) => write(JSON.stringify({ time: new Date(clock()).toISOString(), ...entry }));
  return {
    onProxied: (proxied: ProxyOutcome) => log(toLogEntry(proxied, basePath, clock())),
    /** Logs refusals before a request is parsed. */
    onRefused: ({ status, text }: ServerRefusal) => log({ verdict: 'refused', status, refused: text }),
  };
}

function toLogEntry(proxied: ProxyOutcome, basePath: string, now: number): object {
  const { request, verdict, status, refused, failed, isGone, bytesOut, milliseconds } = proxied;
  const { method, target, headers, body } = request;
  const requestId = getHeader(headers, 'x-request-id');
  const path = target.startsWith(basePath) ? target.slice(basePath.length) : target;
  return {
    ...{ verdict, method, path: redactTarget(path), status, refused, failed, gone: isGone || undefined },
    requestId: isUuid(requestId) ? requestId : undefined,
    signingString: verdict === 'refused' ? undefined : readSignedFacts(request, now)?.signingStringSha256,
    ...{ bytesIn: body.byteLength, bytesOut, milliseconds },
  };
}

export interface ProxyMeans extends CommandContext {
  /** Receives lines of the log; absent if it isn't shown. */
  readonly log?: (line: string) => void;
}

/** A running proxy. */
export interface RunningProxy {
  readonly ready: ProxyReady;
  /** The same with the token in its URLs, if there is one. */
  readonly whole: ProxyReadyResult;
  /** The folder that is removed at the end. */
  readonly folder: RuntimeFolder;
  /** Returns the number of pending requests. */
  running(): number;
  /** Answers pending requests, then removes temporary files. */
  end(): Promise<void>;
}

/** A bank has 60 s for its response; after that the client still gets the proxy's own response. */
const LIMITS = { silenceMilliseconds: 90_000, handlerMilliseconds: 75_000 };

/** The stored bytes of one body in a HAR file. */
const KEPT_BYTES = 4 * 1024 * 1024;

/** In 32 digits, the token has the form of no id: logs redact it wherever it is in a path. */
const TOKEN_BYTES = 16;

/**
 * Starts the signing proxy of a profile.
 * @throws Fault INPUT_INVALID, INPUT_MISSING, PERMISSIONS, FILE_UNREADABLE, STORE_UNUSABLE, STORE_DAMAGED, STORE_BUSY
 * @see S11-proxy
 */
export async function startProxy(
  means: ProxyMeans,
  plan: ProxyPlan,
  settings: OpenedSettings,
): Promise<RunningProxy> {
  const { isLoopback, publicUrl } = plan;
  const { reportUnexpected } = means.io;
  const har = plan.har && new HarFile(plan.har, reportUnexpected);
  const folder = new RuntimeFolder('psd2-proxy-');
  const ends: (() => unknown)[] = [() => folder.remove(), () => har?.end()];
  const end = () => closeAll(ends.splice(0).reverse(), reportUnexpected);
  try {
    const upstream = await openUpstream(settings, means);
    ends.push(() => upstream.close());
    const { origin, basePath } = upstream;
    const { bank } = settings.profile;
    // A client of another origin may not be on this machine.
    const isGuarded = bank === 'production' || !isLoopback || publicUrl !== undefined;
    const token = isGuarded ? randomBytes(TOKEN_BYTES).toString('hex') : undefined;
    const readsOnly = bank === 'production' && !plan.allowWrites;
    const tls = isLoopback ? undefined : await issueTls(plan, settings, means);
    const server = await listen({ upstream, plan, token, readsOnly, har, means, tls: tls?.pair });
    ends.push(() => server.close());
    const ready: ProxyReady = {
      url: server.url + basePath,
      ...(publicUrl && { publicUrl: publicUrl + basePath }),
      ...(bank !== 'embedded' && { bankUrl: origin + basePath }),
      readsOnly,
      ...(tls?.caFile && { caFile: tls.caFile }),
      pid: process.pid,
      ...(token && { tokenFile: folder.write('proxy-token', `${token}\n`) }),
    };
    const whole = {
      ...{ ...ready, hasToken: token !== undefined },
      ...(token && { url: `${ready.url}/${token}` }),
      ...(token && ready.publicUrl && { publicUrl: `${ready.publicUrl}/${token}` }),
    };
    return { ready, whole, folder, running: server.running, end };
  } catch (fault) {
    await end().catch(reportUnexpected);
    throw fault;
  }
}

/** Issues a certificate: beyond loopback no connection is unencrypted. */
async function issueTls({ names }: ListenPlan, { home, profile }: OpenedSettings, means: ProxyMeans) {
  if (names.length === 0) {
    means.io.notice(
      'The certificate is only for localhost. If others use this proxy, add --public-url https://HOST:PORT.',
    );
  }
  const { uid } = means.surroundings;
  return createOwnTls(makeProfileFolder(home, profile.name, uid).folder, names, uid);
}

interface ListenInput {
  readonly upstream: Upstream;
  readonly plan: ListenPlan;
  readonly token: string | undefined;
  readonly readsOnly: boolean;
  readonly har: HarFile | undefined;
  readonly means: ProxyMeans;
  readonly tls: TlsPair | undefined;
}

async function listen(listening: ListenInput): Promise<RunningServer> {
  const { upstream, plan, token, readsOnly, har, means, tls } = listening;
  const { sign, forward, origin, basePath } = upstream;
  const log = means.log && proxyLog(means.log, getTime, basePath);
  let { port } = plan;
  const { handle, stop, cutOff } = createProxyHandler({
    ...{ sign, forward, basePath, readsOnly, clock: getTime, stopwatch: measureTime, token },
    hosts: () => listHosts(plan, port),
    keptBytes: har === undefined ? 0 : KEPT_BYTES,
    onProxied: (proxied) => {
      log?.onProxied(proxied);
      if (proxied.verdict === 'refused') return;
      const { request, response, bytesOut, milliseconds } = proxied;
      const now = getTime();
      har?.add({
        ...{ origin, request, milliseconds, startedAt: Math.round(now - milliseconds) },
        ...(response && { response, bytesOut }),
        signed: readSignedFacts(request, now),
      });
    },
  });
  const server = await serve({
    ...{ handle, port, portFlag: '--port', host: plan.host, clock: getTime, limits: LIMITS, tls },
    // A request whose client no longer waits isn't sent to the bank.
    ...{ hearsOut: false, onOverdue: stop, tunnelRefusal: PROXY_NO_FORWARD, onRefused: log?.onRefused },
    answerRefusal: (refusal, now) => proxyRefusal(refusal, now),
    onUnexpected: means.io.reportUnexpected,
  });
  port = server.port;
  // A second signal ends the process at once: requests that were sent are still reported.
  process.once('exit', cutOff);
  const close = () => server.close().finally(() => process.off('exit', cutOff));
  return { ...server, close };
}

/** Lists the accepted values of Host: loopback, the chosen address, and the public one. */
function listHosts({ host, names, publicUrl }: ListenPlan, port: number): readonly string[] {
  const own = [host, ...names].map((name) => `${name.includes(':') ? `[${name}]` : name}:${port}`);
  const ofUrl = publicUrl === undefined ? [] : [new URL(publicUrl).host];
  return [...listLoopbackHosts(port), ...own, ...ofUrl].map((name) => name.toLowerCase());
}
