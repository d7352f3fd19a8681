import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { redactTarget } from '../../src/traces/redact.ts';
import { curl, type Heard } from '../support/curl.ts';
import { homeWithKeys } from '../support/home-with-keys.ts';
import { serveHttp } from '../support/http-server.ts';
import { psd2, spawnPsd2 } from '../support/program.ts';
import { RawClient, until } from '../support/served.ts';
import { startProxy, startServe, temporaryFolderOf, untilItStops } from '../support/serving.ts';
import { atTerminal } from '../support/terminal.ts';
import { trueTime, WORKER_BEGAN_AT } from '../support/true-clock.ts';

/** A bank that is served, and a home whose profile in use leads there. */
async function servedHome(kind = 'sandbox', basePath = '/api-sandbox') {
  const home = await homeWithKeys(WORKER_BEGAN_AT);
  const base = basePath === '' ? [] : ['--base-path', basePath];
  const { ready } = await startServe(['--store', 'memory', ...base], home);
  const keys = join(home, 'offline', 'keys');
  const profile = {
    ...{ bank: kind, baseUrl: ready.url, caFile: ready.caFile, psuIpAddress: '192.0.2.1' },
    ...{ certFile: join(keys, 'seal.pem'), keyFile: join(keys, 'seal.key.pem') },
  };
  const settings = { profile: 'served', profiles: { served: profile } };
  writeFileSync(join(home, 'settings.json'), JSON.stringify(settings), { mode: 0o600 });
  return { home, bank: ready };
}

const SESSION = [
  'TPP-Session-ID: 94df7310-da51-452f-a30c-5a4f749f443e',
  'TPP-Redirect-URI: https://tpp.example/cb',
];
const PSU = ['PSU-IP-Address: 192.0.2.1', 'PSU-Context: PRIVATE'];
type Proxying = Awaited<ReturnType<typeof startProxy>>;

