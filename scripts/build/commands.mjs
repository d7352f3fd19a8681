import { readdirSync } from 'node:fs';
import { join, sep } from 'node:path';

/**
 * Lists the commands by id: the tree of files is the tree of commands.
 * @returns {Map<string, string>} `payments:create` → `./commands/payments/create.ts`
 */
export function commandFiles(root) {
  const names = readdirSync(join(root, 'commands'), { recursive: true }).filter((name) =>
    name.endsWith('.ts'),
  );
  return new Map(
    names
      .map((name) => name.split(sep).join('/'))
      .map((name) => [name.replace(/\.ts$/, '').replaceAll('/', ':'), `./commands/${name}`])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** Builds the bundle's first module: the program as data, each command behind a function that loads it. */
export function entrySource(root, packageJson) {
  const loaders = [...commandFiles(root)].map(
    ([id, file]) => `  ${JSON.stringify(id)}: () => import(${JSON.stringify(file)}),`,
  );
  return `
    import { join } from 'node:path';
    import { runMain } from './src/cli/main.ts';
    import { createBundledConfig } from './src/cli/bundle.ts';
    export const commands = {\n${loaders.join('\n')}\n};
    const packageJson = ${JSON.stringify(packageJson)};
    const root = join(__dirname, '..');
    const readConfig = () => {
      const manifest = JSON.parse(readAsset('manifest.json'));
      const readDetails = () => JSON.parse(readAsset('details.json'));
      return createBundledConfig({ root, packageJson, manifest, readDetails, commands });
    };
    export const library = () => import('./src/library.ts');
    export const bank = () => import('./src/library/create-bank.ts');
    export const verifier = () => import('./src/serve/window/verification-worker.ts');
    export const run = (argv) => runMain(argv, readConfig);
  `;
}
