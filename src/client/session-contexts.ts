import { randomBytes } from 'node:crypto';
import { Fault } from '../errors.ts';
import type { Header } from '../message.ts';
import { readMessages } from '../wire/errors.ts';
import type { BankPlace } from './followed.ts';
import type { Ledger } from './ledger/ledger.ts';
import type { CallContext } from './operation.ts';
import { unsent } from './session-writes.ts';

export interface CallOptions {
  /** Used instead of the PSU's: the one under which something was started. */
  readonly tppSessionId?: string;
  /** Whether the PSU is away. PSU-IP-Address is then omitted. */
  readonly psuAbsent?: boolean;
  /** Starts a new TPP-Session-ID for the PSU. */
  readonly newSession?: boolean;
  /** Called with the TPP-Session-ID that a new one ends, before the request leaves. */
  readonly onSessionEnded?: (tppSessionId: string) => void;
}

/** Settings for every request of a session. */
export interface SessionSettings extends Pick<CallContext, 'acceptFix'>, BankPlace {
  /** Prefix of the operator's paths, if they aren't below the bank's own. */
  readonly operatorBasePath?: string | undefined;
  readonly psuIpAddress?: string | undefined;
  /** Absent: a loopback address of the session's own. */
  readonly redirectUri?: string | undefined;
  readonly callbackPort?: number | undefined;
  /** Of every request but a repeat, besides its own. */
  readonly headers?: readonly Header[] | undefined;
}

interface ContextMeans {
  readonly settings: SessionSettings;
  readonly ledger: Ledger;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly freshId: () => string;
  /** There where nothing is to be sent. */
  readonly instead?: unknown;
}

/** What every call has from the settings, with an X-Request-ID of its own. @see C-psu-absent */
export function contextsOf({ settings, freshId }: ContextMeans, tppRedirectUri: string) {
  const { basePath, acceptFix, psuIpAddress, headers = [] } = settings;
  return (psu: CallContext['psu'], tppSessionId: string, { psuAbsent }: CallOptions = {}): CallContext => ({
    basePath,
    requestId: freshId(),
    headers,
    acceptFix,
    tppSessionId,
    tppRedirectUri,
    ...(psuIpAddress === undefined || psuAbsent === true ? {} : { psuIpAddress }),
    psu,
  });
}

/**
 * A psu-id that the bank does not know, of another store or certificate, must not stand in the way for ever; nor one of
 * an agreement that is deleted, which the bank takes with its PSU-Corporate-ID alone. A PSU-Corporate-ID that was never
 * remembered is somebody's slip, and says nothing of the PSU.
 */
export async function withoutUnknownPsu(
  fault: unknown,
  { psuId, corporateId }: CallContext['psu'],
  ledger: Ledger,
): Promise<unknown> {
  if (psuId === undefined || !(fault instanceof Fault) || fault.code !== 'SCA_NEEDED') return fault;
  const paths = readMessages(fault.details.tppMessages).map(({ path }) => path);
  const isRemembered = async () =>
    corporateId !== undefined && (await ledger.agreement(psuId, corporateId)) !== undefined;
  const isUnknown =
    paths.includes('PSU-ID') || (paths.includes('PSU-Corporate-ID') && (await isRemembered()));
  if (!isUnknown) return fault;
  await ledger.forgetPsu(psuId);
  return new Fault(fault.code, fault.message, { ...fault.details, forgottenPsuId: psuId });
}

/** For the operations that send none. */
export const NO_SESSION = '';

export async function sessionOf(
  { ledger, clock, instead, freshId }: ContextMeans,
  { psuId, identity, owner }: CallContext['psu'],
  { tppSessionId: given, newSession = false, onSessionEnded }: CallOptions,
): Promise<string> {
  if (given !== undefined) return given;
  // A session that is begun ends another: not for a request that isn't sent.
  if (newSession && instead !== undefined) return freshId();
  const customerNumber = identity ?? owner;
  const key = {
    ...(psuId === undefined ? {} : { psuId }),
    ...(customerNumber === undefined ? {} : { customerNumber }),
  };
  const { tppSessionId, ended } = await unsent(ledger.session(key, { now: clock(), fresh: newSession }));
  if (ended !== undefined) onSessionEnded?.(ended);
  return tppSessionId;
}

/** @see S9-callback */
export function redirectUriOf({
  redirectUri,
  callbackPort = DEFAULT_CALLBACK_PORT,
}: SessionSettings): string {
  return redirectUri ?? `http://127.0.0.1:${callbackPort}/cb/${randomBytes(16).toString('base64url')}`;
}

const DEFAULT_CALLBACK_PORT = 8910;
