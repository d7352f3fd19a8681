// How long transactions are open in this process, seen at the driver: from the end of BEGIN, when the lock or snapshot
// is held, to the beginning of COMMIT or ROLLBACK, and these by themselves. A COMMIT is one or two syncs of the disk
// and, when the lock is free again, now and then the folding of the log into the file. Must be called before the first
// bank is opened.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const DRIVER = '@photostructure/sqlite';

export function watchTransactions() {
  const { DatabaseSync } = require(DRIVER);
  const longest = { read: 0, write: 0, writeByProcessor: 0, commit: 0 };
  class Watched extends DatabaseSync {
    #open;

    prepare(sql) {
      const statement = super.prepare(sql);
      if (!/^(BEGIN (IMMEDIATE|DEFERRED)|COMMIT|ROLLBACK)$/.test(sql)) return statement;
      const all = () => {
        const asked = performance.now();
        const rows = statement.all();
        const done = performance.now();
        if (sql.startsWith('BEGIN')) {
          this.#open = {
            kind: sql.endsWith('IMMEDIATE') ? 'write' : 'read',
            since: done,
            processor: process.cpuUsage(),
          };
        } else if (this.#open) {
          const { kind, since, processor } = this.#open;
          longest[kind] = Math.max(longest[kind], asked - since);
          if (kind === 'write') {
            longest.commit = Math.max(longest.commit, done - asked);
            longest.writeByProcessor = Math.max(longest.writeByProcessor, measureProcessor(processor));
          }
          this.#open = undefined;
        }
        return rows;
      };
      return { all, setReadBigInts: () => {} };
    }
  }
  const loaded = require.cache[require.resolve(DRIVER)];
  loaded.exports = { ...loaded.exports, DatabaseSync: Watched };
  const reset = () => {
    for (const kind of Object.keys(longest)) longest[kind] = 0;
  };
  return { longest, reset };
}

/** Measures milliseconds of the processor since then, the COMMIT's too. */
function measureProcessor(then) {
  const { user, system } = process.cpuUsage(then);
  return (user + system) / 1000;
}
