import type { Op } from '../store/contract.ts';
import { message } from '../wire/errors.ts';
import { type FaultName, strikesUnnamed } from '../wire/faults.ts';
import { operationNamed } from '../wire/operations.ts';
import type { Answer, Refusal } from './answer.ts';
import { isSpent, type SetFault, strikesNext } from './domain/world.ts';
import { CallFaults, type CallTrouble, type Exchange, NO_FAULTS } from './exchange.ts';
import { loadPsu } from './guards/psu.ts';
import { refuseWithoutSca } from './links.ts';
import type { RunFirst } from './routes/route.ts';
import { countCall, countStrike, listFaults, type WorldState } from './store/tables/world.ts';

type Outcome = Answer | Refusal | RunFirst;

/** Nobody sees it: the connection is dropped. */
const NOTHING: Answer = { status: 500, headers: [], body: '' };

/**
 * Decides a call under the faults that are set. What they do to it is counted with what it does, in one transaction.
 * @param troubles what strikes it that the operator hasn't set
 * @see D11-faults, D11-fault-calls
 */
export function* underFaults(
  exchange: Exchange,
  world: WorldState,
  troubles: readonly CallTrouble[],
  decide: () => Op<Outcome>,
): Op<Outcome> {
  const set = world.hasFaults && exchange.route.door === 'interface' ? yield* callOf(exchange) : [];
  if (set.length === 0 && troubles.length === 0) return yield* decide();
  const faults = new CallFaults([...set, ...troubles]);
  exchange.faults = faults;
  faults.strike('latency');
  if (hasWarnings(exchange)) faults.strike('terse-errors');
  const outcome = faults.strike('dropped-before-commit')
    ? NOTHING
    : ((yield* refusalOf(exchange, world)) ?? (yield* decide()));
  if (!faults.isDropped) faults.strike('dropped-after-commit');
  for (const faultId of faults.struckIds) yield* countStrike(faultId);
  return outcome;
}

/**
 * What is set against a call whose signature is refused: whether nothing is said of it.
 * @see D2-terse-errors
 */
export function* underFaultsOfSignature(exchange: Exchange): Op<CallFaults> {
  const set = yield* callOf(exchange, 'terse-errors');
  if (set.length === 0) return NO_FAULTS;
  const faults = new CallFaults(set);
  faults.strike('terse-errors');
  for (const faultId of faults.struckIds) yield* countStrike(faultId);
  return faults;
}

/** Counts a call at the faults that it could be struck by, and finds those that it is. */
function* callOf({ route }: Exchange, only?: FaultName): Op<CallTrouble[]> {
  const operation = operationNamed(route.operation);
  const reaching = (yield* listFaults()).filter(
    (set) =>
      !isSpent(set) &&
      (only === undefined || set.fault === only) &&
      (set.operation === undefined
        ? strikesUnnamed(nameOf(set), operation)
        : set.operation === operation.name),
  );
  for (const { faultId } of reaching) yield* countCall(faultId);
  return reaching.filter(strikesNext).map((set) => ({ ...set, fault: nameOf(set) }));
}

/** It was one when it was set. */
function nameOf({ fault }: SetFault): FaultName {
  return fault as FaultName;
}

function hasWarnings({ verification }: Exchange): boolean {
  return verification?.findings.some(({ severity }) => severity === 'warning') ?? false;
}

/** The error that a fault has the call answered with; a 401 as the bank gives it, with scaRedirect. */
function* refusalOf(exchange: Exchange, world: WorldState): Op<Refusal | undefined> {
  const { refusal } = exchange.faults;
  if (refusal === undefined) return undefined;
  const { code, status, strike } = refusal;
  const told = message('ERROR', code, 'a fault that the operator of this bank has set');
  if (status === 401 && operationNamed(exchange.route.operation).hasSession) {
    const unknown = yield* loadPsu(exchange, world);
    if (unknown !== undefined) return unknown;
    strike();
    return yield* refuseWithoutSca(exchange, world, told);
  }
  strike();
  return { status, messages: [told], ...(status === 503 ? { headers: [['Retry-After', '1']] } : {}) };
}
