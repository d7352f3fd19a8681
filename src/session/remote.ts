import { MAX_FILE_BYTES } from '../certificates/certificate-file.ts';
import { parsePlace } from '../client/resolve-link.ts';
import type { InFlightWrites, Session } from '../client/session.ts';
import { readFileWithin } from '../core/read-file.ts';
import { openRemoteSigner, readAuthorities, readTlsClient } from '../credentials/remote.ts';
import { getKeyIdOptions, getSignOptions } from '../credentials/signer.ts';
import { Fault } from '../errors.ts';
import type { HttpRequest } from '../message.ts';
import { quoteForShell } from '../own-file.ts';
import { type Environment, makeProfileFolder } from '../settings/home.ts';
import type { OpenedSettings } from '../settings/precedence.ts';
import { readOwnFile } from '../settings/private-files.ts';
import type { RemoteBank, RemoteProfile } from '../settings/profile.ts';
import type { ConnectionFiles } from '../transport/dry-run.ts';
import { createHttpsTransport, type HttpsOptions, type HttpsTransport } from '../transport/https.ts';
import type { StreamTransport, Transport } from '../transport/transport.ts';
import type { CommandContext } from './context.ts';
import { createCallMiddleware, readResponsePolicy } from './middleware.ts';
import { openTppSession } from './open-session.ts';

/**
 * Opens a session at a remote bank; it differs from one at the embedded bank only in its transport.
 * @throws Fault FILE_UNREADABLE, INPUT_INVALID, INPUT_MISSING, PERMISSIONS
 * @see D13-profile, D13-same-bank
 */
export async function openRemote(
  settings: OpenedSettings,
  profile: RemoteProfile,
  context: CommandContext,
): Promise<Session> {
  const places = makeProfileFolder(settings.home, profile.name, context.surroundings.uid);
  const signer = await openRemoteSigner(profile.remote, context, getKeyIdOptions(settings));
  const { tpp, operator, close, origin, basePath, files } = await openConnection(profile.remote, context);
  const hasOperator = operator !== undefined;
  return openTppSession({
    ...{ way: tpp, files, operator, hasOperator, signer, close },
    middleware: createCallMiddleware(context.io, hasOperator),
    answers: readResponsePolicy(profile.name, profile.remote, settings.home),
    signing: getSignOptions(settings),
    ledger: places.ledger,
    settings: {
      ...settings.values,
      headers: context.exchange?.headers,
      origin,
      basePath,
      operatorBasePath: operator?.basePath,
    },
    underWay: createWriteNotice(profile, context),
    onUnexpected: context.io.reportUnexpected,
    onProgress: context.io.progress.tell,
    exchange: context.exchange,
  });
}

/**
 * Wraps `io.writes` so that each write's receiver is shown before the write is sent, even with `--quiet`.
 * @see S10-write-named
 */
function createWriteNotice({ name, remote }: RemoteProfile, { io }: CommandContext): InFlightWrites {
  const { baseUrl, operatorUrl = baseUrl } = remote;
  return {
    ...io.writes,
    leaves: (operation, requestId, atOperator) => {
      const { host } = new URL(atOperator ? operatorUrl : baseUrl);
      io.always(`Profile ${name} at ${host}: ${operation}.`);
      io.writes.leaves(operation, requestId, atOperator);
    },
  };
}

/** The transports to a remote bank, and the prefix of its paths. */
export interface RemoteConnection {
  readonly tpp: Transport;
  /** The same transport, for streamed responses. */
  readonly stream: StreamTransport;
  /** Absent if the profile has no URL of the operator. */
  readonly operator?: {
    readonly way: Transport;
    readonly origin: string;
    readonly basePath: string;
    readonly files: ConnectionFiles;
  };
  /** The files that another program needs to connect as the TPP. */
  readonly files: ConnectionFiles;
  readonly origin: string;
  readonly basePath: string;
  readonly close: () => Promise<void>;
}

/**
 * Reads the files for TLS; opens no connection before the first request.
 * @throws Fault FILE_UNREADABLE, INPUT_INVALID, INPUT_MISSING, PERMISSIONS
 */
export async function openConnection(bank: RemoteBank, means: CommandContext): Promise<RemoteConnection> {
  const { env } = means.surroundings;
  const ca = readAuthorities(bank);
  const client = await readTlsClient(bank, means);
  const shared = { env, ca };
  const { origin, basePath } = parsePlace(bank.baseUrl);
  const tpp = createHttpsTransport({ ...shared, origin, client });
  const operator = createOperatorTransport(bank, shared, means.surroundings);
  return {
    tpp: tpp.send,
    stream: tpp.stream,
    files: listFiles(bank),
    operator,
    origin,
    basePath,
    close: async () => {
      await Promise.all([tpp.close(), operator?.close()]);
    },
  };
}

function listFiles({ caFile, tlsCertFile, tlsKeyFile }: RemoteBank): ConnectionFiles {
  return {
    caFile,
    certFile: tlsCertFile,
    ...(tlsCertFile === undefined || isPem(tlsCertFile)
      ? {}
      : { certType: tlsKeyFile === undefined ? 'P12' : 'DER' }),
    keyFile: tlsKeyFile,
  };
}

/** Returns true if a file is PEM. */
function isPem(file: string): boolean {
  return readFileWithin(file, MAX_FILE_BYTES).includes('-----BEGIN ');
}

/**
 * Creates the operator's transport: opened with the first request, and each request carries the token.
 * @see S11-operator-token
 */
function createOperatorTransport(
  { operatorUrl, operatorTokenFile, caFile }: RemoteBank,
  shared: Pick<HttpsOptions, 'ca' | 'env'>,
  { uid }: Environment,
) {
  if (operatorUrl === undefined || operatorTokenFile === undefined) return undefined;
  const { origin, basePath } = parsePlace(operatorUrl);
  let opened: HttpsTransport | undefined;
  return {
    origin,
    basePath,
    files: { tokenFile: operatorTokenFile, caFile },
    way: async (request: HttpRequest) => {
      const token = readToken(operatorTokenFile, uid);
      opened ??= createHttpsTransport({ ...shared, origin });
      const headers = [...request.headers, ['Authorization', `Bearer ${token}`] as const];
      const response = await opened.send({ ...request, headers });
      if (response.status === 401) throw createTokenRefused(operatorUrl, operatorTokenFile);
      return response;
    },
    close: async () => opened?.close(),
  };
}

/** Reads the operator's token. @throws Fault FILE_UNREADABLE, PERMISSIONS @see S11-operator-token */
export function readToken(file: string, uid: number | undefined): string {
  const token = readOwnFile(file, uid, 'only-us')?.toString('latin1').trim();
  if (token !== undefined && /^[!-~]+$/.test(token)) return token;
  throw new Fault('FILE_UNREADABLE', `${file} doesn't contain the operator's token.`, {
    hint: "psd2 serve --operator prints the name of the token file when it's ready.",
  });
}

export function createTokenRefused(operatorUrl: string, file: string): Fault {
  const text = `${new URL(operatorUrl).host} refused the operator token in ${file} (401).`;
  return new Fault('INPUT_INVALID', text, {
    hint: `A served bank creates a new token each time it starts. Check that this is its file: ls -l ${quoteForShell(file)}`,
  });
}
