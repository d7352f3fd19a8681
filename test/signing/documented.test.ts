import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { expectCommitted } from '../support/committed.ts';
import { findingTables } from '../support/finding-tables.ts';
import { ROOT } from '../support/sources.ts';

const path = 'docs/signatures.md';
const BEGIN = '<!-- findings -->';
const END = '<!-- /findings -->';

describe('docs/signatures.md [G4-documented]', () => {
  it('has every finding, cause and remedy in the words that verify uses', () => {
    const text = readFileSync(join(ROOT, path), 'utf8');
    const before = text.slice(0, text.indexOf(BEGIN) + BEGIN.length);
    const after = text.slice(text.indexOf(END));
    expectCommitted(
      { path, variable: 'PSD2_UPDATE_DOCS', rewrite: 'npx vitest run test/signing/documented.test.ts' },
      `${before}\n\n${findingTables()}\n\n${after}`,
    );
  });
});
