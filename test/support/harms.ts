import { copyFileSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';

/** What somebody does to the files of a store that is in use. */
export interface Harm {
  readonly name: string;
  readonly act: (path: string) => void;
  /** How the bank calls it. */
  readonly words: RegExp;
  /** What the next opening says, before anything is done about it; absent where nothing was lost. */
  readonly restart?: RegExp;
}

/** An SQLite file that is none of ours: 1024 bytes, shorter than any store. */
const SMALLER = Buffer.from(`SQLite format 3\0${' '.repeat(1008)}`, 'latin1');

export const HARMS: readonly Harm[] = [
  {
    name: 'rm of the file',
    act: (path) => rmSync(path),
    words: /was removed while in use/,
    restart: /was removed while in use/,
  },
  {
    name: 'mv of the file',
    act: (path) => renameSync(path, `${path}.elsewhere`),
    words: /was removed while in use/,
    restart: /was removed while in use/,
  },
  {
    name: 'rm of the file and what is beside it',
    act: (path) => {
      for (const file of [path, `${path}-wal`, `${path}-shm`]) rmSync(file, { force: true });
    },
    words: /was removed while in use/,
    restart: /was removed while in use/,
  },
  {
    name: 'another file in its place',
    act: (path) => {
      copyFileSync(path, `${path}.copy`);
      renameSync(`${path}.copy`, path);
    },
    words: /was replaced by another file while in use/,
    restart: /was replaced by another file/,
  },
  {
    name: 'truncate to its half',
    act: (path) => truncateSync(path, Math.floor(statSync(path).size / 2)),
    words: /was truncated while in use/,
    restart: /was truncated/,
  },
  {
    name: 'truncate to nothing',
    act: (path) => truncateSync(path, 0),
    words: /was truncated while in use/,
    restart: /was truncated/,
  },
  {
    name: 'cp of a smaller file over it',
    act: (path) => writeFileSync(path, SMALLER),
    words: /was truncated while in use/,
    restart: /was truncated/,
  },
  {
    name: 'rm of its log',
    act: (path) => rmSync(`${path}-wal`),
    words: /lost its log \(the -wal file\), which was removed while in use/,
  },
  {
    name: 'another log in its place',
    act: (path) => {
      writeFileSync(`${path}.copy`, '', { mode: 0o600 });
      renameSync(`${path}.copy`, `${path}-wal`);
    },
    words: /lost its log \(the -wal file\), which was replaced while in use/,
    restart: /lost its log/,
  },
  {
    name: 'truncate of its log',
    act: (path) => truncateSync(`${path}-wal`, 0),
    words: /lost part of its log \(the -wal file\), which was truncated while in use/,
    restart: /lost part of its log/,
  },
  {
    name: 'rm of its locks',
    act: (path) => rmSync(`${path}-shm`),
    words: /lost its locks \(the -shm file\), which was removed while in use/,
  },
  {
    name: 'other locks in their place',
    act: (path) => {
      copyFileSync(`${path}-shm`, `${path}.copy`);
      renameSync(`${path}.copy`, `${path}-shm`);
    },
    words: /lost its locks \(the -shm file\), which was replaced while in use/,
    restart: /lost its locks/,
  },
];
