import type { Admission } from '../bank/settings.ts';
import { getTppIdentity } from '../certificates/certificate.ts';
import type { ChaosReport } from '../chaos/report.ts';
import { getTime } from '../clock.ts';
import { closeAll } from '../core/close.ts';
import { DAY_MS } from '../core/units.ts';
import { openBankSigner, openSigner } from '../credentials/signer.ts';
import { Fault } from '../errors.ts';
import type { CommandContext } from '../session/context.ts';
import type { BankOptions } from '../session/open-bank.ts';
import { buildWorldsPath, makeProfileFolder } from '../settings/home.ts';
import type { OpenedSettings } from '../settings/precedence.ts';
import { createVouchingCheck, readAdmission } from './admission.ts';
import { Metrics } from './metrics.ts';
import type { ServePlan } from './plan.ts';
import type { LogEntry } from './request-line.ts';
import { RuntimeFolder } from './runtime-folder.ts';
import { type ServedBank, type ServedBankOptions, serveBank } from './serve-bank.ts';
import { writeServedFile } from './served-file.ts';
import { createOwnTls, loadGivenTls, loadOperatorToken, type ServedTls } from './tls.ts';
import type { OpenTenants } from './worlds/open-tenants.ts';

/**
 * Creates the request log: a line for each response, without any content of the request beyond the bank's facts. Lines
 * of one tick are written together: a separate write costs a served bank more than the response.
 * @see S10-request-log, C-serve-log
 */
function requestLog({ write, format }: RequestLog): Pick<ServedBankOptions, 'onAnswered' | 'onRefused'> {
  let waiting: string[] = [];
  const flush = () => {
    const lines = waiting.join('\n');
    waiting = [];
    write(lines);
  };
  const log = (entry: Omit<LogEntry, 'time'>) => {
    if (waiting.length === 0) setImmediate(flush);
    waiting.push(format({ time: new Date(getTime()).toISOString(), ...entry }));
  };
  return {
    onAnswered: log,
    onRefused: ({ status, code, text }) => log({ status, codes: [code], refused: text }),
  };
}

/** The output of a served bank that is ready. @see C-serve-json */
export interface Ready {
  /** The whole {base_url}. */
  readonly url: string;
  /** The address of the PSU's site, base path included. */
  readonly siteUrl: string;
  /** Absent if the certificate was given. */
  readonly caFile?: string;
  readonly pid: number;
  readonly operatorUrl?: string;
  readonly operatorTokenFile?: string;
}

/** A bank that is served. */
export interface ServedBankContext {
  readonly ready: Ready;
  readonly settings: OpenedSettings;
  readonly folder: RuntimeFolder;
  /** The admission rules; absent if every TPP is admitted. */
  readonly admission?: Admission;
  /** Builds the chaos report; undefined without chaos. */
  report(exitCode: number): Promise<ChaosReport | undefined>;
  /** Returns the number of pending requests. */
  running(): number;
  /** Answers pending requests, then removes temporary files. */
  end(): Promise<void>;
}

/** How the request log is written. */
export interface RequestLog {
  /** Receives complete lines. */
  readonly write: (lines: string) => void;
  readonly format: (entry: LogEntry) => string;
}

export interface ServeMeans extends CommandContext, Pick<ServedBankOptions, 'openApiFile' | 'pageFile'> {
  /** Absent if the request log isn't shown. */
  readonly log?: RequestLog;
}

/**
 * Serves the embedded bank of a profile as planned.
 * @throws Fault INPUT_INVALID, PERMISSIONS, FILE_UNREADABLE, STORE_UNUSABLE, STORE_DAMAGED, STORE_BUSY
 */
