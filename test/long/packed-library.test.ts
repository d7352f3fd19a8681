import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ROOT } from '../support/sources.ts';

/** A project that has the package from its tarball, and nothing of this clone but what it lists. */
const project = realpathSync(mkdtempSync(join(tmpdir(), 'psd2-packed-')));
const modules = join(project, 'node_modules');
const EXAMPLES = join(ROOT, 'docs', 'examples', 'library');
/** Dependencies, and what a project that tests brings. */
const LINKED = ['@photostructure/sqlite', '@types/node', 'undici-types', 'vitest', 'typescript'];

beforeAll(() => {
  expect(inject('buildFailure')).toBe('');
  const pack = ['pack', '--ignore-scripts', '--silent', '--offline', '--pack-destination', project];
  const archive = execFileSync('npm', pack, { cwd: ROOT, encoding: 'utf8' }).trim();
  execFileSync('tar', ['-xzf', join(project, archive), '-C', project]);
  mkdirSync(join(modules, '@psd2-tool'), { recursive: true });
  cpSync(join(project, 'package'), join(modules, '@psd2-tool', 'cli'), { recursive: true });
  rmSync(join(project, 'package'), { recursive: true });
  for (const name of LINKED) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(realpathSync(join(ROOT, 'node_modules', name)), join(modules, name));
  }
  cpSync(EXAMPLES, project, { recursive: true });
  write('package.json', JSON.stringify({ name: 'a-tpp', private: true }));
  write('vitest.config.mjs', "export default { test: { include: ['vitest.test.mjs'] } };\n");
});

afterAll(() => rmSync(project, { recursive: true, force: true }));

function write(name: string, text: string): void {
  writeFileSync(join(project, name), text);
}

/** A process as one of that project would be: nothing of what this one runs in is handed on. */
function node(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: project,
    env: { PATH: process.env.PATH ?? '', HOME: project },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

const binOf = (name: string, file: string) => join(modules, name, file);

const USES = `
  const bank: Bank = await createBank({ clock: new Date(), seed: { version: 1, customers: [] } });
  const answer: Response = await bank.fetch(new URL(bank.url), { method: 'POST' });
  const { key, fetch } = await bank.tpp();
  const asGlobal: typeof globalThis.fetch = fetch;
  const played: string | undefined = (await bank.approve('id', { accounts: 'all' })).redirect;
  await bank.faults.add({ fault: 'SYSTEM_ERROR', call: 2 });
  await bank.faults.add({ fault: 'latency', milliseconds: 5 });
  // @ts-expect-error a condition that is none
  await bank.faults.add({ fault: 'slow' });
  // @ts-expect-error no such member
  await createBank({ polcy: 'production' });
  await using fork = await bank.fork();
  const all: readonly unknown[] = [answer, key, asGlobal, played, await fork.clock.now()];
`;

describe('the package from its tarball [A-package-exports]', () => {
  it('runs the example', () => {
    const text = readFileSync(join(EXAMPLES, 'example.mjs'), 'utf8');
    const says = [...text.matchAll(/^console\.log.*\/\/ (.*)$/gm)].map(([, said]) => `${said}\n`);
    expect(node('example.mjs')).toEqual({ status: 0, stdout: says.join(''), stderr: '' });
  });

  it('is there for CommonJS, and a process that forgets to close ends and leaves nothing', () => {
    const folder = join(project, 'temporary');
    mkdirSync(folder);
    const text = `
      process.env.TMPDIR = ${JSON.stringify(folder)};
      const { createBank } = require('@psd2-tool/cli/bank');
      const { readdirSync } = require('node:fs');
      createBank({ clock: '2026-11-18T10:00:00+01:00' }).then(async (bank) => {
        process.stdout.write(String((await bank.clock.now()).getUTCFullYear()) + ' ' + readdirSync(${JSON.stringify(folder)}).length);
      });`;
    expect(node('--eval', text)).toEqual({ status: 0, stdout: '2026 1', stderr: '' });
    expect(execFileSync('ls', ['-A', folder], { encoding: 'utf8' })).toBe('');
  });

  it('works under node:test', () => {
    const { status, stdout } = node('--test', '--test-reporter=tap', 'node-test.test.mjs');
    expect({ status, passed: /^# pass (\d+)$/m.exec(stdout)?.[1] }, stdout).toEqual({
      status: 0,
      passed: '3',
    });
  });

  it('works under vitest', () => {
    const { status, stdout, stderr } = node(binOf('vitest', 'vitest.mjs'), 'run', '--reporter=json');
    expect(status, stdout + stderr).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ numPassedTests: 3, numTotalTests: 3 });
  });

  it('has declarations that the compiler checks, for ESM and for CommonJS', () => {
    const head = "import { type Bank, createBank } from '@psd2-tool/cli/bank';\n";
    const text = `${head}export async function use(): Promise<readonly unknown[]> {${USES}  return all;\n}\n`;
    const files = ['uses.mts', 'uses.cts'];
    for (const file of files) write(file, text);
    const strict = { strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false, noEmit: true };
    const compilerOptions = { ...strict, module: 'nodenext', target: 'es2022', types: ['node'] };
    write('tsconfig.json', JSON.stringify({ compilerOptions, files }));
    const { status, stdout } = node(binOf('typescript', 'bin/tsc'), '-p', '.');
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
  });
});
