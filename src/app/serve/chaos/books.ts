import { initialData } from '../../../bank/domain/initial-data.ts';
import type { Order } from '../../../bank/domain/order.ts';
import { isFinal } from '../../../bank/domain/payment.ts';
import { type BankSettings, worldTerms } from '../../../bank/settings.ts';
import { BANK_SCHEMA } from '../../../bank/store/schema.ts';
import { listRequestsAfter } from '../../../bank/store/tables/tpps.ts';
import { keepWorld, loadWorld, type WorldState, type WorldTerms } from '../../../bank/store/tables/world.ts';
import { bookedOrdersAfter, endHour, fallShort } from '../../../bank/troubles.ts';
import type { BookedOrder } from '../../../chaos/report.ts';
import type { Op, Store } from '../../../store/contract.ts';
import { openSqliteStore, type SqliteStoreOptions } from '../../../store/sqlite/open.ts';
import { SEED } from '../../open-bank.ts';

/** Few enough that no transaction is long. @see S3-short-lock */
const CHUNK = 500;

export interface BooksMeans
  extends Pick<SqliteStoreOptions, 'path' | 'isVolatile' | 'now' | 'onUnexpected'>,
    Pick<BankSettings, 'policy'> {}

/** The books of the bank that is served, by a connection of their own: what is there, and what time and a run bring. */
export class Books {
  readonly #store: Store;

  readonly #terms: WorldTerms;

  constructor({ policy, ...means }: BooksMeans) {
    this.#terms = worldTerms({ seed: SEED, policy });
    this.#store = openSqliteStore({ ...means, random: Math.random, schema: BANK_SCHEMA });
  }

  endHour(session: string): Promise<boolean> {
    return this.#atBank((world) => endHour(session, world.bankNow));
  }

  fallShort(paymentId: string): Promise<boolean> {
    return this.#atBank((world) => fallShort(world, paymentId));
  }

  /** Every payment and bulk, in the order in which they were made. */
  async orders(): Promise<readonly BookedOrder[]> {
    const requests = await this.#requests();
    const orders = new Map<string, BookedOrder>();
    for (let after: bigint | undefined = 0n; after !== undefined; ) {
      const from: bigint = after;
      const page = await this.#store.read(() => bookedOrdersAfter(from, CHUNK));
      for (const order of page.orders)
        orders.set(order.paymentId, bookedOrder(order, requests.get(order.paymentId)));
      after = page.last;
    }
    return [...orders.values()];
  }

  close(): Promise<void> {
    return this.#store.close();
  }

  /** Under which X-Request-ID each paymentId was made. */
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

  #atBank(act: (world: WorldState) => Op<boolean>): Promise<boolean> {
    const terms = this.#terms;
    return this.#store.write(function* (tx) {
      const world = yield* loadWorld(tx, terms, initialData);
      const isDone = yield* act(world);
      yield* keepWorld(world);
      return isDone;
    });
  }
}

function bookedOrder({ paymentId, status, payments }: Order, requestId: string | undefined): BookedOrder {
  const alive = payments.filter((payment) => payment.status === 'ACSC' || !isFinal(payment.status));
  return {
    ...{ paymentId, status },
    ...(requestId === undefined ? {} : { requestId }),
    duplicateKeys: alive.map(({ duplicateKey }) => String(duplicateKey)),
  };
}
