import { setTimeout as pause } from 'node:timers/promises';
import { readPaymentStatus } from '../../client/read-payment.ts';
import { clock, stopwatch } from '../../clock.ts';
import { Fault } from '../../errors.ts';
import { meaningOfStatus, statusInSentence } from '../../explain/statuses.ts';
import { shellWord } from '../../own-file.ts';
import { durationInWords } from '../../values/duration.ts';
import { isFinalStatus } from '../../values/statuses.ts';
import type { PaymentStatus } from '../../wire/payment.ts';
import { type AtBank, atBank } from '../at-bank.ts';
import { askedPayment } from '../named-psu.ts';
import type { Program } from '../program.ts';
import { needOf } from '../sca/play.ts';
import { type PaymentWanted, paymentMeant } from './newest.ts';
import { type PaymentReading, type PaymentStatusShown, type ReadOnce, readOnce } from './read.ts';

const SHORTEST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8_000;

/** What a payment has become. */
export interface StatusChange {
  /** When it was seen, ISO 8601. */
  readonly at: string;
  readonly status: string;
  /** What it means, and what the bank says beside it; absent where nobody has words for it. */
  readonly words?: string;
}

export interface Watching extends Pick<PaymentReading, 'choice' | 'sca'> {
  /** Undefined: as long as it takes. */
  readonly timeoutMs: number | undefined;
  /** Told of the first status and of each further one, as it comes. */
  readonly onChange: (change: StatusChange) => void;
}

/**
 * Follows a payment until its status is final.
 * @throws Fault WATCH_TIMEOUT
 * @see C-watch
 */
export async function watch(
  program: Program,
  wanted: PaymentWanted,
  watching: Watching,
): Promise<PaymentStatusShown> {
  const { choice, sca } = watching;
  const asked = askedPayment(await paymentMeant(program, wanted, choice.settings));
  const { paymentId } = asked;
  const read = (there: AtBank, isFirst: boolean) => {
    const again = { ...choice, newSession: isFirst && choice.newSession };
    // The PSU may have become known meanwhile, to another process of this profile.
    return readOnce(there, readPaymentStatus, asked, { choice: again, sca });
  };
  const act = (there: AtBank) => follow(program, there, { paymentId, read, watching });
  return atBank(program, choice.settings, act, needOf(sca));
}

interface Following {
  readonly paymentId: string;
  readonly read: (there: AtBank, isFirst: boolean) => Promise<ReadOnce<PaymentStatus>>;
  readonly watching: Watching;
}

async function follow(
  { waits }: Program,
  there: AtBank,
  { paymentId, read, watching: { timeoutMs, onChange } }: Following,
): Promise<PaymentStatusShown> {
  const startedAt = stopwatch();
  let seen: string | undefined;
  let pauseMs = SHORTEST_PAUSE_MS;
  for (;;) {
    const once = await read(there, seen === undefined);
    const change = changeOf(once);
    const said = `${change.status} ${change.words}`;
    pauseMs = said === seen ? Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS) : SHORTEST_PAUSE_MS;
    if (said !== seen) onChange(change);
    seen = said;
    if (once.called !== undefined && isFinalStatus(change.status)) {
      waits(undefined);
      return there.withMeta(once.called);
    }
    waits({ text: standing(paymentId, change), hint: goOn(paymentId), paymentId });
    const leftMs = timeoutMs === undefined ? pauseMs : timeoutMs - (stopwatch() - startedAt);
    if (leftMs <= 0) throw timedOut(paymentId, change, timeoutMs ?? 0);
    await pause(Math.min(pauseMs, leftMs));
  }
}

function standing(paymentId: string, { status }: StatusChange): string {
  return `Payment ${paymentId} continues at the bank. Its last known status is ${statusInSentence(status)}`;
}

function goOn(paymentId: string): string {
  return `Watch it again:\npsd2 status ${shellWord(paymentId)} --watch`;
}

function timedOut(paymentId: string, { status }: StatusChange, timeoutMs: number): Fault {
  const after = durationInWords(timeoutMs / 1000);
  const text = `Payment ${paymentId} isn't final after ${after}: it is ${statusInSentence(status)}.`;
  return new Fault('WATCH_TIMEOUT', text, { hint: goOn(paymentId), paymentId });
}

function changeOf({ known, called }: ReadOnce<PaymentStatus>): StatusChange {
  const at = new Date(clock()).toISOString();
  if (called === undefined) {
    return {
      at,
      status: 'RCVD',
      words: "waiting for its PSU: it can't be read before the PSU has approved it",
    };
  }
  const { transactionStatus: status, fundsAvailable, psuMessage } = called.resource;
  const meaning = meaningOfStatus(status);
  const rests = known.reference.service === 'periodic-payments' && status === 'ACTC';
  const words = [
    ...(meaning === undefined ? [] : [meaning]),
    ...(psuMessage === undefined ? [] : [psuMessage]),
    ...(psuMessage === undefined && fundsAvailable === false ? ['insufficient funds'] : []),
    ...(rests ? ["a periodic payment keeps this status until it's cancelled"] : []),
  ].join(': ');
  return { at, status, ...(words === '' ? {} : { words }) };
}
