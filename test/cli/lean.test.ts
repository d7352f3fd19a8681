import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '@oclif/core/config';
import { transformSync } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { z } from 'zod/mini';
import { createBundledConfig } from '../../src/cli/bundle.ts';
import { ProgramHelp } from '../../src/cli/help/show-help.ts';
import { builtProgram } from '../support/built-program.ts';
import { forgetListeners } from '../support/output-listeners.ts';
import { psd2 } from '../support/program.ts';
import {
  buildScript,
  exportsOf,
  installed,
  library,
  REPLACEMENTS,
  replacement,
  requireFromRoot,
} from '../support/replacements.ts';
import { isProgramSource, placesOf, ROOT, sources } from '../support/sources.ts';
import { makeTls, rawTlsServer } from '../support/tls.ts';
import { TranscriptNames } from '../support/transcript-names.ts';

/** `a, b as c, type D` or `a, b: c`: the names on the side of the module. */
function listed(names = ''): string[] {
  return names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))
    .map((name) => name.split(/\s*(?::|\bas\b)\s*/)[0] ?? '');
}

/** The code that asks for a module, and what stands around it. */
const ASKS = {
  named: (from: string) => `(?:import|export)\\s*\\{([^}]*)\\}\\s*from\\s*${from}`,
  whole: (from: string) => `(?:import|export)\\s*\\*[^'"]*from\\s*${from}`,
  byDefault: (from: string) => `import\\s+\\w+[^'"]*from\\s*${from}`,
  member: (from: string) => `(?:require|import)\\(${from}\\)\\)?\\.(\\w+)`,
  taken: (from: string) => `\\{([^}]*)\\}\\s*=\\s*require\\(${from}\\)`,
  held: (from: string) => `(?:const|let|var)\\s+(\\w+)\\s*=\\s*(?:\\w+\\(\\s*)?require\\(${from}\\)`,
} as const;

/**
 * The names of a module that another one uses, `default` when it uses the module itself, `*` when it hands all on.
 * @throws Error when it asks for the module in a way that is not known here
 */
function namesUsed(code: string, specifier: string): string[] {
  const from = `['"]${specifier.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}['"]`;
  const found = (way: keyof typeof ASKS) => [...code.matchAll(new RegExp(ASKS[way](from), 'g'))];
  const names = [
    ...[...found('named'), ...found('taken')].flatMap(([, names]) => listed(names)),
    ...found('member').map(([, name = '']) => name),
    ...found('whole').map(() => '*'),
    ...found('byDefault').map(() => 'default'),
    ...found('held').flatMap(([, name = '']) => usesOf(code, name)),
  ];
  if (names.length === 0) throw new Error(`how ${specifier} is asked for is not known`);
  return [...new Set(names)].sort();
}

/** `simple_1.default`, and a call of the module itself. */
function usesOf(code: string, name: string): string[] {
  const members = [...code.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))].map(([, member = '']) => member);
  return new RegExp(`\\b${name}\\(`).test(code) ? [...members, 'default'] : members;
}

/** esbuild's description of each module of the bundle, by path or by `lean:` and the name of a replacement. */
type Inputs = Readonly<
  Record<string, { readonly imports: readonly { readonly path: string; readonly original?: string }[] }>
>;

let bundled: Promise<Inputs> | undefined;

function inputs(): Promise<Inputs> {
  bundled ??= buildScript('bundle.mjs').then(async ({ readGraph }) => (await readGraph(ROOT)).inputs);
  return bundled as Promise<Inputs>;
}

/**
 * Names that modules of the bundle use and a replacement has not: what would use them is never reached, or they are
 * only handed to what ignores them.
 */
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  // They parse flags and arguments that name files and folders, which no command declares.
  '@oclif/core/lib/util/fs.js': ['dirExists', 'fileExists'],
  // Only handed to `mark`.
  '@oclif/core/lib/performance.js': ['OCLIF_MARKER_OWNER'],
  // Asked for where SHELL is not set and the platform is Windows.
  'wsl-utils': ['powerShellPath'],
};

