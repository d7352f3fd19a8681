import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lockFile } from '../src/file-lock.ts';
import { emptyFolder } from './support/program.ts';

const refusal = ({ name }: { readonly name: string }) => new Error(`${name} has it`);
/** No process has it: above what Linux gives. */
const GONE = `${2 ** 22 + 1} ${hostname()}\n`;
/** The process that started this one. */
const ALIVE = `${process.ppid} ${hostname()}\n`;

describe('a file that one process keeps for itself [C-proxy, C-seed-ids-lock]', () => {
  const place = () => {
    const file = join(emptyFolder(), 'a.har');
    return { file, lock: `${file}.lock`, names: () => readdirSync(dirname(file)) };
  };

  it('has a lock beside it until it is released', () => {
    const { file, lock, names } = place();
    const release = lockFile(file, refusal);
    expect(readFileSync(lock, 'utf8')).toBe(`${process.pid} ${hostname()}\n`);
    expect(names()).toEqual(['a.har.lock']);
    release();
    expect(names()).toEqual([]);
  });

  it('is refused to another, which leaves nothing, and given where the process of the lock is gone', () => {
    const { file, lock, names } = place();
    writeFileSync(lock, ALIVE);
    const name = `Process ${process.ppid} on ${hostname()}`;
    expect(() => lockFile(file, refusal)).toThrow(`${name} has it`);
    expect(readFileSync(lock, 'utf8')).toBe(ALIVE);
    expect(names()).toEqual(['a.har.lock']);
    writeFileSync(lock, GONE);
    const release = lockFile(file, refusal);
    // Somebody has removed it, and another process has it by now.
    writeFileSync(lock, ALIVE);
    release();
    expect(names()).toEqual(['a.har.lock']);
  });
});
