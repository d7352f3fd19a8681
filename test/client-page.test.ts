import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '../src/wire/operations.ts';
import { expectCommitted } from './support/committed.ts';
import { headerTables } from './support/header-table.ts';
import { ROOT } from './support/sources.ts';

const path = 'docs/client.md';
const update = {
  path,
  variable: 'PSD2_UPDATE_CLIENT_PAGE',
  rewrite: 'npx vitest run test/client-page.test.ts',
};

describe('docs/client.md [A-docs-true, D3-header-matrix, D3-header-values]', () => {
  it('has the tables of the operations', () => {
    const page = readFileSync(join(ROOT, path), 'utf8');
    const made = Object.entries(headerTables(OPERATIONS)).reduce(
      (text, [name, table]) =>
        text.replace(
          new RegExp(`(<!-- ${name}: .*-->\n)[^]*?(?=<!-- end of ${name} -->)`),
          (_, begin: string) => `${begin}\n${table}\n`,
        ),
      page,
    );
    expectCommitted(update, made);
  });

  it('has the digest of its payment', () => {
    const body = readFileSync(join(ROOT, 'docs/examples/client/payment.json'));
    const digest = createHash('sha256').update(body).digest('base64');
    expect(readFileSync(join(ROOT, path), 'utf8')).toContain(`digest: SHA-256=${digest}\n`);
  });
});
