import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  deleteSnapshotFile,
  listSnapshotFiles,
  readSnapshotFile,
  writeSnapshotFile,
} from '../../src/sandbox/snapshots.ts';

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
