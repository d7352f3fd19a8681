import { AsyncLocalStorage } from 'node:async_hooks';
import { createInitialData } from '../bank/domain/initial-data.ts';
import { isFinal, type Order } from '../bank/domain/payment.ts';
import { endHour, failForFunds, listBookedOrders } from '../bank/fault-injection.ts';
import { type BankSettings, selectWorldTerms } from '../bank/settings.ts';
import { BANK_SCHEMA } from '../bank/store/schema.ts';
import { listRequestsAfter } from '../bank/store/tables/tpps.ts';
import { type BankState, keepWorld, loadWorld, type WorldTerms } from '../bank/store/tables/world.ts';
import { type Entry, Journal, parseAnswer } from '../chaos/journal.ts';
import { Plan, type PlannedFault } from '../chaos/plan.ts';
import { type BookedOrder, buildReport, type ChaosReport } from '../chaos/report.ts';
import {
  ConnectionDropped,
  type Handle,
  type HttpRequest,
  type HttpResponse,
  type Peer,
} from '../message.ts';
import { SEED } from '../session/open-bank.ts';
import type { Op, Store } from '../store/contract.ts';
import { openSqliteStore, type SqliteStoreOptions } from '../store/sqlite/open.ts';
import type { FaultEffect as Fault } from '../wire/faults.ts';
import { operationNamed } from '../wire/operations.ts';

/** Few enough for short transactions. @see S3-short-lock */
const CHUNK = 500;

export interface BooksMeans
  extends Pick<SqliteStoreOptions, 'path' | 'isVolatile' | 'now' | 'onUnexpected'>,
    Pick<BankSettings, 'policy'> {}

/**
 * The database of the served bank, by a separate connection: reads its payments, and simulates the effects of time and
 * batch runs.
 */
export class Books {
  readonly #store: Store;
  readonly #terms: WorldTerms;

  constructor({ policy, ...means }: BooksMeans) {
    this.#terms = selectWorldTerms({ seed: SEED, policy });
    this.#store = openSqliteStore({ ...means, random: Math.random, schema: BANK_SCHEMA });
  }

  endHour(session: string): Promise<boolean> {
    return this.#withSession((world) => endHour(session, world.bankNow));
  }

  fallShort(paymentId: string): Promise<boolean> {
    return this.#withSession((world) => failForFunds(world, paymentId));
  }

  /** Lists every payment and bulk, in the order of creation. */
  async orders(): Promise<readonly BookedOrder[]> {
    const requests = await this.#requests();
    const orders = new Map<string, BookedOrder>();
    for (let after: bigint | undefined = 0n; after !== undefined; ) {
      const from: bigint = after;
      const page = await this.#store.read(() => listBookedOrders(from, CHUNK));
      for (const order of page.orders)
        orders.set(order.paymentId, createBookedOrder(order, requests.get(order.paymentId)));
      after = page.last;
    }
    return [...orders.values()];
  }

  close(): Promise<void> {
    return this.#store.close();
  }

  /** Maps each paymentId to the X-Request-ID of its creation. */
  async #requests(): Promise<ReadonlyMap<string, string>> {
    const made = new Map<string, string>();
    for (let after: bigint | undefined = 0n; after !== undefined; ) {
      const from: bigint = after;
      const page = await this.#store.read(() => listRequestsAfter(from, CHUNK));
      for (const { requestId, body } of page) {
        const { paymentId } = JSON.parse(body) as { readonly paymentId?: string };
        if (paymentId !== undefined) made.set(paymentId, requestId);
      }
      after = page.at(-1)?.sequence;
    }
    return made;
  }

  #withSession(act: (world: BankState) => Op<boolean>): Promise<boolean> {
    const terms = this.#terms;
    return this.#store.write(function* (tx) {
      const world = yield* loadWorld(tx, terms, createInitialData);
      const isDone = yield* act(world);
      yield* keepWorld(world);
      return isDone;
    });
  }
}

function createBookedOrder(
  { paymentId, status, payments }: Order,
  requestId: string | undefined,
): BookedOrder {
  const alive = payments.filter((payment) => payment.status === 'ACSC' || !isFinal(payment.status));
  const duplicateKeys = alive.map(({ duplicateKey }) => String(duplicateKey));
  return { paymentId, status, requestId, duplicateKeys };
}

const FAULTS: Readonly<Partial<Record<PlannedFault, Fault['fault']>>> = {
  'late-answer': 'latency',
  'lost-answer': 'dropped-after-commit',
  'too-many-requests': 'ACCESS_EXCEEDED',
};

const APPROVAL = /\/operator\/sca\/([^/?]+)\/approve(?=$|\?)/;

