import type { Op } from '../store/contract.ts';
import { message } from '../wire/errors.ts';
import { type FaultName, strikesUnnamed } from '../wire/faults.ts';
import { operationNamed } from '../wire/operations.ts';
import type { Refusal, Result } from './answer.ts';
import { isNextCallStruck, isSpent } from './domain/world.ts';
import { loadPsu } from './guards/psu.ts';
import { refuseWithoutSca } from './links.ts';
import { type CallFaultEffect, CallFaults, type RequestContext } from './request-context.ts';
import type { StartedRun } from './routes/route.ts';
import { countCall, countStrike, listFaults } from './store/tables/world.ts';

type Outcome = Result | Refusal | StartedRun;

/** A placeholder that is never sent, because the connection is dropped. */
const NOTHING: Result = { status: 500, headers: [], body: '' };

/**
 * Executes a call with the faults that apply to it. The counts of the faults are stored in the same transaction as the
 * effects of the call.
 * @param troubles the injected troubles that the operator didn't set
 * @see D11-faults, D11-fault-calls
 */
export function* withInjectedFaults(
  exchange: RequestContext,
  troubles: readonly CallFaultEffect[],
  decide: () => Op<Outcome>,
): Op<Outcome> {
  const set =
    exchange.world.hasFaults && exchange.route.listener === 'interface' ? yield* registerCall(exchange) : [];
  if (set.length === 0 && troubles.length === 0) return yield* decide();
  const faults = new CallFaults([...set, ...troubles]);
  exchange.faults = faults;
  faults.strike('latency');
  if (hasWarnings(exchange)) faults.strike('terse-errors');
  const outcome = faults.strike('dropped-before-commit')
    ? NOTHING
    : ((yield* buildFaultRefusal(exchange)) ?? (yield* decide()));
  if (!faults.isDropped) faults.strike('dropped-after-commit');
  for (const faultId of faults.struckIds) yield* countStrike(faultId);
  return outcome;
}

/** Finds the faults that apply to a call with a refused signature. @see D2-terse-errors */
export function* findSignatureFaults(exchange: RequestContext): Op<CallFaults> {
  const set = yield* registerCall(exchange, 'terse-errors');
  const faults = new CallFaults(set);
  faults.strike('terse-errors');
  for (const faultId of faults.struckIds) yield* countStrike(faultId);
  return faults;
}

/** Counts a call at all faults that match it, and returns those that affect it. */
function* registerCall({ route }: RequestContext, only?: FaultName): Op<CallFaultEffect[]> {
  const operation = operationNamed(route.operation);
  const reaching = (yield* listFaults()).filter(
    (set) =>
      !isSpent(set) &&
      (only === undefined || set.fault === only) &&
      (set.operation === undefined
        ? strikesUnnamed(set.fault as FaultName, operation)
        : set.operation === operation.name),
  );
  for (const { faultId } of reaching) yield* countCall(faultId);
  return reaching.filter(isNextCallStruck).map((set) => ({ ...set, fault: set.fault as FaultName }));
}

function hasWarnings({ verification }: RequestContext): boolean {
  return verification?.findings.some(({ severity }) => severity === 'warning') ?? false;
}

/** Builds the error response that a fault requires; a 401 includes scaRedirect as usual. */
function* buildFaultRefusal(exchange: RequestContext): Op<Refusal | undefined> {
  const { refusal } = exchange.faults;
  if (refusal === undefined) return undefined;
  const { code, status, strike } = refusal;
  const told = message('ERROR', code, 'a fault that the operator of this bank has set');
  if (status === 401 && operationNamed(exchange.route.operation).hasSession) {
    const unknown = yield* loadPsu(exchange);
    if (unknown !== undefined) return unknown;
    strike();
    return yield* refuseWithoutSca(exchange, told);
  }
  strike();
  return { status, messages: [told], ...(status === 503 ? { headers: [['Retry-After', '1']] } : {}) };
}
