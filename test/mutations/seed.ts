import type { Room } from './mutation.ts';

/** Seed files, and what they make. */
export const seed: Room = {
  name: 'seed',
  tests: ['test/seed/'],
  mutations: [
    {
      file: 'src/seed/apply/id-store.ts',
      find: 'bank.uncertain[kind].push(name);',
      replace: '',
      suffers: 'An account whose answer was lost is made a second time at a real sandbox.',
      by: 'test/seed/apply/real-sandbox.test.ts',
    },
    {
      file: 'src/seed/document.ts',
      find: "    case '&':\n",
      replace: '',
      suffers: 'A seed file with 20,000 anchors holds a core for a minute.',
      by: 'test/seed/document.test.ts',
    },
    {
      file: 'src/seed/transactions-file.ts',
      find: 'if (!found.startsWith(realpathSync(folder) + sep))',
      replace: 'if (!resolve(folder, given).startsWith(folder + sep))',
      suffers: 'A seed file from elsewhere reads any file of the user through a symbolic link.',
      by: 'test/seed/transactions.test.ts',
    },
    {
      file: 'src/seed/read-world.ts',
      find: 'const sorted = [...sources].sort((left, right) => compareTexts(left.name, right.name));',
      replace: 'const sorted = sources;',
      suffers: 'The order in which files are named changes the world.',
      by: 'test/seed/document.test.ts',
    },
    {
      file: 'src/seed/transactions.ts',
      find: 'if (date > today)',
      replace: 'if (date >= today)',
      suffers: 'A transaction of today is refused, though the bank takes it.',
      by: 'test/seed/transactions.test.ts',
    },
    {
      file: 'src/seed/members.ts',
      find: "typeof input === 'number' || typeof input === 'boolean'",
      replace: "typeof input === 'boolean'",
      suffers: 'A number without quotes is told to be no text, and nobody knows why.',
      by: 'test/seed/mistakes.test.ts',
    },
  ],
};
