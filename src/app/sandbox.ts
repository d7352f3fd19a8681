import type { ClockAct, InitialisedSandbox, ListedAccounts, RanBatch, ShownClock } from '../app.ts';
import type { Called } from '../client/call.ts';
import { runBatch } from '../client/operator/batch.ts';
import { advanceClock, resetClock, setClock, showClock } from '../client/operator/clock.ts';
import { initialiseSandbox, listSandboxAccounts } from '../client/sandbox.ts';
import type { Session } from '../embedded.ts';
import { Fault } from '../errors.ts';
import type { GivenFlags } from '../settings/precedence.ts';
import { parseDuration } from '../values/duration.ts';
import { parseInstant } from '../values/instant.ts';
import type { BankClock } from '../wire/operator.ts';
import type { At } from './at-bank.ts';

export function initialise(at: At, given: GivenFlags): Promise<InitialisedSandbox> {
  return at(
    given,
    async ({ session, withMeta }) => withMeta(await session.call(initialiseSandbox, undefined)),
    { onlySandbox: 'sandbox data' },
  );
}

/** A list is told as its items. @see cli.md Behaviour, --json */
export function accounts(at: At, given: GivenFlags): Promise<ListedAccounts> {
  return at(
    given,
    async ({ session, withMeta }) => {
      const { resource: items, ...called } = await session.call(listSandboxAccounts, undefined);
      return withMeta({ ...called, resource: { items } });
    },
    { onlySandbox: 'sandbox data' },
  );
}

/** @see decisions.md §11 */
const OPERATOR = { onlySandbox: 'operator' };

export function runBatchNow(at: At, given: GivenFlags): Promise<RanBatch> {
  return at(
    given,
    async ({ session, withMeta }) => withMeta(await session.operate(runBatch, undefined)),
    OPERATOR,
  );
}

/** What the clock is to be is understood before anything is opened. */
export async function clockAct(at: At, asked: ClockAct, given: GivenFlags): Promise<ShownClock> {
  const operate = clockOperation(asked);
  return at(given, async ({ session, withMeta }) => withMeta(await operate(session)), OPERATOR);
}

function clockOperation(asked: ClockAct): (session: Session) => Promise<Called<BankClock>> {
  if (asked.act === 'advance') {
    const seconds = secondsOf(asked.duration);
    return (session) => session.operate(advanceClock, { seconds });
  }
  if (asked.act === 'set') {
    const { now } = asked;
    checkInstant(now);
    return (session) => session.operate(setClock, { now });
  }
  return (session) => session.operate(asked.act === 'show' ? showClock : resetClock, undefined);
}

function secondsOf(duration: string): number {
  const seconds = parseDuration(duration);
  if (seconds !== undefined) return seconds;
  throw new Fault('INPUT_INVALID', `${JSON.stringify(duration)} is no duration.`, {
    hint: 'Write 90s, 15m, 2h, 3d, 1d12h or, by ISO 8601, PT15M or P3D.',
  });
}

function checkInstant(now: string): void {
  if (parseInstant(now) !== undefined) return;
  throw new Fault('INPUT_INVALID', `${JSON.stringify(now)} is no date-time with an offset.`, {
    hint: 'Write it by ISO 8601: 2026-11-21T09:30:00+01:00, or 2026-11-21T08:30:00Z.',
  });
}
