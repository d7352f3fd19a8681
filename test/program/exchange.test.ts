import { execFileSync } from 'node:child_process';
import {
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { oneHome } from '../support/one-home.ts';

const { run } = oneHome();
const folder = mkdtempSync(join(tmpdir(), 'psd2-test-'));
afterAll(() => rmSync(folder, { recursive: true }));
const har = join(folder, 'journey.har');
const EXAMPLE = ['payments', 'create', '--domestic', '--example'];

/** What must not be in what people send to others: of persons, accounts and keys. */
const PERSONAL = [
  /15813963008|01929010120/,
  /9990\d{7}/,
  /NO\d{13}/,
  /Nordmann|Eksempel|Normann/,
  /example [0-9a-f]{8}/,
];

describe('what is seen of the exchanges with a bank [C-verbose, C-har, S10-traces]', () => {
  it('is each request and answer on stderr, and the result alone on stdout', async () => {
    const { code, stdout, stderr } = await run([...EXAMPLE, '--verbose', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ transactionStatus: 'RCVD' });
    expect(stderr.match(/^> [A-Z]+ .*$/gm)).toEqual([
      '> GET /v1/sandbox/customers',
      '> GET /v1/sandbox/accounts',
      '> POST /v1/payments/norwegian-domestic-credit-transfers',
    ]);
    expect(stderr.match(/^< \d{3} after [\d.]+ ms$/gm)).toHaveLength(3);
    expect(stderr).toMatch(/^\* signing string SHA-256 [0-9a-f]{64}, signature valid$/m);
  });

  it('holds no secrets, and in a HAR file neither persons nor accounts, a whole journey long', async () => {
    const created = await run([...EXAMPLE, '--verbose', '--har', har, '--json']);
    const paymentId: string = JSON.parse(created.stdout).paymentId;
    const lines = [
      ['payments', 'get', paymentId],
      ['payments', 'create', '--instant', '--example', '--sca', 'approve'],
      ['payments', 'create', '--cross-border', '--example', '--amount', '1000000.00', '--sca', 'approve'],
      ['payments', 'fees', '--example'],
      ['sandbox', 'account', 'list'],
      ['sandbox', 'init', '--yes'],
      ['payments', 'get', '15813963008'],
    ];
    const approved = await run(['sca', 'approve', paymentId, '--json', '--verbose']);
    const told = new URL(JSON.parse(approved.stdout).redirect).searchParams;
    const secrets = ['psu-id', 'tpp-session-id'].map((name) => new RegExp(told.get(name) ?? 'nothing told'));
    let kept = readFileSync(har, 'utf8');
    let seen = approved.stderr + created.stderr;
    for (const line of lines) {
      const { stderr } = await run([...line, '--verbose', '--har', har]);
      const trace = stderr.split('\n').filter((text) => /^[<>*]/.test(text));
      seen += trace.join('\n');
      kept += readFileSync(har, 'utf8');
    }
    const link = /\/sca\/[A-Za-z0-9]{22}\/[A-Za-z0-9_-]{22}/;
    const found = (patterns: readonly RegExp[], text: string) =>
      patterns.map((pattern) => pattern.exec(text)?.[0]).filter((one) => one !== undefined);
    expect(found([...secrets, link], seen)).toEqual([]);
    expect(found([...PERSONAL, ...secrets, link], kept)).toEqual([]);
    expect(seen).toContain(paymentId);
    expect(kept).toContain(paymentId);
  });

  it('shows the data of the embedded bank, which is invented', async () => {
    const { stderr } = await run([...EXAMPLE, '--amount', '4711.00', '--verbose']);
    expect(stderr).toContain('15813963008');
    expect(stderr).toContain('>   "instructedAmount": {"amount":"4711.00","currency":"NOK"},\n');
    expect(stderr).toMatch(/^> Digest: SHA-256=[A-Za-z0-9+/]{43}=$/m);
    expect(stderr).toMatch(/^> TPP-Session-ID: \*\*\*$/m);
    expect(stderr).toMatch(/"scaRedirect": \{"href":"http:\/\/127\.0\.0\.1:\d+\/sca\/\w{22}\/\*\*\*"/);
  });

  it('is a HAR file that is nobody else’s, whole in its stead, of a refusal too', async () => {
    writeFileSync(har, 'what was there');
    const { code } = await run([...EXAMPLE, '--amount', '100.5', '--no-local-checks', '--har', har]);
    expect(code).toBe(3);
    const { log } = JSON.parse(readFileSync(har, 'utf8'));
    expect(statSync(har).mode & 0o777).toBe(0o600);
    expect(log.version).toBe('1.2');
    const [last] = log.entries.slice(-1);
    expect(last.request.url).toMatch(/^https:\/\/127\.0\.0\.1:8443\/v1\/payments\//);
    expect(last.response.status).toBe(400);
    expect(last.response.content.text).toContain('"path":"instructedAmount.amount"');
    expect(last._signature.verdict).toBe('valid');
  });

  it('with --har-full is all that was sent: verify reads it', async () => {
    const full = join(folder, 'full.har');
    await run([...EXAMPLE, '--har-full', full]);
    const [request] = JSON.parse(readFileSync(full, 'utf8')).log.entries.slice(-1);
    expect(request.request.postData.text).toContain('creditorAccount');
    const { code, stdout } = await run(['verify', full, '--request', '2', '--json']);
    expect([code, JSON.parse(stdout).verdict]).toEqual([0, 'valid']);
  });

  it('takes the place of a link, and leaves what the link leads to', async () => {
    const [link, target] = [join(folder, 'link.har'), join(folder, 'target.txt')];
    writeFileSync(target, 'what was there', { mode: 0o644 });
    symlinkSync(target, link);
    await run(['sandbox', 'clock', 'show', '--har', link]);
    expect([readFileSync(target, 'utf8'), lstatSync(link).mode & 0o777]).toEqual(['what was there', 0o600]);
    expect(readdirSync(folder).filter((name) => name.endsWith('.new'))).toEqual([]);
  });

  it('refuses a pipe, as a device, which it would replace', async () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const { code, stderr } = await run(['sandbox', 'clock', 'show', '--har', pipe]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('is a device or a pipe')]);
    expect(lstatSync(pipe).isFIFO()).toBe(true);
  });

  it.each([
    ['a folder', folder],
    ['a folder that is not there', join(folder, 'nowhere', 'a.har')],
  ])('refuses %s before anything is sent', async (_, path) => {
    const { code, stderr } = await run([...EXAMPLE, '--har', path]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(path)]);
  });
});

