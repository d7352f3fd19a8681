import type { Room } from './mutation.ts';

export const program: Room = {
  name: 'program',
  tests: ['test/cli/', 'test/program/', 'test/transcripts/'],
  mutations: [
    {
      file: 'src/cli/failure.ts',
      find: '    ...hintOfBankCode(fault),\n    ...details,\n',
      replace: '    ...details,\n    ...hintOfBankCode(fault),\n',
      suffers:
        'In place of the flag to change, the user of a refused payment reads general words about the code.',
      by: 'test/cli/failure.test.ts',
    },
    {
      file: 'src/cli/base-command.ts',
      find: "if (!this.isSet('quiet')) writeNotice(text);",
      replace: 'writeNotice(text);',
      suffers: 'A script that asks for silence has notices in its log.',
      by: 'test/program/cert-expiry.test.ts',
    },
  ],
};
