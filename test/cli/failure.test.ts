import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { getExitCode } from '../../src/cli/exit-codes.ts';
import { describeFailure, formatFailure, formatUnexpected } from '../../src/cli/failure.ts';
import { isColourWanted, type OutputStyle, paint } from '../../src/cli/output-style.ts';
import { withProfileFlag } from '../../src/cli/profile-hint.ts';
import { isInteractive, type TerminalFacts } from '../../src/cli/terminal.ts';
import { Fault, type FaultCode } from '../../src/errors.ts';
import { commandSurfaces } from '../support/command-surface.ts';
import { homeWithKeys } from '../support/home-with-keys.ts';
import { PIPE, terminalOf } from '../support/looks.ts';
import { emptyFolder, psd2 } from '../support/program.ts';

describe('exit codes [C-exit-codes]', () => {
  it.each<readonly [FaultCode, number]>([
    ['USAGE', 2],
    ['INPUT_INVALID', 2],
    ['INPUT_MISSING', 2],
    ['FILE_UNREADABLE', 2],
    ['PERMISSIONS', 2],
    ['STORE_UNUSABLE', 2],
    ['STORE_BUSY', 5],
    ['STORE_DAMAGED', 5],
    ['BANK_REFUSED', 3],
    ['SCA_NEEDED', 4],
    ['BANK_FAILED', 5],
    ['NETWORK', 5],
    ['ANSWER_INVALID', 5],
    ['INTERRUPTED', 130],
  ])('%s ends with %i', (code, exitCode) => {
    expect(getExitCode(code)).toBe(exitCode);
    expect(describeFailure(new Fault(code, 'x')).exitCode).toBe(exitCode);
  });

  it('ends with 1 for a bug of ours', () => {
    expect(describeFailure(new TypeError('x is not a function'))).toMatchObject({
      code: 'INTERNAL',
      exitCode: 1,
    });
    expect(describeFailure('thrown text')).toMatchObject({
      code: 'INTERNAL',
      message: 'thrown text',
      exitCode: 1,
    });
  });
});

it('what happened beside a result is a fault with what to do, or a bug with its stack [C-error-text]', () => {
  const fault = new Fault('STORE_BUSY', 'The disk is \u001bfull.', { hint: 'Make room.' });
  expect(formatUnexpected(fault)).toBe('The disk is \\u001bfull.\n  Make room.');
  expect(formatUnexpected(new Fault('STORE_BUSY', 'It is full.'))).toBe('It is full.');
  expect(formatUnexpected(new TypeError('x is not a function'))).toMatch(/TypeError.*\n +at /);
});

describe('a failure as JSON [C-failure-json]', () => {
  it('carries what the fault knows and nothing else', () => {
    const fault = new Fault('BANK_REFUSED', 'The bank refused the payment.', {
      hint: 'psd2 explain FORMAT_ERROR',
      status: 400,
      requestId: '99391c7e-ad88-49ec-a2ad-99ddcb1f7721',
      tppMessages: [{ category: 'ERROR', code: 'FORMAT_ERROR', path: 'instructedAmount.amount' }],
      cause: new Error('inner'),
    });
    expect(describeFailure(fault)).toEqual({
      code: 'BANK_REFUSED',
      message: 'The bank refused the payment.',
      exitCode: 3,
      hint: 'psd2 explain FORMAT_ERROR',
      status: 400,
      requestId: '99391c7e-ad88-49ec-a2ad-99ddcb1f7721',
      tppMessages: [{ category: 'ERROR', code: 'FORMAT_ERROR', path: 'instructedAmount.amount' }],
    });
  });

  it('names the file that the system refuses', () => {
    const error = Object.assign(new Error('EACCES'), { code: 'EACCES', path: '/home/x/settings.json' });
    expect(describeFailure(error)).toMatchObject({
      code: 'FILE_UNREADABLE',
      message: '/home/x/settings.json: permission denied',
      exitCode: 2,
    });
  });
});

