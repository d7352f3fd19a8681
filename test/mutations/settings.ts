import type { Room } from './mutation.ts';

export const settings: Room = {
  name: 'settings',
  tests: ['test/settings/'],
  mutations: [
    {
      file: 'src/own-file.ts',
      find: 'const OTHERS = 0o077;',
      replace: 'const OTHERS = 0o007;',
      suffers: 'A signing key that the whole group can read is used without a word.',
      by: 'test/settings/identity.test.ts',
    },
    {
      file: 'src/settings/precedence.ts',
      find: "if (origin === 'project file' && profile.bank === 'production') {",
      replace: "if (origin === 'settings file' && profile.bank === 'production') {",
      suffers: 'A file that came with a checkout sends payments to a real bank.',
      by: 'test/settings/precedence.test.ts',
    },
  ],
};
