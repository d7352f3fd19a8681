import type { Room } from './mutation.ts';

export const captures: Room = {
  name: 'captures',
  tests: ['test/captures/'],
  mutations: [
    {
      file: 'src/captures/http/message.ts',
      find: 'Number.parseInt(digits, 16)',
      replace: 'Number.parseInt(digits, 10)',
      suffers: 'A chunked body of ten bytes or more is cut, and a right digest is called wrong.',
      by: 'test/captures/http-body.test.ts',
    },
    {
      file: 'src/captures/curl/options.ts',
      find: "if (option === 'data-binary' || option === 'json') return content;",
      replace: "if (option === 'data-binary') return content;",
      suffers:
        'A file that curl sends as it is with --json loses its line ends, and a right digest is called wrong.',
      by: 'test/captures/curl-requests.test.ts',
    },
  ],
};