/** Of its log: where the suite has a clock of its own, the program says first that the certificate isn't valid yet. */
async function linesOf(proxy: Proxying, count: number) {
  const logged = () => proxy.stderr().match(/^\{.*\n/gm) ?? [];
  await until(() => logged().length >= count);
  return logged().map((line) => JSON.parse(line));
}

/** Flags of curl for an unsigned request. */
function given(headers: readonly string[]): string[] {
  return headers.flatMap((header) => ['-H', header]);
}

const JSON_TYPE = 'Content-Type: application/json';

/** Payloads as banks with this interface publish them, below /v1/sandbox. */
const PUBLISHED: readonly (readonly [method: string, path: string, body: unknown])[] = [
  ['POST', '/customers', { customerNumber: '15813963199', name: 'Test Person', type: 'private' }],
  [
    'POST',
    '/accounts',
    {
      ...{ customerNumber: '15813963199', accountName: 'Mock account', bban: '12345678901', currency: 'NOK' },
      balances: [{ balanceAmount: { amount: 1000, currency: 'NOK' }, balanceType: 'EXPECTED' }],
    },
  ],
  ['POST', '/initialize', undefined],
];

/** What each kind of payment is sent as, by the tool's own words. */
const KINDS = ['--domestic', '--cross-border', '--instant', '--periodic', '--bulk'];
/** What signs a request is left to the proxy. */
const SIGNING = /^(date|digest|signature|tpp-signature-certificate)$/i;

/** The request of a command line, unsigned, as curl is told it. */
async function unsigned(args: readonly string[], home: string) {
  // Dates of a payment are the served bank's days, whatever clock the suite runs by.
  const asked = { home, clockAt: trueTime() };
  const { stdout } = await psd2([...args, '--dry-run', '--json', '--profile', 'offline'], asked);
  const { method, url, headers, bodyBase64 } = JSON.parse(stdout);
  const kept: [string, string][] = headers.filter(([name]: [string]) => !SIGNING.test(name));
  return {
    ...{ method, path: new URL(url).pathname, body: Buffer.from(bodyBase64, 'base64') },
    flags: given(kept.map(([name, value]) => `${name}: ${value}`)),
  };
}

const BODY = ['--data-binary', '@-'];

describe('psd2 proxy in front of a served bank [C-proxy]', () => {
  it('signs for curl: the published payloads and every kind of payment', async () => {
    const { home, bank } = await servedHome();
    const proxy = await startProxy([], home);
    expect(proxy.ready).toEqual({
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/api-sandbox$/),
      bankUrl: bank.url,
      readsOnly: false,
      pid: proxy.child.pid,
    });
    for (const [method, path, body] of PUBLISHED) {
      const flags = body === undefined ? [] : [...given([JSON_TYPE]), ...BODY];
      const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
      const answer = await curl(['-X', method, ...flags, `${proxy.ready.url}/v1/sandbox${path}`], bytes);
      expect([path, Math.floor(answer.status / 100)], answer.text).toEqual([path, 2]);
    }
    for (const kind of KINDS) {
      const { method, path, flags, body } = await unsigned(['payments', 'create', kind, '--example'], home);
      const answer = await curl(['-X', method, ...flags, ...BODY, proxy.ready.url + path], body);
      expect([kind, answer.status], answer.text).toEqual([kind, 201]);
      const own = answer.json._links.scaStatus.href;
      const read = await curl([
        ...given([...PSU, ...SESSION, 'x-accept-fix: amount-as-string']),
        new URL(own, proxy.ready.url).href,
      ]);
      expect([kind, read.status], read.text).toEqual([kind, 200]);
    }
    const lines = await linesOf(proxy, PUBLISHED.length + 2 * KINDS.length);
    expect(new Set(lines.map(({ verdict }) => verdict))).toEqual(new Set(['signed']));
    expect(lines.map(({ status }) => Math.floor(status / 100))).toEqual(lines.map(() => 2));
  });

  it('takes every way of sending a body', async () => {
    const { home } = await servedHome();
    const { ready } = await startProxy([], home);
    const { path, flags, body } = await unsigned(['payments', 'create', '--domestic', '--example'], home);
    const url = ready.url + path;
    const anew = flags.filter(
      (flag, place) => !/^x-request-id/i.test(flags[place + (flag === '-H' ? 1 : 0)] ?? ''),
    );
    const send = (more: readonly string[], bytes: Uint8Array) =>
      curl(['-X', 'POST', ...anew, ...more, ...BODY, url], bytes);
    const statuses = async (answers: readonly Promise<Heard>[]) =>
      (await Promise.all(answers)).map(({ status, json }) => [status, json?.tppMessages?.[0]?.code]);
    const unlike = (place: number) => Buffer.from(body.toString().replace('100.00', `10${place}.00`));
    expect(
      await statuses([
        send(given(['Transfer-Encoding: chunked']), unlike(1)),
        send(given(['Content-Encoding: gzip']), gzipSync(unlike(2))),
        send(given(['Expect: 100-continue']), unlike(3)),
        send([], new Uint8Array(0)),
        // 1 MiB with blanks: the bank reads all of it.
        send([], Buffer.concat([unlike(4), Buffer.alloc(1024 * 1024 - body.length, ' ')])),
        send([], Buffer.alloc(1024 * 1024 + 1, ' ')),
      ]),
    ).toEqual([
      [201, undefined],
      [201, undefined],
      [201, undefined],
      [400, 'BAD_REQUEST'],
      [201, undefined],
      [413, 'BAD_REQUEST'],
    ]);
  });

  it('keeps what its caller set, and logs who signed, without personal data', async () => {
    const proxy = await startProxy([], (await servedHome()).home);
    const id = '20b519e9-eae5-e686-a234-0dc8b55a3c9d';
    const secret = 'PSU-ID: 01018012345';
    const url = `${proxy.ready.url}/v1/accounts/${'1'.repeat(11)}?q=Ola`;
    const own = await curl([...given([`X-Request-ID: ${id}`, secret, ...SESSION, ...PSU]), url]);
    expect(own.headers).toContain(`X-Request-ID: ${id}`);
    const customers = `${proxy.ready.url}/v1/sandbox/customers`;
    // Not today's: the caller's, which the bank refuses.
    const dated = await curl([...given(['Date: Mon, 05 Jan 2015 10:00:00 GMT', secret]), customers]);
    expect(dated.text).toMatch(/date/i);
    const digested = await curl([...given([JSON_TYPE, 'Digest: SHA-256=AAAA']), '-d', '{}', customers]);
    expect(digested.text).toMatch(/digest/i);
    const signed = await curl([...given(['Signature: keyId="mine"', secret]), customers]);
    expect(signed.status).toBeGreaterThanOrEqual(400);
    const lines = await linesOf(proxy, 4);
    expect(lines.map(({ verdict, status }) => [verdict, status])).toEqual([
      ['signed', own.status],
      ['signed', dated.status],
      ['signed', digested.status],
      ['kept', signed.status],
    ]);
    expect(lines[0]).toMatchObject({ method: 'GET', path: '/v1/accounts/***?q=***', requestId: id });
    expect(proxy.stderr()).not.toMatch(/01018012345|11111111111|Ola/);
  });

  it('ends in order on SIGTERM, finishing what runs', async () => {
    const proxy = await startProxy([], (await servedHome()).home);
    const { port } = new URL(proxy.ready.url);
    const client = await RawClient.connectPlain(Number(port));
    client.write(
      `POST /api-sandbox/v1/consents HTTP/1.1\r\nHost: localhost:${port}\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\nha`,
    );
    await client.answers(1);
    proxy.child.kill('SIGTERM');
    await untilItStops(proxy.ready.url);
    client.write('lf');
    expect((await client.closed())[1]?.startLine).toMatch(/^HTTP\/1\.1 4/);
    expect(await proxy.ended()).toEqual([0, null]);
    expect(readdirSync(proxy.temporary).filter((name) => name.startsWith('psd2-proxy-'))).toEqual([]);
  });

  it('runs a command beside it, and ends as the command does', async () => {
    const { home } = await servedHome();
    const script = `curl -sS -o /dev/null -w '%{http_code}\\n' $PSD2_BASE_URL/v1/sandbox/customers; [ $PSD2_BASE_URL = $PSD2_PROXY_URL ] && exit 7`;
    const command = ['proxy', '--port', '0', '--quiet', '--', 'sh', '-c', script];
    const ended = await spawnPsd2(command, { home, env: temporaryFolderOf(home), trueClock: true });
    expect(ended).toEqual({ code: 7, stdout: '200\n', stderr: '' });
  });
});

