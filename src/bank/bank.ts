import type { Fault } from '../errors.ts';
import { ConnectionDropped, type Handle, type HttpRequest, normalizeTarget, type Peer } from '../message.ts';
import { createVerifier } from '../signing/verify.ts';
import { type Op, ReadOnlyViolation, type Store, type Tx, type Work } from '../store/contract.ts';
import type { FaultEffect } from '../wire/faults.ts';
import {
  buildAccessLogEntry,
  buildRefusalResult,
  buildResponse,
  getListenerName,
  isRefusal,
  type Refusal,
  RefusedWork,
  type Result,
  readRequestId,
  refuse,
  refuseForNow,
} from './answer.ts';
import { createInitialData } from './domain/initial-data.ts';
import { isSomethingDue, isSomethingOld, isStoreAway, type WaitLimit } from './due-work.ts';
import { buildExchangeRecord } from './exchange-record.ts';
import { findSignatureFaults, withInjectedFaults } from './faults.ts';
import { checkConnection, checkRequiredHeaders, checkSignature, checkTpp } from './guards/signature.ts';
import { assertOwner, findStoredResponse, noteMaker, storeResponse } from './guards/tpp.ts';
import { NO_FAULTS, RequestContext, type Verifier } from './request-context.ts';
import { type Guard, matchRoute, type Route, type StartedRun } from './routes/route.ts';
import { GUARDS, selectRoutes } from './routes/table.ts';
import { renderRefusalPage } from './sca/site/answers.ts';
import { type BankSettings, selectWorldTerms } from './settings.ts';
import { keepWorld, loadWorld } from './store/tables/world.ts';
import {
  createSingleWorld,
  createWorldHandle,
  type OneWorld,
  refuseOfOtherWorld,
  type Worlds,
} from './worlds.ts';

/**
 * Creates the request handler of the bank with one world. All transports call it with the same message type.
 * @see A-transport-contract
 */
export function createBank(settings: BankSettings, store: Store): Handle {
  return createRequestHandler(settings, createSingleWorld(createWorldHandle(settings, store)));
}

/**
 * Creates the request handler for one world or several, and processes each request in its own world.
 * @see S11-worlds
 */
export function createRequestHandler(settings: BankSettings, worlds: Worlds): Handle {
  const verifier = createVerifier();
  const { onAnswered, onMeasured, onExchanged, stopwatch, clock } = settings;
  const isTimed = onAnswered !== undefined || onMeasured !== undefined || onExchanged !== undefined;
  return async (sent, peer) => {
    const begun = isTimed ? stopwatch() : undefined;
    const at = onExchanged === undefined ? 0 : clock();
    const request = { ...sent, target: normalizeTarget(sent.target) };
    const found = findRoute(settings, verifier, request, peer);
    const exchange = isRefusal(found) ? undefined : found.exchange;
    const answer = isRefusal(found) ? buildRefusalResult(found) : await handleRequest(found, worlds);
    const asked = { requestId: readRequestId(request, exchange), exchange, peer };
    const response = buildResponse(settings, asked, answer);
    const { latency = 0, isDropped = false } = exchange?.faults ?? {};
    if (latency > 0) await settings.wait(latency);
    if (begun !== undefined && exchange?.route.isUnlogged !== true) {
      const milliseconds = stopwatch() - begun;
      onAnswered?.(buildAccessLogEntry(request, asked, response, milliseconds));
      onMeasured?.(
        getListenerName(peer),
        exchange?.route.operation,
        isDropped ? undefined : response.status,
        request.body.byteLength,
        isDropped ? 0 : response.body.byteLength,
        milliseconds,
      );
      const given = isDropped ? undefined : response;
      onExchanged?.(buildExchangeRecord({ request, peer, exchange, response: given, at, milliseconds }));
    }
    if (isDropped) throw new ConnectionDropped('a fault of the bank dropped the connection');
    return response;
  };
}

/** A request and its route. */
interface Found {
  readonly route: Route;
  readonly exchange: RequestContext;
}

function findRoute(
  settings: BankSettings,
  verifier: Verifier,
  request: HttpRequest,
  peer: Peer,
): Found | Refusal {
  const mark = request.target.indexOf('?');
  const fullPath = mark < 0 ? request.target : request.target.slice(0, mark);
  const { basePath } = settings;
  if (!fullPath.startsWith(`${basePath}/`))
    return refuse(404, 'NOT_FOUND', 'the bank has no operation at this path');
  const path = fullPath.slice(basePath.length);
  const match = matchRoute(selectRoutes(peer, settings.policy), request.method, path);
  if (isRefusal(match)) return match;
  const query = new URLSearchParams(mark < 0 ? '' : request.target.slice(mark + 1));
  return {
    route: match.route,
    exchange: new RequestContext({ request, peer, settings, verifier, path, query, ...match }),
  };
}

/** Handles a request in two parts (S2-one-transaction): the pure guards, then one transaction. */
async function handleRequest(found: Found, worlds: Worlds): Promise<Result> {
  const { route, exchange } = found;
  const { onUnexpected } = exchange.settings;
  try {
    for (const guard of [route.checkPath, ...GUARDS[route.listener]]) {
      const refusal = guard?.(exchange);
      if (refusal)
        return buildRefusal(exchange, await applySignatureFaults(refusal, guard, exchange, worlds));
    }
    const answer = await worlds.within(exchange, (world) => handleAfterDueWork(found, world));
    return isRefusal(answer) ? buildRefusal(exchange, answer) : answer;
  } catch (fault) {
    exchange.faults = NO_FAULTS;
    if (fault instanceof RefusedWork) return buildRefusal(exchange, fault.refusal);
    onUnexpected(fault);
    if (isStoreAway(fault)) return buildRefusal(exchange, refuseWhileAway(fault));
    return buildRefusal(exchange, refuse(500, 'SYSTEM_ERROR', 'the bank has an internal error'));
  }
}

