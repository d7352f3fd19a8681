import { formatTppId, listPossibleIdentities } from '../../../certificates/certificate.ts';
import type { Op } from '../../../store/contract.ts';
import { formatDuration } from '../../../values/duration.ts';
import { parseInstant } from '../../../values/instant.ts';
import { formatOsloDate, formatOsloDateTime } from '../../../values/oslo.ts';
import type {
  BankClock,
  BatchRun,
  FaultList,
  FaultSet,
  FaultsCleared,
  ReleasedTpp,
  Snapshot,
} from '../../../wire/answers/operator.ts';
import { message } from '../../../wire/errors.ts';
import { type FaultName, type FaultToAdd, listReach } from '../../../wire/faults.ts';
import { clockAdvance, clockSet, faultToAdd } from '../../../wire/operator.ts';
import { SNAPSHOT_LIMIT_BYTES, snapshotBody } from '../../../wire/snapshot.ts';
import {
  createJsonResult,
  createOkResult,
  type Refusal,
  type Result,
  refuse,
  refuseUnknownResource,
} from '../../answer.ts';
import { type OpenRun, runAtOnce } from '../../domain/settlement.ts';
import { REQUEST_KEPT_MILLISECONDS, type SetFault } from '../../domain/world.ts';
import { defineRoute, type Handler, type Route } from '../../routes/route.ts';
import { takeSnapshot } from '../../snapshot/export.ts';
import { restoreSnapshot } from '../../snapshot/import.ts';
import { findRun, findRunBegunBy, openRun } from '../../store/tables/runs.ts';
import { forgetIdentityKey } from '../../store/tables/tpps.ts';
import {
  type BankState,
  beginNoLaterThan,
  insertFault,
  listFaults,
  removeFault,
  removeFaults,
  setClock,
  takeSequence,
} from '../../store/tables/world.ts';

/** Returns the bank's time and calendar. @see D11-bank-time */
// biome-ignore lint/correctness/useYield: the world has been read already
const showClock: Handler = function* ({ settings, world }) {
  return createOkResult(formatClock(world, settings.clock()));
};

/** @param machineNow the machine's time in milliseconds since 1970 */
export function formatClock(world: BankState, machineNow: number): BankClock {
  const { bankNow, clockOffset, calendar } = world;
  const text = describeStandstill(world, machineNow);
  const tppMessages = text === undefined ? undefined : [message('WARNING', 'BAD_REQUEST', text)];
  return { ...showTime(bankNow, clockOffset), calendar, tppMessages };
}

/** The shortest reported standstill; smaller differences can come from the clocks of two processes. */
const LEAST_STANDSTILL_MILLISECONDS = 1000;

/** Describes that the bank's time stands still because the machine's clock went back. @see S6-standstill */
function describeStandstill(
  { bankNow, clockOffset, realNow }: BankState,
  machineNow: number,
): string | undefined {
  const behind = bankNow - clockOffset - machineNow;
  if (behind < LEAST_STANDSTILL_MILLISECONDS) return undefined;
  // The store of a bank that has run since then remembers the later time, so a restart is needed.
  const isOpenSince = realNow - machineNow >= LEAST_STANDSTILL_MILLISECONDS;
  const letGo = isOpenSince ? 'start the bank again and reset the clock' : 'reset the clock';
  const far = formatDuration(Math.round(behind / 1000));
  return `the clock has stood still since ${formatOsloDateTime(bankNow)}, because the machine's clock went back and is ${far} behind: to let it run again, ${letGo}`;
}

/** Advances the bank's clock by seconds. @see S6-clock-limits, S6-standstill */
const advanceClock: Handler = function* (exchange) {
  const { seconds } = exchange.body as { seconds: number };
  const to = exchange.world.bankNow + seconds * 1000;
  if (to >= END) {
    return refuse(400, 'FORMAT_ERROR', "seconds must not move the bank's clock past 2099", 'seconds');
  }
  return yield* setBankClock(exchange.world, to);
};

const END = Date.UTC(2100, 0);

/** Sets the bank's clock to a time. @see S6-clock-limits */
const setClockTo: Handler = function* (exchange) {
  const to = parseInstant((exchange.body as { now: string }).now);
  if (to === undefined) throw new Error("an instant that passed the schema isn't one");
  return yield* setBankClock(exchange.world, to);
};

/** Resets the bank's clock to real time. */
const resetClock: Handler = ({ world }) => setBankClock(world, world.realNow);

/**
 * Sets the bank's clock. Bookings and ended SCAs stay as they are, and no run that processed payments is repeated.
 * @see D11-clock, S6-going-back, S6-clock-and-runs
 */
function* setBankClock(world: BankState, to: number): Op<Result | Refusal> {
  const before = world.bankNow;
  yield* setClock(world, to);
  const clock = showTime(to, to - world.realNow);
  if (to >= before) return createOkResult(clock);
  yield* beginNoLaterThan(to);
  const text = `the clock moved back from ${formatOsloDateTime(before)}: bookings and finished SCAs stay as they are`;
  return createOkResult({ ...clock, tppMessages: [message('WARNING', 'BAD_REQUEST', text)] });
}

function showTime(bankNow: number, offset: number): BankClock {
  return { now: formatOsloDateTime(bankNow), offsetSeconds: Math.round(offset / 1000) };
}

/**
 * Starts a run of the batch and returns its result. A repeated request within 24 hours gets the result of the same run,
 * for example if the first request didn't wait long enough.
 * @see D11-batch
 * @see S5-progress
 */
