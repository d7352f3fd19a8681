import type { Room } from './mutation.ts';

export const signing: Room = {
  name: 'signing',
  tests: ['test/signing/'],
  mutations: [
    {
      file: 'src/signing/verify.ts',
      find: "if (fault === 'request-id' && otherId !== undefined)",
      replace: "if (fault === 'request-id' && otherId === '')",
      suffers: 'A signed answer to an earlier request is taken for the one to this.',
      by: 'test/signing/verify-answer.test.ts',
    },
    {
      file: 'src/signing/verify.ts',
      find: 'if (missing.length > 0) return',
      replace: 'if (missing.length > 2) return',
      suffers: 'Half a signature is told as one of another key, and nobody looks for who took the rest.',
      by: 'test/signing/verify-answer.test.ts',
    },
    {
      file: 'src/signing/verify.ts',
      find: 'Math.min(Math.max(time ?? answeredAt, sentAt), answeredAt)',
      replace: 'time ?? answeredAt',
      suffers: 'A signed answer of yesterday is as good as one of now.',
      by: 'test/signing/verify-answer.test.ts',
    },
    {
      file: 'src/signing/check-headers.ts',
      find: 'if (distance <= maxSkewSeconds) return',
      replace: 'if (distance < maxSkewSeconds) return',
      suffers: 'A request whose Date is 60 seconds off is refused, though 60 seconds are allowed.',
      by: 'test/signing/verify.test.ts',
    },
    {
      file: 'src/signing/signing-string.ts',
      find: "  'psu-corporate-id',\n",
      replace: '',
      suffers: 'Requests with PSU-Corporate-ID pass here, and every other bank refuses their signature.',
      by: 'test/signing/sign.test.ts',
    },
  ],
};
