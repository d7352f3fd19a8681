import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Command } from '@oclif/core/command';
import { ROOT } from './sources.ts';

/** What the built program exports. */
export interface BuiltProgram {
  /** Runs one command line, as `bin/run.js` does. */
  run(argv: readonly string[]): Promise<void>;
  /** Loads a command's class, by the command's id. */
  readonly commands: Readonly<Record<string, () => Promise<{ readonly default: Command.Class }>>>;
  library(): Promise<typeof import('../../src/library.ts')>;
}

const { loadBundle } = createRequire(import.meta.url)(join(ROOT, 'bin', 'code-cache.js'));
let loaded: BuiltProgram | undefined;

/** The built program in this process, read as `bin/run.js` reads it. */
export function builtProgram(): BuiltProgram {
  loaded ??= loadBundle(join(ROOT, 'dist', 'psd2.cjs'), true).exports as BuiltProgram;
  return loaded;
}
