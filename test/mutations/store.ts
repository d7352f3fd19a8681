import type { Room } from './mutation.ts';

export const store: Room = {
  name: 'store',
  tests: ['test/store/'],
  mutations: [
    {
      file: 'src/store/sqlite/group-commit.ts',
      find: "      connection.command('COMMIT');\n      store.files.check('The change may or may not be saved.');\n      this.#onFlushed?.(taken.length);\n      for (const settle of settlements) settle();\n",
      replace:
        "      for (const settle of settlements) settle();\n      connection.command('COMMIT');\n      store.files.check('The change may or may not be saved.');\n      this.#onFlushed?.(taken.length);\n",
      suffers: 'A payment is answered with 201 although the full disk did not take it.',
      by: 'test/store/sqlite/failures.test.ts',
    },
    {
      file: 'src/store/sqlite/group-commit.ts',
      find: "      store.files.check('The change may or may not be saved.');\n",
      replace: '',
      suffers: 'A payment is answered with 201 although its file was removed before the COMMIT.',
      by: 'test/store/sqlite/changed-files.test.ts',
    },
    {
      file: 'src/store/sqlite/group-commit.ts',
      find: "      connection.command('ROLLBACK TO work');\n",
      replace: '',
      suffers: 'A request that ends in an error leaves the half that it had written.',
      by: 'test/store/sqlite.test.ts',
    },
  ],
};
