import { randomBytes } from 'node:crypto';
import type { ChaosReport } from '../../chaos/report.ts';
import { clock } from '../../clock.ts';
import { makeProfileFolder } from '../../settings/home.ts';
import type { OpenedSettings } from '../../settings/open-settings.ts';
import type { Program } from '../program.ts';
import { type ServedBank, serveBank } from '../serve-bank.ts';
import type { Chaos } from './chaos/chaos.ts';
import { givenTls, ownTls, type ServedTls } from './own-tls.ts';
import type { ServeInput, ServePlan } from './plan.ts';
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
  /** What the command has met, and what harm it did; undefined where the bank made no trouble. */
  report(exitCode: number): Promise<ChaosReport | undefined>;
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
  const places = makeProfileFolder(settings.home, settings.profile.name, means.surroundings.uid);
  const tls = await (input.cert === undefined ? ownTls(places, plan.names, means) : givenTls(input, means));
  warnOfNames(plan, tls, means);
  const folder = new RuntimeFolder();
  try {
    const path =
      plan.store === 'memory' ? folder.path('bank.db') : (plan.store ?? { path: places.store }).path;
    const operatorToken = input.operator ? randomBytes(32).toString('base64url') : undefined;
    const chaos = await chaosOf(plan, input, path, means);
    const bank = await serveBank({
      ...optionsOf(plan, means),
      ...tls.pair,
      ...{ path, isVolatile: plan.store === 'memory', terseErrors: input.terseErrors },
      ...(operatorToken === undefined ? {} : { operatorToken }),
      ...(chaos && {
        troubles: chaos.troubles,
        around: (handle) => chaos.around(handle),
        onGone: chaos.lost,
      }),
    });
    const stopRenewing = renewDaily(bank, tls, means);
    const tokenFile =
      operatorToken === undefined
        ? {}
        : { operatorTokenFile: folder.write('operator-token', `${operatorToken}\n`) };
    const end = async () => {
      stopRenewing();
      await bank.close();
      await chaos?.close();
      folder.remove();
    };
    const report = async (exitCode: number) => chaos?.report(exitCode);
    return { ready: readyOf(bank, plan, tls, tokenFile), settings, folder, report, end };
  } catch (fault) {
    folder.remove();
    throw fault;
  }
}

/** @see C-serve-chaos */
async function chaosOf(
  { basePath, store }: ServePlan,
  { chaos: seed }: ServeInput,
  path: string,
  { onUnexpected }: ServeMeans,
): Promise<Chaos | undefined> {
  if (seed === undefined) return undefined;
  const { Books } = await import('./chaos/books.ts');
  const { Chaos } = await import('./chaos/chaos.ts');
  return new Chaos(
    seed,
    basePath,
    new Books({ path, isVolatile: store === 'memory', now: clock, onUnexpected }),
  );
}

function optionsOf({ basePath, publicUrl, host, port, sitePort, isLoopback }: ServePlan, means: ServeMeans) {
  const { log, onUnexpected } = means;
  return {
    ...{ basePath, host, port, onUnexpected, sharesWorld: !isLoopback },
    ...(publicUrl === undefined ? {} : { publicUrl }),
    ...(sitePort === undefined ? {} : { sitePort }),
    ...(log === undefined ? {} : requestLog(log, clock)),
  };
}

function readyOf(
  { url, siteUrl, operatorUrl }: ServedBank,
  { basePath }: ServePlan,
  { caFile }: ServedTls,
  tokenFile: Pick<Ready, 'operatorTokenFile'>,
): Ready {
  return {
    url: url + basePath,
    siteUrl: siteUrl + basePath,
    ...(caFile === undefined ? {} : { caFile }),
    pid: process.pid,
    ...(operatorUrl === undefined ? {} : { operatorUrl: operatorUrl + basePath }),
    ...tokenFile,
  };
}

function warnOfNames({ isLoopback, names }: ServePlan, { caFile }: ServedTls, { notice }: ServeMeans): void {
  if (isLoopback || caFile === undefined || names.length > 0) return;
  notice(
    'The certificate is only for localhost. If others call this bank, add --public-url https://HOST:PORT.',
  );
}

const DAY_MS = 86_400_000;

/** A bank may run for longer than its certificate. */
function renewDaily(bank: ServedBank, { renew }: ServedTls, { onUnexpected }: ServeMeans): () => void {
  if (renew === undefined) return () => {};
  const timer = setInterval(() => renew().then(bank.show).catch(onUnexpected), DAY_MS).unref();
  return () => clearInterval(timer);
}
