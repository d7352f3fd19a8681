/**
 * Checks that the tests catch mistakes: applies each mutation of test/mutations in a copy of the checkout and runs the
 * tests of its room, the file that most likely catches it first, at the level of `npm test` and then of `test:all`.
 * Ends with 1 when one is not caught.
 *
 *   npm run mutate -- [--room NAME] [--only N] [--list]
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { Checkout } from './mutate/checkout.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values: options } = parseArgs({
  options: { room: { type: 'string' }, only: { type: 'string' }, list: { type: 'boolean' } },
});
const all = await readMutations();
const chosen = all.filter(
  ({ number, room }) =>
    (options.room === undefined || room.name === options.room) &&
    (options.only === undefined || number === Number(options.only)),
);

if (chosen.length === 0) {
  const rooms = [...new Set(all.map(({ room }) => room.name))].join(', ');
  console.error(`There is no such mutation: --only is 1 to ${all.length}, --room one of ${rooms}.`);
  process.exitCode = 2;
} else if (options.list) {
  for (const mutation of chosen) console.log(titleOf(mutation));
} else {
  const checkout = new Checkout(root);
  process.once('SIGINT', () => {
    checkout.remove();
    process.exit(130);
  });
  try {
    process.exitCode = await tryAll(checkout, chosen);
  } finally {
    checkout.remove();
  }
}

function titleOf({ number, room, file, suffers }) {
  return `${String(number).padStart(2)} ${room.name}  ${file}\n   ${suffers}`;
}

/** Reads the mutations of test/mutations, which are TypeScript, numbered, each with its room. */
async function readMutations() {
  const entryPoints = [join(root, 'test', 'mutations', 'rooms.ts')];
  const { outputFiles } = await build({ entryPoints, bundle: true, write: false, format: 'esm' });
  const code = Buffer.from(outputFiles[0].contents).toString('base64');
  const { ROOMS } = await import(`data:text/javascript;base64,${code}`);
  const all = ROOMS.flatMap((room) => room.mutations.map((mutation) => ({ ...mutation, room })));
  return all.map((mutation, place) => ({ ...mutation, number: place + 1 }));
}

/** @returns the exit code */
async function tryAll(checkout, mutations) {
  const caught = { quick: 0, all: 0 };
  for (const mutation of mutations) {
    const begun = performance.now();
    console.log(titleOf(mutation));
    const { level, said } = await tryOne(checkout, mutation);
    console.log(`   ${said}, ${((performance.now() - begun) / 1000).toFixed(1)} s`);
    if (level !== undefined) caught[level] += 1;
  }
  const missed = mutations.length - caught.quick - caught.all;
  console.log(
    `${mutations.length} mutations: npm test catches ${caught.quick}, test:all alone ${caught.all}.`,
  );
  console.log(`${missed} missed.`);
  return missed === 0 ? 0 : 1;
}

/** @returns the level with a test that catches it, undefined without one, and the words for both */
async function tryOne(checkout, mutation) {
  const takeBack = await checkout.mutate(mutation);
  const { by, room } = mutation;
  try {
    for (const level of ['quick', 'all']) {
      for (const filters of [[by], room.tests]) {
        const file = await checkout.firstFailure(filters, level);
        if (file === undefined) continue;
        return { level, said: `caught by ${file}${file === by ? '' : `, not by ${by}`} (${level})` };
      }
    }
    return { said: `NOT CAUGHT by ${room.tests.join(', ')}` };
  } finally {
    takeBack();
  }
}
