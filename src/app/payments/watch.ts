import { setTimeout as pause } from 'node:timers/promises';
import { listAuthorisations } from '../../client/authorisations.ts';
import { readPaymentStatus } from '../../client/read-payment.ts';
import type { SessionCalled } from '../../client/session.ts';
import { Fault } from '../../errors.ts';
import { statusInSentence } from '../../explain/statuses.ts';
import type { PaymentStatus } from '../../wire/payment.ts';
import { type AtBank, atBank } from '../at-bank.ts';
import {
  type AskedPayment,
  askedPayment,
  type KnownPayment,
  knownPayment,
  type PaymentAsked,
} from '../named-psu.ts';
import type { Program } from '../program.ts';
import { type PsuChoice, sessionOptions } from '../psu-choice.ts';
import type { PaymentStatusShown } from './read.ts';

/** A status that the bank has no name for here is not final. @see decisions.md §4; PART: every item of a bulk is final */
const FINAL: readonly string[] = ['ACSC', 'RJCT', 'CANC', 'PART'];

const SHORTEST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8_000;

/**
 * Follows a payment until its status is final.
 * @param onChange told of the first status and of each further one, as it comes
 * @see cli.md Commands, --watch
 */
export async function watch(
  program: Program,
  payment: PaymentAsked,
  choice: PsuChoice,
  onChange: (text: string) => void,
): Promise<PaymentStatusShown> {
  const asked = askedPayment(payment);
  return atBank(program, choice.settings, async (there) => {
    let seen: string | undefined;
    let pauseMs = SHORTEST_PAUSE_MS;
    for (;;) {
      // The PSU may have become known meanwhile, to another process of this profile.
      const known = await knownPayment(there.session.ledger, asked, choice);
      const called = await statusNow(there, known, { asked, choice, isFirst: seen === undefined });
      const text = wordsOf(asked, known, called?.resource);
      pauseMs = text === seen ? Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS) : SHORTEST_PAUSE_MS;
      if (text !== seen) onChange(text);
      seen = text;
      if (called !== undefined && FINAL.includes(called.resource.transactionStatus)) {
        return there.withMeta(called);
      }
      await pause(pauseMs);
    }
  });
}

interface Watching {
  readonly asked: AskedPayment;
  readonly choice: PsuChoice;
  readonly isFirst: boolean;
}

/**
 * Undefined while a payment can't be read because it waits for its PSU: its authorisations can be listed then, which
 * those of no payment, or of another PSU's, can't.
 * @see decisions.md §4 Domestic
 */
async function statusNow(
  { session, notice }: AtBank,
  { reference, psu }: KnownPayment,
  { choice, isFirst }: Watching,
): Promise<SessionCalled<PaymentStatus> | undefined> {
  try {
    const options = isFirst ? sessionOptions(choice, notice) : {};
    return await session.call(readPaymentStatus, reference, psu, options);
  } catch (fault) {
    if (!isNotFound(fault)) throw fault;
    const isThere = await session.call(listAuthorisations, reference, psu).then(
      () => true,
      (other: unknown) => {
        if (isNotFound(other)) return false;
        throw other;
      },
    );
    if (!isThere) throw fault;
    return undefined;
  }
}

function isNotFound(fault: unknown): boolean {
  return fault instanceof Fault && fault.details.status === 404;
}

function wordsOf(
  { paymentId }: AskedPayment,
  { reference }: KnownPayment,
  status: PaymentStatus | undefined,
): string {
  if (status === undefined) return `${paymentId} can't be read while it's waiting for its PSU.`;
  const { transactionStatus, fundsAvailable, psuMessage } = status;
  const rests = reference.service === 'periodic-payments' && transactionStatus === 'ACTC';
  const more = [
    ...(psuMessage === undefined ? [] : [psuMessage]),
    ...(psuMessage === undefined && fundsAvailable === false ? ['insufficient funds'] : []),
    ...(rests ? ["a periodic payment keeps this status until it's cancelled"] : []),
  ];
  return [`${paymentId} is ${statusInSentence(transactionStatus)}`, ...more].join(': ');
}
