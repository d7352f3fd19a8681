import type * as z from 'zod/mini';
import type { Psd2Role } from '../../certificates/certificate.ts';
import type { Op } from '../../store/contract.ts';
import type { PaymentService } from '../../values/products.ts';
import type { Result } from '../answer.ts';
import type { Exchange } from '../exchange.ts';
import type { Refusal } from '../refusal.ts';
import type { WorldState } from '../store/tables/world.ts';

/** A check that touches no store. */
export type Guard = (exchange: Exchange) => Refusal | undefined;

/** A check inside the transaction. */
export type StatefulGuard = (exchange: Exchange, world: WorldState) => Op<Refusal | undefined>;

export type Handler = (exchange: Exchange, world: WorldState) => Op<Result | Refusal | RunFirst>;

/** A run was begun that must be done before the handler, asked once more, can answer. */
export interface RunFirst {
  readonly run: bigint;
}

/**
 * How a request is let in: by the interface's signature; for the operator alone; or for the PSU's browser, which
 * signs nothing.
 */
export type Door = 'interface' | 'operator' | 'site';

export interface QueryRule {
  readonly name: string;
  readonly holds: (value: string) => boolean;
  /** Completes "must be …". */
  readonly expected: string;
}

/** One operation of the interface: everything that its guards need to know, in one row. */
export interface Route {
  readonly door: Door;
  readonly operation: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path below the base path, parameters in braces. */
  readonly path: string;
  /** A row of decisions.md §3: what must be there besides Date, X-Request-ID, certificate and Signature. */
  readonly required: readonly string[];
  /** At least one of these must be there; the first is named when none is. */
  readonly requiredOneOf?: readonly string[];
  /** Whether a corporate user must send PSU-Corporate-ID. @see decisions.md §3 Corporate user */
  readonly corporateIdRequired: boolean;
  readonly digestRequired: boolean;
  /** The role the certificate needs; absent: any. */
  readonly role?: Psd2Role;
  readonly query: readonly QueryRule[];
  /** Checks of the path that the pattern can't say, before all others. */
  readonly checkPath?: Guard;
  /** The payment service that the path names. */
  readonly service?: PaymentService;
  /** The body's schema; absent where the operation takes none and one that comes is ignored. */
  readonly body?: (exchange: Exchange) => z.ZodMiniType<unknown>;
  /** Whether the handler changes the store, or only reads it. */
  readonly access: 'read' | 'write';
  /** Whether a repeated X-Request-ID gets the first answer again. @see decisions.md §3 X-Request-ID */
  readonly answersRepeats: boolean;
  readonly statefulGuards: readonly StatefulGuard[];
  readonly handler: Handler;
}
