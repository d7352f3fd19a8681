import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { Child, script } from '../support/child.ts';
import { INFORMATION_WORDS, OPERATOR_WORDS, SANDBOX_WORDS, UNKNOWN_ID } from '../support/data-words.ts';
import { losePayment } from '../support/lost-write.ts';
import { emptyFolder, spawnPsd2 } from '../support/program.ts';
import { ROOT } from '../support/sources.ts';

const WORLD = join(ROOT, 'docs', 'examples', 'world.yaml');
const NO_NETWORK = join(ROOT, 'test', 'support', 'no-network.cjs');
const NO_WEB_GLOBALS = join(ROOT, 'test', 'support', 'no-web-globals.cjs');

function requiring(...paths: readonly string[]): { NODE_OPTIONS: string } {
  const options = paths.map((path) => `--require "${path}"`);
  return { NODE_OPTIONS: [process.env.NODE_OPTIONS ?? '', ...options].join(' ') };
}

/** Both at once: the second takes `fetch` over from the first. */
const BOTH = [NO_NETWORK, NO_WEB_GLOBALS];

const domestic = ['payments', 'create', '--domestic'];
const CSV = 'to-name,to-bban,amount,currency,country\nOla,86011117947,1.00,NOK,NO\n';

/** A request that is not signed, in a file. */
const folder = mkdtempSync(join(tmpdir(), 'psd2-offline-'));
const REQUEST = join(folder, 'request.json');
writeFileSync(REQUEST, '{"method":"GET","target":"/v1/accounts","headers":[],"bodyBase64":""}');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Line {
  readonly args: readonly string[];
  readonly code: number;
  readonly input?: string;
}

/** To listen is what they are for. */
const LISTENING = ['serve', 'proxy', 'doctor'];

/** Stands for the X-Request-ID of a payment whose answer was lost. */
const LOST = 'LOST';

