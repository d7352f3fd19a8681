import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { GITHUB_WORKFLOW, GITLAB_PIPELINE } from '../support/ci-schemas.ts';
import { homeWithKeys } from '../support/home-with-keys.ts';
import { emptyFolder, spawnPsd2 } from '../support/program.ts';
import { temporaryFolderOf } from '../support/serving.ts';
import { ROOT } from '../support/sources.ts';

const EXAMPLES = join(ROOT, 'docs', 'examples', 'ci');
const read = (name: string) => readFileSync(join(EXAMPLES, name), 'utf8');

const FILES = [
  ['github.yml', GITHUB_WORKFLOW],
  ['gitlab.yml', GITLAB_PIPELINE],
] as const;

function faultsOf(schema: object, text: string): readonly string[] {
  const ajv = new Ajv({ allErrors: true, strictTypes: false, allowUnionTypes: true });
  const fits = ajv.compile(schema);
  fits(parse(text));
  return (fits.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

describe('docs/ci.md [C-ci]', () => {
  it.each(FILES)('shows %s as it is, and it fits its schema', (name, schema) => {
    const text = read(name);
    expect(faultsOf(schema, text)).toEqual([]);
    expect(readFileSync(join(ROOT, 'docs', 'ci.md'), 'utf8')).toContain(`\`\`\`yaml\n${text}\`\`\``);
  });
});

// That the job runs is held where docs/ci.md is: its block is one of test/docs.test.ts.
describe('serve --seed [C-serve-seed]', () => {
  it('warns, and ends before its command where the bank is not what the file says', async () => {
    const home = await homeWithKeys();
    const world = join(emptyFolder(), 'world.yaml');
    writeFileSync(
      world,
      'version: 1\ncustomers:\n  - { number: "15813963008", name: Another Name, type: PRIVATE }\n  - { number: "15013963008", name: Eva Eksempel, type: PRIVATE }\n',
    );
    const serve = ['serve', '--port', '0', '--store', 'memory', '--quiet', '--seed', world];
    const { code, stdout, stderr } = await spawnPsd2([...serve, '--', 'echo', 'ran'], {
      ...{ home, env: temporaryFolderOf(home), trueClock: true },
    });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('Warning: ');
    expect(stderr).toContain("number may be a living person's national identity number.");
    expect(stderr).toContain("1 entry of the seed differs from the bank, which can't change it.");
  });
});
