import { importsOf, sources } from './sources.ts';

/** What draws at random; a test does it too that imports such a file. */
const DRAWS: readonly string[] = ['fast-check', 'test/support/seed.ts'];
/** The model's histories and the long tests have files of their own to be soaked by. */
const APART = /^test\/(?:model|long)\//;

/** Every test file that tries what is drawn at random. */
export function propertyFiles(): string[] {
  const files = sources((path) => path.startsWith('test/') && path.endsWith('.ts'));
  const targets = new Map(files.map((file) => [file.path, importsOf(file).map(({ target }) => target)]));
  const drawing = new Set(DRAWS);
  for (let known = 0; known !== drawing.size; ) {
    known = drawing.size;
    for (const [path, taken] of targets) if (taken.some((one) => drawing.has(one))) drawing.add(path);
  }
  return [...drawing].filter((path) => path.endsWith('.test.ts') && !APART.test(path)).sort();
}
