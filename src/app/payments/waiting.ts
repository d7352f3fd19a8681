import { listAuthorisations, readAuthorisation } from '../../client/authorisations.ts';
import { Fault } from '../../errors.ts';
import { shellWord } from '../../own-file.ts';
import type { AtBank } from '../at-bank.ts';
import type { KnownPayment } from '../named-psu.ts';
import { scaRedirectIn } from '../sca/link.ts';

/** A payment that waits for its PSU, and how they approve it. */
export interface WaitingPayment {
  readonly paymentId: string;
  /** Where they do. */
  readonly scaRedirect?: string;
  /** By which it is approved, without the program's name. */
  readonly commands: readonly string[];
}

/**
 * Undefined unless a payment can't be read because it waits for its PSU: its authorisations can be listed then, which
 * those of no payment, or of another PSU's, can't.
 * @see D4-domestic-read
 */
export async function waitingInstead(
  there: AtBank,
  known: KnownPayment,
  fault: unknown,
): Promise<WaitingPayment | undefined> {
  if (!isNotFound(fault)) return undefined;
  try {
    return await waitingOf(there, known);
  } catch (other) {
    if (isNotFound(other)) return undefined;
    throw other;
  }
}

/** @see C-status-waiting */
export async function waitingOf(
  { session, isOwnBank, browser }: AtBank,
  { reference, psu }: KnownPayment,
): Promise<WaitingPayment> {
  const { resource } = await session.call(listAuthorisations, reference, psu);
  const authorisationId = resource.authorisationIds.at(-1);
  const { paymentId } = reference;
  const word = shellWord(paymentId);
  const played = session.hasOperator ? [`sca approve ${word}`] : [];
  const waiting = { paymentId, commands: [...played, `payments authorise ${word}`] };
  // A site that this command serves ends with it, and its links.
  if (authorisationId === undefined || (isOwnBank && browser !== undefined)) return waiting;
  const read = await session.call(readAuthorisation, { ...reference, authorisationId }, psu);
  const link = scaRedirectIn(read.resource);
  return link === undefined ? waiting : { ...waiting, scaRedirect: link };
}

/** What is said of it in place of a status that the bank does not show. */
export function waitingFault(
  { paymentId, scaRedirect, commands }: WaitingPayment,
  { details }: Fault,
): Fault {
  const text = `Payment ${paymentId} is waiting for its PSU. It can be read once the PSU has approved it.`;
  return new Fault('BANK_REFUSED', text, {
    ...details,
    hint: ['Approve it:', ...commands.map((command) => `psd2 ${command}`)].join('\n'),
    paymentId,
    ...(scaRedirect === undefined ? {} : { scaRedirect }),
  });
}

function isNotFound(fault: unknown): boolean {
  return fault instanceof Fault && fault.details.status === 404;
}