const NAMES = Object.keys(REPLACEMENTS);
forgetListeners();

describe('what the bundle has in place of modules of libraries [A-lean-matches]', () => {
  it.each(NAMES)('stands for a module that is installed: %s', (name) => {
    expect(existsSync(installed(name))).toBe(true);
  });

  it.each(NAMES)('is in the bundle, and what it stands for is not: %s', async (name) => {
    const paths = Object.keys(await inputs());
    expect(paths).toContain(`lean:${name}`);
    const below = name.endsWith('.js') ? `node_modules/${name}` : `node_modules/${name}/`;
    // Of undici its own replacement asks for the pool.
    const wanted = name === 'undici' ? 'node_modules/undici/lib/' : 'nothing';
    expect(paths.filter((path) => path.startsWith(below) && !path.startsWith(wanted))).toEqual([]);
  });

  it.each(NAMES)('exports nothing that the module does not: %s', (name) => {
    const names = new Set(exportsOf(library(name)));
    expect(exportsOf(replacement(name)).filter((one) => !names.has(one))).toEqual([]);
  });

  it.each(NAMES)('exports what modules of the bundle use: %s', async (name) => {
    const used = Object.entries(await inputs()).flatMap(([path, { imports }]) =>
      imports
        .filter((one) => one.path === `lean:${name}`)
        .flatMap(({ original = '' }) => namesUsed(readFileSync(join(ROOT, path), 'utf8'), original)),
    );
    expect(used).not.toEqual([]);
    const made = exportsOf(replacement(name));
    const lacking = [...new Set(used)].filter((one) => !made.includes(one));
    expect(lacking).toEqual(LEFT_OUT[name] ?? []);
  });
});

/** oclif's view of the program, with oclif whole: from the sources. Help changes the view that it is given. */
async function wholeConfigs() {
  const { commandFiles } = await buildScript('commands.mjs');
  const { manifestOf } = await buildScript('manifest.mjs');
  const files: Map<string, string> = commandFiles(ROOT);
  const commands = Object.fromEntries([...files].map(([id, file]) => [id, () => import(join(ROOT, file))]));
  const packageJson = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const manifest = await manifestOf(ROOT, commands);
  return () =>
    createBundledConfig({ root: ROOT, packageJson, manifest, readDetails: () => manifest, commands });
}

/** What oclif prints, what differs by machine named as transcripts name it. */
async function wholeHelp(config: Config, words: readonly string[]): Promise<string> {
  const lines: string[] = [];
  const help = new ProgramHelp(config, { showFlagOptionsInTitle: true });
  Object.assign(help, { log: (text = '') => lines.push(text) });
  await help.showHelp(words.length === 0 ? [] : [words.join(':')]);
  return new TranscriptNames().named(`${lines.join('\n')}\n`);
}

