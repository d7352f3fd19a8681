import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SHELLS } from '../../src/cli/completion.ts';
import { commandSurfaces } from '../support/command-surface.ts';
import { emptyFolder, psd2 } from '../support/program.ts';

async function scriptFor(shell: string): Promise<string> {
  const { code, stdout, stderr } = await psd2(['completion', shell]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

/** What bash offers at the end of each line: the real completion in a real bash. */
function offered(script: string, lines: readonly string[], path = process.env.PATH): string[][] {
  const words = (line: string) =>
    line
      .split(' ')
      .map((word) => `'${word}'`)
      .join(' ');
  const asks = lines.map((line) => `ask ${words(line)}`).join('\n');
  const ask = `ask() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _psd2; echo "\${COMPREPLY[*]}"; }`;
  const input = `set -u\n${script}\n${ask}\n${asks}\n`;
  const { status, stdout, stderr } = spawnSync('bash', ['--norc', '--noprofile'], {
    ...{ input, encoding: 'utf8' },
    env: { PATH: path },
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout
    .split('\n')
    .slice(0, lines.length)
    .map((line) => line.split(' ').filter((word) => word !== ''));
}

describe('completion in bash [C-autocomplete]', () => {
  it('offers topics, commands, flags and their values, by what stands before', async () => {
    const script = await scriptFor('bash');
    const [top, pay, clock, help, flags, sca, glued, nothing] = offered(script, [
      'psd2 ',
      'psd2 pay',
      'psd2 sandbox clock ',
      'psd2 help sandbox cl',
      'psd2 payments create --ex',
      'psd2 payments create --domestic --sca ',
      'psd2 payments create --sca = app',
      'psd2 payments create --amount ',
    ]);
    expect(top).toEqual(expect.arrayContaining(['payments', 'verify', 'status', 'doctor', 'completion']));
    expect({ pay, clock, help, flags, sca, glued, nothing }).toEqual({
      pay: ['payments'],
      clock: ['advance', 'reset', 'set', 'show'],
      help: ['clock'],
      flags: ['--example', '--execution-rule'],
      sca: ['browser', 'approve', 'decline', 'none'],
      glued: ['approve'],
      nothing: [],
    });
  });

  it('offers the profiles that there are', async () => {
    const script = await scriptFor('bash');
    const bin = join(emptyFolder(), 'bin');
    mkdirSync(bin);
    const program = '#!/bin/sh\n[ "$*" = "profile list --quiet" ] && printf "offline\\nmybank\\n"\n';
    writeFileSync(join(bin, 'psd2'), program, { mode: 0o755 });
    const path = `${bin}:${process.env.PATH}`;
    expect(offered(script, ['psd2 user --profile ', 'psd2 user --profile my'], path)).toEqual([
      ['offline', 'mybank'],
      ['mybank'],
    ]);
  });
});

describe('the completion scripts of every shell [C-autocomplete]', () => {
  it.each(Object.keys(SHELLS))('%s: every command with its flags, and values of flags', async (shell) => {
    const script = await scriptFor(shell);
    const surfaces = await commandSurfaces();
    const missing = surfaces.flatMap(({ name, lines }) => {
      const flags = lines.flatMap((line) => /^--([a-z-]+)/.exec(line)?.[1] ?? []);
      return [...name.split(' '), ...flags].filter((word) => !script.includes(word));
    });
    expect(missing).toEqual([]);
    expect(script).toMatch(/browser'?,? '?approve'?,? '?decline'?,? '?none/);
    expect(script).toContain('profile list --quiet');
  });

  it.each(Object.keys(SHELLS))('%s: every quote and brace that is opened is closed', async (shell) => {
    const script = await scriptFor(shell);
    // Without what stands in quotes, each by its shell's own rules.
    const texts: Record<string, RegExp> = {
      bash: /'[^']*'/g,
      zsh: /'[^']*'(?:\\''[^']*')*/g,
      fish: /'(?:[^'\\]|\\.)*'/g,
      powershell: /'(?:[^']|'')*'/g,
    };
    const lines = script.split('\n').filter((line) => !line.startsWith('#') && !line.trim().startsWith('# '));
    const bare = lines.join('\n').replaceAll(texts[shell]!, '');
    expect(bare.match(/'/g)).toBeNull();
    const count = (sign: string) => bare.split(sign).length;
    expect(count('{')).toBe(count('}'));
  });

  it('sets up nothing by itself, and says in JSON which shell it is for', async () => {
    const { stdout } = await psd2(['completion', 'fish', '--json']);
    expect(JSON.parse(stdout)).toEqual({
      shell: 'fish',
      script: expect.stringContaining('complete -c psd2'),
    });
    expect((await psd2(['completion', 'tcsh'])).code).toBe(2);
  });
});
