import { textOf } from './answer.ts';
import { BankUnderTest } from './bank-under-test.ts';
import { BookReader } from './books.ts';
import { INITIALISE } from './commands/clock.ts';
import { planOfOrder } from './commands/creation.ts';
import { orderOf, PLAIN } from './commands/wish.ts';
import { type Facts, factsOf, type InitialData, KARI, OLA, PLACES } from './model/facts.ts';
import { freshModel } from './model/state.ts';
import { type Ids, operatorSent } from './plan.ts';
import { TPPS } from './sent.ts';

/** What all histories of a process share: one bank file, put back before each, and what never changes of its world. */
export interface Laboratory {
  readonly bank: BankUnderTest;
  readonly books: BookReader;
  readonly facts: Facts;
  /** The psu-ids by TPP and customer number; they survive an initialise. */
  readonly psus: ReadonlyMap<string, string>;
  close(): Promise<void>;
}

const NO_IDS: Ids = {
  payments: [],
  baskets: [],
  scas: [],
  psus: new Map(),
  sandbox: new Map(),
  bygone: undefined,
};

export async function openLaboratory(at: number): Promise<Laboratory> {
  const bank = new BankUnderTest();
  bank.real = at;
  const facts = factsOf(JSON.parse(await putBack(bank)) as InitialData);
  const psus = new Map<string, string>();
  for (const tpp of TPPS.keys()) {
    for (const [number, debtor] of [
      [KARI, PLACES.kari],
      [OLA, PLACES.ola],
    ] as const) {
      psus.set(`${tpp} ${number}`, await firstSca(bank, facts, tpp, debtor));
    }
  }
  const books = new BookReader(bank.path);
  return {
    bank,
    books,
    facts,
    psus,
    close: async () => {
      books.close();
      await bank.close();
    },
  };
}

/** The initial data again; offset 0. */
export async function putBack(bank: BankUnderTest): Promise<string> {
  const answer = await bank.send(INITIALISE);
  if (answer.status !== 200) throw new Error(`the sandbox can't be put back: ${textOf(answer)}`);
  return textOf(answer);
}

/** The psu-id that comes of the first SCA of a TPP and PSU. */
async function firstSca(bank: BankUnderTest, facts: Facts, tpp: number, debtor: number): Promise<string> {
  const order = orderOf(freshModel(facts, bank.real), { ...PLAIN, tpp, debtor }, `first-${tpp}-${debtor}`);
  const created = await bank.send(planOfOrder(freshModel(facts, bank.real), order, NO_IDS).sent);
  const { paymentId } = JSON.parse(textOf(created)) as { paymentId: string };
  const played = await bank.send(operatorSent('POST', `/operator/sca/${paymentId}/approve`));
  return (JSON.parse(textOf(played)) as { psuId: string }).psuId;
}
