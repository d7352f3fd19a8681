import { copyFileSync, renameSync, rmSync } from 'node:fs';

/** A change that the user makes to the file of a store that is in use. */
export interface Harm {
  readonly name: string;
  readonly act: (path: string) => void;
  readonly words: RegExp;
}

export const HARMS: readonly Harm[] = [
  { name: 'rm of the file', act: (path) => rmSync(path), words: /was removed while in use/ },
  {
    name: 'another file in its place',
    act: (path) => {
      copyFileSync(path, `${path}.copy`);
      renameSync(`${path}.copy`, path);
    },
    words: /was replaced by another file while in use/,
  },
];
