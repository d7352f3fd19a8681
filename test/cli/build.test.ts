import { execFile } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { emptyFolder } from '../support/program.ts';
import { ROOT } from '../support/sources.ts';

const run = promisify(execFile);

/** A clone without what is built. */
function clone(): string {
  const folder = emptyFolder();
  for (const path of ['bin', 'commands', 'scripts', 'src', 'package.json', 'package-lock.json']) {
    cpSync(join(ROOT, path), join(folder, path), { recursive: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

function build(folder: string) {
  return run(process.execPath, [join(folder, 'scripts', 'build.mjs')], { cwd: folder });
}

describe('the build [A-one-built-form, A-build-when-changed]', () => {
  it('survives another one at the same time, and does nothing when nothing has changed', async () => {
    const folder = clone();
    const dist = join(folder, 'dist');
    expect(await Promise.all([build(folder), build(folder)])).toEqual([
      { stdout: '', stderr: '' },
      { stdout: '', stderr: '' },
    ]);
    expect(readdirSync(dist).sort()).toEqual([
      ...['bank.cjs', 'bank.d.cts', 'bank.d.mts', 'bank.mjs'],
      'psd2.cjs',
      `psd2.cjs.${process.version}-${process.arch}.cache`,
      'stamp',
    ]);
    const { stdout } = await run(process.execPath, [join(folder, 'bin', 'run.js'), '--version']);
    expect(stdout).toMatch(/^psd2 \d/);
    const made = statSync(join(dist, 'psd2.cjs')).ino;
    await build(folder);
    expect(statSync(join(dist, 'psd2.cjs')).ino).toBe(made);
  });

  it('is asked for by a clone that is not built', async () => {
    const folder = clone();
    await expect(run(process.execPath, [join(folder, 'bin', 'run.js')])).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('npm run build'),
    });
  });
});

describe('a build with letters beyond ASCII [A-bundle-ascii]', () => {
  it('fails and names them, where nothing escapes what esbuild leaves', async () => {
    const folder = clone();
    const script = join(folder, 'scripts', 'build', 'bundle.mjs');
    writeFileSync(script, readFileSync(script, 'utf8').replace('[lean, ascii]', '[lean]'));
    await expect(build(folder)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /The bundle must be ASCII[\s\S]*src\/bank\/sca\/site\/layout\.ts:\d+: – \(U\+2013\)/,
      ),
    });
    expect(existsSync(join(folder, 'dist', 'psd2.cjs'))).toBe(false);
  });
});
