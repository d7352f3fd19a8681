import type { Admission } from '../../bank/settings.ts';
import type { ChaosReport } from '../../chaos/report.ts';
import { clock } from '../../clock.ts';
import { DAY_MS } from '../../core/units.ts';
import type { Handle } from '../../message.ts';
import { makeProfileFolder, type ProfilePlaces } from '../../settings/home.ts';
import type { OpenedSettings } from '../../settings/precedence.ts';
import { openBankSigner } from '../bank-seal.ts';
import { endAll } from '../end-all.ts';
import type { Program } from '../program.ts';
import { type ServedBank, serveBank } from '../serve-bank.ts';
import type { ServedWorlds } from '../worlds/served-worlds.ts';
import { admissionOf, vouchingOf } from './admission.ts';
import type { Chaos } from './chaos/chaos.ts';
import { Metrics } from './metrics.ts';
import { freshToken, keptToken, type OperatorToken } from './operator-token.ts';
import { givenTls, ownTls, type ServedTls } from './own-tls.ts';
import { DEFAULT_WORLDS_RATE, type ServeInput, type ServePlan } from './plan.ts';
import { requestLog } from './request-log.ts';
import { RuntimeFolder } from './runtime-folder.ts';

export type { ChaosReport };

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

export interface ServeMeans extends Pick<Program, 'surroundings' | 'notice' | 'onUnexpected' | 'askSecret'> {
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
  // Files that are named are read before anything is made.
  const policy = policyOf(input, means);
  const places = makeProfileFolder(settings.home, settings.profile.name, means.surroundings.uid);
  const tls = await (input.cert === undefined ? ownTls(places, plan.names, means) : givenTls(input, means));
  warnOfNames(plan, tls, means);
  const folder = new RuntimeFolder();
  const opened: Opened = { ends: [() => folder.remove()] };
  const end = () => endAll(opened.ends.splice(0).reverse(), means.onUnexpected);
  try {
    const stored = storedAt(plan, places, folder);
    const operator = operatorOf(input, plan, folder, means);
    const bank = await openServed(
      { means, input, plan, settings },
      stored,
      { policy, tls, operator },
      opened,
    );
    const report = async (exitCode: number) => opened.chaos?.report(exitCode);
    const ready = readyOf(bank, plan, tls, operator);
    const { running } = bank;
    const { admission } = policy;
    return { ready, settings, folder, ...(admission && { admission }), report, running, end };
  } catch (fault) {
    await end().catch(means.onUnexpected);
    throw fault;
  }
}

/** What is open, and how it is closed: the last first. */
interface Opened {
  readonly ends: (() => unknown)[];
  chaos?: Chaos;
}

interface Asked {
  readonly means: ServeMeans;
  readonly input: ServeInput;
  readonly plan: ServePlan;
  readonly settings: OpenedSettings;
}

interface Made {
  readonly policy: ReturnType<typeof policyOf>;
  readonly tls: ServedTls;
  readonly operator: OperatorToken | undefined;
}

/** Opens what a bank is served from, each with its end as soon as it is there. */
async function openServed(
  { means, input, plan, settings }: Asked,
  { path, isVolatile, sealFolder }: ReturnType<typeof storedAt>,
  { policy, tls, operator }: Made,
  opened: Opened,
): Promise<ServedBank> {
  const signer = input.signResponses ? await openBankSigner(sealFolder, means.surroundings) : undefined;
  const chaos = await chaosOf(plan, input, path, means);
  if (chaos !== undefined) {
    opened.chaos = chaos;
    opened.ends.push(() => chaos.close());
  }
  const worlds = plan.worlds === 'tpp' ? await worldsOf(means, input, settings) : undefined;
  const bank = await serveBank({
    ...{ ...optionsOf(plan, means), ...policy, ...tls.pair },
    ...{ path, isVolatile, terseErrors: input.terseErrors },
    ...(signer && { signResponses: signer }),
    ...(worlds && { openWorlds: worlds.open }),
    ...operatorOptions(input, operator),
    ...chaosOptions(chaos),
  });
  opened.ends.push(() => bank.close());
  // A bank whose first world can't be founded isn't served.
  await worlds?.begin();
  opened.ends.push(renewDaily(bank, tls, means));
  return bank;
}

