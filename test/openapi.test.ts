import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'vitest';
import { buildOpenApi } from '../scripts/openapi.ts';
import { expectCommitted } from './support/committed.ts';
import { ROOT } from './support/sources.ts';

const update = {
  path: 'docs/openapi.yaml',
  variable: 'PSD2_UPDATE_OPENAPI',
  rewrite: 'npx vitest run test/openapi.test.ts',
};

it('docs/openapi.yaml is what operations, routes and schemas say [A-openapi]', () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  expectCommitted(update, buildOpenApi(version));
});
