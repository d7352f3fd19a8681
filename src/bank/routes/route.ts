import type { Op } from '../../store/contract.ts';
import type { Refusal, Result } from '../answer.ts';
import type { Exchange, RouteFacts } from '../exchange.ts';
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

/** One row of the bank's table: an operation, the checks that are its own, and what answers it. */
export interface Route extends RouteFacts {
  /** Checks of the path that the pattern can't say, before all others. */
  readonly checkPath?: Guard;
  readonly statefulGuards: readonly StatefulGuard[];
  readonly handler: Handler;
}