/** Where the bank keeps its data and its seal. */
function storedAt({ store }: ServePlan, places: ProfilePlaces, folder: RuntimeFolder) {
  const isVolatile = store === 'memory';
  const path = isVolatile ? folder.path('bank.db') : (store ?? { path: places.store }).path;
  return { path, isVolatile, sealFolder: isVolatile ? folder.path('') : places.folder };
}

/** How strict the bank is, and with whom. @see C-serve-policy */
function policyOf(input: ServeInput, { surroundings }: ServeMeans) {
  const admission = admissionOf(input, surroundings);
  const vouchesFor = vouchingOf(input, surroundings);
  return { policy: input.policy, ...(admission && { admission }), ...(vouchesFor && { vouchesFor }) };
}

/** Metrics are for the operator: where there is none, nothing is counted. */
function operatorOptions({ operatorPort }: ServeInput, operator: OperatorToken | undefined) {
  if (operator === undefined) return {};
  const place = { operatorToken: operator.token, metrics: new Metrics() };
  return operatorPort === undefined ? place : { ...place, operatorPort };
}

function chaosOptions(chaos: Chaos | undefined) {
  if (chaos === undefined) return {};
  const around = (handle: Handle) => chaos.around(handle);
  return { troubles: chaos.troubles, around, onGone: chaos.lost };
}

/** Where the operator is served: its token is read or made before anything listens. */
function operatorOf(
  { operator }: ServeInput,
  { operatorTokenFile: file }: ServePlan,
  folder: RuntimeFolder,
  { surroundings }: ServeMeans,
): OperatorToken | undefined {
  if (!operator) return undefined;
  return file === undefined ? freshToken(folder) : keptToken(file, surroundings.uid);
}

/** @see S11-worlds */
async function worldsOf(
  means: ServeMeans,
  { seed, worldsRate = DEFAULT_WORLDS_RATE }: ServeInput,
  settings: OpenedSettings,
): Promise<ServedWorlds> {
  const { ServedWorlds } = await import('../worlds/served-worlds.ts');
  return new ServedWorlds(means, settings, { files: seed, perMinute: worldsRate });
}

/** @see C-serve-chaos */
async function chaosOf(
  { basePath, store }: ServePlan,
  { chaos: seed, policy }: ServeInput,
  path: string,
  { onUnexpected }: ServeMeans,
): Promise<Chaos | undefined> {
  if (seed === undefined) return undefined;
  const { Books } = await import('./chaos/books.ts');
  const { Chaos } = await import('./chaos/chaos.ts');
  return new Chaos(
    seed,
    basePath,
    new Books({ path, isVolatile: store === 'memory', now: clock, policy, onUnexpected }),
  );
}

function optionsOf(plan: ServePlan, means: ServeMeans) {
  const { basePath, publicUrl, host, port, sitePort, isLoopback, worlds } = plan;
  const { log, onUnexpected } = means;
  return {
    ...{ basePath, host, port, onUnexpected, sharesWorld: !isLoopback && worlds === 'shared' },
    ...(publicUrl === undefined ? {} : { publicUrl }),
    ...(sitePort === undefined ? {} : { sitePort }),
    ...(log === undefined ? {} : requestLog(log, clock)),
  };
}

function readyOf(
  { url, siteUrl, operatorUrl }: ServedBank,
  { basePath }: ServePlan,
  { caFile }: ServedTls,
  operator: OperatorToken | undefined,
): Ready {
  return {
    url: url + basePath,
    siteUrl: siteUrl + basePath,
    ...(caFile === undefined ? {} : { caFile }),
    pid: process.pid,
    ...(operatorUrl === undefined ? {} : { operatorUrl: operatorUrl + basePath }),
    ...(operator === undefined ? {} : { operatorTokenFile: operator.file }),
  };
}

function warnOfNames({ isLoopback, names }: ServePlan, { caFile }: ServedTls, { notice }: ServeMeans): void {
  if (isLoopback || caFile === undefined || names.length > 0) return;
  notice(
    'The certificate is only for localhost. If others call this bank, add --public-url https://HOST:PORT.',
  );
}

/** A bank may run for longer than its certificate. */
function renewDaily(bank: ServedBank, { renew }: ServedTls, { onUnexpected }: ServeMeans): () => void {
  if (renew === undefined) return () => {};
  const timer = setInterval(() => renew().then(bank.show).catch(onUnexpected), DAY_MS).unref();
  return () => clearInterval(timer);
}
