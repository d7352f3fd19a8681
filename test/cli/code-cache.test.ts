import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { emptyFolder } from '../support/program.ts';
import { ROOT } from '../support/sources.ts';

/** How a bundle is loaded once, as bin/run.js does, in a process of its own. */
interface Loading {
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

function loadOnce({ loader, bundle, env = {}, before = '', user }: Loading): {
  answer: number;
  missing: boolean;
} {
  const args = ['-e', SCRIPT.replace('BEFORE', () => before), loader, bundle];
  const options = { encoding: 'utf8', env, timeout: 20_000, cwd: '/', ...user } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, args, options);
  if (status !== 0) throw new Error(`loading ended with ${status}: ${stderr}`);
  return JSON.parse(stdout);
}

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

/** Somebody else, where the tests may become one; where they may not, permissions bind them already. */
const OTHER = process.getuid?.() === 0 ? { user: { uid: 65534, gid: 65534 } } : {};

interface Installed extends Loading {
  readonly dist: string;
  readonly cache: string;
}

/** An installation that everybody may read: bin and a small bundle in dist. */
function installed(mode = 0o644): Installed {
  const root = emptyFolder();
  const [bin, dist] = [join(root, 'bin'), join(root, 'dist')];
  for (const folder of [root, bin, dist]) {
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o755);
  }
  for (const name of ['code-cache.js', 'code-cache-places.js']) {
    copyFileSync(join(ROOT, 'bin', name), join(bin, name));
    chmodSync(join(bin, name), 0o644);
  }
  const bundle = join(dist, 'bundle.cjs');
  writeFileSync(
    bundle,
    wrapChunk(Buffer.from('exports.answer = () => { const inner = () => 1; return inner(); };\n')),
  );
  chmodSync(bundle, mode);
  return { loader: join(bin, 'code-cache.js'), bundle, dist, cache: codeCachePath(bundle) };
}

/** One whose dist takes no file from who runs it, and a home that does. */
function readOnly(): Installed & { readonly home: string } {
  const one = installed();
  chmodSync(one.dist, 0o555);
  const home = emptyFolder();
  chmodSync(home, 0o777);
  onTestFinished(() => chmodSync(one.dist, 0o755));
  return { ...one, ...OTHER, home };
}

const modeOf = (path: string) => statSync(path).mode & 0o777;
const isMissing = (loading: Loading) => loadOnce(loading).missing;

describe('the code cache of several users [A-code-cache-shared]', () => {
  it.each([
    [0o644, 0o644],
    [0o600, 0o600],
    [0o755, 0o644],
    [0o640, 0o640],
  ])('is read by whom the bundle is read by, whatever the umask: %o', (bundle, cache) => {
    const one = installed(bundle);
    expect(isMissing(one)).toBe(true);
    expect(modeOf(one.cache)).toBe(cache);
    expect(isMissing(one)).toBe(false);
  });

  it('serves a user who did not write it', () => {
    const one = installed();
    isMissing(one);
    expect(isMissing({ ...one, ...OTHER })).toBe(false);
  });

  it('lies in the cache folder of the user where dist takes no file, for nobody else', () => {
    const { home, ...one } = readOnly();
    const [folder, elsewhere] = [join(home, '.cache', 'psd2'), join(home, 'elsewhere')];
    for (const [env, place] of [
      [{ HOME: home, XDG_CACHE_HOME: 'relative' }, folder],
      [{ HOME: '/nowhere', XDG_CACHE_HOME: elsewhere }, join(elsewhere, 'psd2')],
    ] as const) {
      expect([isMissing({ ...one, env }), isMissing({ ...one, env })]).toEqual([true, false]);
      const [name, ...others] = readdirSync(place);
      expect(others).toEqual([]);
      expect([modeOf(place), modeOf(join(place, name ?? ''))]).toEqual([0o700, 0o600]);
    }
    expect(readdirSync(one.dist)).toEqual(['bundle.cjs']);
  });

  it('is done without where there is no place for it', () => {
    const { home, ...one } = readOnly();
    chmodSync(home, 0o000);
    const cases: Record<string, string>[] = [
      {},
      { HOME: home },
      { HOME: '/nowhere/at/all' },
      { XDG_CACHE_HOME: '/dev/null' },
    ];
    for (const env of cases) expect(loadOnce({ ...one, env })).toEqual({ answer: 1, missing: true });
    chmodSync(home, 0o700);
  });

  it.each([
    ['linux', { XDG_CACHE_HOME: '/x', HOME: '/h' }, '/x/psd2'],
    ['linux', { HOME: '/h' }, '/h/.cache/psd2'],
    ['darwin', { XDG_CACHE_HOME: '/x', HOME: '/h' }, '/h/Library/Caches/psd2'],
    ['win32', { LOCALAPPDATA: '/local', HOME: '/h' }, '/local/psd2'],
  ])('is looked for where the system keeps caches: %s', (platform, env, folder) => {
    const one = installed();
    const asked = `
      Object.defineProperty(process, 'platform', { value: '${platform}' });
      const { placesOf } = require(process.argv[1].replace('code-cache.js', 'code-cache-places.js'));
      console.error(placesOf(process.argv[2])[1].folder);
      process.exit(3);`;
    expect(() => loadOnce({ ...one, env, before: asked })).toThrow(`loading ended with 3: ${folder}\n`);
  });

  it('is made by several at once, each whole', async () => {
    const one = installed();
    const script = `
      const { loadBundle } = require(process.argv[1]);
      const { exports, writeCodeCaches } = loadBundle(process.argv[2], true);
      exports.answer();
      for (let round = 0; round < 20; round += 1) writeCodeCaches();`;
    const children = Array.from({ length: 4 }, () =>
      spawn(process.execPath, ['-e', script, one.loader, one.bundle], { env: {}, stdio: 'ignore' }),
    );
    const codes = await Promise.all(children.map(async (child) => (await once(child, 'exit'))[0]));
    expect(codes).toEqual([0, 0, 0, 0]);
    expect(readdirSync(one.dist)).toHaveLength(2);
    expect(isMissing(one)).toBe(false);
  });
});