export async function startServing(
  means: ServeMeans,
  plan: ServePlan,
  settings: OpenedSettings,
): Promise<ServedBankContext> {
  const { surroundings, io, log } = means;
  const [{ uid }, { reportUnexpected: onUnexpected }] = [surroundings, io];
  const { basePath, policy, isLoopback, names } = plan;
  // Named files are read before anything is created.
  const admission = readAdmission(plan, surroundings);
  const vouchesFor = createVouchingCheck(plan, surroundings);
  const places = makeProfileFolder(settings.home, settings.profile.name, uid);
  const tls = await (plan.cert === undefined
    ? createOwnTls(places.folder, names, uid)
    : loadGivenTls(plan, means));
  if (!isLoopback && tls.caFile !== undefined && names.length === 0) io.notice(ONLY_LOCALHOST);
  const folder = new RuntimeFolder();
  // Resources are closed in reverse order.
  const ends: (() => unknown)[] = [() => folder.remove()];
  const end = () => closeAll(ends.splice(0).reverse(), onUnexpected);
  try {
    const isVolatile = plan.store === 'memory';
    const path = isVolatile ? folder.path('bank.db') : (plan.store ?? places.store);
    const common = { basePath, policy, admission, path, isVolatile, onUnexpected };
    const operator = plan.operator ? openToken(plan, folder, uid) : undefined;
    const sealFolder = isVolatile ? folder.path('') : places.folder;
    const signResponses = plan.signResponses ? await openBankSigner(sealFolder, uid) : undefined;
    const seeding = await openSeedSigner(means, plan, settings, folder);
    const founding = { worldsPerMinute: plan.worldsRate, fill: seeding?.fill };
    if (plan.worlds === 'shared') await seeding?.fill(common);
    const chaos = await openChaos(plan, path, onUnexpected);
    if (chaos !== undefined) ends.push(() => chaos.close());
    let worlds: OpenTenants | undefined;
    const { openTenants } = plan.worlds === 'tpp' ? await import('./worlds/open-tenants.ts') : {};
    const bank = await serveBank({
      ...{ ...common, ...tls.pair, host: plan.host, port: plan.port, sitePort: plan.sitePort },
      ...(plan.publicUrl && { publicUrl: plan.publicUrl }),
      ...{ vouchesFor, signResponses, terseErrors: plan.terseErrors },
      ...{ troubles: chaos?.troubles, onGone: chaos?.lost },
      sharesWorld: !isLoopback && plan.worlds === 'shared',
      openWorlds:
        openTenants &&
        ((options) => {
          worlds = openTenants({ ...options, path: buildWorldsPath(options.path), uid, ...founding });
          return worlds;
        }),
      ...(log && requestLog(log)),
      // Metrics are for the operator.
      ...(operator && { operatorToken: operator.token, metrics: new Metrics() }),
      ...{ openApiFile: means.openApiFile, pageFile: means.pageFile, operatorPort: plan.operatorPort },
      ...{ operatorHost: plan.operatorHost, operatorOrigins: plan.operatorOrigins, caFile: tls.caFile },
      applySeed: createSeedAct(means, plan, settings, folder),
      around: chaos && ((handle) => chaos.around(handle)),
    });
    ends.push(() => bank.close());
    // Creates the profile's own world: errors in the files are reported before anything is served.
    if (seeding !== undefined) await worlds?.found(seeding.identity);
    ends.push(scheduleRenewal(bank, tls, means));
    const ready: Ready = {
      url: bank.url + basePath,
      siteUrl: bank.siteUrl + basePath,
      caFile: tls.caFile,
      pid: process.pid,
      operatorUrl: bank.operatorUrl && bank.operatorUrl + basePath,
      operatorTokenFile: operator?.file,
    };
    const { operatorUrl, operatorTokenFile } = ready;
    if (operatorUrl !== undefined && operatorTokenFile !== undefined)
      ends.push(writeServedFile(places.folder, { operatorUrl, operatorTokenFile }, process.pid));
    const report = async (exitCode: number) => chaos?.report(exitCode);
    return { ready, settings, folder, admission, report, running: bank.running, end };
  } catch (fault) {
    await end().catch(onUnexpected);
    throw fault;
  }
}

const ONLY_LOCALHOST =
  'The certificate is only for localhost. If others call this bank, add --public-url https://HOST:PORT.';

/** Opens the signer for the seed, if there is one. */
async function openSeedSigner(
  means: ServeMeans,
  { seed: files }: ServePlan,
  settings: OpenedSettings,
  folder: RuntimeFolder,
) {
  if (files === undefined) return undefined;
  const { seedStore } = await import('../sandbox/seed.ts');
  const signer = await openSigner(settings, means);
  const seeding = { ...means, files, signer, folder: folder.path('seed') };
  return {
    identity: getTppIdentity(signer.certificate),
    fill: (options: BankOptions) => seedStore(options, seeding),
  };
}

/** Creates the operator's act that applies a seed file, signed as the profile's TPP. @see C-serve-seed */
function createSeedAct(
  means: ServeMeans,
  { basePath, worlds }: ServePlan,
  settings: OpenedSettings,
  folder: RuntimeFolder,
): NonNullable<ServedBankOptions['applySeed']> {
  return async (handle, text, world) => {
    if (worlds === 'tpp' && world === undefined) {
      throw new Fault('INPUT_INVALID', 'Each TPP has a world of its own here: name one in PSD2-World.');
    }
    const { seedBank } = await import('../sandbox/seed.ts');
    const signer = await openSigner(settings, means);
    const { io } = means;
    const more = { io, signer, basePath, world, onUnexpected: io.reportUnexpected };
    // Without a folder the text can name no file.
    return seedBank(handle, [{ name: 'seed', text }], { ...more, folder: folder.path('acts') });
  };
}

function openToken({ operatorTokenFile: file }: ServePlan, folder: RuntimeFolder, uid: number | undefined) {
  return loadOperatorToken(file ?? folder.path('operator-token'), uid);
}

/** @see C-serve-chaos */
async function openChaos(
  { chaos: seed, policy, basePath, store }: ServePlan,
  path: string,
  onUnexpected: (fault: unknown) => void,
) {
  if (seed === undefined) return undefined;
  const { Books, Chaos } = await import('./chaos.ts');
  const books = new Books({ path, isVolatile: store === 'memory', onUnexpected, now: getTime, policy });
  return new Chaos(seed, basePath, books);
}

/** Renews the certificate each day: a bank may run longer than it is valid. */
function scheduleRenewal(bank: ServedBank, { renew }: ServedTls, { io }: ServeMeans): () => void {
  if (renew === undefined) return () => {};
  const timer = setInterval(() => renew().then(bank.show).catch(io.reportUnexpected), DAY_MS).unref();
  return () => clearInterval(timer);
}
