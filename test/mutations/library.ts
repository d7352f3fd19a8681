import type { Room } from './mutation.ts';

export const library: Room = {
  name: 'library',
  tests: ['test/library/'],
  mutations: [
    {
      file: 'src/library/places.ts',
      find: 'if (inUse === 0) files.remove();',
      replace: '',
      suffers: 'A test run leaves a folder behind until its process ends, and a listener.',
      by: 'test/library/closing.test.ts',
    },
    {
      file: 'src/library/fetch.ts',
      find: "signal.addEventListener('abort', abort, { once: true });",
      replace: '',
      suffers: 'A test that gives up on a slow bank waits for it all the same.',
      by: 'test/library/fetch.test.ts',
    },
    {
      file: 'src/library/fetch.ts',
      find: 'if (url.origin !== origin)\n',
      replace: 'if (url.origin === "")\n',
      suffers: 'A request to a real bank is answered by the one of the test.',
      by: 'test/library/fetch.test.ts',
    },
    {
      file: 'src/library/create-bank.ts',
      find: 'return createTpp(transport, url);',
      replace: 'return createTpp(createInProcessTransport(transport), url);',
      suffers: 'A dropped connection is a fault of the program and not the TypeError of a fetch.',
      by: 'test/library/create-bank.test.ts',
    },
    {
      file: 'src/library/operator.ts',
      find: 'id: parseAuthorisation(id) ?? id',
      replace: 'id',
      suffers: 'The link that the bank gave a test is no authorisation to it.',
      by: 'test/library/create-bank.test.ts',
    },
  ],
};
