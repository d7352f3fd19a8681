import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { SeedResult } from '../../src/sandbox/seed.ts';
import { createExportView } from '../../src/sandbox/seed-output.ts';
import { listSnapshotFiles } from '../../src/sandbox/snapshot-folder.ts';
import { deleteSnapshotFile, readSnapshotFile, writeSnapshotFile } from '../../src/sandbox/snapshots.ts';
import { PIPE } from '../support/looks.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'psd2-snapshot-files-'));
  file = join(folder, 'saved.jsonl');
  return () => rmSync(folder, { recursive: true, force: true });
});

const place = () =>
  ({ home: folder, values: { snapshotFolder: folder } }) as unknown as Parameters<
    typeof listSnapshotFiles
  >[0];
const RECORDS = [{ snapshot: 2, clockOffset: 0 }, { customer: '1' }, { customer: '2' }];

function save(): void {
  writeSnapshotFile(file, RECORDS, { uid: process.getuid?.() }, place());
}

function read(text: string): readonly object[] {
  writeFileSync(file, text);
  return readSnapshotFile(file);
}

describe('the end of a snapshot file [C-snapshot-end]', () => {
  it('proves that the file is whole: cut behind any line, it is refused', () => {
    save();
    const text = readFileSync(file, 'utf8');
    expect(read(text)).toEqual(RECORDS);
    const lines = text.trimEnd().split('\n');
    for (let kept = 0; kept < lines.length; kept += 1)
      expect(() => read(lines.slice(0, kept).join('\n'))).toThrow('has no end mark. It may have been cut.');
  });

  it('takes a line that was edited, and names the line to write where one was removed', () => {
    save();
    const text = readFileSync(file, 'utf8');
    expect(read(text.replace('"1"', '"3"'))).toHaveLength(3);
    expect(() => read(text.replace('{"customer":"1"}\n', ''))).toThrow(
      expect.objectContaining({ details: { hint: expect.stringContaining('make the last line {"end":2}') } }),
    );
  });
});

describe('what is no file among snapshots [C-snapshot-folder]', () => {
  it('is not listed, and the others are', () => {
    save();
    symlinkSync(join(folder, 'gone'), join(folder, 'dangling.jsonl'));
    symlinkSync(join(folder, 'loop.jsonl'), join(folder, 'loop.jsonl'));
    mkdirSync(join(folder, 'folder.jsonl'));
    expect(listSnapshotFiles(place()).map(({ name }) => name)).toEqual(['saved']);
  });

  it('is not deleted', () => {
    mkdirSync(file);
    expect(() => deleteSnapshotFile(file)).toThrow("isn't a plain file");
  });
});

const NONE: SeedResult['ids'] = {
  ...{ customers: {}, accounts: {}, bbans: {}, cards: {}, agreements: {}, engagements: {} },
};

async function exportedLines(ids: SeedResult['ids']): Promise<readonly string[]> {
  const counts = { created: 0, changed: 0, unchanged: 0, differs: 0, deleted: 0 };
  const of = { customers: counts, accounts: counts, cards: counts };
  const bySort = { ...of, agreements: counts, engagements: counts, transactions: counts };
  const result = { ...counts, bySort, steps: [], ids, isPlan: false };
  return (await createExportView('env').text(result, PIPE)).split('\n');
}

/** What a shell has in a variable once it has read the export. */
async function readByShell(ids: SeedResult['ids'], name: string): Promise<string> {
  const script = `set -eu\n${(await exportedLines(ids)).join('\n')}\nprintf %s "$${name}"`;
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' });
}

describe('ids exported for a shell [C-seed-export]', () => {
  // Ids are the bank's words, and a script reads the file as its own.
  it.each([
    "a'b",
    "'; echo run; '",
    '$(echo run)',
    'a b',
  ])('are text, whatever a bank says: %s', async (id) => {
    expect(await readByShell({ ...NONE, customers: { '1': id } }, 'SEED_CUSTOMER_1')).toBe(id);
  });

  it('are lines that a shell takes one by one, whatever the files name', async () => {
    const names = [
      'Bruks-konto',
      'bruks konto',
      'bruks konto 2',
      '貯金',
      '預金',
      'Æ Ø Å',
      "it's $(run)",
      '=',
      'é\n',
      '1',
    ];
    const bbans = { '1': Object.fromEntries(names.map((name, at) => [name, `b${at}`])) };
    const accounts = Object.fromEntries(names.map((_, at) => [`b${at}`, `id${at}`]));
    const ids = { ...NONE, bbans, accounts };
    const lines = await exportedLines(ids);
    expect(lines).toHaveLength(2 * names.length);
    const variables = lines.map((line) => line.split('=')[0] ?? '');
    expect(variables.filter((name) => !/^SEED_[A-Z0-9_]*[A-Z0-9_]$/.test(name))).toEqual([]);
    expect(new Set(variables).size).toBe(variables.length);
    expect(variables).toEqual(
      expect.arrayContaining([
        'SEED_BBAN_1_BRUKS_KONTO',
        'SEED_BBAN_1_BRUKS_KONTO_2',
        'SEED_BBAN_1_BRUKS_KONTO_2_2',
        'SEED_BBAN_1_X',
        'SEED_BBAN_1_X_2',
      ]),
    );
    expect(await readByShell(ids, 'SEED_BBAN_1_BRUKS_KONTO_2')).toBe('b1');
    expect(await readByShell(ids, 'SEED_BBAN_1_X_2')).toBe('b4');
  });
});
