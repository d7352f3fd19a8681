import type { Room } from './mutation.ts';

export const transport: Room = {
  name: 'transport',
  tests: ['test/transport/', 'test/server/'],
  mutations: [
    {
      file: 'src/transport/https.ts',
      find: "return !hasLeft || (method === 'GET' && !isAnswered);",
      replace: 'return !hasLeft || !isAnswered;',
      suffers: 'A payment whose connection breaks is sent twice.',
      by: 'test/transport/https-faults.test.ts',
    },
    {
      file: 'src/server/read-request.ts',
      find: 'if (isHeld && bytes <= limitBytes) {',
      replace: 'if (isHeld && bytes < limitBytes) {',
      suffers: 'A body of exactly 1 MiB, which is allowed, is refused as too large.',
      by: 'test/server/refused.test.ts',
    },
  ],
};
