import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadOnce } from '../support/code-cache.ts';
import { emptyFolder } from '../support/program.ts';
import { ROOT } from '../support/sources.ts';

const loader = join(ROOT, 'bin', 'code-cache.js');
const { wrapChunk } = await import(join(ROOT, 'scripts', 'build', 'bundle.mjs'));
const { codeCachePath } = createRequire(import.meta.url)(join(ROOT, 'bin', 'code-cache-places.js'));

/** Loads a bundle in a process of its own, because a damaged cache that V8 sees ends the process. */
function load(bundle: string): { answer: number; missing: boolean } {
  return loadOnce({ loader, bundle });
}

function bundleText(answer: number): Uint8Array {
  return wrapChunk(
    Buffer.from(`exports.answer = () => { const inner = () => ${answer}; return inner(); };\n`),
  );
}

function makeBundle(answer: number): string {
  const bundle = join(emptyFolder(), 'bundle.cjs');
  writeFileSync(bundle, bundleText(answer));
  return bundle;
}

describe('the code cache beside the bundle [A-code-cache]', () => {
  it('is made by the first start and used by the next', () => {
    const bundle = makeBundle(1);
    expect(load(bundle)).toEqual({ answer: 1, missing: true });
    expect(load(bundle)).toEqual({ answer: 1, missing: false });
    expect(readdirSync(join(bundle, '..')).length).toBe(2);
  });

  it('is not used for a bundle that has changed, even to one of the same length', () => {
    const bundle = makeBundle(1);
    load(bundle);
    writeFileSync(bundle, bundleText(2));
    expect(load(bundle)).toEqual({ answer: 2, missing: true });
    expect(load(bundle)).toEqual({ answer: 2, missing: false });
  });

  it('is not used when a byte is damaged or the end is missing', () => {
    const bundle = makeBundle(1);
    load(bundle);
    const whole = readFileSync(codeCachePath(bundle));
    for (let place = 0; place < whole.length; place += Math.ceil(whole.length / 7)) {
      const damaged = Buffer.from(whole);
      damaged[place] = (damaged[place] ?? 0) ^ 0xff;
      writeFileSync(codeCachePath(bundle), damaged);
      expect(load(bundle)).toEqual({ answer: 1, missing: true });
    }
    writeFileSync(codeCachePath(bundle), whole.subarray(0, -1));
    expect(load(bundle)).toEqual({ answer: 1, missing: true });
  });
});
