import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { openHttps } from '../../src/library.ts';
import type { Header, HttpRequest } from '../../src/message.ts';
import { sign } from '../../src/signing/sign.ts';
import { testSigner } from './bank.ts';
import { copyKeys } from './home-with-keys.ts';
import { psd2 } from './program.ts';
import { writeProfile } from './remote-home.ts';
import { serveIn } from './serving.ts';
import { trueTime } from './true-clock.ts';

/** Where a TPP waits for the PSU that comes back, on the loopback. */
interface ListeningTpp {
  /** TPP-Redirect-URI. */
  readonly uri: string;
  /** What came there, oldest first: the redirect's parameters of each GET. */
  readonly came: URLSearchParams[];
  close(): Promise<void>;
}

async function listeningTpp(): Promise<ListeningTpp> {
  const came: URLSearchParams[] = [];
  const server = createServer(({ url = '' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://tpp.invalid');
    if (pathname === PATH) came.push(searchParams);
    response.writeHead(pathname === PATH ? 200 : 404, { 'Content-Type': 'text/html; charset=utf-8' });
    response.end(
      '<!doctype html><html lang="en"><title>Back at the TPP</title><h1>Back at the TPP</h1></html>',
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { uri: `http://127.0.0.1:${port}${PATH}`, came, close: () => closed(server) };
}

const PATH = '/cb/state';

async function closed(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
}

/** A name that would be markup, and turn round what follows it. */
export const REFUSED_BODY = '{ "creditorName": "<img src=x onerror=alert(1)>\u202eko" }';

/** A bank that `psd2 serve` serves, and a TPP that uses it by the program's own commands. */
export interface ServedSite {
  /** What a command with --json prints. */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever JSON came
  json(...args: readonly string[]): Promise<any>;
  /** The link of a payment's SCA, by the flags of `payments create`. */
  asked(...flags: readonly string[]): Promise<{ readonly paymentId: string; readonly link: string }>;
  /** The link that the bank answers another TPP's consent request with. */
  consentLink(): Promise<string>;
  /** Sends REFUSED_BODY to create a payment, with the Digest of other spaces. Returns the status. */
  refused(): Promise<number>;
  /** The address of the operator's page, with a code for one use. */
  pageUrl(): Promise<string>;
  /** Where the PSU comes back to. */
  tpp(): ListeningTpp;
}

/** The keys of a worker's banks are made once. */
const KEYS_AT = trueTime();

/** What the program leads the PSU to, as it is shipped: its own process, its site over HTTP on the loopback. */
export async function openServedSite() {
  const home = mkdtempSync(join(tmpdir(), 'psd2-site-'));
  const tpp = await listeningTpp();
  await copyKeys(home, KEYS_AT);
  const serving = await serveIn(home, ['--site-port', '0', '--store', 'memory', '--operator']);
  const { url: baseUrl, caFile, operatorUrl, operatorTokenFile } = serving.ready;
  const redirectUri = tpp.uri;
  let sent = 0;
  writeProfile(home, {
    ...{ baseUrl, caFile, operatorUrl, operatorTokenFile, redirectUri, psuIpAddress: '192.0.2.1' },
  });
  const send = async (target: string, text: string, change: (signed: HttpRequest) => HttpRequest) => {
    const way = await openHttps({ origin: baseUrl, ca: readFileSync(caFile, 'utf8') });
    sent += 1;
    const headers: Header[] = [
      ['X-Request-ID', `site-${sent}`],
      ['x-accept-fix', ''],
      ['TPP-Session-ID', 'site'],
      ['TPP-Redirect-URI', redirectUri],
      ['PSU-IP-Address', '192.0.2.1'],
      ['PSU-Context', 'PRIVATE'],
      ...(text === '' ? [] : [['Content-Type', 'application/json'] as const]),
    ];
    const request = { method: 'POST', target, headers, body: Buffer.from(text) };
    const { status, body } = await way.send(
      change(sign(request, testSigner(), { date: trueTime() }).request),
    );
    await way.close();
    return { status, text: Buffer.from(body).toString() };
  };
  return {
    tpp,
    json: async (...args: readonly string[]) => {
      const given = { home, cwd: home, clockAt: trueTime() };
      const { code, stdout } = await psd2([...args, '--json'], given);
      expect(code, stdout).toBe(0);
      return JSON.parse(stdout);
    },
    consentLink: async () => {
      const { status, text } = await send('/v1/bank-offered-consents', '', (signed) => signed);
      expect(status, text).toBe(201);
      return JSON.parse(text)._links.scaRedirect.href;
    },
    refused: async () => {
      const spaced = (signed: HttpRequest) => ({ ...signed, body: Buffer.from(REFUSED_BODY) });
      const path = '/v1/payments/norwegian-domestic-credit-transfers';
      return (await send(path, JSON.stringify(JSON.parse(REFUSED_BODY)), spaced)).status;
    },
    pageUrl: async () => {
      const token = readFileSync(operatorTokenFile ?? '', 'utf8').trim();
      const headers = { Authorization: `Bearer ${token}` };
      const answer = await fetch(`${operatorUrl}/operator/codes`, { method: 'POST', headers });
      return `${operatorUrl}/#code=${((await answer.json()) as { code: string }).code}`;
    },
    close: async () => {
      serving.child.kill('SIGTERM');
      await serving.ended();
      await tpp.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** One for the tests of a file. */
export function servedSite(): ServedSite {
  let site: Awaited<ReturnType<typeof openServedSite>>;
  beforeAll(async () => {
    site = await openServedSite();
  });
  afterAll(() => site?.close());
  const json = (...args: readonly string[]) => site.json(...args);
  return {
    json,
    consentLink: () => site.consentLink(),
    refused: () => site.refused(),
    pageUrl: () => site.pageUrl(),
    tpp: () => site.tpp,
    asked: async (...flags) => {
      const { paymentId, _links } = await json('payments', 'create', '--example', ...flags);
      return { paymentId, link: _links.scaRedirect.href };
    },
  };
}