describe('a failure in words [C-error-text, S10-foreign-text]', () => {
  it('says what happened, where, and the next command', () => {
    const text = formatFailure(
      describeFailure(
        new Fault('BANK_REFUSED', 'The bank refused the payment.', {
          hint: 'psd2 explain FORMAT_ERROR',
          requestId: '99391c7e',
          scaRedirect: 'https://bank.example/sca',
          tppMessages: [
            { code: 'FORMAT_ERROR', path: 'debtorAccount', text: 'unknown account' },
            { code: 'X' },
          ],
        }),
      ),
      PIPE,
    );
    expect(text.split('\n')).toEqual([
      'Error: The bank refused the payment. (BANK_REFUSED)',
      '  FORMAT_ERROR at debtorAccount: unknown account',
      '  X: the bank gave no explanation',
      '  X-Request-ID: 99391c7e',
      '  Authorise at: https://bank.example/sca',
      '  psd2 explain FORMAT_ERROR',
    ]);
  });

  it('makes text of the bank harmless', () => {
    const fault = new Fault('BANK_REFUSED', 'Refused.', {
      tppMessages: [{ code: 'X', text: '\u001b[2Jgone' }],
    });
    expect(formatFailure(describeFailure(fault), PIPE)).toContain('X: \\u001b[2Jgone');
  });
});

describe('a failure at a terminal [C-error-wrapped, C-identifier-whole]', () => {
  const paymentId = 'YVMykfq9A1JQ6K1jOUAcDd';
  const fault = new Fault(
    'BANK_REFUSED',
    'row 2, column amount must have a point\nrow 4, column to-name is required',
    {
      hint: `Check the id, --product and --as. If it waits:\npsd2 sca approve ${paymentId} --agreement longer`,
      requestId: '4053378d-8d58-8a67-9477-df197109643b',
      scaRedirect: `https://127.0.0.1:8443/sca/${paymentId}/tT-eZP2us74v8TuQSNhdZw`,
      tppMessages: [{ code: 'FORMAT_ERROR', path: 'creditorAccount.bban', text: 'has a wrong last digit' }],
    },
  );
  const shown = (look: OutputStyle) => formatFailure(describeFailure(fault), look).split('\n');

  it('is wrapped between words; ids and links stay whole, a command can be pasted', () => {
    expect(shown(terminalOf(40))).toEqual([
      'Error: row 2, column amount must have',
      '  a point',
      '  row 4, column to-name is required',
      '    (BANK_REFUSED)',
      '  FORMAT_ERROR at',
      '    creditorAccount.bban: has a wrong',
      '    last digit',
      '  X-Request-ID:',
      '4053378d-8d58-8a67-9477-df197109643b',
      '  Authorise at:',
      `https://127.0.0.1:8443/sca/${paymentId}/tT-eZP2us74v8TuQSNhdZw`,
      '  Check the id, --product and --as. If',
      '  it waits:',
      `  psd2 sca approve \\`,
      `    ${paymentId} --agreement \\`,
      '    longer',
    ]);
  });

  it('is not wrapped where no terminal is', () => {
    expect(shown(PIPE)).toHaveLength(7);
  });
});

const atTerminal: TerminalFacts = {
  stdinIsTerminal: true,
  stderrIsTerminal: true,
  env: {},
  json: false,
  noInput: false,
};

describe('whether a person is there [C-person]', () => {
  it('is when stdin and stderr are terminals', () => {
    expect(isInteractive(atTerminal)).toBe(true);
  });

  it.each<[string, Partial<TerminalFacts>]>([
    ['stdin is no terminal', { stdinIsTerminal: false }],
    ['stderr is no terminal', { stderrIsTerminal: false }],
    ['--json is given', { json: true }],
    ['--no-input is given', { noInput: true }],
    ['CI is set', { env: { CI: 'true' } }],
    ['CI is set to anything', { env: { CI: 'false' } }],
  ])('is not when %s', (_, change) => {
    expect(isInteractive({ ...atTerminal, ...change })).toBe(false);
  });

  it('takes an empty CI as not set', () => {
    expect(isInteractive({ ...atTerminal, env: { CI: '' } })).toBe(true);
  });
});

