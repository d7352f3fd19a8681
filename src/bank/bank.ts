import type { Fault } from '../errors.ts';
import { ConnectionDropped, type Handle, type HttpRequest, originForm, type Peer } from '../message.ts';
import { createVerifier } from '../signing/verify.ts';
import { type Op, ReadOnlyViolation, type Store, type Tx, type Work } from '../store/contract.ts';
import type { Trouble } from '../wire/faults.ts';
import {
  type Answer,
  answerOf,
  answerOfRefusal,
  doorOf,
  isRefusal,
  type Refusal,
  RefusedWork,
  refuse,
  refuseForNow,
  requestIdOf,
  respond,
  tellExchange,
} from './answer.ts';
import { initialData } from './domain/initial-data.ts';
import { Exchange, NO_FAULTS, type Verifier } from './exchange.ts';
import { underFaults, underFaultsOfSignature } from './faults.ts';
import { checkConnection, checkRequiredHeaders, checkSignature, checkTpp } from './guards/signature.ts';
import { findFirstAnswer, keepFirstAnswer, noteMaker, refuseToStranger } from './guards/tpp.ts';
import { type Guard, matchRoute, type Route, type RunFirst } from './routes/route.ts';
import { GUARDS, offerFor } from './routes/table.ts';
import { isSomethingDue, isSomethingOld, isStoreAway, type Patience } from './runs.ts';
import { refusalPage } from './sca/site/answers.ts';
import { type BankSettings, worldTerms } from './settings.ts';
import { keepWorld, loadWorld, type WorldState } from './store/tables/world.ts';
import { type OneWorld, oneWorld, only, refuseOfOtherWorld, type Worlds } from './worlds.ts';

/** Makes the bank's one door. Every transport hands it the same message. @see A-transport-contract */
export function createBank(settings: BankSettings, store: Store): Handle {
  return createDoor(settings, only(oneWorld(settings, store)));
}

/** The same door before several worlds, each request in its own. @see S11-worlds */
export function createDoor(settings: BankSettings, worlds: Worlds): Handle {
  const verifier = createVerifier();
  const { onAnswered, onMeasured, stopwatch } = settings;
  const isTimed = onAnswered !== undefined || onMeasured !== undefined;
  return async (sent, peer) => {
    const begun = isTimed ? stopwatch() : undefined;
    const request = { ...sent, target: originForm(sent.target) };
    const found = findRoute(settings, verifier, request, peer);
    const exchange = isRefusal(found) ? undefined : found.exchange;
    const answer = isRefusal(found) ? answerOfRefusal(found) : await answerTo(found, worlds);
    const requestId = requestIdOf(request, exchange);
    const response = respond(settings, { requestId, exchange, peer }, answer);
    const { latency = 0, isDropped = false } = exchange?.faults ?? {};
    if (latency > 0) await settings.wait(latency);
    if (begun !== undefined) {
      const milliseconds = stopwatch() - begun;
      onAnswered?.(tellExchange({ request, peer, exchange, requestId, response, milliseconds }));
      onMeasured?.(
        doorOf(peer),
        exchange?.route.operation,
        isDropped ? undefined : response.status,
        request.body.byteLength,
        isDropped ? 0 : response.body.byteLength,
        milliseconds,
      );
    }
    if (isDropped) throw new ConnectionDropped('a fault of the bank dropped the connection');
    return response;
  };
}

/** A request, and the row of the bank's table that it goes by. */
interface Found {
  readonly route: Route;
  readonly exchange: Exchange;
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
  const match = matchRoute(offerFor(peer, settings.policy), request.method, path);
  if ('messages' in match) return match;
  const query = new URLSearchParams(mark < 0 ? '' : request.target.slice(mark + 1));
  return {
    route: match.route,
    exchange: new Exchange({ request, peer, settings, verifier, path, query, ...match }),
  };
}

/** Both halves of a request (S2-one-transaction): the pure guards, then one transaction. */
async function answerTo(found: Found, worlds: Worlds): Promise<Answer> {
  const { route, exchange } = found;
  const { onUnexpected } = exchange.settings;
  try {
    for (const guard of [route.checkPath, ...GUARDS[route.door]]) {
      const refusal = guard?.(exchange);
      if (refusal) return refused(exchange, await asFaultsHaveIt(refusal, guard, exchange, worlds));
    }
    const answer = await worlds.within(exchange, (world) => decideWhenNothingIsDue(found, world));
    return isRefusal(answer) ? refused(exchange, answer) : answer;
  } catch (fault) {
    exchange.faults = NO_FAULTS;
    if (fault instanceof RefusedWork) return refused(exchange, fault.refusal);
    onUnexpected(fault);
    if (isStoreAway(fault)) return refused(exchange, refuseWhileAway(fault));
    return refused(exchange, refuse(500, 'SYSTEM_ERROR', 'the bank has an internal error'));
  }
}