describe('the proxy of a production bank [S11-proxy]', () => {
  it('has a token in a file of its own, which is in no log, and reads', async () => {
    const { home } = await servedHome('production');
    const har = join(home, 'exchanges.har');
    const proxy = await startProxy(['--har', har], home);
    const { url, tokenFile = '', readsOnly } = proxy.ready;
    expect(readsOnly).toBe(true);
    expect(statSync(tokenFile).mode & 0o777).toBe(0o600);
    const token = readFileSync(tokenFile, 'latin1').trim();
    expect(token).toMatch(/^[0-9a-f]{32}$/);
    // An id of the interface would be shown.
    expect(redactTarget(`/${token}/v1`)).not.toContain(token);
    expect(proxy.stdout()).not.toContain(token);
    const statusOf = async (...args: string[]) => (await curl(args)).status;
    expect(await statusOf(`${url}/v1/sandbox/customers`)).toBe(403);
    expect(await statusOf(`${url}/${token}/v1/sandbox/customers`)).toBe(200);
    expect(await statusOf('-X', 'DELETE', `${url}/${token}/v1/sandbox/customers/1`)).toBe(403);
    const lines = await linesOf(proxy, 3);
    expect(lines.map(({ verdict }) => verdict)).toEqual(['refused', 'signed', 'refused']);
    proxy.child.kill('SIGTERM');
    await proxy.ended();
    expect(existsSync(tokenFile)).toBe(false);
    expect(readFileSync(har, 'utf8') + proxy.stderr()).not.toContain(token);
  });

  it('writes where it is told that it may', async () => {
    const { ready } = await startProxy(['--allow-writes'], (await servedHome('production')).home);
    const base = `${ready.url}/${readFileSync(ready.tokenFile ?? '', 'latin1').trim()}`;
    expect((await curl(['-X', 'POST', `${base}/v1/sandbox/initialize`])).status).toBe(200);
  });

  it('shows nobody beyond loopback anything in the clear', async () => {
    const proxy = await startProxy(['--host', '0.0.0.0'], (await servedHome('sandbox', '')).home);
    const { url, caFile = '', tokenFile = '' } = proxy.ready;
    expect(url).toMatch(/^https:\/\/localhost:/);
    const base = `${url}/${readFileSync(tokenFile, 'latin1').trim()}`;
    expect((await curl(['--cacert', caFile, `${base}/v1/sandbox/customers`])).status).toBe(200);
    expect((await curl(['--cacert', caFile, `${url}/v1/sandbox/customers`])).status).toBe(403);
    await expect(curl([`http://${new URL(url).host}/v1/sandbox/customers`])).rejects.toThrow();
  });

  it('is trusted by Node and OpenSSL in a command beside it, without a flag', async () => {
    const { home } = await servedHome('sandbox', '');
    const url = '$PSD2_PROXY_URL/v1/sandbox/customers';
    const script = [
      `curl -sS -o /dev/null -w '%{http_code}\\n' --cacert "$SSL_CERT_FILE" "${url}"`,
      `node -e 'fetch(process.argv[1]).then(({ status }) => console.log(status))' "${url}"`,
      'grep -c BEGIN "$SSL_CERT_FILE"',
    ].join('\n');
    const env = temporaryFolderOf(home);
    const command = ['proxy', '--port', '0', '--host', '0.0.0.0', '--quiet', '--', 'sh', '-c', script];
    const { stdout } = await spawnPsd2(command, { home, env, trueClock: true });
    const [ofCurl, ofNode, authorities] = stdout.trimEnd().split('\n');
    expect([ofCurl, ofNode]).toEqual(['200', '200']);
    // What OpenSSL trusts anyway is still there.
    expect(Number(authorities)).toBeGreaterThan(100);
    expect(readdirSync(env.TMPDIR).filter((name) => name.startsWith('psd2-proxy-'))).toEqual([]);
  });
});

