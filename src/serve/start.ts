import type { Admission } from '../bank/settings.ts';
import type { ChaosReport } from '../chaos/report.ts';
import { clock } from '../clock.ts';
import { closeAll } from '../core/close.ts';
import { DAY_MS } from '../core/units.ts';
import type { CommandContext } from '../session/context.ts';
import { makeProfileFolder } from '../settings/home.ts';
import type { OpenedSettings } from '../settings/precedence.ts';
import { readAdmission, vouchingOf } from './admission.ts';
import { openBankSigner } from './bank-seal.ts';
import type { BooksMeans, Chaos } from './chaos.ts';
import type { ServeInput } from './flags.ts';
import { Metrics } from './metrics.ts';
import { DEFAULT_WORLDS_RATE, type ServePlan } from './plan.ts';
import { RuntimeFolder } from './runtime-folder.ts';
import { type ServedBank, type ServedBankOptions, serveBank } from './serve-bank.ts';
import { freshToken, givenTls, keptToken, ownTls, type ServedTls } from './tls.ts';
import type { ServedWorlds } from './worlds/served-worlds.ts';

/**
 * Logs a line of JSON for each answer. Nothing that was sent is in it but what the bank tells. Lines of one tick are
 * written as one: a write for each costs a served bank more than the answer.
 * @param write takes whole lines
 * @see S10-request-log
 */
function requestLog(write: (lines: string) => void): Pick<ServedBankOptions, 'onAnswered' | 'onRefused'> {
  let waiting: string[] = [];
  const flush = () => {
    const lines = waiting.join('\n');
    waiting = [];
    write(lines);
  };
  const log = (entry: object) => {
    if (waiting.length === 0) setImmediate(flush);
    waiting.push(JSON.stringify({ time: new Date(clock()).toISOString(), ...entry }));
  };
  return {
    onAnswered: log,
    onRefused: ({ status, code, text }) => log({ status, codes: [code], refused: text }),
  };
}

/** What a served bank says when it is ready. @see C-serve-json */
export interface Ready {
  /** The whole {base_url}. */
  readonly url: string;
  /** Where the PSU's site is, base path included. */
  readonly siteUrl: string;
  /** Absent where the certificate was given. */
  readonly caFile?: string;
  readonly pid: number;
  readonly operatorUrl?: string;
  readonly operatorTokenFile?: string;
}

/** A bank that is served. */
export interface Serving {
  readonly ready: Ready;
  readonly settings: OpenedSettings;
  readonly folder: RuntimeFolder;
  /** Whom it lets in; absent where that is everybody. */
  readonly admission?: Admission;
  /** What the command has met, and what harm it did; undefined where the bank made no trouble. */
  report(exitCode: number): Promise<ChaosReport | undefined>;
  /** How many requests run. */
  running(): number;
  /** Finishes what runs, and leaves nothing behind. */
  end(): Promise<void>;
}

export interface ServeMeans extends CommandContext {
  /** Takes lines of the request log; absent where nobody reads it. */
  readonly log?: (lines: string) => void;
}

/**
 * Serves the embedded bank of a profile as planned.
 * @throws Fault INPUT_INVALID, PERMISSIONS, FILE_UNREADABLE, STORE_UNUSABLE, STORE_DAMAGED, STORE_BUSY
 */
