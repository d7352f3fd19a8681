import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { ROOT } from './sources.ts';

/** A text in the repository that says what the program does. */
export interface Committed {
  /** From the root of the package. */
  readonly path: string;
  /** The environment variable that rewrites it, and what to run with it. */
  readonly variable: string;
  readonly rewrite: string;
}

/**
 * Holds a committed text to what is so now. With its variable set to 1 the text is rewritten instead, for somebody
 * to read and commit; never where CI is set, so that no run accepts its own change.
 */
export function expectCommitted({ path, variable, rewrite }: Committed, actual: string): void {
  if (rewrites(variable, process.env)) {
    writeFileSync(join(ROOT, path), actual);
    return;
  }
  const held = existsSync(join(ROOT, path)) ? readFileSync(join(ROOT, path), 'utf8') : '';
  expect(actual, `${path} says otherwise; if that is meant: ${variable}=1 ${rewrite}`).toBe(held);
}

/** Whether committed texts are to be rewritten. */
export function rewrites(variable: string, env: Readonly<Record<string, string | undefined>>): boolean {
  if (env[variable] !== '1') return false;
  if (env.CI !== undefined && env.CI !== '') {
    throw new Error(`${variable}=1 rewrites what the program is held to; that is refused where CI is set`);
  }
  return true;
}