it('psd2 proxy without a bank elsewhere signs for the bank in this program, whose operator stays out of reach [C-proxy]', async () => {
  const proxy = await startProxy([], await homeWithKeys());
  expect(proxy.ready.bankUrl).toBeUndefined();
  expect((await curl([`${proxy.ready.url}/v1/sandbox/customers`])).status).toBe(200);
  expect((await curl([`${proxy.ready.url}/operator/clock`])).status).toBe(404);
  await curl(['--head', `${proxy.ready.url}/v1/sandbox/customers`]);
  const [, , { method, bytesOut }] = await linesOf(proxy, 3);
  expect({ method, bytesOut }).toEqual({ method: 'HEAD', bytesOut: 0 });
});

describe('the URLs of a proxy [C-proxy, S11-proxy]', () => {
  it('wants the token of whoever comes by another origin, and says where it listens beside it', async () => {
    const { home } = await servedHome('sandbox');
    const { ready } = await startProxy(['--public-url', 'https://tpp.example'], home);
    expect(ready).toMatchObject({
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/api-sandbox$/),
      publicUrl: 'https://tpp.example/api-sandbox',
    });
    const path = `${readFileSync(ready.tokenFile ?? '', 'latin1').trim()}/v1/sandbox/customers`;
    expect((await curl([`${ready.url}/${path}`])).status).toBe(200);
    expect((await curl(['-H', 'Host: tpp.example', `${ready.url}/${path}`])).status).toBe(200);
    expect((await curl([`${ready.url}/v1/sandbox/customers`])).status).toBe(403);
  });

  it('shows a person alone the whole URL: a log has the name of a file, and a command the URL that it reaches', async () => {
    const home = await homeWithKeys();
    const script = `curl -sS -o /dev/null -w '%{http_code} %{url_effective}\\n' $PSD2_PROXY_URL/v1/sandbox/customers`;
    const line = ['proxy', '--port', '0', '--public-url', 'https://tpp.example', '--'];
    const env = temporaryFolderOf(home);
    const logged = await spawnPsd2([...line, 'sh', '-c', script], { home, env, trueClock: true });
    const [, token = ''] = /^200 http:\/\/127\.0\.0\.1:\d+\/([0-9a-f]{32})\/v1/.exec(logged.stdout) ?? [];
    expect(token).not.toBe('');
    expect(logged.stderr).toMatch(
      /^Listening on http:\/\/127\.0\.0\.1:\d+\nPublic URL: https:\/\/tpp\.example\nSigns for the offline bank\n.* token is in \/.*proxy-token\n/m,
    );
    expect(logged.stderr).not.toContain(token);
    expect((await atTerminal([...line, 'true'], [], { home, env, columns: 200 })).all).toMatch(
      /Listening on (http:\/\/127\.0\.0\.1:\d+)\/([0-9a-f]{32})\r\nPublic URL: https:\/\/tpp\.example\/\2\r\n/,
    );
    const inCi = await atTerminal([...line, 'true'], [], { home, env: { ...env, CI: 'true' }, columns: 200 });
    expect(inCi.all).not.toMatch(/[0-9a-f]{32}/);
  });
});

