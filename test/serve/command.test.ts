import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { refuseMissing } from '../../src/serve/command.ts';
import { emptyFolder } from '../support/program.ts';

/** A working folder with a folder of commands: one that can be run, one that can't, and a folder. */
function place() {
  const cwd = emptyFolder();
  const bin = join(cwd, 'bin');
  mkdirSync(join(bin, 'folder'), { recursive: true });
  for (const [name, mode] of [
    ['there', 0o755],
    ['text', 0o644],
  ] as const) {
    writeFileSync(join(bin, name), '#!/bin/sh\n');
    chmodSync(join(bin, name), mode);
  }
  return { cwd, platform: 'linux' as const, env: { PATH: `/nowhere:${bin}` } };
}

// Found out when it's started, it would be told after "Listening on", and after minutes of seeding.
describe('a command beside a server is looked for before anything is opened [C-serve-command]', () => {
  it.each(['there', './bin/there', 'bin/there', process.execPath])('%s is there', (command) => {
    expect(() => refuseMissing([command], place())).not.toThrow();
  });

  it.each([
    ['nosuch', "nosuch can't be run: there's no such command."],
    ['./there', "./there can't be run: there's no such command."],
    ['text', "text can't be run: it isn't executable."],
    ['bin/text', "bin/text can't be run: it isn't executable."],
    ['folder', "folder can't be run: it isn't executable."],
  ])('%s is not', (command, message) => {
    expect(() => refuseMissing([command], place())).toThrow(message);
  });

  it('leaves it to the system where that looks otherwise', () => {
    expect(() => refuseMissing(['nosuch'], { ...place(), platform: 'win32' })).not.toThrow();
    expect(() => refuseMissing(['nosuch'], { ...place(), env: {} })).not.toThrow();
  });
});
