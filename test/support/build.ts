import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Why there is no built program; empty when there is one. */
    buildFailure: string;
  }
}

/**
 * Builds the program once before the suite; nothing happens when its sources have not changed. When they don't
 * build, the tests that run the program say so and the others still run.
 */
export function setup({ provide }: TestProject): void {
  const root = join(import.meta.dirname, '..', '..');
  try {
    execFileSync(process.execPath, [join(root, 'scripts', 'build.mjs')], { cwd: root, stdio: 'pipe' });
    provide('buildFailure', '');
  } catch (error) {
    provide('buildFailure', String(error));
  }
}
