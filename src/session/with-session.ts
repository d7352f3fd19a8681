import { existsSync } from 'node:fs';
import type { Called, CallMeta } from '../client/call.ts';
import type { Ledger } from '../client/ledger/ledger.ts';
import type { Session } from '../client/session.ts';
import { getTime } from '../clock.ts';
import { Fault } from '../errors.ts';
import type { BrowserSca } from '../sca/browser.ts';
import { type GivenFlags, type OpenedSettings, openSettings } from '../settings/precedence.ts';
import type { Profile } from '../settings/profile.ts';
import { formatOsloDate } from '../values/oslo.ts';
import { assertRequirements, type CommandContext, type CommandIo, type Requirements } from './context.ts';

/** Data printed beside a resource. @see C-meta */
export interface Meta {
  readonly _meta: CallMeta & { readonly profile: string };
}

/** The profile's bank, opened. */
export interface SessionContext {
  readonly session: Session;
  readonly profile: Profile;
  readonly withMeta: <T extends object>(called: Pick<Called<T>, 'resource' | 'meta'>) => T & Meta;
  /** True for psd2's own bank, whose rules on repeated requests are known. */
  readonly isOwnBank: boolean;
  /** Waits for the PSU, who authorises in a browser; absent where that is not asked for. */
  readonly browser?: BrowserSca;
  /** Says on stderr what a person should know beside the result. */
  readonly notice: CommandIo['notice'];
  /** Remembers something in the ledger; a failure is reported and doesn't lose the result. */
  readonly remember: (act: (ledger: Session['ledger']) => Promise<void>) => Promise<void>;
}

/**
 * Opens the bank of the profile that the flags name, acts there, and closes it whatever happened. The opener is loaded
 * when there is a bank to open: a refusal before it loads none.
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
  // Who comes back is listened for before anything leaves.
  const browser = await openBrowserSca(settings, context, need);
  try {
    const session = await open(settings, context, browser);
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

async function openBrowserSca(
  settings: OpenedSettings,
  context: CommandContext,
  { browser }: Requirements,
): Promise<BrowserSca | undefined> {
  if (browser === undefined || context.exchange?.sendsNothing === true) return undefined;
  return (await import('../sca/browser.ts')).openBrowserSca(settings, context, browser);
}

/** @param browser by which a PSU comes to the bank, in this program too */
async function open(
  settings: OpenedSettings,
  context: CommandContext,
  browser: BrowserSca | undefined,
): Promise<Session> {
  const { profile, values } = settings;
  const redirectUri = browser?.redirectUri ?? values.redirectUri;
  const redirected = { ...settings, values: { ...values, redirectUri } };
  if (profile.bank === 'embedded') {
    const { openEmbedded } = await import('./embedded.ts');
    return openEmbedded(redirected, context, { servesSite: browser !== undefined });
  }
  return (await import('./remote.ts')).openRemote(redirected, profile, context);
}

function createSaveError(fault: unknown, ledger: string): unknown {
  if (!(fault instanceof Fault)) return fault;
  return new Fault(fault.code, `The result wasn't saved in ${ledger}. ${fault.message}`, fault.details);
}

/**
 * Reads or changes what the profile remembers, without its bank.
 * @returns undefined if the profile has no ledger yet: none is created
 */
export async function withLedger<T>(
  { surroundings, io }: CommandContext,
  given: GivenFlags,
  act: (ledger: Ledger) => Promise<T>,
): Promise<T | undefined> {
  return withLedgerAt(openSettings(surroundings, given).places.ledger, act, io.reportUnexpected);
}

/**
 * As `withLedger`, for the ledger in this file.
 * @param limits how long to wait for another process
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

/** Stores a payment's status for the list of this profile's payments. @see C-payments-list */
export function saveStatus(
  { remember }: Pick<SessionContext, 'remember'>,
  paymentId: string,
  transactionStatus: string,
): Promise<void> {
  return remember(async (ledger) => {
    if (transactionStatus.includes('\0'))
      throw new Fault('ANSWER_INVALID', "The bank's transactionStatus has U+0000.");
    await ledger.rememberStatus(paymentId, transactionStatus, getTime());
  });
}

/** Returns the date by the bank's clock; if it can't be read, the date in Norway by this machine's clock. */
export async function readBankDate(session: Session): Promise<string> {
  if (!session.hasOperator) return formatOsloDate(getTime());
  const { getOperation } = await import('../client/operation.ts');
  const { resource } = await session.lookUp(getOperation('show clock'), undefined);
  return resource.now.slice(0, 'YYYY-MM-DD'.length);
}