describe('a request that is shown instead of sent [C-dry-run, C-curl]', () => {
  it('with --curl is a command that the bank would take; nothing was made and nothing is open', async () => {
    const { code, stdout } = await run([...EXAMPLE, '--curl']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^curl -X POST 'https:\/\/127\.0\.0\.1:8443\/v1\/payments\//);
    const verified = await run(['verify', '-', '--json'], { input: stdout });
    expect(JSON.parse(verified.stdout).verdict).toBe('valid');
  });

  it('with --dry-run is the request as it would go out', async () => {
    const { code, stdout } = await run([...EXAMPLE, '--dry-run']);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^POST \/v1\/payments\/norwegian-domestic-credit-transfers HTTP\/1\.1\r\nHost: 127/,
    );
    expect(stdout).toMatch(/\r\nSignature: keyId="SN=/);
  });

  it('ends no session: the id of --new-session is nobody’s yet', async () => {
    const sessionOf = (text: string) => /TPP-Session-ID: (\S+)/.exec(text)?.[1];
    const before = sessionOf((await run([...EXAMPLE, '--dry-run'])).stdout);
    const fresh = sessionOf((await run([...EXAMPLE, '--dry-run', '--new-session'])).stdout);
    const after = sessionOf((await run([...EXAMPLE, '--dry-run'])).stdout);
    expect(fresh).not.toBe(before);
    expect(after).toBe(before);
  });

  it('is never asked for by a variable that is left over', async () => {
    const { stdout } = await run([...EXAMPLE, '--json'], {
      env: { PSD2_DRY_RUN: 'true', PSD2_CURL: 'true' },
    });
    expect(JSON.parse(stdout)).toMatchObject({ transactionStatus: 'RCVD' });
  });
});

const BRAND = 'TPP-Brand-Logging-Information: Butikken';
const BRANDED = [...EXAMPLE, '--header', BRAND];

describe('--header on what calls the bank [C-header]', () => {
  it('is on every signed request of the command, and says nothing of the operator', async () => {
    const har = join(folder, 'all.har');
    expect((await run([...BRANDED, '--header', 'Accept-Language: nb', '--har-full', har])).code).toBe(0);
    const { entries } = JSON.parse(readFileSync(har, 'utf8')).log;
    const sent = entries.map(({ request }: { request: { headers: { name: string; value: string }[] } }) =>
      request.headers
        .filter(({ name }) => /brand|language/i.test(name))
        .map(({ name, value }) => [name, value]),
    );
    const both = [BRAND.split(': '), ['Accept-Language', 'nb']];
    expect(sent).toEqual([both, both, both]);
  });

  it('stands in the request that is only shown, and in the curl line', async () => {
    expect((await run([...BRANDED, '--dry-run'])).stdout).toContain(`\r\n${BRAND}\r\n`);
    expect((await run([...BRANDED, '--curl'])).stdout).toContain(BRAND);
  });
});

const REQUEST = ['POST', 'https://bank.example/v1/payments/norwegian-domestic-credit-transfers'];

describe('a journey with --json and without a terminal, both streams in one [C-json-alone, C-next]', () => {
  it('says nothing beside its result without --json, either: nobody is there to go on', async () => {
    for (const args of [
      ['payments', 'create', '--domestic', '--example'],
      ['cert', 'create', '--out', 'other'],
    ]) {
      expect((await run(args)).stderr).toBe('');
      expect(
        (await run(args.with(-1, args.at(-1) === 'other' ? 'third' : '--example'), { env: { CI: '1' } }))
          .stderr,
      ).toBe('');
    }
  });

  it('explains an old request to a script without a hint for a person', async () => {
    const old = ['--header', 'Date: Sun, 06 Nov 2022 08:49:37 GMT'];
    const signed = await run(['sign', ...REQUEST, '--data', '{}', '--format', 'json', ...old]);
    const { code, stderr } = await run(['verify'], { input: signed.stdout });
    expect({ code, stderr }).toEqual({ code: 6, stderr: '' });
  });
});