/** What makes a cache one that somebody else may have written. */
const HOSTILE: Readonly<Record<string, (one: Installed) => string | undefined>> = {
  'a group may write it': ({ cache }) => void chmodSync(cache, 0o664),
  'everybody may write it': ({ cache }) => void chmodSync(cache, 0o646),
  'a group may write its folder': ({ dist }) => void chmodSync(dist, 0o775),
  'everybody may write its folder, though not another’s file': ({ dist }) => void chmodSync(dist, 0o1777),
  'it is somebody else’s': () => ownedByAnother('fstatSync', 'isFile'),
  'its folder is somebody else’s': () => ownedByAnother('statSync', 'isDirectory'),
  'it is a link': ({ cache, dist }) => {
    renameSync(cache, join(dist, 'else'));
    symlinkSync('else', cache);
    return undefined;
  },
  'it is a pipe that nobody writes': ({ cache }) => {
    renameSync(cache, `${cache}.real`);
    execFileSync('mkfifo', ['-m', '644', cache]);
    return undefined;
  },
};

/** The system says so of what such a call finds; only root could make it true. */
function ownedByAnother(call: string, kind: string): string {
  return `
    const asked = fs.${call};
    fs.${call} = (...given) => {
      const stats = asked(...given);
      return stats.${kind}() ? Object.assign(stats, { uid: 12345 }) : stats;
    };`;
}

describe('a code cache that somebody else may have written [A-code-cache-owners]', () => {
  it.each(Object.entries(HOSTILE))('is not used: %s', (_, make) => {
    const one = installed();
    isMissing(one);
    expect(isMissing(one)).toBe(false);
    const before = make(one);
    expect(loadOnce({ ...one, ...(before === undefined ? {} : { before }) })).toEqual({
      answer: 1,
      missing: true,
    });
  });

  it('is not written where everybody could replace it, but in the user’s own folder', () => {
    const one = installed();
    chmodSync(one.dist, 0o1777);
    const env = { HOME: emptyFolder() };
    expect([isMissing({ ...one, env }), isMissing({ ...one, env })]).toEqual([true, false]);
    expect(existsSync(one.cache)).toBe(false);
  });

  it('is not used from a cache folder that everybody can write', () => {
    const { home, ...one } = readOnly();
    const folder = join(home, '.cache', 'psd2');
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o777);
    const env = { HOME: home };
    expect([isMissing({ ...one, env }), isMissing({ ...one, env })]).toEqual([true, true]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is used when it is root’s, or the bundle’s owner’s', () => {
    const one = installed();
    isMissing(one);
    const uid = process.getuid?.() ?? 0;
    // Whoever asks is another than who wrote, and who wrote is the bundle's owner.
    expect(loadOnce({ ...one, before: `process.getuid = () => ${uid + 1};` }).missing).toBe(false);
    const ofRoot = ownedByAnother('fstatSync', 'isFile').replace('12345', '0');
    expect(loadOnce({ ...one, before: ofRoot }).missing).toBe(false);
  });

  it('is read as it was looked at: a file that comes in its place meanwhile is not', () => {
    const one = installed();
    isMissing(one);
    const other = join(one.dist, 'other');
    writeFileSync(other, readFileSync(one.cache).fill(0, 10));
    const before = `
      const asked = fs.fstatSync;
      fs.fstatSync = (descriptor) => {
        const stats = asked(descriptor);
        if (fs.existsSync(${JSON.stringify(other)}))
          fs.renameSync(${JSON.stringify(other)}, ${JSON.stringify(one.cache)});
        return stats;
      };`;
    // What was opened is whole; what came in its place is damaged.
    expect(loadOnce({ ...one, before })).toEqual({ answer: 1, missing: false });
    expect(isMissing(one)).toBe(true);
  });
});
