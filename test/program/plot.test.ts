import { beforeEach, describe, expect, it } from 'vitest';
import { hasBlockCharacters } from '../../src/cli/output-style.ts';
import { homeWithKeys } from '../support/home-with-keys.ts';
import { psd2 } from '../support/program.ts';
import { START } from '../support/stopped-clock.ts';
import { atTerminal } from '../support/terminal.ts';

const KARI = '15813963008';
const ACCOUNT = '99901067291';
const PLOT = ['accounts', 'balances', ACCOUNT, '--plot'];

let home: string;

beforeEach(async () => {
  home = await homeWithKeys(START);
});

function run(...args: readonly string[]) {
  return psd2(args, { home, clockAt: START });
}

async function consented() {
  await run('consent', 'grant', '--sca', 'approve', '--as', KARI);
  await run('sandbox', 'transactions', 'add', ACCOUNT, '--out', '50000', '--date', '2026-11-16');
}

describe('accounts balances --plot [C-plot, C-plot-plain]', () => {
  it('is a picture in ASCII and a summary where no terminal is', async () => {
    await consented();
    const { code, stdout, stderr } = await run(...PLOT, '--from', '2026-11-14');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.split('\n')).toEqual([
      ...['    NOK', `250 000 +${'#'.repeat(16)}`, `        |${'#'.repeat(16)}`],
      ...[`200 000 +${'#'.repeat(40)}`, `        |${'#'.repeat(40)}`],
      ...[`150 000 +${'#'.repeat(40)}`, `        |${'#'.repeat(40)}`],
      ...[`100 000 +${'#'.repeat(40)}`, `        |${'#'.repeat(40)}`],
      ...[` 50 000 +${'#'.repeat(40)}`, `        |${'#'.repeat(40)}`],
      expect.stringMatching(/^ +0 \+\+-+\+$/),
      expect.stringMatching(/^ +2026-11-14 +2026-11-18$/),
      '',
      `Each bar is the booked balance of ${ACCOUNT} at the end of a day.`,
      '',
      ...['Booked   Date              Balance', 'Last     2026-11-18  200000.00 NOK'],
      ...['Highest  2026-11-15  250000.00 NOK', 'Lowest   2026-11-18  200000.00 NOK', ''],
    ]);
  });

  it("is today's balance with --quiet, and the days as points with --json", async () => {
    await consented();
    expect((await run(...PLOT, '--quiet')).stdout).toBe('200000.00 NOK\n');
    const { points, currency } = JSON.parse((await run(...PLOT, '--from', '2026-11-15', '--json')).stdout);
    expect(currency).toBe('NOK');
    expect(points.slice(0, 2)).toEqual([
      { date: '2026-11-15', amount: '250000.00' },
      { date: '2026-11-16', amount: '200000.00' },
    ]);
  });

  it('is as wide as the terminal, in blocks where it is said to show them', async () => {
    const line = [...PLOT, '--sca', 'approve', '--as', KARI];
    const { all } = await atTerminal(line, [], { home, env: { LC_ALL: 'C.UTF-8' } });
    expect(all).toMatch(/250 000 ┤█{60}/);
    expect((await atTerminal(line, [], { home })).all).toMatch(/250 000 \+#{60}/);
  });

  it.each([
    [['--from', '2026-11-01'], '--from only works with --plot.'],
    [['--plot', '--to', '1.11.2026'], `--to "1.11.2026" isn't a date.`],
    [['--plot', '--from', '2026-11-02', '--to', '2026-11-01'], '--from 2026-11-02 is after --to 2026-11-01.'],
  ])('is refused with %j before anything is sent', async (flags, message) => {
    const { code, stderr } = await run('accounts', 'balances', ACCOUNT, ...flags);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
  });

  it('takes days from the environment, which are nothing where nothing is drawn', async () => {
    await consented();
    const env = { PSD2_FROM: '2026-11-17', PSD2_TO: '2026-11-17' };
    const drawn = await psd2([...PLOT, '--json'], { home, clockAt: START, env });
    expect(JSON.parse(drawn.stdout).points.map(({ date }: { date: string }) => date)).toEqual(['2026-11-17']);
    const { code, stderr } = await psd2(['accounts', 'balances', ACCOUNT], { home, clockAt: START, env });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });
});

describe('a terminal that shows blocks [C-plot-plain]', () => {
  it.each([
    [{ LANG: 'nb_NO.UTF-8', TERM: 'xterm' }, 'linux', true],
    [{ LANG: 'en_GB.utf8' }, 'darwin', true],
    [{ LANG: 'nb_NO.UTF-8', LC_ALL: 'C' }, 'linux', false],
    [{ LC_CTYPE: 'UTF-8' }, 'darwin', true],
    [{}, 'linux', false],
    [{ LANG: 'C.UTF-8', TERM: 'dumb' }, 'linux', false],
    [{ LANG: 'C.UTF-8', TERM: 'linux' }, 'linux', false],
    [{ WT_SESSION: '1' }, 'win32', true],
    [{ LANG: 'C.UTF-8' }, 'win32', false],
  ] as const)('is known by %j on %s: %s', (env, platform, expected) => {
    expect(hasBlockCharacters(env, platform)).toBe(expected);
  });
});