describe('colour [C-no-color]', () => {
  it('is for terminals', () => {
    expect(isColourWanted(true, false, { TERM: 'xterm' })).toBe(true);
    expect(isColourWanted(false, false, {})).toBe(false);
  });

  it('gives way to NO_COLOR, --no-color and dumb terminals', () => {
    expect(isColourWanted(true, false, { NO_COLOR: '1' })).toBe(false);
    expect(isColourWanted(true, true, {})).toBe(false);
    expect(isColourWanted(true, false, { TERM: 'dumb' })).toBe(false);
    expect(isColourWanted(true, false, { NO_COLOR: '' })).toBe(true);
  });

  it('paints only when wanted', async () => {
    expect((await paint(true)).red('Error')).toBe('\u001b[31mError\u001b[39m');
    expect((await paint(false)).red('Error')).toBe('Error');
  });

  it('paints the one text, also where more is handed over', async () => {
    for (const coloured of [true, false]) {
      const { bold, dim, red } = await paint(coloured);
      for (const one of [bold, dim, red]) {
        expect(['a', 'b'].map(one)).toEqual(['a', 'b'].map((text) => one(text)));
      }
    }
  });
});

async function asJson(home: string) {
  const { code, stdout, stderr } = await psd2(['--json'], { home });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

describe('psd2 alone [C-alone]', () => {
  it('says what it is, three commands to try, where one is, and each topic once; it makes nothing', async () => {
    const home = join(emptyFolder(), 'home');
    const { code, stdout, stderr } = await psd2([], { home });
    expect({ code, stderr, made: existsSync(home) }).toEqual({ code: 0, stderr: '', made: false });
    expect(stdout.match(/^ {2}psd2 /gm)).toHaveLength(3);
    expect(stdout).toMatch(
      /^ {2}Profile +offline, .*\n {2}PSU +none yet\n {2}Certificate +created on first use$/m,
    );
    const tops = new Set((await commandSurfaces()).map(({ name }) => name.split(' ')[0] ?? ''));
    expect(stdout.match(/^(?:Pay|Read|Sandbox|Signatures|Tools)\n {2}\w+/gm)).toEqual([
      ...['Pay\n  payments', 'Read\n  accounts', 'Sandbox\n  sandbox', 'Signatures\n  verify'],
      'Tools\n  profile',
    ]);
    const lines = stdout.slice(stdout.indexOf('\nPay')).split('\n');
    for (const name of tops)
      expect(
        lines.filter((line) => line.startsWith(`  ${name} `)),
        name,
      ).toHaveLength(1);
  });

  it('knows the last PSU and the days of the certificate', async () => {
    const home = await homeWithKeys();
    const files = () => readdirSync(home, { recursive: true, encoding: 'utf8' }).sort();
    const before = files();
    expect(await asJson(home)).toMatchObject({ certificate: { daysLeft: expect.any(Number) } });
    expect(files()).toEqual(before);
    await psd2(['consent', 'grant', '--sca', 'approve', '--as', '15813963008', '--accounts', 'all'], {
      home,
    });
    expect(await asJson(home)).toMatchObject({
      profile: { name: 'offline', bank: 'embedded' },
      psu: { customerNumber: '15813963008', context: 'PRIVATE' },
    });
    expect((await psd2([], { home })).stdout).toMatch(/^ {2}PSU +15813963008, PRIVATE$/m);
  });

  it('is not stopped by settings, a key or a ledger that can not be read', async () => {
    const home = await homeWithKeys();
    writeFileSync(join(home, 'offline', 'client.db'), 'no store', { mode: 0o600 });
    writeFileSync(join(home, 'offline', 'keys', 'seal.pem'), 'no certificate');
    expect(await asJson(home)).toMatchObject({ profile: { name: 'offline' } });
    mkdirSync(join(home, 'served'));
    writeFileSync(join(home, 'settings.json'), '{');
    chmodSync(join(home, 'settings.json'), 0o600);
    const { code, stdout } = await psd2([], { home });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ {2}Settings +\S/m);
  });
});

