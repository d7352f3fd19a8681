import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { TestProject } from 'vitest/node';
import { ROOT } from './sources.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Why there is no built program; empty when there is one. */
    buildFailure: string;
    /** The folder of the child programs, as JavaScript that starts at once. */
    childPrograms: string;
  }
}

const SUPPORT = join(ROOT, 'test', 'support');

/**
 * Before the suite the program is built, which does nothing when its sources have not changed, and the child programs of
 * the tests are bundled: through a loader of TypeScript each start of one would take eight times as long. When the
 * program doesn't build, the tests that run it say so and the others still run.
 */
export async function setup({ provide }: TestProject): Promise<() => void> {
  try {
    execFileSync(process.execPath, [join(ROOT, 'scripts', 'build.mjs')], { cwd: ROOT, stdio: 'pipe' });
    provide('buildFailure', '');
  } catch (error) {
    provide('buildFailure', String(error));
  }
  // Below node_modules, so that the driver of the store, which is not bundled, is found.
  const cache = join(ROOT, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'psd2-children-'));
  await bundleChildren(folder);
  provide('childPrograms', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}

async function bundleChildren(folder: string): Promise<void> {
  const names = readdirSync(SUPPORT).filter((name) => name.endsWith('-process.ts'));
  await build({
    entryPoints: names.map((name) => join(SUPPORT, name)),
    outdir: folder,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    external: ['@photostructure/sqlite'],
    define: { 'import.meta.url': 'fileUrl', 'import.meta.dirname': JSON.stringify(SUPPORT) },
    banner: { js: "const fileUrl = require('node:url').pathToFileURL(__filename).href;" },
    logLevel: 'warning',
  });
}