/** Every other command with its main flags, done and refused; of those what is refused before they listen. */
const LINES: readonly Line[] = [
  { args: [], code: 0 },
  { args: ['--json'], code: 0 },
  { args: ['--version'], code: 0 },
  { args: ['autocomplete', 'bash'], code: 0 },
  { args: ['--help'], code: 0 },
  { args: ['payments'], code: 0 },
  { args: ['help', ...domestic.slice(0, 2)], code: 0 },
  { args: ['nosuch', '--json'], code: 2 },
  { args: ['profile', 'show'], code: 0 },
  { args: ['profile', 'show', '--json'], code: 0 },
  { args: ['profile', 'show', '--profile', 'nosuch'], code: 2 },
  { args: ['profile', 'add', 'mybank', '--base-url', 'https://bank.invalid'], code: 2 },
  { args: ['profile', 'list'], code: 0 },
  { args: ['profile', 'use', 'offline'], code: 0 },
  { args: ['tpp', 'contact', 'set', 'ops@tpp.example'], code: 0 },
  { args: ['tpp', 'contact', 'show', '--json'], code: 0 },
  { args: ['tpp', 'contact', 'remove'], code: 0 },
  { args: ['profile', 'remove', 'nosuch'], code: 2 },
  { args: ['cert', 'create'], code: 0 },
  { args: ['cert', 'create', '--type', 'qwac', '--san', 'tpp.example', '--json'], code: 0 },
  { args: ['cert', 'create', '--format', 'p12'], code: 2 },
  { args: ['cert', 'inspect'], code: 0 },
  { args: ['cert', 'inspect', '-', '--json'], code: 2, input: 'no certificate' },
  { args: ['cert', 'lint', '--role', 'PSP_AS'], code: 6 },
  { args: ['cert', 'check', '--days', '30'], code: 0 },
  { args: ['cert', 'check', '--days', '1000', '--quiet'], code: 6 },
  { args: ['cert', 'keyid'], code: 0 },
  { args: ['sandbox', 'init', '--yes'], code: 0 },
  { args: ['sandbox', 'init', '--yes', '--json', '--profile', 'offline'], code: 0 },
  { args: ['sandbox', 'init', '--nosuch'], code: 2 },
  { args: [...domestic, '--example'], code: 0 },
  { args: [...domestic, '--example', '--json'], code: 0 },
  { args: [...domestic, '--example', '--quiet', '--as', '15813963008'], code: 0 },
  { args: [...domestic, '--example', '--context', 'CORPORATE', '--psu-ip', '192.0.2.7'], code: 0 },
  { args: [...domestic, '--example', '--redirect-uri', 'https://tpp.example/cb', '--sca', 'none'], code: 0 },
  { args: [...domestic, '--example', '--allow-duplicate', '--message', 'Rent', '--amount', '9.50'], code: 0 },
  { args: [...domestic, '--example', '--print-body'], code: 0 },
  { args: [...domestic, '--example', '--amount', '100.5'], code: 2 },
  { args: [...domestic, '--example', '--amount', '100.5', '--no-local-checks'], code: 3 },
  { args: [...domestic, '--example', '--to-bban', '00000000000', '--no-local-checks'], code: 3 },
  { args: [...domestic, '--json'], code: 2 },
  { args: [...domestic, '--file', '-', '--no-local-checks'], code: 3, input: '{}' },
  { args: [...domestic, '--file', '-', '--print-body'], code: 2, input: 'no JSON' },
  { args: [...domestic, '--file', 'nowhere.json'], code: 2 },
  { args: ['payments', 'get', UNKNOWN_ID], code: 3 },
  { args: ['payments', 'get', UNKNOWN_ID, '--verbose'], code: 3 },
  { args: ['payments', 'get', UNKNOWN_ID, '--curl'], code: 0 },
  { args: ['payments', 'pending'], code: 0 },
  { args: ['payments', 'resume', LOST], code: 0 },
  { args: ['payments', 'get', UNKNOWN_ID, '--json', '--as', '15813963008'], code: 3 },
  { args: ['payments', 'authorise'], code: 2 },
  { args: ['payments', 'status', UNKNOWN_ID], code: 3 },
  { args: ['status', UNKNOWN_ID, '--json'], code: 3 },
  { args: [...domestic, '--example', '--sca', 'approve', '--new-session'], code: 0 },
  { args: [...domestic, '--example', '--sca', 'decline', '--as', '15813963008'], code: 4 },
  { args: [...domestic, '--example', '--sca', 'browser', '--curl'], code: 0 },
  { args: ['session', 'accept', 'http://127.0.0.1:8910/cb/x'], code: 2 },
  { args: [...domestic, '--example', '--redirect-uri', 'https://tpp.example/cb'], code: 0 },
  { args: ['session', 'accept', 'https://tpp.example/cb?status=401&code=SCA_INVALID'], code: 4 },
  { args: ['payments', 'create', '--cross-border', '--example'], code: 0 },
  { args: ['payments', 'create', '--instant', '--example', '--sca', 'approve'], code: 0 },
  { args: ['payments', 'create', '--periodic', '--example', '--json'], code: 0 },
  { args: ['payments', 'create', '--bulk', '--example'], code: 0 },
  {
    args: ['payments', 'create', '--bulk', '--file', '-', '--from-bban', '99901067291'],
    code: 0,
    input: CSV,
  },
  { args: ['payments', 'create', '--bulk', '--file', '-'], code: 2, input: 'a,b' },
  { args: ['payments', 'create', '--periodic', '--regulatory-code', '14'], code: 2 },
  { args: ['payments', 'fees', '--example'], code: 0 },
  { args: ['payments', 'fees', '--json'], code: 2 },
  { args: ['payments', 'list', '--refresh'], code: 0 },
  { args: ['payments', 'get', UNKNOWN_ID, '--product', 'bulk'], code: 3 },
  { args: ['payments', 'status', UNKNOWN_ID, '--watch'], code: 3 },
  { args: ['basket', 'create', UNKNOWN_ID, 'another'], code: 3 },
  { args: ['basket', 'create'], code: 2 },
  { args: ['basket', 'get', UNKNOWN_ID], code: 3 },
  { args: ['basket', 'status', UNKNOWN_ID, '--json'], code: 3 },
  { args: ['basket', 'authorise', UNKNOWN_ID, '--sca', 'approve'], code: 3 },
  { args: ['basket', 'delete', UNKNOWN_ID], code: 3 },
  { args: ['payments', 'authorise', UNKNOWN_ID], code: 3 },
  { args: ['payments', 'authorise', UNKNOWN_ID, '--sca', 'approve', '--json'], code: 3 },
  { args: ['payments', 'cancel', UNKNOWN_ID], code: 3 },
  { args: ['payments', 'cancel', UNKNOWN_ID, '--sca', 'decline', '--as', '15813963008'], code: 3 },
  { args: ['sca', 'approve', UNKNOWN_ID, '--as', '15813963008', '--context', 'PRIVATE'], code: 3 },
  { args: ['sca', 'decline', UNKNOWN_ID, '--agreement', 'x'], code: 3 },
  { args: ['sca', 'abandon', UNKNOWN_ID, '--json'], code: 3 },
  { args: ['sca', 'expire', UNKNOWN_ID], code: 3 },
  { args: ['sca', 'fail', UNKNOWN_ID], code: 3 },
  { args: ['sca', 'fail'], code: 2 },
  ...INFORMATION_WORDS.map(([words, code]) => ({ args: words.split(' '), code })),
  { args: ['sandbox', 'account', 'list'], code: 0 },
  { args: ['sandbox', 'account', 'list', '--json'], code: 0 },
  ...SANDBOX_WORDS.map(([words, code]) => ({ args: ['sandbox', ...words.split(' ')], code })),
  { args: ['sandbox', 'seed', WORLD], code: 0 },
  { args: ['sandbox', 'seed', WORLD, '--plan', '--json'], code: 0 },
  { args: ['sandbox', 'seed', join(ROOT, 'package.json')], code: 2 },
  { args: ['sandbox', 'batch', 'run'], code: 0 },
  { args: ['sandbox', 'batch', 'run', '--json'], code: 0 },
  { args: ['explain'], code: 0 },
  { args: ['explain', 'kid_invalid', '--json'], code: 0 },
  { args: ['explain', 'nosuch'], code: 2 },
  ...OPERATOR_WORDS.map(([words, code]) => ({ args: ['sandbox', ...words.split(' ')], code })),
  { args: ['sandbox', 'clock', 'show'], code: 0 },
  { args: ['sandbox', 'clock', 'advance', '2h'], code: 0 },
  { args: ['sandbox', 'clock', 'advance', 'soon'], code: 2 },
  { args: ['sandbox', 'clock', 'set', '2026-11-21T12:00:00+01:00', '--json'], code: 0 },
  { args: ['sandbox', 'clock', 'set', '1999-01-01T00:00:00Z'], code: 3 },
  { args: ['sandbox', 'clock', 'reset'], code: 0 },
  { args: ['sign', 'GET', 'https://bank.example/v1/accounts'], code: 0 },
  { args: ['sign', 'POST', 'https://bank.example/v1/payments', '--data', '{}', '--format', 'curl'], code: 0 },
  { args: ['sign', '--break', 'list'], code: 0 },
  { args: ['sign', 'GET', '/v1/accounts', '--json'], code: 2 },
  { args: ['serve', '--store', ':memory:'], code: 2 },
  { args: ['serve', '--base-path', 'api', '--json'], code: 2 },
  { args: ['verify', REQUEST], code: 6 },
  { args: ['verify', '--json'], code: 6, input: 'curl https://bank.example/v1/accounts' },
  { args: ['verify', 'diff', REQUEST, REQUEST], code: 6 },
];

