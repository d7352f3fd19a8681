import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import * as mini from 'zod/mini';

const root = fileURLToPath(new URL('../..', import.meta.url));

let source;

/**
 * The esbuild plugin that replaces zod by the part that the program uses, as one ES module: a fifth of it. esbuild drops
 * nothing from modules that it evaluates on first use, so this part is selected before.
 * @see A-zod-used
 */
export const zod = {
  name: 'zod',
  setup(main) {
    main.onResolve({ filter: /^zod\/mini$/ }, ({ path }) => ({ path, namespace: 'used' }));
    main.onLoad({ filter: /.*/, namespace: 'used' }, async () => {
      source ??= selectUsed();
      return { contents: await source, loader: 'js' };
    });
  },
};

/** Bundles the part that the sources use. @returns {Promise<string>} an ES module */
export async function selectUsed() {
  const { own, core } = collectUsedNames();
  const contents = `
    import { ${core} } from 'zod/v4/core';
    export const core = { ${core} };
    export { ${own} } from 'zod/mini';`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root },
    bundle: true,
    write: false,
    format: 'esm',
    charset: 'ascii',
    legalComments: 'none',
    logLevel: 'warning',
  });
  return outputFiles[0].text;
}

/** Lists the values that the sources read of zod's namespace `z`, and of `z.core`. */
function collectUsedNames() {
  const sources = readdirSync(join(root, 'src'), { recursive: true })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(root, 'src', name), 'utf8'));
  const used = new Set(sources.flatMap((text) => text.match(/\bz\.(?:core\.)?[\w$]+/g) ?? []));
  const pick = (values, prefix) => Object.keys(values).filter((name) => used.has(prefix + name));
  return { own: pick(mini, 'z.').filter((name) => name !== 'core'), core: pick(mini.core, 'z.core.') };
}
