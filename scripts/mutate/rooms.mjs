import { join } from 'node:path';
import { build } from 'esbuild';

/** Reads the mutations of test/mutations, which are TypeScript, numbered, each with its room. */
export async function readMutations(root) {
  const { outputFiles } = await build({
    entryPoints: [join(root, 'test', 'mutations', 'rooms.ts')],
    bundle: true,
    write: false,
    format: 'esm',
    logLevel: 'warning',
  });
  const code = Buffer.from(outputFiles[0].contents).toString('base64');
  const { ROOMS } = await import(`data:text/javascript;base64,${code}`);
  const all = ROOMS.flatMap((room) => room.mutations.map((mutation) => ({ ...mutation, room })));
  return all.map((mutation, place) => ({ ...mutation, number: place + 1 }));
}
