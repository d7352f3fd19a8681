import type { Room } from './mutation.ts';

export const traces: Room = {
  name: 'traces',
  tests: ['test/traces/'],
  mutations: [
    {
      file: 'src/traces/redact.ts',
      find: 'return algorithm === undefined ? STRUCK :',
      replace: 'return algorithm !== undefined ? value :',
      suffers: 'Whoever reads a trace tries out accounts until one has its Digest.',
      by: 'test/traces/strike.test.ts',
    },
    {
      file: 'src/traces/allow-list.ts',
      find: 'return kind !== undefined && KINDS[kind].test(value);',
      replace: 'return kind !== undefined;',
      suffers: 'A name that a bank puts where a code belongs stands in every trace.',
      by: 'test/traces/strike.test.ts',
    },
    {
      file: 'src/traces/har.ts',
      find: 'if (isSearchable(request)) return { verdict };',
      replace: '',
      suffers: 'Whoever reads a trace tries out accounts until one has its hash.',
      by: 'test/traces/hostile.test.ts',
    },
    {
      file: 'src/traces/redact.ts',
      find: 'if (depth >= MOST_DEEP) return STRUCK;',
      replace: '',
      suffers: 'An answer of a hostile bank is lost to a program that wants to see it.',
      by: 'test/traces/hostile.test.ts',
    },
  ],
};
