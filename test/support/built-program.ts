import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT } from './sources.ts';

/** What the built program exports. */
export interface BuiltProgram {
  /** Runs one command line, as `bin/run.js` does. */
  run(argv: readonly string[]): Promise<void>;
  library(): Promise<typeof import('../../src/library.ts')>;
}

const { loadBundle } = createRequire(import.meta.url)(join(ROOT, 'bin', 'code-cache.js'));

let loaded: BuiltProgram | undefined;

/** The built program in this process, read as `bin/run.js` reads it. */
export function builtProgram(): BuiltProgram {
  loaded ??= loadBundle(join(ROOT, 'dist', 'psd2.cjs'), true).exports as BuiltProgram;
  return loaded;
}