describe('oclif without what is replaced [A-lean-matches]', () => {
  it('prints the help of the program, of every topic and of every command as it does whole', async () => {
    const openConfig = await wholeConfigs();
    const { commandIDs, topics } = await openConfig();
    const names = ['', ...topics.map(({ name }) => name), ...commandIDs];
    for (const name of names) {
      const words = name.split(':').filter((word) => word !== '');
      const { stdout } = await psd2([...words, '--help']);
      expect(new TranscriptNames().named(stdout)).toBe(await wholeHelp(await openConfig(), words));
    }
  });

  it('renders every template of the commands as ejs does', async () => {
    const ejs = library('ejs');
    const commands = sources((path) => path.startsWith('commands/')).map(({ text }) => text);
    const templates = new Set(commands.flatMap((text) => text.match(/<%[\s\S]*?%>/g) ?? []));
    const context = { config: { bin: 'psd2' } };
    expect(templates.size).toBeGreaterThan(0);
    for (const template of templates) {
      const rendered = replacement('ejs').default.render(`a ${template} b`, context);
      expect(rendered).toBe(ejs.render(`a ${template} b`, context));
    }
  });

  it('loads a module when a function first asks for it, and at once where the top level does', async () => {
    const { makeRequiresLazy } = await buildScript('lean.mjs');
    const source = `
const late_1 = __importDefault(require("./late"));
var early_1 = require("./early");
exports.create = () => new late_1.default((0, early_1.name)());
exports.name = early_1.name;`;
    const asked: string[] = [];
    function Late(this: { name: string }, name: string) {
      this.name = name;
    }
    const modules: Readonly<Record<string, object>> = {
      './late': { default: Late },
      './early': { name: () => 'one' },
    };
    const load = (path: string) => {
      asked.push(path);
      return modules[path];
    };
    const exported: { create?: () => object } = {};
    const evaluate = new Function('exports', 'require', '__importDefault', makeRequiresLazy(source));
    evaluate(exported, load, (module: unknown) => module);
    expect(asked).toEqual(['./early']);
    expect(exported.create?.()).toMatchObject({ name: 'one' });
  });
});

it('zod has no texts that its index sets, and nobody asks for one [A-zod-used]', () => {
  expect(z.config().localeError).toBeUndefined();
  expect(placesOf(/\blocales\b/, sources(isProgramSource))).toEqual([]);
});

it('the part of zod that is bundled has what a source reads of zod, and little else [A-zod-used]', async () => {
  const { selectUsed } = await buildScript('zod.mjs');
  const { code } = transformSync(await selectUsed(), { format: 'cjs' });
  const part = { exports: {} as typeof z };
  new Function('module', 'exports', code)(part, part.exports);
  const shape = part.exports.object({ name: part.exports.optional(part.exports.string()) });
  expect(part.exports.safeParse(shape, { name: 1 }).error?.issues[0]?.path).toEqual(['name']);
  expect(shape).toBeInstanceOf(part.exports.core.$ZodObject);
  expect(Object.keys(part.exports)).not.toContain('iso');
});

describe('undici’s pool alone [A-lean-matches]', () => {
  it('is the one that the whole has', async () => {
    const { Pool } = requireFromRoot('undici');
    expect(Pool).toBe(requireFromRoot('undici/lib/dispatcher/pool.js'));
    expect(replacement('undici').Pool).toBe(Pool);
  });

  it('offers HTTP/1.1 alone, and sends the bytes of a body, in the built program', async () => {
    // TLS goes by the true time, which the machine's clock of some runs is days away from.
    const tls = makeTls(performance.timeOrigin - 86_400_000);
    const offered: string[][] = [];
    const asked: Buffer[] = [];
    const port = await rawTlsServer(
      (socket) =>
        socket.on('data', (bytes: Buffer) => {
          asked.push(bytes);
          if (Buffer.concat(asked).includes('ø')) socket.end('HTTP/1.1 204 No Content\r\n\r\n');
        }),
      {
        ...tls,
        ALPNCallback: ({ protocols }) => {
          offered.push(protocols);
          return protocols[0];
        },
      },
    );
    const { openHttps } = await builtProgram().library();
    const way = await openHttps({ origin: `https://127.0.0.1:${port}`, ca: tls.ca });
    const body = Buffer.from('{"name":"ø"}');
    const { status } = await way.send({ method: 'POST', target: '/v1', headers: [], body });
    await way.close();
    expect(status).toBe(204);
    expect(offered).toEqual([['http/1.1']]);
    expect(Buffer.concat(asked).subarray(-body.length)).toEqual(body);
  });

  it('would say so if it spoke HTTP/2 or were given a body that is no bytes', () => {
    expect(() => replacement('undici/lib/dispatcher/client-h2.js')()).toThrow('HTTP/2');
    expect(() => replacement('undici/lib/web/fetch/body.js').extractBody()).toThrow('bytes');
  });
});
