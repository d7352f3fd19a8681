import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'vitest';
import { CHECKS } from '../../src/signing/checks.ts';
import { FINDING_CODES, FINDINGS, type FindingCode } from '../../src/signing/findings.ts';
import { expectCommitted } from '../support/committed.ts';
import { ROOT } from '../support/sources.ts';

/** The closed table of findings as a document shows it: a section for each check, a table of its findings. */
function findingTables(): string {
  return CHECKS.map(({ name, codes }) => {
    const rows = FINDING_CODES.filter((code) => (codes as readonly FindingCode[]).includes(code)).flatMap(
      rowsOf,
    );
    return [`### ${name}`, '', '| finding | says | remedy |', '|---|---|---|', ...rows].join('\n');
  }).join('\n\n');
}

function rowsOf(code: FindingCode): string[] {
  const { severity, message, remedy, causes } = FINDINGS[code];
  const title = severity === 'error' ? `\`${code}\`` : `\`${code}\` (warning)`;
  return [
    `| ${title} | ${cell(message)} | ${cell(remedy)} |`,
    ...Object.entries(causes).map(
      ([cause, text]) => `| · \`${cause}\` | ${cell(text.says)} | ${cell(text.remedy ?? '')} |`,
    ),
  ];
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\\u', '\\\\u');
}

const path = 'docs/signatures.md';
const BEGIN = '<!-- findings -->';
const END = '<!-- /findings -->';

it('docs/signatures.md has every finding, cause and remedy in the words that verify uses [G4-documented]', () => {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const before = text.slice(0, text.indexOf(BEGIN) + BEGIN.length);
  const after = text.slice(text.indexOf(END));
  expectCommitted(
    { path, variable: 'PSD2_UPDATE_DOCS', rewrite: 'npx vitest run test/signing/documented.test.ts' },
    `${before}\n\n${findingTables()}\n\n${after}`,
  );
});
