import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { clockEnvironment } from './support/clock-environment.ts';
import { documents, firstDifference, type ShellBlock, shellBlocks } from './support/documents.ts';
import { placesOf, ROOT } from './support/sources.ts';
import { isLong } from './support/sweep.ts';

/** Each document begins in an empty home: a reader may begin with any. */
const homes = mkdtempSync(join(tmpdir(), 'psd2-docs-'));
const bin = mkdtempSync(join(tmpdir(), 'psd2-docs-bin-'));

beforeAll(() => {
  const run = join(ROOT, 'bin', 'run.js');
  writeFileSync(join(bin, 'psd2'), `#!/bin/sh\nexec "${process.execPath}" "${run}" "$@"\n`, { mode: 0o755 });
});

afterAll(() => {
  for (const folder of [homes, bin]) rmSync(folder, { recursive: true, force: true });
});

interface Ran {
  readonly exitCodes: readonly number[];
  readonly output: string;
}

/** Whether a TLS client meets the bank: it looks at the machine's own clock. */
function isJudgedByOpenssl(lines: readonly string[]): boolean {
  return lines.some((line) => line.startsWith('psd2 serve '));
}

/** One shell for a block, at the root of the clone. What is installed and tested already is not again. */
function runBlock({ place, steps }: ShellBlock): Promise<Ran> {
  const lines = steps.map(({ line }) =>
    line.replace(/^npm ci && npx psd2 /, 'psd2 ').replace(/^npm ci && npm test$/, 'true'),
  );
  const script = ['set -o pipefail', ...lines.map((line) => `${line}\necho "$?" >&3`)].join('\n');
  const home = join(homes, place.replace(/:.*/, '').replaceAll('/', '-'));
  mkdirSync(home, { recursive: true });
  const path = [bin, dirname(process.execPath), process.env.PATH].join(delimiter);
  const moved = isJudgedByOpenssl(lines) ? {} : clockEnvironment();
  const child = spawn('bash', ['-c', script], {
    cwd: ROOT,
    env: { ...moved, HOME: home, PATH: path },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const texts = [1, 2, 3].map((descriptor) => {
    const chunks: Buffer[] = [];
    child.stdio[descriptor]?.on('data', (chunk: Buffer) => chunks.push(chunk));
    return () => Buffer.concat(chunks).toString('utf8');
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', () => {
      const [stdout = '', stderr = '', codes = ''] = texts.map((text) => text());
      resolve({ exitCodes: codes.trim().split('\n').map(Number), output: stdout + stderr });
    });
  });
}

describe('shell blocks of README.md and docs [A-docs-run]', () => {
  // README's blocks in `npm test`, those of every document in `npm run test:all`.
  const read = documents().filter(({ path }) => isLong || path === 'README.md');
  const blocks = read.flatMap(shellBlocks);
  const before = readdirSync(ROOT);

  // In order: each finds in the home what those before it in the document left there.
  it.each(blocks.map((block) => [block.place, block] as const))('runs %s as it says', async (_, block) => {
    expect(inject('buildFailure')).toBe('');
    const { exitCodes, output } = await runBlock(block);
    const told = block.steps.map(({ line, exitCode }) => `${exitCode}: ${line}`);
    expect(
      block.steps.map(({ line }, index) => `${exitCodes[index]}: ${line}`),
      output,
    ).toEqual(told);
    if (block.shown !== undefined) expect(firstDifference(block.shown, output), output).toBeUndefined();
  });

  // What a block writes at the root of the clone is committed by whoever adds all files next.
  it('leave no file in the clone', () => {
    expect(readdirSync(ROOT)).toEqual(before);
  });

  it('are looked for in README and in every document below docs', () => {
    const below = readdirSync(join(ROOT, 'docs'), { recursive: true }).map((name) => join('docs', `${name}`));
    const written = ['README.md', ...below.filter((name) => name.endsWith('.md'))];
    expect(documents().map(({ path }) => path)).toEqual([written[0], ...written.slice(1).sort()]);
  });

  it('are all at the margin and named sh, so that none is left out', () => {
    const leftOut = /^ +(?:`{3}|~{3})|^(?:`{3,}|~{3,}) *(?:bash|shell|console|zsh|terminal|sh .+)\s*$|^~{3}/;
    expect(placesOf(leftOut, documents(), 'text')).toEqual([]);
  });

  it('are in README the two commands for a clone, first and last', () => {
    const readme = blocks.filter(({ place }) => place.startsWith('README.md:'));
    expect([readme[0], readme.at(-1)].map((block) => block?.steps.map(({ line }) => line))).toEqual([
      ['npm ci && npx psd2 payments create --domestic --example'],
      ['npm ci && npm test'],
    ]);
  });
});

describe('how shell blocks are read [A-docs-run]', () => {
  it('joins continued lines, leaves comments out and reads the exit code at the end', () => {
    const text =
      '# A\n\n```sh\n# a comment\npsd2 a \\\n  --b\n\npsd2 c  # exit 3\n```\n\n```text\nseen\n```\n';
    expect(shellBlocks({ path: 'x.md', text })).toEqual([
      {
        place: 'x.md:3',
        steps: [
          { line: 'psd2 a   --b', exitCode: 0 },
          { line: 'psd2 c  # exit 3', exitCode: 3 },
        ],
        shown: 'seen\n',
      },
    ]);
  });

  it('takes an output that is not right after a block for prose', () => {
    const text = '```sh\npsd2 a\n```\n\nThe home:\n\n```text\nseen\n```\n';
    expect(shellBlocks({ path: 'x.md', text }).map(({ shown }) => shown)).toEqual([undefined]);
  });

  it('finds the first line that differs, whatever the ids', () => {
    const output = 'Payment  YVMykfq9A1JQ6K1jOUAcDd\nStatus   RCVD\nLast\n';
    expect(firstDifference('Payment  2QIgu83yYknuENozSL9Pnj\nStatus   RCVD\nLast', output)).toBeUndefined();
    expect(firstDifference('Payment  2QIgu83yYknuENozSL9Pnj\nStatus   RJCT\nLast', output)).toBe(
      'Status   RJCT',
    );
    expect(firstDifference('Payment  2QIgu83yYknuENozSL9Pnj', output)).toBe('not shown: Status   RCVD');
  });

  it('reads … as lines left out', () => {
    expect(firstDifference('a\n…\nc', 'a\nb\nb\nc\n')).toBeUndefined();
    expect(firstDifference('a\n…', 'a\nb\n')).toBeUndefined();
    expect(firstDifference('a\n…\nd', 'a\nb\nc\n')).toBe('d');
    expect(firstDifference('a\n…\nb', 'a\nb\nc\n')).toBe('not shown: c');
  });
});

describe('what README.md and docs say [A-no-npx, A-import-table, A-docs-true]', () => {
  it('says `npx psd2` behind `npm ci` only, where the clone is', () => {
    const readme = documents().filter(({ path }) => path === 'README.md');
    expect(placesOf(/(?<!^npm ci && )npx psd2/, readme, 'text')).toEqual([]);
  });

  it('links to files that are there', () => {
    const dead = documents().flatMap(({ path, text }) =>
      [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)]
        .map(([, target = '']) => join(dirname(path), target))
        .filter((target) => !existsSync(join(ROOT, target)))
        .map((target) => `${path} → ${target}`),
    );
    expect(dead).toEqual([]);
  });
});