/** A process with a home whose settings say this, and a folder of its own. */
function processWith(settings: string, env: Readonly<Record<string, string>> = {}): NodeJS.Process {
  const home = join(emptyFolder(), 'home');
  mkdirSync(home, { mode: 0o700 });
  writeFileSync(join(home, 'settings.json'), settings, { mode: 0o600 });
  return { ...process, env: { PSD2_HOME: home, ...env }, cwd: () => home, getuid: process.getuid } as never;
}

const USES_OFFLINE = '{}';
const STRICT = ['accounts', 'list', '--profile', 'strict'];

// Without it what is told of a production bank is done at the bank in this program.
describe('a command to run next is in the profile that was asked for [C-error-text, C-next]', () => {
  const at = (text: string, argv: readonly string[] = STRICT, settings = USES_OFFLINE, env = {}) =>
    withProfileFlag(text, argv, processWith(settings, env));

  it('by flag, joined or not, and by environment', () => {
    const expected = 'Ask the PSU to authorise:\npsd2 consent grant --sca browser --profile strict';
    const hint = 'Ask the PSU to authorise:\npsd2 consent grant --sca browser';
    expect(at(hint)).toBe(expected);
    expect(at(hint, ['accounts', 'list', '--profile=strict'])).toBe(expected);
    // The last is the one that counts, however each is written.
    expect(at(hint, ['accounts', 'list', '--profile=other', '--profile', 'strict'])).toBe(expected);
    expect(at(hint, ['accounts', 'list', '--profile', 'other', '--profile=strict'])).toBe(expected);
    expect(at(hint, ['accounts', 'list'], USES_OFFLINE, { PSD2_PROFILE: 'strict' })).toBe(expected);
    expect(at('Next:\n  psd2 consent show')).toBe('Next:\n  psd2 consent show --profile strict');
    expect(at(hint, STRICT, '{')).toBe(expected);
  });

  it('not where it is the profile in use, or none is named', () => {
    const used = JSON.stringify({ profile: 'offline' });
    for (const argv of [
      ['x'],
      ['x', '--profile', 'offline'],
      ['proxy', '--', 'psd2', '--profile', 'strict'],
    ]) {
      expect(at('psd2 consent show', argv, used)).toBe('psd2 consent show');
    }
    expect(at('psd2 consent show', ['x'], used, { PSD2_PROFILE: 'offline' })).toBe('psd2 consent show');
  });

  it.each([
    ...['psd2 profile trust ab --profile strict', 'psd2 explain registry-unknown'],
    ...['psd2 profile use strict', 'psd2 consent --help'],
    ...['psd2 only follows links below https://bank.example.', 'Run the command again.'],
  ])('and leaves as it is: %s', (line) => {
    expect(at(line)).toBe(line);
  });

  it('in what a failed command prints, as text and as JSON', async () => {
    const home = join(emptyFolder(), 'home');
    mkdirSync(home, { mode: 0o700 });
    const settings = { profiles: { other: { bank: 'embedded' } } };
    writeFileSync(join(home, 'settings.json'), JSON.stringify(settings), { mode: 0o600 });
    const line = ['payments', 'resume', '94df7310-da51-452f-a30c-5a4f749f443e', '--profile', 'other'];
    const expected = 'psd2 payments pending --profile other';
    expect((await psd2(line, { home })).stderr).toContain(`\n  ${expected}\n`);
    const { stdout } = await psd2([...line, '--json'], { home });
    expect(JSON.parse(stdout).error.hint).toMatch(new RegExp(`\n${expected}$`));
  });

  it('before what the command runs', () => {
    expect(at('psd2 serve --chaos SEED -- COMMAND')).toBe(
      'psd2 serve --chaos SEED --profile strict -- COMMAND',
    );
  });
});
