import type { Op } from '../../store/contract.ts';
import { INT32_MAX } from '../../values/int32.ts';
import { isCalendarDate } from '../../values/oslo.ts';
import { operationNamed } from '../../wire/operations.ts';
import { requirementsOf } from '../../wire/required-headers.ts';
import type { Refusal, Result } from '../answer.ts';
import type { Exchange, QueryRule, RouteFacts } from '../exchange.ts';
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

/**
 * Makes the route of an operation. Its method, path, roles and required headers come from the tables of operations and
 * headers; unless `more` says otherwise, a GET only reads, and there are no query rules and no stateful guards.
 */
export function defineRoute(name: string, handler: Handler, more: Partial<Route> = {}): Route {
  const operation = operationNamed(name);
  const { door, method, path, roles, needsDigest: digestRequired, answersRepeats } = operation;
  return {
    ...{ door, operation: name, method, path, roles, digestRequired, answersRepeats, handler },
    ...requirementsOf(operation),
    access: method === 'GET' ? 'read' : 'write',
    query: [],
    statefulGuards: [],
    ...more,
  };
}

export function expectWholeNumber(name: string, least: number): QueryRule {
  return {
    name,
    holds: (value) => /^[0-9]{1,10}$/.test(value) && Number(value) >= least && Number(value) <= INT32_MAX,
    expected: `a whole number from ${least} to ${INT32_MAX}`,
  };
}

export function expectDate(name: string): QueryRule {
  return { name, holds: isCalendarDate, expected: 'a real date, written YYYY-MM-DD' };
}

export function expectOneOf(name: string, values: readonly string[]): QueryRule {
  const expected = `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
  return { name, holds: (value) => values.includes(value), expected };
}
