import { setTimeout as pause } from 'node:timers/promises';
import { type BankCommand, defineBankCommand } from '../../src/cli/bank-command.ts';
import { isGiven } from '../../src/cli/command-line.ts';
import { createQuietFlag, createTextFlag, Flags, type FlagValues } from '../../src/cli/flags.ts';
import { parseMilliseconds } from '../../src/cli/psu-flags.ts';
import { sanitizeForTerminal } from '../../src/cli/sanitize.ts';
import { readPaymentStatus } from '../../src/client/payments.ts';
import { getTime, measureTime } from '../../src/clock.ts';
import { Fault } from '../../src/errors.ts';
import { quoteForShell } from '../../src/own-file.ts';
import {
  findPayment,
  type PaymentReading,
  parseReading,
  paymentReadInput,
  type ReadResult,
  readAtBank,
  readOnce,
} from '../../src/payments/read.ts';
import { statusCard } from '../../src/payments/view.ts';
import { getRequirements } from '../../src/sca/authorise.ts';
import type { PaymentSelector } from '../../src/session/psu.ts';
import { type Meta, type SessionContext, withSession } from '../../src/session/with-session.ts';
import { formatDuration } from '../../src/values/duration.ts';
import { formatOsloSecond } from '../../src/values/oslo.ts';
import { isFinalStatus } from '../../src/values/statuses.ts';
import type { PaymentStatus } from '../../src/wire/answers/payments.ts';
import { meaningOfStatus, statusInSentence } from '../../src/wire/explanations.ts';

const watchFlags = {
  watch: Flags.boolean({ description: 'Follow the payment until its status is final.' }),
  timeout: createTextFlag('Stop watching after this time, with exit code 5.', 'DURATION'),
};

export default defineBankCommand(
  {
    summary: 'Read the status of a payment.',
    description:
      'Without an ID, reads the newest payment of this profile. A domestic payment can be read only after the PSU has ' +
      'approved it. --watch waits for that too, prints a line for each change, and stops at the final status.',
    /** The alias `psd2 status`. @see C-status-alias */
    aliases: ['status'],
    examples: {
      'The status of a payment': 'status kQ3nV0b1cT8sYpR5dW2xZa',
      "The newest payment, until it's final": 'status --watch',
      'For ten minutes at most': 'status kQ3nV0b1cT8sYpR5dW2xZa --watch --timeout 10m',
    },
    args: paymentReadInput.args,
    flags: { ...watchFlags, ...paymentReadInput.flags, ...createQuietFlag('Print only the status.') },
    presentation: statusCard,
  },
  async (command, { args, flags }) => {
    const reading = parseReading(flags, command.usualSca);
    const timeoutMs = parseWatchTimeout(flags, command.argv);
    const asked = await findPayment(command.context, args.id, flags.product, reading);
    if (!flags.watch) return readAtBank(command, readPaymentStatus, asked, reading);
    // The last line of the report already shows the result.
    if (!command.isQuiet) command.present(undefined);
    const act = (there: SessionContext) => watch(command, there, asked, reading, timeoutMs);
    return withSession(command.context, reading.choice.settings, act, getRequirements(reading.sca));
  },
);

/**
 * Follows a payment until its status is final.
 * @throws Fault WATCH_TIMEOUT
 * @see C-watch
 */
async function watch(
  command: BankCommand,
  there: SessionContext,
  asked: PaymentSelector,
  { choice, sca }: PaymentReading,
  timeoutMs: number | undefined,
): Promise<PaymentStatus & Meta> {
  const { setPendingSca } = command.context.io;
  const { paymentId } = asked;
  const startedAt = measureTime();
  let seen: string | undefined;
  let pauseMs = SHORTEST_PAUSE_MS;
  for (;;) {
    const again = { ...choice, newSession: seen === undefined && choice.newSession };
    // Another process of this profile may have stored the PSU meanwhile.
    const once = await readOnce(there, readPaymentStatus, asked, { choice: again, sca });
    const { status, words } = describeStatus(once);
    const said = `${status} ${words}`;
    pauseMs = said === seen ? Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS) : SHORTEST_PAUSE_MS;
    if (said !== seen) {
      const texts = [status, ...(words === '' ? [] : [words])].map((text) => sanitizeForTerminal(text));
      command.report([formatOsloSecond(getTime()), ...texts].join('  '));
    }
    seen = said;
    if (once.called !== undefined && isFinalStatus(status)) {
      setPendingSca(undefined);
      return there.withMeta(once.called);
    }
    const hint = `Watch it again:\npsd2 status ${quoteForShell(paymentId)} --watch`;
    const last = statusInSentence(status);
    const text = `Payment ${paymentId} continues at the bank. Its last known status is ${last}`;
    setPendingSca({ text, hint, paymentId });
    const leftMs = timeoutMs === undefined ? pauseMs : timeoutMs - (measureTime() - startedAt);
    if (leftMs <= 0) {
      const after = formatDuration((timeoutMs ?? 0) / 1000);
      const late = `Payment ${paymentId} isn't final after ${after}: it is ${last}.`;
      throw new Fault('WATCH_TIMEOUT', late, { hint, paymentId });
    }
    await pause(Math.min(pauseMs, leftMs));
  }
}

const SHORTEST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8_000;

/** Describes a status by its meaning and the bank's messages; returns '' for an unknown status. */
function describeStatus({ known, called }: ReadResult<PaymentStatus>): { status: string; words: string } {
  if (called === undefined) {
    const words = "waiting for its PSU: it can't be read before the PSU has approved it";
    return { status: 'RCVD', words };
  }
  const { transactionStatus: status, fundsAvailable, psuMessage: told } = called.resource;
  const isKept = known.reference.service === 'periodic-payments' && status === 'ACTC';
  const words = [
    meaningOfStatus(status),
    told ?? (fundsAvailable === false ? 'insufficient funds' : undefined),
    isKept ? "a periodic payment keeps this status until it's cancelled" : undefined,
  ].filter((text) => text !== undefined);
  return { status, words: words.join(': ') };
}

const LONGEST_SECONDS = 400 * 86_400;

/**
 * Parses the timeout in milliseconds; undefined means no limit. A timeout set in the environment counts only together
 * with `--watch`.
 * @throws Fault USAGE
 */
function parseWatchTimeout(
  { watch = false, timeout }: FlagValues<typeof watchFlags>,
  argv: readonly string[],
): number | undefined {
  if (!watch) {
    if (!isGiven(argv, '--timeout')) return undefined;
    throw new Fault('USAGE', '--timeout only works with --watch.', {
      hint: 'Add --watch, or remove --timeout.',
    });
  }
  if (timeout === undefined) return undefined;
  const milliseconds = parseMilliseconds(timeout, LONGEST_SECONDS);
  if (milliseconds !== undefined) return milliseconds;
  throw new Fault('USAGE', `--timeout ${JSON.stringify(timeout)} isn't a duration from 1s to 400d.`, {
    hint: 'Examples: 90s, 15m, 1h30m.',
  });
}
