import { getTime, measureTime } from '../clock.ts';
import { closeAll } from '../core/close.ts';
import type { Handle } from '../message.ts';
import type { RunningServer, ServeOptions, TlsPair } from '../server/serve.ts';
import { type BankOptions, type OpenedBank, openBank, PendingWaits } from '../session/open-bank.ts';
import { CpuAllowance } from '../signing/budget.ts';
import { type BankHandle, Listeners, signServerErrors } from './listeners.ts';
import { type Metrics, withMetrics } from './metrics.ts';
import { Watch } from './window/watch.ts';

export interface ServedBankOptions
  extends BankOptions,
    TlsPair,
    Pick<ServeOptions, 'host' | 'port' | 'limits' | 'onRefused' | 'onGone'> {
  /** The loopback port that also serves the PSU's site over plain HTTP. Default: none. @see D14-site-over-http */
  readonly sitePort?: number;
  /** The token for the operator's port, on loopback. Default: no such port. @see S11-operator-port */
  readonly operatorToken?: string;
  /** Opens a world for each TPP instead of one for all. @see S11-worlds */
  readonly openWorlds?: (options: BankOptions) => BankHandle;
  /** Default: a free port. */
  readonly operatorPort?: number;
  /** The address of the operator's port, and the origins of its pages besides those of loopback. Default: loopback. */
  readonly operatorHost?: string;
  readonly operatorOrigins?: readonly string[];
  /**
   * Applies the text of a seed file for the operator. Default: there is no such act.
   * @param world the TPP's world, as PSD2-World names it
   */
  readonly applySeed?: (handle: Handle, text: string, world: string | undefined) => Promise<object>;
  /** The file of the interface's OpenAPI document. Default: it isn't served. @see C-serve-openapi */
  readonly openApiFile?: string;
  /** The file of the operator's page. Default: there is no page. @see S11-page-shell */
  readonly pageFile?: string;
  /** The file with the CA of the certificate, for commands that the operator copies. Default: none. */
  readonly caFile?: string | undefined;
  /** Metrics for the operator's port. Default: none. @see C-metrics */
  readonly metrics?: Metrics;
  /** Wraps the bank's handler. Default: none. @see C-serve-chaos */
  readonly around?: (handle: Handle) => Handle;
}

export interface ServedBank extends RunningServer {
  /** Origin of the PSU's site. */
  readonly siteUrl: string;
  /** Origin of the operator's port. */
  readonly operatorUrl?: string;
}

/** The share of the bank's time for searches of bad signatures. @see S12-searches-served */
const SEARCHES = { milliseconds: 20, withinMilliseconds: 200 };

/** A request that has waited this long for due work gets 503. @see S5-progress */
const PATIENCE_MS = 10_000;

/**
 * Opens a complete bank and serves it over HTTPS. Its links lead to the address that serves its site, unless `publicUrl`
 * is set.
 * @throws Fault INPUT_INVALID if it can't be served with these options; STORE_UNUSABLE, STORE_BUSY
 */
export async function serveBank(options: ServedBankOptions): Promise<ServedBank> {
  const { key, certificate, host, port, limits, onRefused, onGone, sitePort, around, ...more } = options;
  const {
    operatorToken: token,
    operatorPort = 0,
    operatorHost,
    operatorOrigins,
    applySeed,
    metrics,
    openApiFile,
    pageFile,
    caFile,
    openWorlds = openBank,
    ...own
  } = more;
  let siteUrl = '';
  const { basePath = '', clock = getTime, stopwatch = measureTime, onUnexpected } = own;
  const watch = token === undefined ? undefined : new Watch({ basePath, clock, stopwatch, pageFile, caFile });
  const waits = new PendingWaits();
  const searches = new CpuAllowance(SEARCHES, stopwatch);
  const bank = openWorlds({
    ...{ publicUrl: () => siteUrl, patienceMilliseconds: PATIENCE_MS, searches, wait: waits.wait, ...own },
    // Without metrics nothing is measured.
    ...(metrics && { onMeasured: metrics.onMeasured, store: metrics }),
    ...(watch && { onExchanged: watch.onExchanged }),
  });
  const handle = around?.(bank.handle) ?? bank.handle;
  const listeners = new Listeners(
    { handle, check: () => bank.check() },
    {
      ...{ clock, onUnexpected, limits, onGone },
      onRefused: (refusal, listener) => {
        metrics?.onRefused(refusal);
        onRefused?.(refusal);
        if (listener !== 'operator') watch?.onRefused(refusal);
      },
    },
  );
  const close = () => {
    waits.end();
    const watched = watch?.close();
    return closeAll(
      [() => watched, () => listeners.close(), () => bank.close(), () => metrics?.close()],
      onUnexpected,
    );
  };
  try {
    await bank.open();
    const place = {
      ...{ tls: { key, certificate }, host, port, asksClients: own.admission?.mutualTls === true },
      answerRefusal: own.signResponses && signServerErrors(own.signResponses),
    };
    const path = `${basePath}/openapi.yaml`;
    const main = await listeners.interface(
      place,
      openApiFile === undefined ? undefined : { path, file: openApiFile },
    );
    siteUrl = main.url;
    if (sitePort !== undefined) siteUrl = (await listeners.site(sitePort)).url;
    const measured = (listener: Handle) =>
      metrics ? withMetrics(listener, basePath, () => metrics.text(listeners.connections())) : listener;
    const openOperator = async (
      operatorToken: string,
      { wrap, ...listener }: ReturnType<Watch['buildOperatorListener']>,
    ) => {
      const around = (inner: Handle) => wrap(measured(inner));
      const place = { port: operatorPort, host: operatorHost, origins: operatorOrigins };
      return listeners.operator({ ...listener, ...place, token: operatorToken, around });
    };
    const seed = applySeed && ((text: string, world?: string) => applySeed(bank.handle, text, world));
    const operator =
      token && watch && (await openOperator(token, watch.buildOperatorListener(main.url, seed)));
    const urls = { siteUrl, ...(operator && { operatorUrl: operator.url }) };
    // Streams end with the bank, so they are nothing to wait for.
    const running = () => listeners.running() - (watch?.streams ?? 0);
    return { ...main, ...urls, running, close };
  } catch (fault) {
    await close().catch(onUnexpected);
    throw fault;
  }
}

/**
 * Opens a bank in this process whose PSUs use a browser: its site is served over HTTP on a free loopback port, to which
 * its links lead, until the bank is closed or can't be opened.
 * @throws Fault INPUT_INVALID as `openBank`
 * @see C-sca-browser
 * @see D14-site-over-http
 */
export async function openWithSite(options: BankOptions): Promise<OpenedBank> {
  const { onUnexpected } = options;
  let publicUrl = '';
  const bank = openBank({ ...options, publicUrl: () => publicUrl });
  const listeners = new Listeners(bank, { clock: getTime, onUnexpected });
  publicUrl = (await listeners.site(0)).url;
  const close = () => closeAll([() => listeners.close(), () => bank.close()], onUnexpected);
  const open = async () => {
    try {
      await bank.open();
    } catch (fault) {
      await close().catch(onUnexpected);
      throw fault;
    }
  };
  return { ...bank, open, close };
}
