import { createBank } from '../../src/bank/bank.ts';
import { createBankSettings, createBankStore } from '../../src/session/open-bank.ts';
import type { Op, Row, Statement, Store, Work } from '../../src/store/contract.ts';
import { openTestBank, type TestBank } from './bank.ts';

/** The statements of one transaction, in their order. */
export type Transaction = readonly Statement[];

/** A bank, and the transactions that it has run since they were last taken. */
export interface CountedBank {
  readonly bank: TestBank;
  takeTransactions(): readonly Transaction[];
}

export async function openCountedBank(): Promise<CountedBank> {
  let transactions: Transaction[] = [];
  const bank = await openTestBank({
    open: ({ path, ...given }) => {
      const settings = createBankSettings({ wait: async () => {}, ...given });
      const store = createBankStore({ path }, settings);
      return {
        handle: createBank(
          settings,
          listenTo(store, (transaction) => transactions.push(transaction)),
        ),
        open: () => store.open(),
        hasWorld: async () => true,
        check: async () => {},
        copyTo: (to) => store.copyTo(to),
        close: () => store.close(),
      };
    },
  });
  const takeTransactions = () => {
    const taken = transactions;
    transactions = [];
    return taken;
  };
  return { bank, takeTransactions };
}

/** The same store, with each transaction told when its work is done; one that fails is not told. */
function listenTo(store: Store, tell: (transaction: Transaction) => void): Store {
  const told = <T>(work: Work<T>): Work<T> =>
    function* (tx) {
      const ran: Statement[] = [];
      const result = yield* passOn(work(tx), ran);
      tell(ran);
      return result;
    };
  return {
    read: (work) => store.read(told(work)),
    write: (work) => store.write(told(work)),
    close: () => store.close(),
  };
}

function* passOn<T>(op: Op<T>, ran: Statement[]): Op<T> {
  let step = op.next();
  while (!step.done) {
    ran.push(step.value);
    const rows: readonly Row[] = yield step.value;
    step = op.next(rows);
  }
  return step.value;
}
