import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** What a traced process did, in order: a sync of a file that ended well, or a text written with write(2). */
export type Traced =
  | { readonly kind: 'sync'; readonly path: string }
  | { readonly kind: 'write'; readonly text: string };

/** The command line under which a process is traced into `file`. Throws where strace is not there. */
export function traced(file: string, command: readonly string[]): readonly [string, ...string[]] {
  if (spawnSync('strace', ['--version']).error !== undefined) {
    throw new Error('syncs are counted with strace, which is not on this machine: apt-get install strace');
  }
  return ['strace', '-f', '-y', '-s', '64', '-e', 'trace=fsync,fdatasync,write', '-o', file, ...command];
}

const SYNC = /^f(?:data)?sync\(\d+<([^>]*)>/;
const SYNCED = /\) += 0$/;
const RESUMED = /^<\.\.\. f(?:data)?sync resumed>/;
const WRITE = /^write\(\d+<[^>]*>, "((?:[^"\\]|\\.)*)"/;

/** Reads a trace. A call that another thread interrupts stands on two lines; it counts where it ends. */
export function readTrace(file: string): Traced[] {
  const unfinished = new Map<string, string>();
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line): Traced[] => {
      const [, thread = '', call = ''] = /^(\d+) +(.*)$/.exec(line) ?? [];
      const written = WRITE.exec(call)?.[1];
      if (written !== undefined) return [{ kind: 'write', text: written }];
      const begun = SYNC.exec(call)?.[1];
      if (begun !== undefined) unfinished.set(thread, begun);
      const path = unfinished.get(thread);
      if (path === undefined || !(begun !== undefined || RESUMED.test(call)) || !SYNCED.test(call)) return [];
      unfinished.delete(thread);
      return [{ kind: 'sync', path }];
    });
}
