import type { Room } from './mutation.ts';

export const breaks: Room = {
  name: 'breaks',
  tests: ['test/breaks/'],
  mutations: [
    {
      file: 'src/breaks/break-request.ts',
      find: '[...Object.keys(way.plan), ...(way.takes ?? [])]',
      replace: 'Object.keys(way.plan)',
      suffers: 'Of two breaks in one request one is lost, and nobody is told.',
      by: 'test/breaks/pairs.test.ts',
    },
    {
      file: 'src/breaks/sign-broken.ts',
      find: 'return { ...request, headers, body: content.sent };',
      replace: 'return { ...request, headers, body: Buffer.from(content.hashed) };',
      suffers: 'A request whose digest should be wrong is sent with the body that fits it.',
      by: 'test/breaks/made.test.ts',
    },
  ],
};
