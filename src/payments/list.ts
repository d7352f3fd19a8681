import type { MadePayment } from '../client/ledger/types.ts';
import { readPaymentStatus } from '../client/payments.ts';
import { clock } from '../clock.ts';
import { Fault, type FaultCode } from '../errors.ts';
import type { ScaChoice } from '../sca/types.ts';
import type { CommandContext } from '../session/context.ts';
import type { PsuChoice } from '../session/psu.ts';
import { type SessionContext, withLedger, withSession } from '../session/with-session.ts';
import type { PaymentService } from '../values/products.ts';
import { isFinalStatus } from '../values/statuses.ts';
import { readOnce } from './read.ts';

/** A payment that this profile made. @see C-sign-format-json, C-payments-list */
export interface ListedPayment {
  readonly paymentId: string;
  readonly service: PaymentService;
  readonly product: string;
  readonly amount?: { readonly amount: string; readonly currency: string };
  readonly creditorName?: string;
  /** ISO 8601, by this machine's clock. */
  readonly createdAt: string;
  /** The last one that was seen, and when that was. */
  readonly transactionStatus?: string;
  readonly statusAt?: string;
  /** Why its status of now is not known. */
  readonly error?: { readonly code: FaultCode; readonly message: string };
}

export interface ListedPayments {
  readonly items: readonly ListedPayment[];
}

interface ListAsked {
  /** Undefined: all. */
  readonly limit: number | undefined;
  /** Whether the bank is asked for the status of each that is not final. */
  readonly refresh: boolean;
}

/** Newest first, from what the profile remembers. @see C-payments-list */
export async function list(
  context: CommandContext,
  { limit, refresh }: ListAsked,
  choice: PsuChoice,
): Promise<ListedPayments> {
  const made = (await withLedger(context, choice.settings, (ledger) => ledger.madePayments(limit))) ?? [];
  const open = refresh ? made.filter(({ transactionStatus: last }) => !isFinalStatus(last ?? '')) : [];
  if (open.length === 0) return { items: made.map((payment) => listed(payment)) };
  return withSession(context, choice.settings, async (there) => {
    const news = new Map<string, News>();
    for (const [place, payment] of open.entries()) {
      context.io.progress.tell(`Asking the bank for payment ${place + 1} of ${open.length}.`);
      news.set(payment.paymentId, await newsOf(there, payment, choice));
    }
    return { items: made.map((payment) => listed(payment, news.get(payment.paymentId))) };
  });
}

type News = Pick<MadePayment, 'transactionStatus' | 'statusAt'> | Required<Pick<ListedPayment, 'error'>>;

/** An SCA of one is not what a list is asked for. */
const NO_SCA: ScaChoice = { way: 'none', agreement: undefined, timeoutMs: 0 };

/**
 * @throws Fault NETWORK, ANSWER_UNTRUSTED: where the bank can't be reached, or is another, the others can't be asked either
 */
async function newsOf(there: SessionContext, { paymentId }: MadePayment, choice: PsuChoice): Promise<News> {
  try {
    const asked = { paymentId, product: undefined };
    const { called } = await readOnce(there, readPaymentStatus, asked, { choice, sca: NO_SCA });
    return { transactionStatus: called?.resource.transactionStatus ?? 'RCVD', statusAt: clock() };
  } catch (fault) {
    if (!(fault instanceof Fault) || fault.code === 'NETWORK' || fault.code === 'ANSWER_UNTRUSTED')
      throw fault;
    return { error: { code: fault.code, message: fault.message } };
  }
}

function listed(
  { at, transactionStatus, statusAt, ...payment }: MadePayment,
  news: News = {},
): ListedPayment {
  const { statusAt: seenAt, ...more } = { transactionStatus, statusAt, ...news };
  return {
    ...payment,
    createdAt: new Date(at).toISOString(),
    transactionStatus: more.transactionStatus,
    statusAt: seenAt === undefined ? undefined : new Date(seenAt).toISOString(),
    ...('error' in more ? { error: more.error } : {}),
  };
}
