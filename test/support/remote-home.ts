import { createPrivateKey } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { BankOptions, OpenedBank } from '../../src/library.ts';
import type { Handle, HttpRequest } from '../../src/message.ts';
import { serve } from '../../src/server/serve.ts';
import type { RemoteBank } from '../../src/settings/profile.ts';
import type { SettingValues } from '../../src/settings/setting-table.ts';
import { builtProgram } from './built-program.ts';
import { homeWithKeys } from './home-with-keys.ts';
import { readRequest, serveHttp } from './http-server.ts';
import { memoryFolder } from './memory-folder.ts';
import { testTls } from './tls.ts';

/** Whose address a bank elsewhere is told. */
export const PSU = { psuIpAddress: '192.0.2.1' };
/** A payment of which every field is given. */
export const CREATE = [
  ...['payments', 'create', '--domestic', '--amount', '100.50', '--currency', 'NOK'],
  ...['--to-name', 'Ola Eksempel'],
  ...['--to-bban', '99901271948', '--from-bban', '99901067291', '--message', 'Rent', '--country', 'NO'],
];

export interface ServedBank {
  /** Base path included. */
  readonly url: string;
  readonly operatorUrl: string;
  /** What came to the bank's own handler, in order. */
  readonly requests: readonly HttpRequest[];
}

export const OPERATOR_TOKEN = 'token-of-the-tests-operator';
/** What stands between the server and the bank's handler. */
export type Between = (handle: Handle) => Handle;

/** A whole bank over HTTPS with the CA of the tests, its operator at a port of its own; both end with the test. */
export async function servedBank(
  basePath = '/api-sandbox',
  between: Between = (handle) => handle,
  more: Pick<BankOptions, 'sharesWorld' | 'signResponses'> = {},
): Promise<ServedBank> {
  const folder = memoryFolder('psd2-served-');
  const { key, certificate } = testTls();
  const requests: HttpRequest[] = [];
  const onUnexpected = (fault: unknown) => {
    throw fault;
  };
  const handle: Handle = (request, peer) => {
    requests.push(request);
    return between((asked, from) => bank.handle(asked, from))(request, peer);
  };
  const server = await serve({ handle, tls: { key, certificate }, port: 0, clock: Date.now, onUnexpected });
  const path = join(folder, 'bank.db');
  // That of the build: it is loaded already, and what is called here is the program as it is.
  const { openBank } = await builtProgram().library();
  const bank: OpenedBank = openBank({ ...more, path, publicUrl: server.url, basePath, onUnexpected });
  const operatorUrl = (await operatorPort(bank.handle)) + basePath;
  onTestFinished(async () => {
    await server.close();
    await bank.close();
    rmSync(folder, { recursive: true });
  });
  return { url: server.url + basePath, operatorUrl, requests };
}

/** Hands acts with the token to the bank's handler, over plain HTTP on the loopback. */
function operatorPort(handle: Handle): Promise<string> {
  return serveHttp(async (request, response) => {
    const isOperator = request.headers.authorization === `Bearer ${OPERATOR_TOKEN}`;
    if (!isOperator) {
      response.writeHead(401).end();
      return;
    }
    const answer = await handle(await readRequest(request), { address: '127.0.0.1', operator: true });
    response.writeHead(answer.status, answer.headers.flat() as string[]).end(answer.body);
  });
}

/** The files that a profile of the tests names, below a home. */
export function profileFiles(home: string) {
  return {
    certFile: join(home, 'offline', 'keys', 'seal.pem'),
    keyFile: join(home, 'offline', 'keys', 'seal.key.pem'),
    caFile: join(home, 'tls-ca.pem'),
    operatorTokenFile: join(home, 'operator.token'),
  };
}

/** The key of a home's certificate, encrypted, in a file beside. */
export function encryptedKey(home: string, passphrase: string): string {
  const key = createPrivateKey(readFileSync(profileFiles(home).keyFile));
  const path = join(home, 'encrypted.pem');
  const pem = key.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-128-cbc', passphrase });
  writeFileSync(path, pem, { mode: 0o600 });
  return path;
}

/** A home with keys, and the files beside them. */
export async function remoteHome(clockAt?: number): Promise<string> {
  const home = await homeWithKeys(clockAt);
  const { caFile, operatorTokenFile } = profileFiles(home);
  writeFileSync(caFile, testTls().ca);
  writeFileSync(operatorTokenFile, OPERATOR_TOKEN, { mode: 0o600 });
  return home;
}

/** Of a profile; undefined leaves one out. */
type Members = { readonly [Name in keyof RemoteBank | keyof SettingValues | 'bank']?: unknown };

/** Makes `served` the home's profile in use: a sandbox with the home's own keys, unless the members say otherwise. */
export function writeProfile(home: string, members: Members): void {
  const { certFile, keyFile, caFile, operatorTokenFile } = profileFiles(home);
  const operator = members.operatorUrl === undefined ? {} : { operatorTokenFile };
  const profile = { bank: 'sandbox', certFile, keyFile, caFile, ...operator, ...members };
  const content = JSON.stringify({ profile: 'served', profiles: { served: profile } });
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'settings.json'), content, { mode: 0o600 });
}

/** A home whose profile in use is a bank served with its operator. */
export async function homeAt(
  { url, operatorUrl }: ServedBank,
  members: Members = {},
  clockAt?: number,
): Promise<string> {
  const home = await remoteHome(clockAt);
  writeProfile(home, { baseUrl: url, operatorUrl, ...members });
  return home;
}