describe('the HAR file of a proxy [C-proxy, S10-traces]', () => {
  it('is valid after each exchange, also when the proxy is killed, and holds what was exchanged', async () => {
    const { home } = await servedHome();
    const file = join(home, 'exchanges.har');
    const proxy = await startProxy(['--har', file], home);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const entries = () => JSON.parse(readFileSync(file, 'utf8')).log.entries;
    expect(entries()).toEqual([]);
    const url = `${proxy.ready.url}/v1/sandbox/customers`;
    await Promise.all(Array.from({ length: 20 }, () => curl([url])));
    await until(() => entries().length === 20);
    const [first] = entries();
    expect(first.request.headers.map(({ name }: { name: string }) => name)).toContain('Signature');
    expect(first._signature.verdict).toBe('valid');
    expect(JSON.stringify(first)).not.toMatch(/customerName":"[^*]/);
    const last = curl([url]);
    proxy.child.kill('SIGKILL');
    await last.catch(() => {});
    expect(entries().length).toBeGreaterThanOrEqual(20);
  });

  it('holds everything where that is asked for', async () => {
    const { home } = await servedHome();
    const file = join(home, 'whole.har');
    const proxy = await startProxy(['--har-full', file], home);
    const { text } = await curl([`${proxy.ready.url}/v1/sandbox/customers`]);
    proxy.child.kill('SIGTERM');
    await proxy.ended();
    const [entry] = JSON.parse(readFileSync(file, 'utf8')).log.entries;
    expect(entry.response.content.text).toBe(text);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});

describe('what psd2 proxy says before it begins [C-proxy]', () => {
  // A script that waits for the ready line would go on with a proxy that ends.
  it('says that there is no such command, and not first that it listens', async () => {
    const { home } = await servedHome();
    const line = ['proxy', '--port', '0', '--', 'no-such-command'];
    const { code, stdout, stderr } = await spawnPsd2(line, { home, env: temporaryFolderOf(home) });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^Error: no-such-command can't be run: there's no such command\./);
  });

  // Its owner believes that no unsigned answer gets through.
  it('says that it does not check answers, where the profile requires that they are signed', async () => {
    const { home } = await servedHome();
    const file = join(home, 'settings.json');
    const settings = JSON.parse(readFileSync(file, 'utf8'));
    settings.profiles.served.responseSignature = 'required';
    writeFileSync(file, JSON.stringify(settings));
    const line = ['proxy', '--port', '0', '--', 'true'];
    const { code, stderr } = await spawnPsd2(line, { home, env: temporaryFolderOf(home) });
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining("doesn't check them") });
  });

  it('says of a public URL with a path nothing of a flag that it does not have', async () => {
    const { code, stderr } = await psd2(['proxy', '--public-url', 'https://tpp.example/psd2']);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining("Don't add a path: it's that of the profile's baseUrl."),
    });
    expect(stderr).not.toContain('--base-path');
    expect((await psd2(['serve', '--public-url', 'https://bank.example/psd2'])).stderr).toContain(
      '--base-path',
    );
  });

  it('says that --allow-writes changes nothing at a bank that is not production', async () => {
    const { home } = await servedHome();
    const line = ['proxy', '--port', '0', '--allow-writes', '--', 'true'];
    const { code, stderr } = await spawnPsd2(line, { home, env: temporaryFolderOf(home) });
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringContaining('--allow-writes has no effect'),
    });
  });
});

