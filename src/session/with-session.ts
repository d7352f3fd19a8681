import { existsSync } from 'node:fs';
import { formatTppId } from '../certificates/certificate.ts';
import type { CallMeta, CallResult } from '../client/call.ts';
import type { Ledger } from '../client/ledger/ledger.ts';
import type { Operation } from '../client/operation.ts';
import type { Session } from '../client/session.ts';
import { getTime } from '../clock.ts';
import { Fault } from '../errors.ts';
import type { BrowserSca } from '../sca/browser.ts';
import { type GivenFlags, type OpenedSettings, openSettings } from '../settings/precedence.ts';
import type { Profile } from '../settings/profile.ts';
import { formatOsloDate } from '../values/oslo.ts';
import { assertRequirements, type CommandContext, type CommandIo, type Requirements } from './context.ts';

/** The data printed beside a resource. @see C-meta */
export interface Meta {
  readonly _meta: CallMeta & { readonly profile: string };
}

/** The context of work at the profile's opened bank. */
export interface SessionContext {
  readonly session: Session;
  readonly profile: Profile;
  readonly withMeta: <T extends object>(called: Pick<CallResult<T>, 'resource' | 'meta'>) => T & Meta;
  /** True for psd2's own bank, whose rules on repeated requests are known. */
  readonly isOwnBank: boolean;
  /** The browser SCA that waits for the PSU; absent if none is requested. */
  readonly browser?: BrowserSca;
  /** Writes a line for people beside the result to stderr. */
  readonly notice: CommandIo['notice'];
  /** Stores something in the ledger; reports a failure without losing the result. */
  readonly remember: (act: (ledger: Session['ledger']) => Promise<void>) => Promise<void>;
}

/**
 * Opens the bank of the profile that the flags select, calls `act`, and always closes the bank. Loads the opener only
 * then, so that an earlier refusal loads none.
 * @see A-lazy-opener, A-remote-lazy
 */
export async function withSession<T>(
  context: CommandContext,
  given: GivenFlags,
  act: (there: SessionContext) => Promise<T>,
  need: Requirements = {},
): Promise<T> {
  const { notice, reportUnexpected } = context.io;
  const settings = openSettings(context.surroundings, given);
  const { profile } = settings;
  assertRequirements(profile, need);
  // Listens for the returning PSU before any request is sent.
  const browser = await openBrowserSca(settings, context, need);
  try {
    const session = await open(settings, context, browser, need.world);
    const { ledger } = session;
    try {
      return await act({
        ...{ session, browser, profile, isOwnBank: profile.bank === 'embedded', notice },
        withMeta: ({ resource, meta }) => ({ ...resource, _meta: { ...meta, profile: profile.name } }),
        remember: (save) =>
          save(ledger).catch((fault) => reportUnexpected(createSaveError(fault, ledger.file))),
      });
    } finally {
      await session.close();
    }
  } finally {
    await browser?.close();
  }
}

/** Calls an operation on this TPP's own data. */
export function callAsTpp<Input extends { readonly tppId: string }, Resource extends object>(
  context: CommandContext,
  given: GivenFlags,
  operation: Operation<Input, Resource>,
  input?: Omit<Input, 'tppId'>,
): Promise<Resource & Meta> {
  return withSession(context, given, async ({ session, withMeta }) =>
    withMeta(await session.call(operation, { ...input, tppId: formatTppId(session.tpp) } as Input)),
  );
}

async function openBrowserSca(
  settings: OpenedSettings,
  context: CommandContext,
  { browser }: Requirements,
): Promise<BrowserSca | undefined> {
  if (browser === undefined || context.exchange?.sendsNothing === true) return undefined;
  return (await import('../sca/browser.ts')).openBrowserSca(settings, context, browser);
}

/** Opens the session of a profile. @param browser the browser SCA, for which the embedded bank serves its site */
async function open(
  settings: OpenedSettings,
  context: CommandContext,
  browser: BrowserSca | undefined,
  world: Requirements['world'],
): Promise<Session> {
  const { profile, values } = settings;
  const redirectUri = browser?.redirectUri ?? values.redirectUri;
  const redirected = { ...settings, values: { ...values, redirectUri } };
  if (profile.bank === 'embedded') {
    const { openEmbedded } = await import('./embedded.ts');
    return openEmbedded(redirected, context, { servesSite: browser !== undefined, world });
  }
  return (await import('./remote.ts')).openRemote(redirected, profile, context);
}

function createSaveError(fault: unknown, ledger: string): unknown {
  if (!(fault instanceof Fault)) return fault;
  return new Fault(fault.code, `The result wasn't saved in ${ledger}. ${fault.message}`, fault.details);
}

/**
 * Reads or changes the profile's ledger, without opening its bank.
 * @returns undefined if the profile has no ledger yet; creates none
 */
export async function withLedger<T>(
  { surroundings, io }: CommandContext,
  given: GivenFlags,
  act: (ledger: Ledger) => Promise<T>,
): Promise<T | undefined> {
  return withLedgerAt(openSettings(surroundings, given).places.ledger, act, io.reportUnexpected);
}

/**
 * Does the same as `withLedger` for the ledger in this file.
 * @param limits the maximum wait for another process
 */
export async function withLedgerAt<T>(
  file: string,
  act: (ledger: Ledger) => Promise<T>,
  reportUnexpected: (fault: unknown) => void,
  limits?: { readonly lockLimitMs: number },
): Promise<T | undefined> {
  if (!existsSync(file)) return undefined;
  const { openLedgerFile } = await import('./ledger.ts');
  const ledger = openLedgerFile(file, reportUnexpected, undefined, limits);
  try {
    return await act(ledger);
  } finally {
    await ledger.end();
  }
}

/** Stores a payment's or basket's status for the lists of this profile. @see C-payments-list, C-basket-list */
export function saveStatus(
  { remember }: Pick<SessionContext, 'remember'>,
  id: string,
  transactionStatus: string,
): Promise<void> {
  return remember(async (ledger) => {
    if (transactionStatus.includes('\0'))
      throw new Fault('ANSWER_INVALID', "The bank's transactionStatus has U+0000.");
    await ledger.rememberStatus(id, transactionStatus, getTime());
  });
}

/** Returns the date by the bank's clock; if it can't be read, the date in Norway by this machine's clock. */
export async function readBankDate(session: Session): Promise<string> {
  if (!session.hasOperator) return formatOsloDate(getTime());
  const { getOperation } = await import('../client/operation.ts');
  const { resource } = await session.lookUp(getOperation('show clock'), undefined);
  return resource.now.slice(0, 'YYYY-MM-DD'.length);
}
