import type { Room } from './mutation.ts';

export const signing: Room = {
  name: 'signing',
  tests: ['test/signing/'],
  mutations: [
    {
      file: 'src/signing/check-date.ts',
      find: 'if (distance <= allowed) return;',
      replace: 'if (distance < allowed) return;',
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
