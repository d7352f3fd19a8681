import type { BankCommand } from '../cli/bank-command.ts';
import { Args, withPicker } from '../cli/flags.ts';
import { parsePsuFlags, parseScaFlags, psuFlags, scaFlags } from '../cli/psu-flags.ts';
import { sanitizeForTerminal } from '../cli/sanitize.ts';
import type { CallResult } from '../client/call.ts';
import { getOperation, type Operation } from '../client/operation.ts';
import type { PaymentReference } from '../client/payments.ts';
import { Fault } from '../errors.ts';
import { quoteForShell } from '../own-file.ts';
import { getRequirements } from '../sca/authorise.ts';
import { findScaRedirect } from '../sca/link.ts';
import { createReading, retryAfterSca } from '../sca/retry-after-sca.ts';
import type { ScaChoice } from '../sca/targets.ts';
import type { CommandContext } from '../session/context.ts';
import {
  type KnownPayment,
  type PaymentSelector,
  type PsuChoice,
  parsePaymentSelector,
  resolvePayment,
} from '../session/psu.ts';
import {
  type Meta,
  type SessionContext,
  saveStatus,
  withLedger,
  withSession,
} from '../session/with-session.ts';
import { openSettings } from '../settings/precedence.ts';
import { productFlag } from './payment-args.ts';

/** The PSU of a read, and the choice for its SCA. */
export interface PaymentReading {
  readonly choice: PsuChoice;
  readonly sca: ScaChoice;
}

/** The argument and the flags of the commands that read a payment; by default the newest. @see C-newest-payment */
export const paymentReadInput = {
  args: {
    id: withPicker(
      'payment',
      Args.string({
        description: 'paymentId of the creation response. Default: the newest payment of the profile.',
      }),
    ),
  },
  flags: { ...productFlag, ...psuFlags, ...scaFlags },
};

/** Parses the flags of a read. @throws Fault USAGE */
export function parseReading(
  flags: Parameters<typeof parsePsuFlags>[0] & Parameters<typeof parseScaFlags>[0],
  usualSca: BankCommand['usualSca'],
): PaymentReading {
  return { choice: parsePsuFlags(flags), sca: parseScaFlags(flags, usualSca) };
}

/** Reads a payment or its status from the bank. @see C-payments-get */
export async function readAtBank<Result extends object>(
  command: BankCommand,
  operation: Operation<PaymentReference, Result>,
  asked: PaymentSelector,
  reading: PaymentReading,
): Promise<Result & Meta> {
  const act = async (there: SessionContext) => {
    const { known, called, fault } = await readOnce(there, operation, asked, reading);
    if (called === undefined) throw fault;
    const isWaiting = 'transactionStatus' in called.resource && called.resource.transactionStatus === 'RCVD';
    if (isWaiting && command.personIsThere) {
      const { scaRedirect, command: approval } = await createWaitingPayment(there, known);
      if (scaRedirect !== undefined)
        command.addNextStep(`The PSU approves it at:\n${sanitizeForTerminal(scaRedirect)}`);
      command.next([sanitizeForTerminal(approval)]);
    }
    return there.withMeta(called);
  };
  return withSession(command.context, reading.choice.settings, act, getRequirements(reading.sca));
}

/**
 * Finds the requested payment; without an id the profile's newest, with a notice.
 * @throws Fault USAGE, INPUT_MISSING if the profile has no payment
 * @see C-newest-payment
 */
export async function findPayment(
  context: CommandContext,
  given: string | undefined,
  product: string | undefined,
  { choice: { settings } }: PaymentReading,
): Promise<PaymentSelector> {
  if (given !== undefined) return parsePaymentSelector({ paymentId: given, product });
  const [newest] = (await withLedger(context, settings, (ledger) => ledger.madePayments({ limit: 1 }))) ?? [];
  if (newest !== undefined) {
    const { paymentId } = newest;
    if (context.io.terminal !== undefined)
      context.io.notice(`The newest payment of this profile: ${paymentId}`);
    return parsePaymentSelector({ paymentId, product });
  }
  const { profile } = openSettings(context.surroundings, settings);
  const create = `psd2 payments create --domestic${profile.bank === 'embedded' ? ' --example' : ''}`;
  const text = `Missing: ID. Profile ${profile.name} hasn't created any payments yet.`;
  throw new Fault('INPUT_MISSING', text, {
    missing: ['ID'],
    hint: `Create a payment, or pass a payment's ID:\n${create}`,
  });
}

