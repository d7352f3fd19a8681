import { parsePlace } from '../client/resolve-link.ts';
import { parseJson } from '../core/json-object.ts';
import { readAuthorities } from '../credentials/remote.ts';
import { Fault } from '../errors.ts';
import type { HttpRequest, StreamedResponse } from '../message.ts';
import type { CommandContext } from '../session/context.ts';
import { createTokenRefused, readToken } from '../session/remote.ts';
import { buildProfilePaths } from '../settings/home.ts';
import { openSettings } from '../settings/precedence.ts';
import { createHttpsTransport, type HttpsOptions } from '../transport/https.ts';
import type { ErrorBody } from '../wire/errors.ts';
import { findServed, type OperatorAddress } from './served-file.ts';

/** The operator's port of a served bank, for commands. */
export interface OperatorClient {
  /** With the base path. */
  readonly url: string;
  /** The folder of the profile. */
  readonly folder: string;
  /** @param path below the base path @throws Fault BANK_REFUSED, NETWORK, INPUT_INVALID for another token */
  readonly get: (path: string) => Promise<unknown>;
  readonly post: (path: string) => Promise<unknown>;
  /** Streams events until the bank ends. @throws Fault BANK_REFUSED, NETWORK */
  readonly stream: (path: string) => Promise<StreamedResponse>;
}

/** A stream has no limits. */
const ENDLESS = { answerMilliseconds: 2 ** 31 - 1, bodyBytes: -1 };

/**
 * Finds the operator's port: of the profile's remote bank, or of a process that serves the profile's bank.
 * @throws Fault USAGE if there is none
 * @see C-serve-found
 */
export async function withOperator<Result>(
  context: CommandContext,
  profile: string | undefined,
  work: (operator: OperatorClient) => Promise<Result>,
): Promise<Result> {
  const settings = openSettings(context.surroundings, { profile });
  const { folder } = buildProfilePaths(settings.home, settings.profile.name);
  const { uid, env } = context.surroundings;
  const { name, remote } =
    settings.profile.bank === 'embedded' ? { ...settings.profile, remote: undefined } : settings.profile;
  const address = remote === undefined ? findServed(folder, uid) : (remote as Partial<OperatorAddress>);
  if (address?.operatorUrl === undefined || address.operatorTokenFile === undefined)
    throw createNotServed(name, remote !== undefined);
  const { operatorUrl: url, operatorTokenFile: file } = address;
  const { origin, basePath } = parsePlace(url);
  const headers = [['Authorization', `Bearer ${readToken(file, uid)}`]] as const;
  const ca = remote === undefined ? undefined : readAuthorities(remote);
  const options: HttpsOptions = { origin, env, ...(ca === undefined ? {} : { ca }) };
  const way = createHttpsTransport(options);
  const endless = createHttpsTransport({ ...options, limits: ENDLESS });
  const build = (method: string, path: string): HttpRequest => {
    return { method, target: basePath + path, headers, body: new Uint8Array() };
  };
  const ask = async (method: string, path: string) => {
    const { status, body } = await way.send(build(method, path));
    if (status === 401) throw createTokenRefused(url, file);
    const json = parseJson(Buffer.from(body).toString('utf8'));
    if (status < 400 && json !== undefined) return json;
    throw createRefused(status, json);
  };
  const openStream = async (path: string) => {
    const answer = await endless.stream(build('GET', path), stop.signal);
    if (answer.status === 200) return answer;
    const pieces: Uint8Array[] = [];
    for await (const piece of answer.pieces) pieces.push(piece);
    throw createRefused(answer.status, parseJson(Buffer.concat(pieces).toString('utf8')));
  };
  const stop = new AbortController();
  try {
    return await work({
      ...{ url, folder },
      get: (path) => ask('GET', path),
      post: (path) => ask('POST', path),
      stream: openStream,
    });
  } finally {
    stop.abort();
    await Promise.all([way.close(), endless.close()]);
  }
}

function createRefused(status: number, json: unknown): Fault {
  const said = (json as Partial<ErrorBody> | undefined)?.tppMessages?.[0]?.text;
  return new Fault('BANK_REFUSED', said ?? `The bank answered ${status}.`);
}

function createNotServed(name: string, isRemote: boolean): Fault {
  if (isRemote) {
    return new Fault('USAGE', `Profile ${name} doesn't know the operator of its bank.`, {
      hint: 'Add its address with psd2 profile add NAME --operator-url URL --operator-token-file FILE.',
    });
  }
  return new Fault('USAGE', `No process serves the bank of profile ${name} with its operator now.`, {
    hint: 'Serve it in another terminal:\npsd2 serve',
  });
}
