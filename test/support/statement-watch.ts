import type { Op, Row, Statement, Store, Tx, Work } from '../../src/store/contract.ts';

/**
 * Holds an engine to S2-synchronous: between BEGIN and COMMIT nothing runs but what the work itself has yielded. The
 * engine's statements come in through `ran`, the work's through the store that `around` returns.
 */
export class StatementWatch {
  /** What broke the rule. */
  readonly strays: string[] = [];
  readonly #yielded: Statement[] = [];
  readonly #inTransaction = new Set<unknown>();

  get someTransactionIsOpen(): boolean {
    return this.#inTransaction.size > 0;
  }

  /** Told of each statement before the engine runs it, and on which of its connections. */
  ran(sql: string, connection: unknown): void {
    const own = this.#yielded.findIndex((statement) => statement.sql === sql);
    if (own >= 0) {
      this.#yielded.splice(own, 1);
      if (!this.#inTransaction.has(connection)) this.strays.push(`outside a transaction: ${sql}`);
    } else if (/^(BEGIN|START TRANSACTION)\b/i.test(sql)) {
      this.#inTransaction.add(connection);
    } else if (/^(COMMIT|ROLLBACK)\b(?! TO)/i.test(sql)) {
      this.#inTransaction.delete(connection);
    } else if (!/^(SAVEPOINT|RELEASE|ROLLBACK TO|PRAGMA|SET|CREATE)\b/i.test(sql)) {
      this.strays.push(`not the work's own: ${sql}`);
    }
  }

  around(store: Store): Store {
    return {
      read: <T>(work: Work<T>) => store.read((tx) => this.#watched(work, tx)),
      write: <T>(work: Work<T>) => store.write((tx) => this.#watched(work, tx)),
      close: () => store.close(),
    };
  }

  *#watched<T>(work: Work<T>, tx: Tx): Op<T> {
    const op = work(tx);
    let step = op.next();
    while (!step.done) {
      this.#yielded.push(step.value);
      let rows: readonly Row[];
      try {
        rows = yield step.value;
      } catch (error) {
        this.#forget(step.value);
        step = op.throw(error);
        continue;
      }
      step = op.next(rows);
    }
    return step.value;
  }

  /** Refused before it ran, or failed. */
  #forget(statement: Statement): void {
    const index = this.#yielded.indexOf(statement);
    if (index >= 0) this.#yielded.splice(index, 1);
  }
}
