import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { homeWithKeys } from '../support/home-with-keys.ts';
import { emptyFolder, spawnPsd2 } from '../support/program.ts';
import { temporaryFolderOf } from '../support/serving.ts';
import { ROOT } from '../support/sources.ts';

/**
 * The keys that our examples use, as GitHub and GitLab document them, each at its place: a key that is misspelt or at
 * the wrong place is found. `*` stands for a name of the user's own, `[]` for an item of a list.
 * https://docs.github.com/actions/reference/workflow-syntax-for-github-actions, https://docs.gitlab.com/ci/yaml
 */
const STEP = ['name', 'if', 'env.*', 'timeout-minutes', 'uses', 'with.*', 'run', 'shell'];
const GITHUB_JOB = ['name', 'runs-on', 'env.*', 'timeout-minutes', ...STEP.map((key) => `steps[].${key}`)];
const GITHUB = [
  ...['name', 'on[]', 'permissions.contents', 'env.*'],
  ...GITHUB_JOB.map((key) => `jobs.*.${key}`),
];
const GITLAB_JOB = ['image', 'stage', 'timeout', 'variables.*', 'artifacts.when', 'artifacts.expire_in'];
const GITLAB_LISTS = ['before_script', 'script', 'after_script', 'artifacts.paths'];
const GITLAB = [...GITLAB_JOB, ...GITLAB_LISTS.map((key) => `${key}[]`)].map((key) => `*.${key}`);

/** The keys of a value, each with those above it. */
function placesIn(value: unknown, place = ''): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item) => placesIn(item, `${place}[]`));
  if (typeof value !== 'object' || value === null) return [place];
  const join = place === '' ? '' : `${place}.`;
  return Object.entries(value).flatMap(([key, member]) => placesIn(member, join + key));
}

const EXAMPLES = join(ROOT, 'docs', 'examples', 'ci');
const read = (name: string) => readFileSync(join(EXAMPLES, name), 'utf8');

it.each([
  ['github.yml', GITHUB],
  ['gitlab.yml', GITLAB],
] as const)('docs/ci.md shows %s as it is, and it has no key but those of its program [C-ci]', (name, known) => {
  const text = read(name);
  const patterns = known.map((key) => key.replaceAll('[]', '\\[]').replaceAll('*', '[^.[]+'));
  const isKnown = new RegExp(`^(?:${patterns.join('|')})$`);
  expect(placesIn(parse(text)).filter((place) => !isKnown.test(place))).toEqual([]);
  expect(readFileSync(join(ROOT, 'docs', 'ci.md'), 'utf8')).toContain(`\`\`\`yaml\n${text}\`\`\``);
});

// That the job runs is held where docs/ci.md is: its block is one of test/docs.test.ts.
it('serve --seed warns, and ends before its command where the bank is not what the file says [C-serve-seed]', async () => {
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
