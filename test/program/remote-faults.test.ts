import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Handle, Header } from '../../src/message.ts';
import { mutualTls } from '../support/mutual-tls.ts';
import { psd2 } from '../support/program.ts';
import { testProxy } from '../support/proxy.ts';
import { encryptedKey, remoteHome, servedBank, writeProfile } from '../support/remote-home.ts';
import { makeTls, rawTlsServer } from '../support/tls.ts';
import { trueTime } from '../support/true-clock.ts';

const DAY = 86_400_000;
const STATUS = ['payments', 'status', 'kQ3nV0b1cT8sYpR5dW2xZa', '--json'];
const CREATE = ['payments', 'create', '--domestic', '--example', '--sca', 'approve', '--json'];

/** What a row needs: members of the profile, variables, and what is typed. */
interface Met {
  readonly baseUrl: string;
  readonly members?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly line?: readonly string[];
}

interface Row {
  readonly when: string;
  readonly given: (home: string) => Promise<Met>;
  readonly exit: 2 | 5;
  readonly message: RegExp;
  readonly remedy: RegExp;
}

const at = (port: number) => `https://127.0.0.1:${port}`;

/** A server that answers each request with the same text, and ends the connection. */
async function saying(text: string): Promise<string> {
  return at(await rawTlsServer((socket) => socket.once('data', () => socket.end(text))));
}

const head = (status: string, ...headers: string[]) =>
  `HTTP/1.1 ${[status, ...headers].join('\r\n')}\r\n\r\n`;
const HTML = '<!doctype html><title>Welcome</title>';
const page = (status: string) =>
  head(status, 'Content-Type: text/html', `Content-Length: ${HTML.length}`) + HTML;

/** A bank whose links of one name lead elsewhere. */
function leading(name: string, href: string): (handle: Handle) => Handle {
  return (handle) => async (request, peer) => {
    const answer = await handle(request, peer);
    if (answer.status !== 201) return answer;
    const body = JSON.parse(Buffer.from(answer.body).toString());
    body._links[name].href = href;
    const headers = answer.headers.filter(
      ([header]) => header.toLowerCase() !== 'content-length',
    ) as Header[];
    return { ...answer, headers, body: Buffer.from(JSON.stringify(body)) };
  };
}

function file(home: string, name: string, content: string): string {
  mkdirSync(home, { recursive: true });
  const path = join(home, name);
  writeFileSync(path, content, { mode: 0o600 });
  return path;
}

/** Behind a proxy every name is this machine. */
async function proxied(
  password?: string,
  credentials = '',
  leadsTo?: number,
): Promise<Record<string, string>> {
  const port = leadsTo ?? Number(new URL((await servedBank()).url).port);
  return { HTTPS_PROXY: (await testProxy(port, password)).url.replace('//', `//${credentials}`) };
}

const TABLE: readonly Row[] = [
  {
    when: 'it asks for a TLS certificate of ours, and there is none',
    given: async () => ({ baseUrl: at((await mutualTls()).port) }),
    exit: 5,
    message: /requires a client certificate \(mutual TLS\)\.$/,
    remedy: /tlsCertFile and tlsKeyFile/,
  },
  {
    when: 'the passphrase is wrong',
    given: async (home) => ({
      baseUrl: 'https://bank.invalid',
      members: { keyFile: encryptedKey(home, 'right') },
      env: { PSD2_PASSPHRASE: 'wrong' },
    }),
    exit: 2,
    message: /^The passphrase from PSD2_PASSPHRASE doesn't open .*encrypted\.pem\.$/,
    remedy: /openssl pkey/,
  },
  {
    when: 'there is no passphrase and nobody to ask',
    given: async (home) => ({
      baseUrl: 'https://bank.invalid',
      members: { keyFile: encryptedKey(home, 'right') },
    }),
    exit: 2,
    message: /encrypted\.pem is encrypted and needs a passphrase\.$/,
    remedy: /PSD2_PASSPHRASE_FILE or PSD2_PASSPHRASE in the environment, or passphraseFile in the profile/,
  },
  {
    when: 'NO_PROXY names the host, which only the proxy knows',
    given: async () => ({
      baseUrl: 'https://bank.invalid',
      env: { ...(await proxied()), NO_PROXY: 'bank.invalid' },
    }),
    exit: 5,
    message: /^Host not found: bank\.invalid\.$/,
    remedy: /Check the spelling/,
  },
  {
    when: 'the bank redirects',
    given: async () => ({ baseUrl: await saying(head('302 Found', 'Location: https://login.example/')) }),
    exit: 5,
    message: / with a redirect to https:\/\/login\.example\/ \(302\), which isn't followed\.$/,
    remedy: /psd2 profile show/,
  },
  {
    when: 'a link leads to another origin',
    given: async () => {
      const elsewhere = 'https://evil.example/v1/payments/p/authorisations/a';
      const bank = await servedBank('/api', leading('scaStatus', elsewhere));
      const members = { operatorUrl: bank.operatorUrl, psuIpAddress: '192.0.2.1' };
      return { baseUrl: bank.url, members, line: CREATE };
    },
    exit: 5,
    message: /The bank's scaStatus link, https:\/\/evil\.example\S+, wasn't followed\.$/,
    remedy: /psd2 only follows links below https:\/\/127\.0\.0\.1:\d+\/api\//,
  },
  {
    when: 'a web page comes for a resource',
    given: async () => ({ baseUrl: await saying(page('200 OK')) }),
    exit: 5,
    message: /^The bank's answer isn't the interface's JSON\.$/,
    remedy: /psd2 profile show/,
  },
  {
    when: 'a web page refuses',
    given: async () => ({ baseUrl: await saying(page('403 Forbidden')) }),
    exit: 5,
    message: /^The answer to "read payment status" is a web page \(403\)\.$/,
    remedy: /psd2 profile show/,
  },
];

