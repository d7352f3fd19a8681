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

const scripts = sources((path) => /\.(m?ts|[mc]?js)$/.test(path) && path !== 'test/imports.test.ts');

describe('what code may use only where it is named [A-one-clock, A-no-fetch, A-no-icu, A-one-way-out, A-tls-always-checked, A-no-private-keys]', () => {
  it.each<readonly [rule: string, pattern: RegExp, files: readonly Source[], exceptions: readonly string[]]>([
    ['the time', /\bDate\.now\(|\bnew Date\(\s*\)|\bDate\(\s*\)/, program, ['src/clock.ts']],
    [
      'web requests',
      /(?<![.\w])fetch\(|globalThis\.(fetch|Request|Response|Headers)|new (Request|Response|Headers)\(/,
      program,
      ['src/dashboard/api.ts', 'src/library/fetch.ts'],
    ],
    ['ICU', /\blocaleCompare\b|\bIntl\.|\.toLocale\w*\(/, program, ['src/certificates/lint/rules-psd2.ts']],
    ['the terminal', /\bconsole\.|process\.(stdout|stderr)\.write\(/, program, ['src/cli/streams.ts']],
    // A client whose handshake fails sees no reason; after the handshake the bank tells it why it is refused.
    [
      'unchecked TLS',
      /rejectUnauthorized['"]?\s*[:=]\s*false|NODE_TLS_REJECT/,
      scripts,
      ['src/server/serve.ts'],
    ],
  ])('has %s nowhere else', (_, pattern, files, exceptions) => {
    const places = placesOf(pattern, files).map((place) => place.split(':')[0]);
    expect([...new Set(places)]).toEqual(exceptions);
  });

  it('has no private key', () => {
    const key = /-----BEGIN [A-Z ]*PRIVATE KEY-----(\\n|\s)+[A-Za-z0-9+/=]{16}/;
    const files = sources(() => true).filter(({ text }) => key.test(text));
    expect(files.map(({ path }) => path)).toEqual([]);
  });
});
