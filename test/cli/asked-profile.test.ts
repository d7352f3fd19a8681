import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withProfileFlag } from '../../src/cli/profile-hint.ts';
import { emptyFolder, psd2 } from '../support/program.ts';

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
    'psd2 profile trust ab --profile strict',
    'psd2 explain registry-unknown',
    'psd2 profile use strict',
    'psd2 consent --help',
    'psd2 only follows links below https://bank.example.',
    'Run the command again.',
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
