import type { Op } from '../store/contract.ts';
import { message } from '../wire/errors.ts';
import { type FaultName, strikesUnnamed } from '../wire/faults.ts';
import { operationNamed } from '../wire/operations.ts';
import type { Answer, Refusal } from './answer.ts';
import { isNextCallStruck, isSpent, type SetFault } from './domain/world.ts';
import { loadPsu } from './guards/psu.ts';
import { refuseWithoutSca } from './links.ts';
import { CallFaults, type CallTrouble, NO_FAULTS, type RequestContext } from './request-context.ts';
import type { RunFirst } from './routes/route.ts';
import { type BankState, countCall, countStrike, listFaults } from './store/tables/world.ts';

type Outcome = Answer | Refusal | RunFirst;

/** Never sent: the connection is dropped. */
const NOTHING: Answer = { status: 500, headers: [], body: '' };

/**
 * Decides a call under the faults that are set. What they do to it is counted with what it does, in one transaction.
 * @param troubles what strikes it that the operator hasn't set
 * @see D11-faults, D11-fault-calls
 */
export function* withInjectedFaults(
  exchange: RequestContext,
  world: BankState,
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
    : ((yield* buildFaultRefusal(exchange, world)) ?? (yield* decide()));
  if (!faults.isDropped) faults.strike('dropped-after-commit');
  for (const faultId of faults.struckIds) yield* countStrike(faultId);
  return outcome;
}

/** Finds the faults that apply to a call with a refused signature. @see D2-terse-errors */
export function* findSignatureFaults(exchange: RequestContext): Op<CallFaults> {
  const set = yield* callOf(exchange, 'terse-errors');
  if (set.length === 0) return NO_FAULTS;
  const faults = new CallFaults(set);
  faults.strike('terse-errors');
  for (const faultId of faults.struckIds) yield* countStrike(faultId);
  return faults;
}

/** Counts a call at the faults that it could be struck by, and finds those that it is. */
function* callOf({ route }: RequestContext, only?: FaultName): Op<CallTrouble[]> {
  const operation = operationNamed(route.operation);
  const reaching = (yield* listFaults()).filter(
    (set) =>
      !isSpent(set) &&
      (only === undefined || set.fault === only) &&
      (set.operation === undefined
        ? strikesUnnamed(getFaultName(set), operation)
        : set.operation === operation.name),
  );
  for (const { faultId } of reaching) yield* countCall(faultId);
  return reaching.filter(isNextCallStruck).map((set) => ({ ...set, fault: getFaultName(set) }));
}

/** It was one when it was set. */
function getFaultName({ fault }: SetFault): FaultName {
  return fault as FaultName;
}

function hasWarnings({ verification }: RequestContext): boolean {
  return verification?.findings.some(({ severity }) => severity === 'warning') ?? false;
}

/** The error that a fault has the call answered with; a 401 as the bank gives it, with scaRedirect. */
function* buildFaultRefusal(exchange: RequestContext, world: BankState): Op<Refusal | undefined> {
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