/** The guards whose refusals a fault can make terse. @see D11-faults */
const OF_SIGNATURE: readonly (Guard | undefined)[] = [
  checkRequiredHeaders,
  checkConnection,
  checkSignature,
  checkTpp,
];

/** Applies a fault that makes signature refusals terse; other refusals stay unchanged and need no store. */
async function applySignatureFaults(
  refusal: Refusal,
  guard: Guard | undefined,
  exchange: RequestContext,
  { forRefusedSignatures: ofAnybody }: Worlds,
): Promise<Refusal> {
  if (exchange.route.listener !== 'interface' || !OF_SIGNATURE.includes(guard) || exchange.isTerse)
    return refusal;
  if (ofAnybody === undefined) return refusal;
  exchange.faults = await runTransaction(ofAnybody.store, 'read', () => findSignatureFaults(exchange));
  return guard?.(exchange) ?? refusal;
}

/** Builds the response of a refusal: a page for browsers, otherwise JSON. */
function buildRefusal(exchange: RequestContext, refusal: Refusal): Result {
  return exchange.route.listener === 'site'
    ? renderRefusalPage(exchange, refusal)
    : buildRefusalResult(refusal);
}

/** Executes due work first and then restarts the request. @see S5-catch-up */
async function handleAfterDueWork(found: Found, world: OneWorld): Promise<Result> {
  const { store, due } = world;
  const { route, exchange } = found;
  exchange.settings = world.settings;
  exchange.worldName = world.shortName;
  const troubles =
    route.listener === 'interface' ? (exchange.settings.troubles?.(route.operation) ?? []) : [];
  let patience: WaitLimit | undefined;
  try {
    for (;;) {
      const mayClean = patience === undefined;
      const outcome = await runTransaction(store, route.access, (tx) =>
        runStatefulGuards(found, tx, { mayClean, troubles }),
      );
      if (outcome !== 'due' && !('run' in outcome)) return outcome;
      if (outcome !== 'due') exchange.finishedRun = outcome.run;
      patience ??= due.startWaitLimit();
      exchange.hasCaughtUp = true;
      const progress = await due.waitUntilDone(patience);
      if (progress !== undefined) return buildRefusal(exchange, refuseWhileDue(progress));
    }
  } finally {
    patience?.end();
  }
}

/**
 * Refuses while the store is unavailable. Nothing was changed, or a repeated request returns the result; a damaged
 * store needs repair first.
 * @see S1-503
 */
function refuseWhileAway({ code }: Fault): Refusal {
  const again = 'send the same request again with the same X-Request-ID';
  return code === 'STORE_DAMAGED'
    ? refuseForNow(`the bank's store is damaged and needs repair: once it's back ${again}`, 60)
    : refuseForNow(`the bank can't use its store right now: ${again}`, 1);
}

/** Refuses while due work takes longer than the request waits; the client may repeat the request. @see S5-progress */
function refuseWhileDue(progress: string): Refusal {
  const text = `the bank is catching up (${progress}): send the same request again with the same X-Request-ID`;
  return refuseForNow(text, 5);
}

/**
 * Executes work in a transaction. A read that has to write (to start an SCA for a 401, or to create a world) is
 * repeated as a write.
 * @see S1-refusal-durable
 */
async function runTransaction<T>(store: Store, access: 'read' | 'write', work: Work<T>): Promise<T> {
  if (access === 'write') return store.write(work);
  try {
    return await store.read(work);
  } catch (fault) {
    if (fault instanceof ReadOnlyViolation) return store.write(work);
    throw fault;
  }
}

interface RequestTerms {
  /** True if the request may still wait for one chunk of the clean-up. */
  readonly mayClean: boolean;
  /** The injected troubles of the call that the operator didn't set. */
  readonly troubles: readonly FaultEffect[];
}

/** Executes the second part of a request within one transaction. @see S1-nothing-or-all */
function* runStatefulGuards(
  found: Found,
  tx: Tx,
  { mayClean, troubles }: RequestTerms,
): Op<Result | StartedRun | 'due'> {
  const { route, exchange } = found;
  const world = yield* loadWorld(tx, selectWorldTerms(exchange.settings), createInitialData);
  exchange.begin(world);
  world.cause = { cause: route.operation, requestId: readRequestId(exchange.request, exchange) };
  exchange.generation ??= world.generation;
  if (exchange.generation !== world.generation) return buildRefusal(exchange, refuseOfOtherWorld());
  if (!route.answersWhileDue && (isSomethingDue(world) || (mayClean && isSomethingOld(world)))) return 'due';
  const outcome = yield* withInjectedFaults(exchange, troubles, () => decide(found));
  yield* keepWorld(world, route.access === 'read');
  return isRefusal(outcome) ? buildRefusalResult(outcome) : outcome;
}

/** Executes the checks and the handler within the transaction. */
function* decide({ route, exchange }: Found): Op<Result | Refusal | StartedRun> {
  const estranged = yield* assertOwner(exchange);
  if (estranged) return estranged;
  if (route.answersRepeats) {
    const first = yield* findStoredResponse(exchange);
    if (first) return first;
  }
  for (const guard of route.statefulGuards) {
    const refusal = yield* guard(exchange);
    if (refusal) return refusal;
  }
  const outcome = yield* route.handler(exchange);
  if ('run' in outcome || isRefusal(outcome)) return outcome;
  yield* noteMaker(exchange, outcome);
  if (route.answersRepeats) yield* storeResponse(exchange, outcome);
  return outcome;
}
