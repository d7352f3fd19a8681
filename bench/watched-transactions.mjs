// How long transactions are open in this process: from the end of BEGIN, when the lock or snapshot is held, to the end
// of COMMIT or ROLLBACK, seen at the driver. Must be called before the first bank is opened.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const DRIVER = '@photostructure/sqlite';

export function watchTransactions() {
  const { DatabaseSync } = require(DRIVER);
  let longest = { read: 0, write: 0 };
  class Watched extends DatabaseSync {
    #open;

    prepare(sql) {
      const statement = super.prepare(sql);
      if (!/^(BEGIN (IMMEDIATE|DEFERRED)|COMMIT|ROLLBACK)$/.test(sql)) return statement;
      const all = () => {
        const rows = statement.all();
        if (sql.startsWith('BEGIN')) {
          this.#open = { kind: sql.endsWith('IMMEDIATE') ? 'write' : 'read', since: performance.now() };
        } else if (this.#open) {
          const { kind, since } = this.#open;
          longest[kind] = Math.max(longest[kind], performance.now() - since);
          this.#open = undefined;
        }
        return rows;
      };
      return { all, setReadBigInts: () => {} };
    }
  }
  const loaded = require.cache[require.resolve(DRIVER)];
  loaded.exports = { ...loaded.exports, DatabaseSync: Watched };
  return {
    /** The longest since this was asked last. */
    take() {
      const taken = longest;
      longest = { read: 0, write: 0 };
      return taken;
    },
  };
}
