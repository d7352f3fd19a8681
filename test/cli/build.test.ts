import { execFile } from 'node:child_process';
import { cpSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { emptyFolder } from '../support/program.ts';
import { ROOT } from '../support/sources.ts';

const execute = promisify(execFile);

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
  return execute(process.execPath, [join(folder, 'scripts', 'build.mjs')], { cwd: folder });
}

describe('the build [A-one-built-form, A-build-when-changed]', () => {
  it('survives another one at the same time, and does nothing when nothing has changed', async () => {
    const folder = clone();
    const dist = join(folder, 'dist');
    expect(await Promise.all([build(folder), build(folder)])).toEqual([
      { stdout: '', stderr: '' },
      { stdout: '', stderr: '' },
    ]);
    const cached = (file: string) => [file, `${file}.${process.version}-${process.arch}.cache`];
    // The commands that the build runs load no other chunks.
    const used = [
      'bank captures certificates colours command completion demo failures files help payments program progress',
      'schemas session signing verification',
    ];
    const unused = 'breaks causes https prompts readers requests seed serving snapshots tables';
    const chunks = (names: string) => names.split(' ').map((name) => `psd2.${name}.cjs`);
    const [loaded, others] = [['psd2.cjs', ...used.flatMap(chunks)], chunks(unused)];
    expect(readdirSync(dist).sort()).toEqual(
      [
        ...['bank.cjs', 'bank.d.cts', 'bank.d.mts', 'bank.mjs', 'stamp'],
        ...['psd2.dashboard.html', 'psd2.details.json', 'psd2.manifest.json'],
        ...loaded.flatMap(cached),
        ...others,
      ].sort(),
    );
    const { stdout } = await execute(process.execPath, [join(folder, 'bin', 'run.js'), '--version']);
    expect(stdout).toMatch(/^psd2 \d/);
    const node = statSync(join(dist, 'psd2.cjs')).ino;
    await build(folder);
    expect(statSync(join(dist, 'psd2.cjs')).ino).toBe(node);
  });

  it('is asked for by a clone that is not built', async () => {
    const folder = clone();
    await expect(execute(process.execPath, [join(folder, 'bin', 'run.js')])).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('npm run build'),
    });
  });
});

const run = `
    const { loadBundle } = require(process.argv[1]);
    const { exports } = loadBundle(process.argv[2], true);
    exports.run(process.argv.slice(3)).then(() => {
      const names = Object.keys(require.cache).map((path) => /psd2\\.?(\\w*)\\.cjs$/.exec(path)?.[1]);
      process.stderr.write(names.filter((name) => name !== undefined).sort().join(' '));
    });`;

/** Runs a line with a home of its own, and lists the loaded chunks on stderr. */
function runWithChunks(line: string): () => Promise<{ stdout: string; stderr: string }> {
  const [loader, bundle] = [join(ROOT, 'bin', 'code-cache.js'), join(ROOT, 'dist', 'psd2.cjs')];
  const env = { ...process.env, PSD2_HOME: join(emptyFolder(), 'home') };
  const args = ['-e', run, loader, bundle, ...line.split(' ')];
  return () => execute(process.execPath, args, { env }).catch((end) => end);
}

it.each([
  ['--version', ''],
  ['sign GET https://bank.example/v1/accounts', ' command signing'],
  ['profile list', ' command program signing'],
  ['payments create --domestic --example', ' bank command completion payments schemas session signing'],
])('the chunks of the built program are loaded as they are needed: %s [A-one-built-form]', async (line, chunks) => {
  const runLine = runWithChunks(line);
  // The first use makes keys, with another chunk.
  await runLine();
  expect((await runLine()).stderr).toBe(chunks);
});

it('a rare chunk is loaded at its first use: the search for the cause of a bad signature [A-rare-chunks]', async () => {
  const folder = emptyFolder();
  const { stdout } = await runWithChunks('sign GET https://bank.example/v1/accounts --format json')();
  writeFileSync(join(folder, 'good.json'), stdout);
  writeFileSync(join(folder, 'bad.json'), stdout.replace(/(?<="X-Request-ID",\s*")\w/, 'x'));
  const verify = (name: string) => runWithChunks(`verify ${join(folder, name)} --at date`)();
  expect((await verify('good.json')).stderr).not.toContain('causes');
  expect((await verify('bad.json')).stderr).toContain(' causes ');
});