/** The result of a read: the resource, or the fault of a payment that is unreadable because it waits for its PSU. */
export interface ReadResult<Resource> {
  readonly known: KnownPayment;
  readonly called?: CallResult<Resource>;
  readonly fault?: Fault;
}

/** Reads a payment once, and stores its status in the ledger. @see C-payments-list */
export async function readOnce<Resource extends object>(
  there: SessionContext,
  operation: Operation<PaymentReference, Resource>,
  asked: PaymentSelector,
  { choice, sca }: Pick<PaymentReading, 'choice' | 'sca'>,
): Promise<ReadResult<Resource>> {
  const { ledger } = there.session;
  const known = await resolvePayment(ledger, asked, choice);
  const { reference } = known;
  try {
    const reading = createReading(choice, sca, async () => known);
    const called = await retryAfterSca(there, reading, (as) => as.call(operation, reference));
    const { transactionStatus } = called.resource as { readonly transactionStatus?: unknown };
    if (typeof transactionStatus === 'string') {
      await saveStatus(there, reference.paymentId, transactionStatus);
    }
    return { known, called };
  } catch (fault) {
    if (!isNotFound(fault)) throw fault;
    const waiting = await findWaitingPayment(there, known);
    if (waiting === undefined) throw fault;
    return { known, fault: createWaitingFault(waiting, fault) };
  }
}

/** A payment that waits for its PSU, and the means of approval. */
interface WaitingPayment {
  readonly paymentId: string;
  /** The link at which the PSU approves. */
  readonly scaRedirect?: string;
  /** The command that approves it, without the program's name. */
  readonly command: string;
}

/**
 * Finds the SCA of an unreadable payment that waits for its PSU: its authorisations can be listed, unlike those of a
 * missing payment or another PSU's.
 * @see D4-domestic-read
 */
async function findWaitingPayment(
  there: SessionContext,
  known: KnownPayment,
): Promise<WaitingPayment | undefined> {
  try {
    return await createWaitingPayment(there, known);
  } catch (fault) {
    if (isNotFound(fault)) return undefined;
    throw fault;
  }
}

/** Creates the description of a waiting payment, with its link if that works. @see C-status-waiting */
async function createWaitingPayment(
  { session, isOwnBank, browser }: SessionContext,
  { reference, psu }: KnownPayment,
): Promise<WaitingPayment> {
  const { resource } = await session.call(getOperation('list authorisations'), reference, psu);
  const authorisationId = resource.authorisationIds.at(-1);
  const { paymentId } = reference;
  const act = session.hasOperator ? 'sca approve' : 'payments authorise';
  const waiting = { paymentId, command: `${act} ${quoteForShell(paymentId)}` };
  // The embedded bank's site, and with it the link, ends with this command.
  if (authorisationId === undefined || (isOwnBank && browser !== undefined)) return waiting;
  const read = await session.call(getOperation('read authorisation'), { ...reference, authorisationId }, psu);
  const link = findScaRedirect(read.resource);
  return link === undefined ? waiting : { ...waiting, scaRedirect: link };
}

/** Creates the fault for a payment whose status the bank doesn't return yet. */
function createWaitingFault({ paymentId, scaRedirect, command }: WaitingPayment, { details }: Fault): Fault {
  const text = `Payment ${paymentId} is waiting for its PSU. It can be read once the PSU has approved it.`;
  return new Fault('BANK_REFUSED', text, {
    ...details,
    hint: `Approve it:\npsd2 ${command}`,
    paymentId,
    scaRedirect,
  });
}

function isNotFound(fault: unknown): fault is Fault {
  return fault instanceof Fault && fault.details.status === 404;
}
