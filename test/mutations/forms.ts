import type { Room } from './mutation.ts';

export const forms: Room = {
  name: 'forms',
  tests: ['test/payments/', 'test/sandbox/'],
  mutations: [
    {
      file: 'src/payments/prepare.ts',
      find: 'return isGiven && !hasCurrency ?',
      replace: 'return isGiven && hasCurrency ?',
      suffers: 'An example around a wrong amount makes keys and a store before it is refused.',
      by: 'test/payments/prepare.test.ts',
    },
    {
      file: 'src/payments/prepare.ts',
      find: 'const isSame = isJsonFile && bytes.equals',
      replace: 'const isSame = !isJsonFile && bytes.equals',
      suffers: 'A file to which flags add nothing is written anew before it is sent.',
      by: 'test/payments/prepare.test.ts',
    },
    {
      file: 'src/sandbox/forms.ts',
      find: "given.out === undefined ? 'in' : 'out'",
      replace: "given.out === undefined ? 'in' : 'in'",
      suffers: 'Money that is added as going out of an account comes in.',
      by: 'test/sandbox/form.test.ts',
    },
    {
      file: 'src/sandbox/form.ts',
      find: 'if (file !== undefined) refuseBesideFile(form, given);',
      replace: '',
      suffers:
        'A flag beside --file is passed over in silence, and something else is made than was asked for.',
      by: 'test/sandbox/form.test.ts',
    },
  ],
};
