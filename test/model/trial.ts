import type { HttpResponse } from '../../src/message.ts';
import { codesOf, seen, textOf, told } from './answer.ts';
import type { Books } from './books.ts';
import { type BalanceCommand, changeBalance, differenceOf } from './commands/balance.ts';
import { instantOf, WAKE } from './commands/clock.ts';
import { type Command, plansOf } from './commands/command.ts';
import { differences, linesOfBooks, linesOfModel } from './compare.ts';
import type { Coverage } from './coverage.ts';
import { follow, stateAfterDeath } from './crash.ts';
import { brokenInvariants, type ListedAccount, listFaults } from './invariants.ts';
import { type Laboratory, putBack } from './laboratory.ts';
import { accountAt } from './model/accounts.ts';
import { type Facts, KARI } from './model/facts.ts';
import { expectedOn } from './model/money.ts';
import type { BasketOrder, Order } from './model/order.ts';
import { fillUp } from './model/psu.ts';
import { catchUp, isSomethingDue } from './model/runs.ts';
import { freshModel, type Model, nowOf, type Said } from './model/state.ts';
import { kindOf, ordersIn } from './orders.ts';
import type { Ids, Plan } from './plan.ts';
import { type Sent, TPPS } from './sent.ts';

/** One history on one bank, with the model beside it. */

export interface History {
  /** The machine's time when it begins. */
  readonly start: string;
  readonly commands: readonly Command[];
}

const ACCOUNTS: Sent = {
  method: 'GET',
  path: '/v1/sandbox/accounts',
  headers: { 'X-Request-ID': 'list' },
  signer: 'first',
};
const CARDS: Sent = { ...ACCOUNTS, path: '/v1/sandbox/card-accounts' };

/** Runs a history. @throws Error at the first command after which model and bank disagree, or an invariant is broken */
export async function runHistory(
  history: History,
  laboratory: Laboratory,
  coverage: Coverage,
): Promise<void> {
  const { bank } = laboratory;
  coverage.begin(history.start);
  bank.real = Date.parse(history.start);
  bank.unexpected = [];
  await putBack(bank);
  // From here on both connections are open, so that a death comes at the same statement whenever this is tried.
  await bank.send(WAKE);
  const trial = new Trial(laboratory, coverage);
  for (const [place, command] of history.commands.entries()) {
    try {
      await trial.take(command);
    } catch (error) {
      throw new Error(`after command ${place} (${JSON.stringify(command)}):\n${(error as Error).message}`);
    }
  }
  await trial.finish();
}

/** The accounts that are there, with the ids that they have now. */
function present(facts: Facts, { accounts }: Books): Facts {
  const ids = new Map(accounts.map(({ id, number }) => [number, id]));
  return facts.flatMap((fact) => {
    const id = ids.get(fact.number);
    return id === undefined ? [] : [{ ...fact, id }];
  });
}

class Trial {
  readonly #laboratory: Laboratory;
  readonly #coverage: Coverage;
  #model: Model;
  #books: Books;
  /** The books, told in lines. */
  #kept: readonly string[] | undefined;
  /** What the sandbox's list was compared with last. */
  #listed: string | undefined;
  readonly #orders: Order[] = [];
  readonly #baskets: BasketOrder[] = [];
  /** The first answer to each X-Request-ID, where it was heard. */
  readonly #first = new Map<string, string>();
  #bygone: string | undefined;
  readonly #sandbox = new Map<string, string>();

  constructor(laboratory: Laboratory, coverage: Coverage) {
    this.#laboratory = laboratory;
    this.#coverage = coverage;
    this.#model = freshModel(laboratory.facts, laboratory.bank.real);
    this.#books = laboratory.books.read();
  }

  get #ids(): Ids {
    const { baskets, scas, accounts, customers } = this.#books;
    for (const { id, number } of [...accounts, ...customers]) this.#sandbox.set(number, id);
    return {
      payments: ordersIn(this.#books).map(({ id }) => id),
      baskets: baskets.map(({ id }) => id),
      scas: scas.map(({ id }) => id),
      sandbox: this.#sandbox,
      psus: this.#laboratory.psus,
      agreements: this.#laboratory.agreements,
      corporate: this.#laboratory.corporate,
      bygone: this.#bygone,
    };
  }

  async take(command: Command): Promise<void> {
    if (command.do === 'clock' && command.way === 'sleep') this.#sleep(command);
    if (command.do === 'balance') await this.#changeBalance(command);
    if (command.do === 'burst') await this.#fillUp(command.tpp);
    for (const planning of plansOf(command)) {
      const plan = planning({
        model: this.#model,
        ids: this.#ids,
        orders: this.#orders,
        baskets: this.#baskets,
      });
      if (plan) await this.#carryOut(plan, command);
      await this.check();
    }
  }

  #sleep({ to = { seconds: 1 } }: Extract<Command, { do: 'clock' }>): void {
    const asleep = instantOf(this.#model, to) - this.#model.real - this.#model.offset;
    this.#model.real += Math.max(0, asleep);
    this.#laboratory.bank.real = this.#model.real;
  }