/** The guards whose refusals say less where a fault has it so. @see D11-faults */
const OF_SIGNATURE: readonly (Guard | undefined)[] = [
  checkRequiredHeaders,
  checkConnection,
  checkSignature,
  checkTpp,
];

/** A refusal that needs no store; of a signature, the store knows how much it may say. */
async function asFaultsHaveIt(
  refusal: Refusal,
  guard: Guard | undefined,
  exchange: Exchange,
  { ofAnybody }: Worlds,
): Promise<Refusal> {
  if (exchange.route.door !== 'interface' || !OF_SIGNATURE.includes(guard) || exchange.isTerse)
    return refusal;
  if (ofAnybody === undefined) return refusal;
  exchange.faults = await transact(ofAnybody.store, 'read', () => underFaultsOfSignature(exchange));
  return guard?.(exchange) ?? refusal;
}

/** A browser is told in a page. */
function refused(exchange: Exchange, refusal: Refusal): Answer {
  return exchange.route.door === 'site' ? answerOf(refusalPage(exchange, refusal)) : answerOfRefusal(refusal);
}

/** What fell due while nobody asked is done first; then the request starts anew. @see S5-catch-up */
async function decideWhenNothingIsDue(found: Found, world: OneWorld): Promise<Answer> {
  const { store, due } = world;
  const { route, exchange } = found;
  exchange.settings = world.settings;
  exchange.worldName = world.shortName;
  const troubles = route.door === 'interface' ? (exchange.settings.troubles?.(route.operation) ?? []) : [];
  let patience: Patience | undefined;
  try {
    for (;;) {
      const mayClean = patience === undefined;
      const outcome = await transact(store, route.access, (tx) =>
        stateful(found, tx, { mayClean, troubles }),
      );
      if (outcome !== 'due' && !('run' in outcome)) return outcome;
      if (outcome !== 'due') exchange.finishedRun = outcome.run;
      patience ??= due.patience();
      const progress = await due.done(patience);
      if (progress !== undefined) return refused(exchange, refuseWhileDue(progress));
    }
  } finally {
    patience?.end();
  }
}

/** Nothing was done, or a repeat tells; a damaged store is not back by itself. @see S1-503 */
function refuseWhileAway({ code }: Fault): Refusal {
  const again = 'send the same request again with the same X-Request-ID';
  return code === 'STORE_DAMAGED'
    ? refuseForNow(`the bank's store is damaged and needs repair: once it's back ${again}`, 60)
    : refuseForNow(`the bank can't use its store right now: ${again}`, 1);
}

/** It goes on, and the request may be sent again. @see S5-progress */
function refuseWhileDue(progress: string): Refusal {
  const text = `the bank is catching up (${progress}): send the same request again with the same X-Request-ID`;
  return refuseForNow(text, 5);
}

/**
 * A read that finds it must write (an SCA is started for a 401, a world is founded) is run again as a write.
 * @see S1-refusal-durable
 */
async function transact<T>(store: Store, access: 'read' | 'write', work: Work<T>): Promise<T> {
  if (access === 'write') return store.write(work);
  try {
    return await store.read(work);
  } catch (fault) {
    if (fault instanceof ReadOnlyViolation) return store.write(work);
    throw fault;
  }
}

interface Terms {
  /** Whether it may still be sent away for what is old; it waits for a chunk of that at most. */
  readonly mayClean: boolean;
  /** What strikes it that the operator hasn't set. */
  readonly troubles: readonly Trouble[];
}

/** The stateful half: wholly inside one transaction. @see S1-nothing-or-all */
function* stateful(found: Found, tx: Tx, { mayClean, troubles }: Terms): Op<Answer | RunFirst | 'due'> {
  const { route, exchange } = found;
  const world = yield* loadWorld(tx, worldTerms(exchange.settings), initialData);
  exchange.generation ??= world.generation;
  if (exchange.generation !== world.generation) return refused(exchange, refuseOfOtherWorld());
  if (!route.answersWhileDue && (isSomethingDue(world) || (mayClean && isSomethingOld(world)))) return 'due';
  const outcome = yield* underFaults(exchange, world, troubles, () => decide(found, world));
  yield* keepWorld(world, route.access === 'read');
  return isRefusal(outcome) ? answerOfRefusal(outcome) : outcome;
}

/** From the PSU guard to the answer. */
function* decide({ route, exchange }: Found, world: WorldState): Op<Answer | Refusal | RunFirst> {
  const estranged = yield* refuseToStranger(exchange);
  if (estranged) return estranged;
  if (route.answersRepeats) {
    const first = yield* findFirstAnswer(exchange, world);
    if (first) return first;
  }
  for (const guard of route.statefulGuards) {
    const refusal = yield* guard(exchange, world);
    if (refusal) return refusal;
  }
  const outcome = yield* route.handler(exchange, world);
  if ('run' in outcome || isRefusal(outcome)) return outcome;
  yield* noteMaker(exchange, outcome);
  const answer = answerOf(outcome);
  if (route.answersRepeats) yield* keepFirstAnswer(exchange, world, answer);
  return answer;
}
