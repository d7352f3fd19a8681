import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { type Given, type Outcome, psd2 } from './program.ts';
import { storedPayments } from './stored.ts';

export interface JsonOutcome {
  readonly code: number | null;
  readonly stderr: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever JSON came
  readonly value: any;
}

export interface Home {
  run(args: readonly string[], given?: Given): Promise<Outcome>;
  /** The same with --json: the one JSON value on stdout. */
  json(args: readonly string[], given?: Given): Promise<JsonOutcome>;
  /** Its folder, once the tests run. */
  folder(): string;
  /** The paymentIds of its embedded bank; none before that is made. */
  payments(): string[];
}

/** One home for the tests of a file, made by the first command that runs, as in a CI job. */
export function oneHome(): Home {
  let home: string;
  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), 'psd2-home-'));
  });
  afterAll(() => rmSync(home, { recursive: true, force: true }));
  const run = (args: readonly string[], given: Given = {}) => psd2(args, { home, ...given });
  return {
    run,
    folder: () => home,
    json: async (args, given) => {
      const { stdout, ...rest } = await run([...args, '--json'], given);
      return { ...rest, value: JSON.parse(stdout) };
    },
    payments: () => {
      const store = join(home, 'offline', 'bank.db');
      return existsSync(store) ? storedPayments(store) : [];
    },
  };
}