export async function startServing(
  means: ServeMeans,
  input: ServeInput,
  plan: ServePlan,
  settings: OpenedSettings,
): Promise<Serving> {
  const { surroundings, io, log } = means;
  const { reportUnexpected: onUnexpected } = io;
  const { basePath, publicUrl, host, port, sitePort, isLoopback, names } = plan;
  // Files that are named are read before anything is made.
  const admission = readAdmission(input, surroundings);
  const vouchesFor = vouchingOf(input, surroundings);
  const places = makeProfileFolder(settings.home, settings.profile.name, surroundings.uid);
  const tls = await (input.cert === undefined ? ownTls(places, names, means) : givenTls(input, means));
  if (!isLoopback && tls.caFile !== undefined && names.length === 0) io.notice(ONLY_LOCALHOST);
  const folder = new RuntimeFolder();
  // What is open is closed in reverse order.
  const ends: (() => unknown)[] = [() => folder.remove()];
  const end = () => closeAll(ends.splice(0).reverse(), onUnexpected);
  try {
    const isVolatile = plan.store === 'memory';
    const path = plan.store === 'memory' ? folder.path('bank.db') : (plan.store?.path ?? places.store);
    const operator = input.operator ? openToken(plan, folder, surroundings.uid) : undefined;
    const sealFolder = isVolatile ? folder.path('') : places.folder;
    const signResponses = input.signResponses ? await openBankSigner(sealFolder, surroundings) : undefined;
    const chaos = await openChaos(input, basePath, { path, isVolatile, onUnexpected });
    if (chaos !== undefined) ends.push(() => chaos.close());
    const worlds = plan.worlds === 'tpp' ? await openServedWorlds(means, input, settings) : undefined;
    const bank = await serveBank({
      ...{ basePath, host, port, sitePort, onUnexpected, ...tls.pair, path, isVolatile },
      ...(publicUrl && { publicUrl }),
      ...{ policy: input.policy, admission, vouchesFor, signResponses, terseErrors: input.terseErrors },
      sharesWorld: !isLoopback && plan.worlds === 'shared',
      openWorlds: worlds?.open,
      ...(log && requestLog(log)),
      // Metrics are for the operator.
      ...(operator && { operatorToken: operator.token, metrics: new Metrics() }),
      operatorPort: input.operatorPort,
      ...(chaos && { troubles: chaos.troubles, onGone: chaos.lost }),
      around: chaos && ((handle) => chaos.around(handle)),
    });
    ends.push(() => bank.close());
    // A bank whose first world can't be founded isn't served.
    await worlds?.begin();
    ends.push(renewDaily(bank, tls, means));
    const ready: Ready = {
      url: bank.url + basePath,
      siteUrl: bank.siteUrl + basePath,
      caFile: tls.caFile,
      pid: process.pid,
      operatorUrl: bank.operatorUrl && bank.operatorUrl + basePath,
      operatorTokenFile: operator?.file,
    };
    const report = async (exitCode: number) => chaos?.report(exitCode);
    return { ready, settings, folder, admission, report, running: bank.running, end };
  } catch (fault) {
    await end().catch(onUnexpected);
    throw fault;
  }
}

const ONLY_LOCALHOST =
  'The certificate is only for localhost. If others call this bank, add --public-url https://HOST:PORT.';

/** Reads or creates the operator's token before anything listens. */
function openToken({ operatorTokenFile: file }: ServePlan, folder: RuntimeFolder, uid: number | undefined) {
  return file === undefined ? freshToken(folder) : keptToken(file, uid);
}

/** @see S11-worlds */
async function openServedWorlds(
  means: ServeMeans,
  { seed, worldsRate = DEFAULT_WORLDS_RATE }: ServeInput,
  settings: OpenedSettings,
): Promise<ServedWorlds> {
  const { ServedWorlds } = await import('./worlds/served-worlds.ts');
  return new ServedWorlds(means, settings, { files: seed, perMinute: worldsRate });
}

/** @see C-serve-chaos */
async function openChaos(
  { chaos: seed, policy }: ServeInput,
  basePath: string,
  store: Omit<BooksMeans, 'now' | 'policy'>,
): Promise<Chaos | undefined> {
  if (seed === undefined) return undefined;
  const { Books, Chaos } = await import('./chaos.ts');
  return new Chaos(seed, basePath, new Books({ ...store, now: clock, policy }));
}

/** Renews the certificate each day: a bank may run for longer than it is valid. */
function renewDaily(bank: ServedBank, { renew }: ServedTls, { io }: ServeMeans): () => void {
  if (renew === undefined) return () => {};
  const timer = setInterval(() => renew().then(bank.show).catch(io.reportUnexpected), DAY_MS).unref();
  return () => clearInterval(timer);
}
