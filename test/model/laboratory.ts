import { textOf } from './answer.ts';
import { BankUnderTest } from './bank-under-test.ts';
import { BookReader } from './books.ts';
import { AGREEMENT, engagementSent, sandboxSent } from './commands/agreements.ts';
import { INITIALISE } from './commands/clock.ts';
import { planOfOrder } from './commands/creation.ts';
import { orderOf, PLAIN, type Wish } from './commands/wish.ts';
import { type Facts, factsOf, type InitialData, KARI, OLA, PLACES } from './model/facts.ts';
import { MOST_AGREEMENTS } from './model/psu.ts';
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
  /** Ids of the firm's agreements, in the order in which a world has them made. */
  readonly agreements: readonly string[];
  /** Kari's psu-corporate-ids, by TPP and place of the agreement; they survive an initialise too. */
  readonly corporate: ReadonlyMap<string, string>;
  close(): Promise<void>;
}

const NO_IDS: Ids = {
  payments: [],
  baskets: [],
  scas: [],
  psus: new Map(),
  agreements: [],
  corporate: new Map(),
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
  const agreements: string[] = [];
  const corporate = new Map<string, string>();
  for (let place = 0; place < MOST_AGREEMENTS; place += 1) {
    const agreement = await firstAgreement(bank, facts);
    agreements.push(agreement);
    for (const tpp of TPPS.keys()) {
      const { psuCorporateId } = await firstScaThere(bank, facts, { tpp, agreement });
      corporate.set(`${tpp} ${place}`, psuCorporateId);
    }
  }
  const books = new BookReader(bank.path);
  return {
    bank,
    books,
    facts,
    psus,
    agreements,
    corporate,
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
  return (await played(bank, facts, { ...PLAIN, tpp, debtor })).psuId;
}

/** An agreement in which Kari is engaged. */
async function firstAgreement(bank: BankUnderTest, facts: Facts): Promise<string> {
  const made = await bank.send(sandboxSent('POST', '/v1/sandbox/agreements', AGREEMENT));
  const { agreementId } = JSON.parse(textOf(made)) as { agreementId: string };
  const wanted = { psu: KARI, account: PLACES.firm, roles: 'VIEW REGISTER' } as const;
  await bank.send(engagementSent({ facts }, agreementId, wanted));
  return agreementId;
}

interface There {
  readonly tpp: number;
  readonly agreement: string;
}

/** What comes of Kari's first SCA in an agreement. */
function firstScaThere(bank: BankUnderTest, facts: Facts, { tpp, agreement }: There): Promise<Played> {
  const wish: Wish = { ...PLAIN, tpp, psu: 'kari', session: agreement, debtor: PLACES.firm };
  return played(bank, facts, wish, { agreementId: agreement, as: KARI });
}

interface Played {
  readonly psuId: string;
  readonly psuCorporateId: string;
}

async function played(bank: BankUnderTest, facts: Facts, wish: Wish, act?: object): Promise<Played> {
  const model = freshModel(facts, bank.real);
  const order = orderOf(model, wish, `first-${wish.tpp}-${wish.debtor}-${wish.session}`);
  const created = await bank.send(planOfOrder(model, order, NO_IDS).sent);
  const { paymentId } = JSON.parse(textOf(created)) as { paymentId: string };
  const answer = await bank.send(operatorSent('POST', `/operator/sca/${paymentId}/approve`, act));
  return JSON.parse(textOf(answer)) as Played;
}
