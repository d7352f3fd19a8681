import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { formatPassages, parsePassages, parseRules } from '../../src/cli/spec-rules.ts';
import { FINDING_CODES } from '../../src/signing/findings.ts';
import { SCA_STATUSES } from '../../src/values/statuses.ts';
import { ADMISSION_CODES } from '../../src/wire/admission.ts';
import { STATUSES_OF_CODE } from '../../src/wire/errors.ts';
import { expectCommitted } from '../support/committed.ts';
import { documents } from '../support/documents.ts';
import { oneHome } from '../support/one-home.ts';
import { forgetListeners } from '../support/output-listeners.ts';
import { emptyFolder } from '../support/program.ts';
import { ROOT } from '../support/sources.ts';
import { specPages } from '../support/spec-pages.ts';

// Commands bring oclif, which listens to the outputs.
forgetListeners();
const { explainRule, formatKinds, listExplainedCodes } = await import('../../commands/explain.ts');
const { run, json } = oneHome();

/** The texts of a union of literals, in the file that declares it. */
function literalsOf(file: string, type: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const [, union = ''] = new RegExp(`export type ${type} =([^;]+);`).exec(text) ?? [];
  return [...union.matchAll(/\| '(\w+)'/g)].map(([, literal = '']) => literal);
}

describe('every code is explained [C-explain, C-exit-codes, I-error-codes, I-transaction-status, I-sca-status]', () => {
  it.each([
    ['bank code', Object.keys(STATUSES_OF_CODE), 24],
    ['HTTP status', [405, 406, 413, 415, 421, 502, 504, ...Object.values(STATUSES_OF_CODE).flat()], 15],
    [
      'term',
      ['PSU', 'TPP', 'ASPSP', 'SCA', 'AISP', 'PISP', 'BBAN', 'IBAN', 'BIC', 'KID', 'QWAC', 'QSealC'],
      12,
    ],
    ['transaction status', literalsOf('src/values/statuses.ts', 'TransactionStatus'), 11],
    ['SCA status', SCA_STATUSES, 8],
    ['finding', FINDING_CODES, 40],
    ['admission finding', ADMISSION_CODES, 13],
    ['capture finding', ['shell-expansion', 'capture-age', 'capture-incomplete', 'capture-changed'], 4],
    ['error', [...literalsOf('src/errors.ts', 'FaultCode'), 'INTERNAL'], 15],
    ['exit code', Object.values(EXIT).map(String), 8],
  ])('each %s that there is', (kind, codes, least) => {
    expect(codes.length).toBeGreaterThanOrEqual(least);
    const explained = listExplainedCodes().flatMap((one) => (one.kind === kind ? one.code : []));
    expect(explained.toSorted()).toEqual([...new Set(codes.map(String))].toSorted());
  });

  it('with a meaning and a remedy', () => {
    const lacking = listExplainedCodes().filter(({ meaning, remedy }) => meaning === '' || remedy === '');
    expect(lacking).toEqual([]);
  });

  it('in docs/codes.md in the same words, and by number in every other table of exit codes', () => {
    const committed = { path: 'docs/codes.md', variable: 'PSD2_UPDATE_CODES' };
    expectCommitted({ ...committed, rewrite: 'npx vitest run test/program/explain.test.ts' }, codesPage());
    const tables = documents().flatMap(({ text }) =>
      [...text.matchAll(/^\| exit code \|.*\n\|[-| ]+\n((?:\|.*\n)+)/gm)].map(([, rows = '']) => rows),
    );
    expect(tables.length).toBeGreaterThan(0);
    for (const rows of tables) {
      const numbers = [...rows.matchAll(/^\| (\d+) \|/gm)].map(([, number]) => number);
      expect(numbers).toEqual(Object.values(EXIT).map(String));
    }
  });
});

function codesPage(): string {
  const kinds = [...new Set(listExplainedCodes().map(({ kind }) => kind))];
  const cell = (text: string) => text.replaceAll('|', '\\|');
  return [
    '# Codes',
    '',
    'Every code of the bank and of `psd2`, what it means and what to do about it. `psd2 explain CODE` says the same.',
    'Made from the tables in `src`: `PSD2_UPDATE_CODES=1 npx vitest run test/program/explain.test.ts` writes this page.',
    ...kinds.flatMap((kind) => [
      '',
      `## ${formatKinds(kind)}`,
      '',
      `| ${kind} | meaning | what to do |`,
      '|---|---|---|',
      ...listExplainedCodes()
        .filter((one) => one.kind === kind)
        .map(
          ({ code, meaning, remedy }) =>
            `| ${kind === 'exit code' ? code : `\`${code}\``} | ${cell(meaning)} | ${cell(remedy)} |`,
        ),
    ]),
    '',
  ].join('\n');
}

describe('explain of a rule [C-explain-rule]', () => {
  it('has each that docs/spec defines, as plain text', async () => {
    const ids = specPages().flatMap(parseRules);
    const found = await Promise.all(['D4-amount', 'A-one-clock'].map((id) => explainRule(id, ROOT)));
    expect(found.map(({ explained }) => explained.code)).toEqual(['D4-amount', 'A-one-clock']);
    const shown = ids.map(({ text }) => formatPassages(parsePassages(text)));
    expect(shown.filter((text) => /\]\(|\*\*|^```|^\|/m.test(text) || text === '')).toEqual([]);
  });

  it('says whose it is, and of one that is not built that it is not [C-tour]', async () => {
    const { stdout } = await run(['explain', 'C-tour']);
    expect(stdout).toContain('Source  this project\nState   not built yet\n\n`tour`');
    expect(stdout).toMatch(/\nThis isn't built yet\. Read more in/);
  });

  it('shows its table as a table', async () => {
    const { stdout } = await run(['explain', 'D3-header-matrix']);
    expect(stdout).toMatch(/^operations {2,}x-accept-fix {2,}.*\n.*fee information {2,}R {2,}/m);
  });

  it.each([
    ['D4-amonut', /^Did you mean D4-amount\? docs\/spec\/README\.md lists/],
    ['D4-', /^Did you mean D4-[a-z-]+, .* or one of \d+ more\? /],
    ['C-nothing-that-is', /^docs\/spec\/README\.md lists the pages/],
  ])('%s is no rule, and what is near is named', async (typed, hint) => {
    const { code, value } = await json(['explain', typed]);
    expect(code).toBe(2);
    expect(value.error).toMatchObject({ code: 'USAGE', hint: expect.stringMatching(hint) });
  });

  it('works as it is packed, and says what to do where the pages are missing', async () => {
    const folder = emptyFolder();
    const pack = ['pack', '--ignore-scripts', '--silent', '--offline', '--pack-destination', folder];
    const archive = execFileSync('npm', pack, { cwd: ROOT, encoding: 'utf8' }).trim();
    execFileSync('tar', ['-xzf', join(folder, archive), '-C', folder]);
    const explain = (id: string) => {
      const start = join(folder, 'package', 'bin', 'run.js');
      return spawnSync(process.execPath, [start, 'explain', id], { cwd: folder, env: {}, encoding: 'utf8' });
    };
    expect(explain('A-one-clock').stdout).toMatch(/^Code +A-one-clock$/m);
    rmSync(join(folder, 'package', 'docs'), { recursive: true });
    expect(explain('A-one-clock').stderr).toContain('Install psd2 again.');
  });
});
