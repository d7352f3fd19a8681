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

export const GITHUB_WORKFLOW = object(
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

export const GITLAB_PIPELINE = {
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
