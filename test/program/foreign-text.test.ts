import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadDriver } from '../../src/store/sqlite/driver.ts';
import { type HomeInUse, homeInUse } from '../support/home-in-use.ts';
import { emptyFolder, type Outcome, psd2 } from '../support/program.ts';

const ESCAPE = '\u001b[2J\u001b]0;owned\u0007';
const BIDI = '\u202egnihton\u2066';
const SEPARATORS = '\u2028\u2029';
const C1 = '\u009b31m\u007f';
const HOSTILE = `${ESCAPE}${BIDI}${SEPARATORS}${C1}`;
const SHOWN = '\\u001b[2J\\u001b]0;owned\\u0007\\u202egnihton\\u2066\\u2028\\u2029\\u009b31m\\u007f';
const PAYMENTS = ['payments', 'create', '--domestic'];

/** What acts on a terminal, but the line ends of our own. */
function acting(text: string): string[] {
  const ranges: readonly (readonly [number, number])[] = [
    [0x00, 0x09],
    [0x0b, 0x1f],
    [0x7f, 0x9f],
    [0x200e, 0x200f],
    [0x2028, 0x202e],
    [0x2066, 0x2069],
    [0xd800, 0xdfff],
  ];
  const points = [...text].map((character) => character.codePointAt(0) ?? 0);
  return points
    .filter((point) => ranges.some(([from, to]) => from <= point && point <= to))
    .map((point) => point.toString(16));
}

function expectHarmless({ stdout, stderr }: Outcome): void {
  expect({ stdout: acting(stdout), stderr: acting(stderr) }).toEqual({ stdout: [], stderr: [] });
}

function fileWith(text: string, name = 'payment.json'): string {
  const path = join(emptyFolder(), name);
  writeFileSync(path, text);
  return path;
}

/** A home whose bank has a payment that the TPP can read, with a text that no bank should have let in. */
async function homeWithHostilePayment(): Promise<HomeInUse> {
  const inUse = await homeInUse();
  const database = loadDriver()(inUse.store, { readOnly: false });
  database
    .prepare("UPDATE payments SET status = 'ACTC', initiation = json_set(initiation, '$.creditorName', ?)")
    .all(HOSTILE);
  database.close();
  return inUse;
}

it('text of the bank is made visible on the terminal, and escaped with --json [S10-foreign-text]', async () => {
  const { home, paymentId } = await homeWithHostilePayment();
  const shown = await psd2(['payments', 'get', paymentId], { home });
  expectHarmless(shown);
  expect(shown.code).toBe(0);
  expect(shown.stdout.replaceAll(/\s/g, '')).toContain(SHOWN.replaceAll(' ', ''));
  const json = await psd2(['payments', 'get', paymentId, '--json'], { home });
  expectHarmless(json);
  expect(JSON.parse(json.stdout).creditorName).toBe(HOSTILE);
});

describe('text of a file and of the command line [S10-foreign-text]', () => {
  it.each([
    ['a value', JSON.stringify({ creditorName: HOSTILE })],
    ['an amount', JSON.stringify({ instructedAmount: { amount: HOSTILE, currency: HOSTILE } })],
    ['the name of a member', JSON.stringify({ [HOSTILE]: 1, creditorAddress: { country: HOSTILE } })],
    ['a lone surrogate', '{"creditorName":"\\ud800"}'],
    ['what is no JSON', `${HOSTILE}{`],
  ])('is harmless in what the bank and the local checks say of %s', async (_, text) => {
    const file = fileWith(text);
    const { home } = await homeInUse();
    for (const more of [[], ['--no-local-checks'], ['--json'], ['--no-local-checks', '--json']]) {
      const outcome = await psd2([...PAYMENTS, '--file', file, ...more], { home });
      expectHarmless(outcome);
      expect(outcome.code).toBe(more.includes('--no-local-checks') ? 3 : 2);
    }
  });

  it('names a control character that the bank refuses by its code', async () => {
    const file = fileWith(JSON.stringify({ creditorName: `Ola ${ESCAPE}` }));
    const { home } = await homeInUse();
    const { code, stderr } = await psd2([...PAYMENTS, '--file', file, '--no-local-checks'], { home });
    expect(code).toBe(3);
    expect(stderr).toMatch(/creditorName .*U\+001B/);
  });

  it('is harmless in the body that would be sent, which reads back as it was', async () => {
    const body = { creditorName: HOSTILE };
    const file = fileWith(JSON.stringify(body));
    for (const more of [[], ['--json']]) {
      const args = [...PAYMENTS, '--file', file, '--no-local-checks', '--print-body', ...more];
      const outcome = await psd2(args, { home: emptyFolder() });
      expectHarmless(outcome);
      expect(JSON.parse(outcome.stdout)).toEqual(body);
    }
  });

  it.each([
    ['a file name', [...PAYMENTS, '--file', `${HOSTILE.replaceAll('\u0000', '')}.json`]],
    ['a flag value', [...PAYMENTS, '--example', '--to-name', HOSTILE]],
    ['a flag', [...PAYMENTS, `--${HOSTILE}`]],
    ['a choice', [...PAYMENTS, '--context', HOSTILE]],
    ['a profile', ['profile', 'show', '--profile', HOSTILE]],
  ])('is harmless in what is said of %s, exit 2', async (_, args) => {
    for (const more of [[], ['--json']]) {
      const outcome = await psd2([...args, ...more], { home: emptyFolder() });
      expectHarmless(outcome);
      expect(outcome.code).toBe(2);
    }
  });

  it('is harmless in what is said of a project file', async () => {
    const cwd = join(fileWith(JSON.stringify({ [HOSTILE]: 1 }), 'psd2.config.json'), '..');
    const outcome = await psd2(['profile', 'show'], { home: emptyFolder(), cwd });
    expectHarmless(outcome);
    expect(outcome.code).toBe(2);
    expect(outcome.stderr).toContain('\\u001b');
  });
});