/** What is about banks elsewhere alone. */
const ELSEWHERE = [
  ['profile', 'add'],
  ['profile', 'remove'],
  ['profile', 'trust'],
];

function attempts(stderr: string): readonly string[] {
  return stderr.split('\n').filter((line) => /^(NETWORK|WEB GLOBAL): /.test(line));
}

describe('offline [A-offline-no-socket, A-no-fetch]', () => {
  it('opens no socket and touches no global of the web, whatever the command', async () => {
    const home = join(emptyFolder(), 'home');
    const lost = await losePayment(home);
    const preloads = BOTH.flatMap((path) => ['--require', path]);
    const program = new Child(process.execPath, [
      ...preloads,
      ...script('lines-process'),
      home,
      emptyFolder(),
    ]);
    for (const [place, { args: written, code, input = '' }] of LINES.entries()) {
      const args = written.map((word) => (word === LOST ? lost : word));
      program.tell(JSON.stringify({ args, input }));
      expect({ args, ...JSON.parse(await program.line(place)) }).toMatchObject({ args, code });
    }
    program.end();
    await program.ended();
    // An attempt ends the process with a code of its own.
    expect(program.exitCode).toBe(0);
  }, 240_000);

  it('was tried with every command', () => {
    const files = readdirSync(join(ROOT, 'commands'), { recursive: true, encoding: 'utf8' });
    const commands = files
      .filter((file) => file.endsWith('.ts'))
      .map((file) => file.slice(0, -3).split(/[\\/]/))
      .filter((words) => !LISTENING.includes(words.join(' ')));
    const untried = commands.filter(
      (words) => !LINES.some(({ args, code }) => code !== 2 && words.every((word, at) => args[at] === word)),
    );
    expect(commands.length).toBeGreaterThan(0);
    expect(untried.sort()).toEqual(ELSEWHERE);
  });

  it.each([
    ['fetch', 98, 'WEB GLOBAL: fetch'],
    ["require('net').connect(9)", 97, 'NETWORK: net.connect'],
  ])('would be seen to do otherwise: %s', async (code, exitCode, attempt) => {
    const spoiler = join(emptyFolder(), 'spoiler.cjs');
    writeFileSync(spoiler, `try { ${code}; } catch {}`);
    const outcome = await spawnPsd2(['--version'], { env: requiring(...BOTH, spoiler) });
    expect({ code: outcome.code, attempts: attempts(outcome.stderr) }).toEqual({
      code: exitCode,
      attempts: [attempt],
    });
  });
});
