import type { Room } from './mutation.ts';

/** With the table of operations and the hints, which sessions bring together. */
export const session: Room = {
  name: 'session',
  tests: ['test/session/', 'test/sca/', 'test/client/', 'test/signing/'],
  mutations: [
    {
      file: 'src/wire/operations.ts',
      find: '{ ...SIGNED, answersRepeats: true, headers',
      replace: '{ ...BODY, answersRepeats: true, headers',
      suffers: 'A payment whose Digest is missing is called valid by verify, and refused by another bank.',
      by: 'test/signing/verify.test.ts',
    },
    {
      file: 'src/wire/operations.ts',
      find: "path.indexOf('/v1/', at + 1)",
      replace: '-1',
      suffers: 'Below a base path that holds /v1, verify asks for no role and no Digest.',
      by: 'test/signing/verify.test.ts',
    },
    {
      file: 'src/session/middleware.ts',
      find: 'const { forgottenPsuId: _, clockBehindSeconds: __, ...details } = fault.details;',
      replace: 'const { ...details } = fault.details;',
      suffers: 'The JSON of an error has a member that no script was told of, with a psu-id in it.',
      by: 'test/session/middleware.test.ts',
    },
    {
      file: 'src/session/hints.ts',
      find: "'cancel payment': findStateHint,",
      replace: "'cancel payment': findReadingHint,",
      suffers: 'A payment that is booked can not be cancelled, and the hint is to approve it.',
      by: 'test/client/hints.test.ts',
    },
    {
      file: 'src/sca/browser.ts',
      find: "const isPlain = url?.username === '' && url.password === '';",
      replace: 'const isPlain = url !== undefined;',
      suffers: 'A link with a name before the host is opened, which people read as the host.',
      by: 'test/sca/show-page.test.ts',
    },
  ],
};
