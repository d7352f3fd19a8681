import { describe, expect, it } from 'vitest';
import { NETWORK, ROOMS, type Room, WIRING } from './support/import-table.ts';
import {
  type Import,
  importsOf,
  isProgramSource,
  placesOf,
  type Source,
  sources,
} from './support/sources.ts';

const program = sources(isProgramSource);
const typescript = sources((path) => /\.m?ts$/.test(path));
const everything = sources((path) => !path.startsWith('test/vectors/') && path !== 'package-lock.json');

/** `src/bank/domain/limits.ts` → `bank/domain/limits`. */
function place(path: string): string {
  return path.replace(/^src\//, '').replace(/\.ts$/, '');
}

function isWithin(path: string, room: string): boolean {
  return path === room || path.startsWith(`${room}/`);
}

function roomOf(path: string): Room | undefined {
  const rooms = ROOMS.filter(({ room }) => isWithin(place(path), room));
  return rooms.sort((a, b) => b.room.length - a.room.length)[0];
}

function isAllowed({ room, may, never = [] }: Room, { target, typeOnly }: Import): boolean {
  const wanted = place(target);
  if (target.startsWith('src/') && roomOf(target)?.room === room) return true;
  if (target.startsWith('node:') && may.includes('node:*') && !NETWORK.includes(target)) return true;
  const names = may.map((name) => ({ name: name.replace(/^type /, ''), types: name.startsWith('type ') }));
  const opened = names.some(({ name, types }) => isWithin(wanted, name) && (typeOnly || !types));
  return opened && !never.some((closed) => isWithin(wanted, closed));
}

function wrongArrows(file: Source): string[] {
  if (WIRING.some((wiring) => isWithin(place(file.path), wiring))) return [];
  const room = roomOf(file.path);
  if (room === undefined) return [`${file.path} has no room in the table`];
  const wrong = importsOf(file).filter((arrow) => !isAllowed(room, arrow));
  return wrong.map(({ target, typeOnly }) => `${file.path} → ${target}${typeOnly ? ' (type)' : ''}`);
}

/** Paths that lead from a module back to itself: what a file knows of another, be it a type, ties them together. */
function cycles(): string[] {
  const graph = new Map(program.map((file) => [file.path, importsOf(file).map(({ target }) => target)]));
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (path: string, way: readonly string[]): void => {
    if (way.includes(path)) found.push([...way.slice(way.indexOf(path)), path].join(' → '));
    if (way.includes(path) || done.has(path)) return;
    for (const next of graph.get(path) ?? []) visit(next, [...way, path]);
    done.add(path);
  };
  for (const path of graph.keys()) visit(path, []);
  return found;
}

/** What is evaluated when these files are: what they import at the top, and so on. */
function loadedWith(paths: readonly string[]): Set<string> {
  const byPath = new Map(program.map((file) => [file.path, file]));
  const loaded = new Set<string>();
  const load = (path: string): void => {
    const file = byPath.get(path);
    if (file === undefined || loaded.has(path)) return;
    loaded.add(path);
    for (const { target, typeOnly, lazy } of importsOf(file)) if (!typeOnly && !lazy) load(target);
  };
  for (const path of paths) load(path);
  return loaded;
}

describe('who may import whom [A-import-table, A-no-cycles, A-lazy-opener]', () => {
  it('follows no arrow that the table does not have', () => {
    expect(program.flatMap(wrongArrows)).toEqual([]);
  });

  it('has no cycle', () => {
    expect(cycles()).toEqual([]);
  });

  it('loads no bank before one is opened', () => {
    const commands = program.map(({ path }) => path).filter((path) => path.startsWith('commands/'));
    const loaded = loadedWith(commands);
    expect(loaded.size).toBeGreaterThan(commands.length);
    expect([...loaded].filter((path) => /^src\/(bank|server|store\/sqlite)\//.test(path))).toEqual([]);
    // Nor the schemas, which a command line that is refused does not need.
    expect(loaded).not.toContain('src/wire/parse.ts');
  });
});

describe('code of the program [A-one-clock, A-no-fetch, A-no-icu, A-one-way-out, A-tls-always-checked]', () => {
  it('asks the time in src/clock.ts only', () => {
    const others = program.filter(({ path }) => path !== 'src/clock.ts');
    expect(placesOf(/\bDate\.now\(|\bnew Date\(\s*\)|\bDate\(\s*\)/, others)).toEqual([]);
  });

  it('uses no web fetch, Request, Response or Headers but in the library', () => {
    const inside = program.filter(({ path }) => path !== 'src/library/fetch.ts');
    expect(
      placesOf(
        /(?<![.\w])fetch\(|globalThis\.(fetch|Request|Response|Headers)|new (Request|Response|Headers)\(/,
        inside,
      ),
    ).toEqual([]);
  });

  it('never loads ICU, but to judge codes in a certificate that is linted', () => {
    const others = program.filter(({ path }) => path !== 'src/certificates/lint/rules-psd2.ts');
    expect(placesOf(/\blocaleCompare\b|\bIntl\.|\.toLocale\w*\(/, others)).toEqual([]);
  });

  it('prints through src/cli/streams.ts only', () => {
    const others = program.filter(({ path }) => path !== 'src/cli/streams.ts');
    expect(placesOf(/\bconsole\.|process\.(stdout|stderr)\.write\(/, others)).toEqual([]);
  });

  it('never accepts a TLS certificate unchecked, tests included, but those of clients, which the door judges', () => {
    const others = everything.filter(
      ({ path }) => path !== 'test/tidy.test.ts' && /\.(m?ts|[mc]?js)$/.test(path),
    );
    const found = placesOf(/rejectUnauthorized['"]?\s*[:=]\s*false|NODE_TLS_REJECT_UNAUTHORIZED/, others);
    expect(found.map((place) => place.replace(/:\d+/, ''))).toEqual([
      // A handshake that fails tells a client nothing; here it is told why it isn't let in (guards/signature.ts).
      expect.stringMatching(/^src\/server\/serve\.ts\b/),
    ]);
    const server = others.find(({ path }) => path === 'src/server/serve.ts')?.text ?? '';
    expect(server).toContain('{ requestCert: true, rejectUnauthorized: false }');
  });
});

describe('habits of the project [A-default-exports, A-no-skipped-tests, A-no-private-keys, A-no-npx]', () => {
  it('exports defaults from commands only, one of each', () => {
    const others = typescript.filter(
      ({ path }) => !path.startsWith('commands/') && !path.endsWith('.config.mts'),
    );
    expect(placesOf(/^export default\b/, others)).toEqual([]);
    const commands = program.filter(({ path }) => path.startsWith('commands/'));
    expect(commands.filter(({ code }) => !/^export default /m.test(code)).map(({ path }) => path)).toEqual(
      [],
    );
  });

  it('skips no test, isolates none and promises none', () => {
    const tests = typescript.filter(({ path }) => path.endsWith('.test.ts'));
    expect(placesOf(/\b(it|test|describe)\.(skip|todo|only|fails)\b/, tests)).toEqual([]);
  });

  // Its file is not ours to ship: a clone may be without it.
  it('skips by condition the contract with the standard alone', () => {
    const tests = typescript.filter(({ path }) => path.startsWith('test/'));
    const places = placesOf(/\b(skip|skipIf|runIf|todo)\b\s*[:(]/, tests);
    expect(places.map((place) => place.split(':')[0])).toEqual(['test/contract/standard.test.ts']);
  });

  it('holds no private key', () => {
    const key = /-----BEGIN [A-Z ]*PRIVATE KEY-----(\\n|\s)+[A-Za-z0-9+/=]{16}/;
    expect(
      sources(() => true)
        .filter(({ text }) => key.test(text))
        .map(({ path }) => path),
    ).toEqual([]);
  });

  it('says `npx psd2` only where a clone is at hand: on npm the name is a stranger’s', () => {
    const texts = everything.filter(({ path }) => path !== 'README.md' && !/^(test|\.ci)\//.test(path));
    expect(placesOf(/npx psd2/, texts, 'text')).toEqual([]);
  });

  it('names files in small letters with hyphens', () => {
    const names = program.map(({ path }) => path).filter((path) => !/^[a-z0-9/.-]+$/.test(path));
    expect(names).toEqual([]);
  });
});
