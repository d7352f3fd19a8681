import { randomBytes } from 'node:crypto';
import { freshId } from './app/fresh-id.ts';
import { openSigner, signOptionsOf } from './app/signer.ts';
import type { Program } from './app.ts';
import { type Called, type Caller, call, carriesSession, type Writes } from './client/call.ts';
import type { Ledger } from './client/ledger/ledger.ts';
import { openLedger } from './client/ledger/open.ts';
import { MIGRATIONS } from './client/ledger/schema.ts';
import type { CallContext, Operation } from './client/operation.ts';
import { clock, stopwatch } from './clock.ts';
import { Fault } from './errors.ts';
import { openBank } from './library.ts';
import { makeProfileFolder } from './settings/home.ts';
import type { OpenedSettings } from './settings/open-settings.ts';
import type { Surroundings } from './settings/surroundings.ts';
import { openSqliteStore } from './store/sqlite/open.ts';
import { inProcess } from './transport/in-process.ts';
import { signed } from './transport/signed.ts';

/** A TPP at its bank: what the commands of a profile call operations on. */
export interface Session {
  /** What this TPP keeps between two commands. Its file is opened, and perhaps made, by the first call to it. */
  readonly ledger: Ledger;
  /** A signed call in the TPP-Session-ID of the PSU; the ledger knows of a write before it leaves. */
  call<Input, Resource>(
    operation: Operation<Input, Resource>,
    input: Input,
    psu?: CallContext['psu'],
    options?: CallOptions,
  ): Promise<SessionCalled<Resource>>;
  /** An act of the sandbox's operator: not signed, and not a request of the TPP. @see decisions.md §11 */
  operate<Input, Resource>(operation: Operation<Input, Resource>, input: Input): Promise<Called<Resource>>;
  close(): Promise<void>;
}

export interface SessionCalled<Resource> extends Called<Resource> {
  /** As it was sent; empty where the operation has none. */
  readonly tppSessionId: string;
}

export interface CallOptions {
  /** Begins a new TPP-Session-ID for the PSU. */
  readonly newSession?: boolean;
  /** Told of the TPP-Session-ID that a new one ends, before the request leaves. */
  readonly onSessionEnded?: (tppSessionId: string) => void;
}

/** Opens the embedded bank of a profile; world, key and certificate are made at first use. @see safety.md §7 */
export async function openEmbedded(
  settings: OpenedSettings,
  surroundings: Surroundings,
  { onUnexpected, underWay, notice }: Pick<Program, 'onUnexpected' | 'underWay' | 'notice'>,
): Promise<Session> {
  const places = makeProfileFolder(settings.home, settings.profile.name, surroundings.uid);
  const signer = await openSigner(settings, { surroundings, notice });
  const bank = openBank({ path: places.store, onUnexpected });
  await bank.open();
  const unsigned = inProcess(bank.handle);
  const signing = { clock, ...signOptionsOf(settings) };
  const ledger = openLedgerAt(places.ledger);
  const caller: Caller = {
    transport: signed(unsigned, signer, signing),
    stopwatch,
    writes: writesOf(ledger, places.ledger, { onUnexpected, underWay }),
  };
  const contextOf = contextsOf(settings);
  return {
    ledger,
    call: async (operation, input, psu = {}, options = {}) => {
      const tppSessionId = carriesSession(operation) ? await sessionOf(ledger, psu, options) : NO_SESSION;
      try {
        const called = await call(caller, operation, input, contextOf(psu, tppSessionId));
        return { ...called, tppSessionId };
      } catch (fault) {
        throw await withoutUnknownPsu(fault, psu.psuId, ledger);
      }
    },
    operate: (operation, input) =>
      call({ transport: unsigned, stopwatch }, operation, input, contextOf({}, NO_SESSION)),
    close: async () => {
      await Promise.all([bank.close(), ledger.end()]);
    },
  };
}

/** What every call has from the settings, with an X-Request-ID of its own. */
function contextsOf({ values }: OpenedSettings) {
  const { acceptFix, psuIpAddress, redirectUri, callbackPort } = values;
  const tppRedirectUri = redirectUri ?? loopbackCallback(callbackPort);
  return (psu: CallContext['psu'], tppSessionId: string): CallContext => ({
    basePath: '',
    requestId: freshId(),
    acceptFix,
    tppSessionId,
    tppRedirectUri,
    ...(psuIpAddress === undefined ? {} : { psuIpAddress }),
    psu,
  });
}

/** A psu-id that the bank does not know, of another store or certificate, must not stand in the way for ever. */
async function withoutUnknownPsu(
  fault: unknown,
  psuId: string | undefined,
  ledger: Ledger,
): Promise<unknown> {
  if (psuId === undefined || !(fault instanceof Fault) || fault.code !== 'SCA_NEEDED') return fault;
  const messages = (fault.details.tppMessages ?? []) as readonly { readonly path?: string }[];
  if (!messages.some(({ path }) => path === 'PSU-ID')) return fault;
  await ledger.forgetPsu(psuId);
  const hint = 'The PSU-ID that was remembered is forgotten now: run the command again.';
  return new Fault(fault.code, fault.message, { ...fault.details, hint });
}

/** For the operations that send none. */
const NO_SESSION = '';

function openLedgerAt(file: string): Ledger {
  const store = openSqliteStore({ path: file, migrations: MIGRATIONS, now: clock, random: Math.random });
  return openLedger({ store, file, freshId });
}

/**
 * A close that fails does not take the answer away: the entry stays open, which is safe, and somebody is told.
 */
function writesOf(
  ledger: Ledger,
  file: string,
  { onUnexpected, underWay }: Pick<Program, 'onUnexpected' | 'underWay'>,
): Writes {
  return {
    begin: async (write) => {
      await ledger.begin({ ...write, at: clock() });
      underWay.leaves(write.operation, write.requestId);
    },
    close: async (requestId, status) => {
      underWay.answered(requestId, status);
      try {
        await ledger.close(requestId, status);
      } catch (error) {
        onUnexpected(error instanceof Fault ? unclosedFault(requestId, file, error) : error);
      }
    },
  };
}

function unclosedFault(requestId: string, file: string, cause: Fault): Fault {
  const text = `Request ${requestId} has its answer, but stays among the unknown ones in ${file}.`;
  return new Fault(cause.code, `${text} ${cause.message}`, { cause });
}

async function sessionOf(
  ledger: Ledger,
  { psuId, identity }: CallContext['psu'],
  { newSession = false, onSessionEnded }: CallOptions,
): Promise<string> {
  const key = {
    ...(psuId === undefined ? {} : { psuId }),
    ...(identity === undefined ? {} : { customerNumber: identity }),
  };
  const { tppSessionId, ended } = await ledger.session(key, { now: clock(), fresh: newSession });
  if (ended !== undefined) onSessionEnded?.(ended);
  return tppSessionId;
}

/** @see safety.md §9 Callback: the state stands in the path */
function loopbackCallback(port = DEFAULT_CALLBACK_PORT): string {
  return `http://127.0.0.1:${port}/cb/${randomBytes(16).toString('base64url')}`;
}

const DEFAULT_CALLBACK_PORT = 8910;
