import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { DescribedCommand } from '../../src/cli/help/describe-command.ts';
import { commandPages } from '../support/command-pages.ts';
import { expectCommitted, rewrites } from '../support/committed.ts';
import { psd2 } from '../support/program.ts';
import { ROOT } from '../support/sources.ts';

const update = {
  variable: 'PSD2_UPDATE_COMMAND_PAGES',
  rewrite: 'npx vitest run test/cli/command-pages.test.ts',
};
const FOLDER = join(ROOT, 'docs', 'commands');

async function told(...words: readonly string[]) {
  return JSON.parse((await psd2(['help', ...words, '--json'])).stdout);
}

it('the pages of docs/commands say what the program declares, a page for each topic and no other [C-command-pages]', async () => {
  const { name: bin, commands, topics } = await told();
  const described: DescribedCommand[] = [];
  for (const { name } of commands) described.push(await told(...name.split(' ')));
  const pages = commandPages(described, topics, bin);
  for (const { path, text } of pages) expectCommitted({ path, ...update }, text);
  const names = pages.map(({ path }) => path.slice('docs/commands/'.length));
  const others = readdirSync(FOLDER).filter((name) => !names.includes(name));
  if (rewrites(update.variable, process.env)) for (const name of others) rmSync(join(FOLDER, name));
  else expect(others).toEqual([]);
  const whole = pages.map(({ text }) => text).join('\n');
  expect(described.filter(({ name }) => !whole.includes(`\n## ${bin} ${name}\n`))).toEqual([]);
});
