import { spawnSync } from 'node:child_process';

/** How a bundle is loaded once, as bin/run.js does, in a process of its own. */
export interface Loading {
  /** bin/code-cache.js */
  readonly loader: string;
  readonly bundle: string;
  /** The whole environment: no home unless it names one. */
  readonly env?: Readonly<Record<string, string>>;
  /** Run before anything is loaded. */
  readonly before?: string;
  /** As this user; whoever the tests are unless given. */
  readonly user?: { readonly uid: number; readonly gid: number };
}

const SCRIPT = `
  const fs = require('node:fs');
  process.umask(0o077);
  BEFORE
  const { loadBundle } = require(process.argv[1]);
  const { exports, findUncached, writeCodeCaches } = loadBundle(process.argv[2], true);
  const uncached = findUncached();
  console.log(JSON.stringify({ answer: exports.answer(), missing: uncached.length > 0 }));
  writeCodeCaches(uncached);`;

export function loadOnce({ loader, bundle, env = {}, before = '', user }: Loading): {
  answer: number;
  missing: boolean;
} {
  const args = ['-e', SCRIPT.replace('BEFORE', () => before), loader, bundle];
  const options = { encoding: 'utf8', env, timeout: 20_000, cwd: '/', ...user } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, args, options);
  if (status !== 0) throw new Error(`loading ended with ${status}: ${stderr}`);
  return JSON.parse(stdout);
}