const runBatch: Handler = function* (exchange) {
  if (exchange.finishedRun === undefined) {
    const requestId = exchange.header('X-Request-ID');
    const earlier = requestId === undefined ? undefined : yield* findRunBegunBy(requestId);
    if (earlier && exchange.world.bankNow - earlier.at < REQUEST_KEPT_MILLISECONDS)
      return buildRunResult(earlier);
    const begun = runAtOnce(
      takeSequence(exchange.world),
      exchange.world.bankNow,
      exchange.world.calendar,
      requestId,
    );
    yield* openRun(begun);
    return { run: begun.sequence };
  }
  const run = yield* findRun(exchange.finishedRun);
  if (!run) return refuse(409, 'CONFLICT', 'the sandbox was reset during the run: run the batch again');
  return buildRunResult(run);
};

/** Builds the result of a run; its bank day is the one on which it has booked. */
function buildRunResult({ at, outcomes }: OpenRun): Result {
  return createOkResult<BatchRun>({ bankDay: formatOsloDate(at), ...outcomes });
}

/** The routes of the batch and the clock. @see D11-batch, D11-clock */
export const CLOCK_ROUTES: readonly Route[] = [
  defineRoute('run batch', runBatch),
  defineRoute('show clock', showClock, { answersWhileDue: true }),
  defineRoute('advance clock', advanceClock, { body: () => clockAdvance }),
  defineRoute('set clock', setClockTo, { body: () => clockSet }),
  defineRoute('reset clock', resetClock),
];

/** The limit of faults, because each call checks all of them. @see D11-fault-life */
const MOST_SET = 100;

const showFaults: Handler = function* () {
  return createOkResult<FaultList>({ faults: (yield* listFaults()).map(formatFault) });
};

/** Sets a fault. @see D11-faults */
const addFault: Handler = function* (exchange) {
  const asked = exchange.body as FaultToAdd;
  const { fault, operation } = asked;
  if (operation !== undefined && !listReach(fault).includes(operation)) {
    const text = `${fault} can't be set on this operation, or the bank doesn't have it`;
    return refuse(400, 'FORMAT_ERROR', text, 'operation');
  }
  if ((yield* listFaults()).length >= MOST_SET)
    return refuse(409, 'CONFLICT', `${MOST_SET} faults are set, the most there may be: clear some`);
  return createJsonResult(201, formatFault(yield* insertFault(asked)));
};

const clearFault: Handler = function* (exchange) {
  const given = exchange.param('faultId');
  const isSet = /^[1-9][0-9]{0,8}$/.test(given) && (yield* removeFault(Number(given)));
  return isSet ? createOkResult<FaultsCleared>({ cleared: 1 }) : refuseUnknownResource('fault');
};

const clearFaults: Handler = function* () {
  return createOkResult<FaultsCleared>({ cleared: yield* removeFaults() });
};

/** Formats a fault; its name was validated when it was set. */
function formatFault(set: SetFault): FaultSet {
  return { ...set, fault: set.fault as FaultName };
}

/** The routes of faults. @see D11-faults */
export const FAULT_ROUTES: readonly Route[] = [
  defineRoute('list faults', showFaults),
  defineRoute('add fault', addFault, { body: () => faultToAdd }),
  defineRoute('clear fault', clearFault),
  defineRoute('clear faults', clearFaults),
];

/** Lists the TPPs' own worlds; empty if all TPPs share one world. @see S11-worlds */
// biome-ignore lint/correctness/useYield: a handler is a generator, and this one asks the store for nothing
const listWorlds: Handler = function* ({ settings }) {
  return createOkResult({ worlds: settings.listWorlds?.() ?? [] });
};

/** Exports the world as a snapshot. @see D16-snapshot, S7-snapshot */
const takeWorld: Handler = function* ({ world }) {
  const result = createOkResult<Snapshot>({ records: yield* takeSnapshot(world) });
  return Buffer.byteLength(result.body, 'utf8') > SNAPSHOT_LIMIT_BYTES ? TOO_LARGE : result;
};

/** The refusal of a world that exceeds the size of a snapshot. @see D16-snapshot-size */
const TOO_LARGE_TEXT = 'the world is larger than a snapshot can be, 32 MiB: fork its profile to keep it';
const TOO_LARGE = refuse(409, 'CONFLICT', TOO_LARGE_TEXT);

/** Replaces the world with a snapshot, or changes nothing. @see S7-restore, D16-restore-checked */
const restoreWorld: Handler = function* (exchange) {
  const { records } = exchange.body as Snapshot;
  return createOkResult(yield* restoreSnapshot(exchange.world, exchange.secret(), records));
};

/**
 * Releases an organizationIdentifier, so that the next key with it becomes its owner.
 * @see S11-shared-world, D12-tpp-identity
 */
const releaseTpp: Handler = function* (exchange) {
  for (const identity of listPossibleIdentities(exchange.param('tppId'))) {
    if (!(yield* forgetIdentityKey(identity))) continue;
    return createOkResult<ReleasedTpp>({ tppId: formatTppId(identity) });
  }
  return refuseUnknownResource('TPP');
};

/** The routes of snapshots, TPPs and worlds. @see D16-snapshot, S11-shared-world, S11-worlds */
export const WORLD_ROUTES: readonly Route[] = [
  defineRoute('take snapshot', takeWorld),
  defineRoute('restore snapshot', restoreWorld, {
    body: snapshotBody,
    bodyLimitBytes: SNAPSHOT_LIMIT_BYTES,
  }),
  defineRoute('release TPP', releaseTpp),
  defineRoute('list worlds', listWorlds, { answersWhileDue: true, isUnlogged: true }),
];