  async #changeBalance(command: BalanceCommand): Promise<void> {
    const { account } = command;
    const model = this.#model;
    const difference = differenceOf(model, command);
    const id = accountAt(model, account) && this.#ids.sandbox.get(model.facts[account]?.number ?? '');
    if (id === undefined || difference === 0) return;
    await this.#laboratory.bank.changeBalance(id, difference, nowOf(model));
    changeBalance(model, account, difference);
  }

  /** Asking for each would take long; what is due comes first, as with any request. */
  async #fillUp(tpp: number): Promise<void> {
    const { bank } = this.#laboratory;
    await bank.send(WAKE);
    for (const _ of catchUp(this.#model));
    const room = fillUp(this.#model, tpp, KARI);
    await bank.openSessions(TPPS[tpp] ?? '', KARI, { count: room, at: nowOf(this.#model) });
  }

  async #carryOut(plan: Plan, { die, via, do: act }: Command): Promise<void> {
    const { bank, books } = this.#laboratory;
    if (die) {
      const { answer, diedOnTheWay } = await bank.sendAndDie(plan.sent, die);
      if (!diedOnTheWay) return this.#hear(answer, follow(this.#model, plan), plan.sent);
      this.#count(seen(answer), plan.sent);
      if (answer.status !== 503) throw new Error(`a bank without its store answered ${textOf(answer)}`);
      this.#model = stateAfterDeath(this.#model, plan, books.read());
      return;
    }
    // The clock and the world are everybody's: there it would matter who is first.
    const isBoth = via === 'both' && !['clock', 'initialise'].includes(act);
    const asked = isBoth ? bank.send(WAKE, 'second') : undefined;
    const answer = await bank.send(plan.sent, via === 'second' ? 'second' : 'first');
    if (asked && (await asked).status !== 404) throw new Error(`not awake: ${textOf(await asked)}`);
    if (isBoth) for (const _ of catchUp(this.#model));
    this.#hear(answer, follow(this.#model, plan), plan.sent);
  }

  #hear(answer: HttpResponse, said: Said, sent: Sent): void {
    const heard = this.#count(seen(answer), sent);
    if (heard !== told(said)) {
      throw new Error(`the model says ${told(said)}\nthe bank says  ${heard}: ${textOf(answer)}`);
    }
    this.#compareWithFirst(answer, said, sent);
  }

  /** A creation that is answered again is answered byte for byte. */
  #compareWithFirst(answer: HttpResponse, { repeats }: Said, { signer, headers }: Sent): void {
    if (answer.status !== 201) return;
    const key = `${signer} ${headers['X-Request-ID']}`;
    const first = this.#first.get(key);
    if (repeats !== undefined && first !== undefined && first !== textOf(answer)) {
      throw new Error(`the first answer was ${first}\nnow it is ${textOf(answer)}`);
    }
    if (repeats === undefined || first === undefined) this.#first.set(key, textOf(answer));
  }

  /** Counts what was heard, and tells it. */
  #count(said: Said, { path }: Sent): string {
    const heard = told(said);
    this.#coverage.hear(heard);
    const what = path.startsWith('/v1/signing-baskets') ? 'basket' : 'answer';
    for (const code of codesOf(said)) this.#coverage.count(code);
    if (said.transactionStatus !== undefined) this.#coverage.count(`${what} ${said.transactionStatus}`);
    return heard;
  }

  /** Model, store and sandbox list say the same, the invariants hold, and nothing happened that nobody expected. */
  async check(): Promise<void> {
    const { bank, facts } = this.#laboratory;
    if (bank.unexpected.length > 0) throw new Error(`unexpected: ${(bank.unexpected[0] as Error).stack}`);
    const before = this.#books;
    const books = this.#laboratory.books.read();
    if (books !== before) {
      this.#books = books;
      this.#countSteps(books, before);
      const broken = brokenInvariants(books, present(facts, books), before);
      if (broken.length > 0) throw new Error(broken.join('\n'));
    }
    if (books !== before || !this.#kept) this.#kept = linesOfBooks(books, this.#model);
    const apart = differences(linesOfModel(this.#model), this.#kept);
    if (apart.length > 0) throw new Error(`model and store differ:\n${apart.join('\n')}`);
    // Asked earlier, it would do what is due.
    if (!isSomethingDue(this.#model)) await this.#compareList(books);
  }

  /** Asks for the list only when it has to be another one than before. */
  async #compareList(books: Books): Promise<void> {
    const model = this.#model;
    const sums = model.facts.map((_, place) => accountAt(model, place) && expectedOn(model, place)).join(' ');
    const key = `${books.lines.length} ${sums}`;
    if (key === this.#listed) return;
    this.#listed = key;
    await this.#compareBalances(books, ACCOUNTS, false);
  }

  async #compareBalances(books: Books, list: Sent, ofCards: boolean): Promise<void> {
    const listed = JSON.parse(textOf(await this.#laboratory.bank.send(list))) as ListedAccount[];
    const faults = listFaults(listed, books, this.#model, ofCards);
    if (faults.length > 0) throw new Error(faults.join('\n'));
  }

  #countSteps(books: Books, before: Books): void {
    const isNew = before.world.generation !== books.world.generation;
    if (isNew) this.#bygone = before.payments.at(-1)?.id ?? this.#bygone;
    const known = isNew ? 0 : before.steps.length;
    const steps = books.steps.slice(known);
    const kinds = new Map(steps.length > 0 ? books.payments.map((row) => [row.sequence, kindOf(row)]) : []);
    for (const { payment, from_status, to_status } of steps) {
      this.#coverage.count(`${from_status} → ${to_status}`);
      this.#coverage.count(`${kinds.get(payment)} ${from_status} → ${to_status}`);
    }
    for (const [place, { purpose, sca_status }] of books.scas.entries()) {
      const earlier = isNew ? undefined : before.scas[place]?.sca_status;
      if (sca_status !== earlier) this.#coverage.count(`${purpose} SCA ${sca_status}`);
    }
  }

  /** What is still due is done by a last request. */
  async finish(): Promise<void> {
    await this.#laboratory.bank.send(WAKE);
    for (const _ of catchUp(this.#model));
    await this.check();
    // One line moves both lists alike: that of the cards is asked for once.
    await this.#compareBalances(this.#books, CARDS, true);
  }
}