/** A bank that takes requests and answers none, and a home whose profile in use leads there. */
async function silentBank() {
  const came: string[] = [];
  const baseUrl = await serveHttp(({ method, url }) => void came.push(`${method} ${url}`));
  const home = await homeWithKeys(WORKER_BEGAN_AT);
  const keys = join(home, 'offline', 'keys');
  const profile = {
    ...{ bank: 'sandbox', baseUrl },
    ...{ certFile: join(keys, 'seal.pem'), keyFile: join(keys, 'seal.key.pem') },
  };
  const settings = { profile: 'silent', profiles: { silent: profile } };
  writeFileSync(join(home, 'settings.json'), JSON.stringify(settings), { mode: 0o600 });
  return { home, came };
}

/** Has the proxy or the bank at a port take a request without end, and say so; the client leaves with the test. */
async function begin(url: string, request: string) {
  const { port, host } = new URL(url);
  const client = await RawClient.connectPlain(Number(port));
  client.write(`${request} HTTP/1.1\r\nHost: ${host}\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n{`);
  await client.answers(1);
  return client;
}

const FINISHING = 'Finishing 1 request. Press Ctrl-C again to stop now.';

describe('a second signal [C-serve-signals, C-proxy]', () => {
  it('ends a proxy at once, and what it has sent is logged, between lines of JSON alone', async () => {
    const { home, came } = await silentBank();
    const proxy = await startProxy([], home);
    (await begin(proxy.ready.url, 'PUT /v1/accounts')).write('}');
    await until(() => came.length === 1);
    proxy.child.kill('SIGTERM');
    await untilItStops(proxy.ready.url);
    expect([proxy.child.exitCode, proxy.stderr()]).toEqual([null, '']);
    proxy.child.kill('SIGINT');
    expect(await proxy.ended()).toEqual([130, null]);
    const logged = JSON.parse(proxy.stderr());
    expect(logged).toMatchObject({
      ...{ verdict: 'signed', method: 'PUT', path: '/v1/accounts', bytesOut: 0 },
      failed: expect.stringMatching(/stopped .* outcome is unknown\.$/),
    });
    expect(logged).not.toHaveProperty('gone');
    expect(logged).not.toHaveProperty('status');
  });

  it('is what a person is told of, by a proxy and by a served bank', async () => {
    const { home } = await silentBank();
    const env = { ...temporaryFolderOf(home) };
    for (const args of [['proxy'], ['serve', '--store', 'memory', '--profile', 'offline']]) {
      const { code, all } = await atTerminal(
        [...args, '--port', '0'],
        [
          [
            args[0] === 'proxy' ? 'Signs for' : 'The CA to trust',
            async (shown) => {
              const [url = ''] = /(?<=Listening on |site: )http:\S+/.exec(shown) ?? [];
              await begin(url, 'POST /v1/consents');
              return '\x03';
            },
          ],
          [FINISHING, '\x03'],
        ],
        { home, env, columns: 120 },
      );
      expect({ code, all }).toEqual({ code: 130, all: expect.stringContaining(FINISHING) });
    }
  });
});
