import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { homeWithKeys } from '../support/home-with-keys.ts';
import { emptyFolder, spawnPsd2 } from '../support/program.ts';
import { temporaryFolderOf } from '../support/serving.ts';
import { ROOT } from '../support/sources.ts';

/**
 * What GitHub and GitLab document of the keys that our examples use: strict, so that a key that is misspelt or at the
 * wrong place is found.
 * https://docs.github.com/actions/reference/workflow-syntax-for-github-actions, https://docs.gitlab.com/ci/yaml
 */
const text = { type: 'string', minLength: 1 } as const;
const texts = { type: 'array', items: text, minItems: 1 } as const;
const scalars = { type: 'object', additionalProperties: { type: ['string', 'number', 'boolean'] } } as const;

function object(properties: Readonly<Record<string, object>>, required: readonly string[] = []) {
  return { type: 'object', properties, required, additionalProperties: false };
}

const GITHUB_EVENTS = ['push', 'pull_request', 'workflow_dispatch', 'schedule', 'merge_group'];

const step = {
  ...object({
    ...{ id: text, name: text, if: text, env: scalars, 'timeout-minutes': { type: 'number' } },
    ...{ 'continue-on-error': { type: 'boolean' }, 'working-directory': text },
    uses: { type: 'string', pattern: '^[^/@ ]+/[^@ ]+@[^ ]+$' },
    with: scalars,
    run: text,
    shell: { enum: ['bash', 'sh', 'pwsh', 'python'] },
  }),
  oneOf: [{ required: ['run'] }, { required: ['uses'] }],
  dependentRequired: { with: ['uses'], shell: ['run'], 'working-directory': ['run'] },
};

const permission = { enum: ['read', 'write', 'none'] };

const GITHUB_WORKFLOW = object(
  {
    name: text,
    on: {
      anyOf: [
        { enum: GITHUB_EVENTS },
        { type: 'array', items: { enum: GITHUB_EVENTS }, minItems: 1, uniqueItems: true },
      ],
    },
    permissions: object({ contents: permission, actions: permission, checks: permission }),
    env: scalars,
    jobs: {
      type: 'object',
      minProperties: 1,
      propertyNames: { pattern: '^[A-Za-z_][A-Za-z0-9_-]*$' },
      additionalProperties: object(
        {
          ...{ name: text, 'runs-on': text, needs: texts, if: text, env: scalars },
          'timeout-minutes': { type: 'number', exclusiveMinimum: 0 },
          steps: { type: 'array', items: step, minItems: 1 },
        },
        ['runs-on', 'steps'],
      ),
    },
  },
  ['on', 'jobs'],
);

/** At the top of a pipeline these names are no jobs. */
const GITLAB_KEYWORDS =
  '^(?!(?:default|include|stages|variables|workflow|image|services|cache|before_script|after_script|pages)$).+';

const GITLAB_PIPELINE = {
  type: 'object',
  minProperties: 1,
  propertyNames: { pattern: GITLAB_KEYWORDS },
  additionalProperties: object(
    {
      ...{ image: text, stage: text, script: texts, before_script: texts, after_script: texts },
      ...{ variables: scalars, needs: texts, allow_failure: { type: 'boolean' } },
      timeout: { type: 'string', pattern: '^(?:\\d+ ?(?:h|m|s|hours?|minutes?|seconds?) ?)+$' },
      artifacts: object({
        paths: texts,
        name: text,
        expire_in: text,
        when: { enum: ['on_success', 'on_failure', 'always'] },
        reports: { type: 'object' },
      }),
    },
    ['script'],
  ),
};

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
