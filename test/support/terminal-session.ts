import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { spawnPsd2 } from './program.ts';
import { ROOT } from './sources.ts';
import { clockAt, START } from './stopped-clock.ts';
import { type TerminalLine, wordsOf } from './terminal-lines.ts';

/** What a terminal got of one command line. */
export interface Shown {
  readonly line: string;
  readonly exit: number;
  readonly text: string;
}

export interface Mode {
  readonly env?: Readonly<Record<string, string>>;
  /** At the end of each line. */
  readonly switches?: readonly string[];
  /** Of the terminal; 80 unless given. */
  readonly columns?: number;
}

/**
 * Runs command lines in one process at a terminal, at a time that stands, and in the same folders each
 * time: paths are a part of what is shown.
 */
export function terminalSessions(lines: readonly TerminalLine[]): (mode?: Mode) => Promise<readonly Shown[]> {
  const stage = mkdtempSync(join(tmpdir(), 'psd2-terminal-'));
  afterAll(() => rmSync(stage, { recursive: true, force: true }));
  const [folder, home, file] = [join(stage, 'folder'), join(stage, 'home'), join(stage, 'lines.json')];
  let fresh: Promise<string> | undefined;
  return async ({ env = {}, switches = [], columns = 80 } = {}) => {
    fresh ??= freshHome(join(stage, 'fresh'));
    for (const path of [folder, home]) rmSync(path, { recursive: true, force: true });
    mkdirSync(folder);
    cpSync(join(ROOT, 'test', 'vectors', 'eidas', 'seal.pem'), join(folder, 'foreign.pem'));
    cpSync(await fresh, home, { recursive: true });
    const given = lines.map((line) => ({ ...line, args: [...wordsOf(line), ...switches] }));
    writeFileSync(file, JSON.stringify(given));
    const program = join(ROOT, 'test', 'support', 'at-one-terminal.cjs');
    const command = `stty cols ${columns}; exec '${process.execPath}' '${program}' '${file}'`;
    return readShown(await outputOf(command, folder, { PSD2_HOME: home, ...env }), lines);
  };
}

/** Makes a home with keys, certificates and a world. */
async function freshHome(home: string): Promise<string> {
  expect((await spawnPsd2(['sandbox', 'init'], { home, env: clockAt(START) })).code).toBe(0);
  return home;
}

function outputOf(command: string, cwd: string, env: Record<string, string>): Promise<string> {
  const child = spawn('script', ['-qfec', command, '/dev/null'], {
    cwd,
    env: { PATH: process.env.PATH ?? '', TERM: 'xterm-256color', ...clockAt(START), ...env },
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', () => resolve(Buffer.concat(chunks).toString('utf8')));
  });
}

function readShown(output: string, lines: readonly TerminalLine[]): Shown[] {
  const text = output.replaceAll('\r\n', '\n');
  const parts = [...text.matchAll(/([\s\S]*?)\n(\d+) === end of the line ===\n/g)];
  if (parts.length !== lines.length) throw new Error(`ended after ${parts.length}: ${text.slice(-1000)}`);
  return parts.map(([, shown = '', exit], place) => ({
    line: lines[place]?.line ?? '',
    exit: Number(exit),
    text: shown.replaceAll(ERASED, ''),
  }));
}

/** What a slow machine is told of its progress, and what is erased again once it's done. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what a terminal is told
const ERASED = /[^\n]*\r\u001b\[K/g;
