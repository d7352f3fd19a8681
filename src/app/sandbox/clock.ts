import type { Called } from '../../client/call.ts';
import { advanceClock, resetClock, setClock, showClock } from '../../client/operator.ts';
import type { Session } from '../../client/session.ts';
import { Fault } from '../../errors.ts';
import type { GivenFlags } from '../../settings/precedence.ts';
import { parseDuration } from '../../values/duration.ts';
import { parseInstant } from '../../values/instant.ts';
import type { BankClock } from '../../wire/operator.ts';
import { atBank, type Meta } from '../at-bank.ts';
import { OPERATOR } from '../only-sandbox.ts';
import type { Program } from '../program.ts';

export type ClockAct =
  | { readonly act: 'show' | 'reset' }
  /** In a writing of values/duration.ts. */
  | { readonly act: 'advance'; readonly duration: string }
  /** ISO 8601 with offset or Z. */
  | { readonly act: 'set'; readonly now: string };

export type ShownClock = BankClock & Meta;

/** What the clock is to be is understood before anything is opened. @see C-clock */
export async function clockAct(program: Program, asked: ClockAct, given: GivenFlags): Promise<ShownClock> {
  const operate = clockOperation(asked);
  return atBank(program, given, async ({ session, withMeta }) => withMeta(await operate(session)), OPERATOR);
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
  throw new Fault('INPUT_INVALID', `${JSON.stringify(duration)} isn't a duration.`, {
    hint: 'Use 90s, 15m, 2h, 3d or 1d12h, or ISO 8601: PT15M or P3D.',
  });
}

function checkInstant(now: string): void {
  if (parseInstant(now) !== undefined) return;
  throw new Fault('INPUT_INVALID', `${JSON.stringify(now)} isn't a date-time with an offset.`, {
    hint: 'Use ISO 8601: 2026-11-21T09:30:00+01:00 or 2026-11-21T08:30:00Z.',
  });
}