/**
 * A served bank that causes faults, drawn from its seed, and logs the outcomes that its clients meet. The bank itself
 * causes faults of messages; faults of payments, sessions and SCAs are caused as the operator, a run or time would, so
 * that the data stays consistent.
 * @see C-serve-chaos
 */
export class Chaos {
  readonly #seed: string;
  readonly #basePath: string;
  readonly #books: Books;
  readonly #plan: Plan;
  readonly #journal = new Journal();
  readonly #underWay = new AsyncLocalStorage<Entry>();
  readonly #struck: PlannedFault[] = [];
  readonly #held = new Set<string>();

  constructor(seed: string, basePath: string, books: Books) {
    this.#seed = seed;
    this.#basePath = basePath;
    this.#books = books;
    this.#plan = new Plan(seed);
  }

  /** Draws the faults of the next call; calls that set up the sandbox have none. */
  readonly troubles = (operation: string): readonly Fault[] => {
    if (!operationNamed(operation).hasSession) return [];
    const trouble = this.#plan.ofMessage(operation);
    const fault = trouble && FAULTS[trouble];
    if (trouble === undefined || fault === undefined) return [];
    this.#struck.push(trouble);
    const entry = this.#underWay.getStore();
    if (fault === 'latency' && entry) entry.isLate = true;
    return [fault === 'latency' ? { fault, milliseconds: this.#plan.drawLateness(operation) } : { fault }];
  };

  /** Wraps the handler with the faults. */
  around(handle: Handle): Handle {
    return async (request, peer) => {
      const entry = this.#journal.begin(request);
      try {
        const answer = await this.#underWay.run(entry, () =>
          peer.operator
            ? this.#abandonSca(request, peer, handle)
            : this.#applyBankFaults(entry, request, peer, handle),
        );
        entry.said = parseAnswer(answer);
        return answer;
      } catch (fault) {
        if (fault instanceof ConnectionDropped) entry.isLost = true;
        throw fault;
      }
    };
  }

  /** Records a response that wasn't received. */
  readonly lost = (request: HttpRequest): void => this.#journal.recordLost(request);

  /** @param exitCode of the command */
  async report(exitCode: number): Promise<ChaosReport> {
    const books = await this.#books.orders();
    const { entries, notLogged } = this.#journal;
    return buildReport({ seed: this.#seed, exitCode, struck: this.#struck, books, entries, notLogged });
  }

  close(): Promise<void> {
    return this.#books.close();
  }

  /** Applies the bank's faults before the call. */
  async #applyBankFaults(
    entry: Entry,
    request: HttpRequest,
    peer: Peer,
    handle: Handle,
  ): Promise<HttpResponse> {
    const turn = entry.operation === undefined ? undefined : this.#plan.before(entry.operation);
    if (turn === 'run') await this.#advance(handle);
    else if (turn !== undefined && (await this.#strikes(turn, entry, handle))) this.#struck.push(turn);
    return handle(request, peer);
  }

  /** Applies a fault and returns whether it had a target. */
  async #strikes(trouble: PlannedFault, { about, session }: Entry, handle: Handle): Promise<boolean> {
    if (trouble === 'session-over') return session !== undefined && this.#books.endHour(session);
    if (about === undefined) return false;
    if (trouble === 'no-funds') return this.#books.fallShort(about);
    const isHeld = await this.#operate(handle, `payments/${about}/hold`);
    if (isHeld) this.#held.add(about);
    return isHeld;
  }

  /** Abandons an SCA as the PSU; it then expires. */
  async #abandonSca(request: HttpRequest, peer: Peer, handle: Handle): Promise<HttpResponse> {
    const id = APPROVAL.exec(request.target)?.[1];
    if (id === undefined || this.#plan.before('approve SCA') !== 'sca-abandoned')
      return handle(request, peer);
    const target = request.target.replace(/\/approve(?=$|\?)/, '/abandon');
    const answer = await handle({ ...request, target }, peer);
    if (answer.status === 200) {
      await this.#operate(handle, `sca/${id}/expire`);
      this.#struck.push('sca-abandoned');
    }
    return answer;
  }

  /** Releases held payments and runs the batch. */
  async #advance(handle: Handle): Promise<void> {
    for (const id of this.#held) await this.#operate(handle, `payments/${id}/release`);
    this.#held.clear();
    await this.#operate(handle, 'batch/run');
  }

  /** Calls an operator's operation and returns whether the bank performed it. */
  async #operate(handle: Handle, act: string): Promise<boolean> {
    const target = `${this.#basePath}/operator/${act}`;
    const request = { method: 'POST', target, headers: [], body: new Uint8Array() };
    const { status } = await handle(request, { address: '127.0.0.1', operator: true });
    return status < 300;
  }
}