describe('what can be wrong with a bank elsewhere [S10-network-words, S10-proxy, S10-links-followed, S10-no-redirects, S10-foreign-answer, S10-outcome-unknown, A-tls-always-checked]', () => {
  it.each(TABLE)('is told when $when', async ({ given, exit, message, remedy }) => {
    const home = await remoteHome();
    const { baseUrl, members = {}, env = {}, line = STATUS } = await given(home);
    writeProfile(home, { baseUrl, ...members });
    const { code, stdout } = await psd2(line, { home, env });
    const { error } = JSON.parse(stdout);
    expect(error.message).toMatch(message);
    expect(error.hint).toMatch(remedy);
    expect({ code, exitCode: error.exitCode }).toEqual({ code: exit, exitCode: exit });
    // One sentence, after what was made before it; and no password.
    expect(error.message.replace(/^Payment \w+ was created\S* /, '').split(/\. /)).toHaveLength(1);
    expect(stdout).not.toMatch(/secret|guess/);
  });

  it('is not wrong with what is right: a password, mutual TLS, a passphrase', async () => {
    const home = await remoteHome();
    const { port, ...client } = await mutualTls();
    writeProfile(home, { baseUrl: at(port), ...client, keyFile: encryptedKey(home, 'right') });
    const { stdout } = await psd2(STATUS, { home, env: { PSD2_PASSPHRASE: 'right' } });
    // The server's own page: the handshake was good.
    expect(JSON.parse(stdout).error.message).toMatch(/^The bank's answer isn't the interface's JSON/);
  });

  it('is not wrong with a proxy that takes the password, and a bank behind it of the right name', async () => {
    const home = await remoteHome();
    const tls = makeTls(trueTime() - DAY, ['bank.example']);
    const port = await rawTlsServer((socket) => socket.once('data', () => socket.end(page('200 OK'))), tls);
    writeProfile(home, { baseUrl: 'https://bank.example', caFile: file(home, 'bank.pem', tls.ca) });
    const env = await proxied('ola:s%cret', 'ola:s%25cret@', port);
    const { stdout } = await psd2(STATUS, { home, env });
    expect(JSON.parse(stdout).error.message).toMatch(/^The bank's answer isn't the interface's JSON/);
  });

  it('is asked once more of nobody: a write whose answer is lost names what it can be asked by', async () => {
    const home = await remoteHome();
    const requests: string[] = [];
    const port = await rawTlsServer((socket) =>
      socket.on('data', (chunk: Buffer) => {
        requests.push(chunk.toString('latin1').slice(0, 4));
        socket.destroy();
      }),
    );
    writeProfile(home, { baseUrl: at(port) });
    const { code, stdout, stderr } = await psd2(['sandbox', 'init', '--yes', '--json'], { home });
    const { error } = JSON.parse(stdout);
    expect({ code, requests }).toEqual({ code: 5, requests: ['POST'] });
    expect(error.hint).toContain('The outcome is unknown');
    expect(error.requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(stderr).toBe(`Profile served at 127.0.0.1:${port}: initialise sandbox.\n`);
  });
});
