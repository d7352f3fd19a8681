import { defineBankCommand } from '../../src/cli/bank-command.ts';
import { createList, createTextFlag, Flags, QUIET, SPARE } from '../../src/cli/command.ts';
import { getExitCode } from '../../src/cli/exit-codes.ts';
import { parsePsuFlags } from '../../src/cli/psu-flags.ts';
import { sanitizeForTerminal } from '../../src/cli/sanitize.ts';
import type { MadePayment } from '../../src/client/ledger/types.ts';
import { readPaymentStatus } from '../../src/client/payments.ts';
import { getTime } from '../../src/clock.ts';
import { Fault, type FaultCode } from '../../src/errors.ts';
import { describeState, type ListedState } from '../../src/payments/made.ts';
import { readOnce } from '../../src/payments/read.ts';
import { type SessionContext, withLedger, withSession } from '../../src/session/with-session.ts';
import { parseDuration } from '../../src/values/duration.ts';
import { parseInstant } from '../../src/values/instant.ts';
import { isCalendarDate, parseOsloInstant } from '../../src/values/oslo.ts';
import {
  CROSS_BORDER,
  DOMESTIC,
  findProduct,
  INSTANT,
  type PaymentService,
} from '../../src/values/products.ts';
import { isFinalStatus, TRANSACTION_STATUSES } from '../../src/values/statuses.ts';

/** A payment that this profile created. @see C-sign-format-json, C-payments-list */
interface ListedPayment extends ListedState {
  readonly paymentId: string;
  readonly service: PaymentService;
  readonly product: string;
  readonly amount?: { readonly amount: string; readonly currency: string };
  readonly creditorName?: string;
  /** The reason why the current status couldn't be read. */
  readonly error?: { readonly code: FaultCode; readonly message: string };
}

const KIND_OF_PRODUCT = {
  [DOMESTIC]: 'domestic',
  [CROSS_BORDER]: 'cross-border',
  [INSTANT]: 'instant',
} as const;

/** Describes the kind as `payments create` names it, or the product if no kind fits. */
function describeKind({ service, product }: ListedPayment): string {
  if (service === 'bulk-payments') return 'bulk';
  if (service === 'periodic-payments') return 'periodic';
  const known = findProduct(product);
  return known === undefined ? product : KIND_OF_PRODUCT[known];
}

export default defineBankCommand(
  {
    summary: 'List the payments this profile created.',
    description:
      'Newest first, with the last known status. The bank is asked only with --refresh, which reads the status of each ' +
      "payment that isn't final. If one can't be read, the others still are, and the exit code shows the error.",
    examples: {
      'The ten newest': 'payments list --limit 10',
      "With each payment's current status": 'payments list --refresh',
      'Rejected in the last week': 'payments list --status RJCT --since 7d',
    },
    flags: {
      refresh: Flags.boolean({
        description: "Ask the bank for the status of each payment that isn't final.",
      }),
      status: Flags.string({
        description:
          'Only those whose last known status this is, or with --refresh the current one. Repeatable.',
        helpValue: 'CODE',
        options: TRANSACTION_STATUSES,
        multiple: true,
      }),
      since: createTextFlag(
        'Only those created since then: a date, a date-time, or a duration such as 7d.',
        'TIME',
      ),
      limit: Flags.integer({ description: 'How many to list. Default: all.', helpValue: 'COUNT', min: 1 }),
    },
    presentation: createList<ListedPayment>(
      [
        ['Payment', 'paymentId', 'identifier', QUIET],
        ['Kind', describeKind, 'identifier', SPARE],
        ['Amount', 'amount', 'amount'],
        ['Creditor', 'creditorName', 'name'],
        ['Created', 'createdAt', 'time'],
        ['Status', 'transactionStatus', 'status'],
        ['As of', 'statusAt', 'time', SPARE],
      ],
      "This profile hasn't created any payments yet. To create one:\npsd2 payments create --help",
    ),
  },
  async (command, { flags }) => {
    const { refresh, limit, profile, status } = flags;
    const since = flags.since === undefined ? undefined : parseSince(flags.since, getTime());
    if (!refresh && (flags.curl || flags['dry-run'])) {
      const flag = flags.curl ? '--curl' : '--dry-run';
      throw new Fault('USAGE', `${flag} only works with --refresh. Without it, the bank isn't called.`, {
        hint: `Add --refresh, or remove ${flag}.`,
      });
    }
    const { context } = command;
    // Statuses may change with --refresh, so they are selected afterwards.
    const wanted = { since, limit: status === undefined ? limit : undefined };
    const made = (await withLedger(context, { profile }, (ledger) => ledger.madePayments(wanted))) ?? [];
    const open = refresh ? made.filter(isOpen) : [];
    const news = new Map<string, StatusResult>();
    if (open.length > 0) {
      await withSession(context, { profile }, async (there) => {
        for (const [place, { paymentId }] of open.entries()) {
          context.io.progress.tell(`Asking the bank for payment ${place + 1} of ${open.length}.`);
          news.set(paymentId, await readNews(there, paymentId));
        }
      });
    }
    const listed = made.map((payment) => describe(payment, news.get(payment.paymentId)));
    const failed = listed.filter(({ error }) => error !== undefined);
    for (const { paymentId, error } of failed) {
      command.reportProgress(
        sanitizeForTerminal(`Payment ${paymentId} couldn't be refreshed. ${error?.message}`),
      );
    }
    const [first] = failed;
    if (first?.error !== undefined) command.endWith(getExitCode(first.error.code));
    const items = listed.filter(
      ({ transactionStatus = '' }) => status === undefined || status.includes(transactionStatus),
    );
    const shown = items.slice(0, limit);
    if (!refresh && shown.some(isOpen))
      command.addNextStep('Statuses as last read. To ask the bank:\npsd2 payments list --refresh');
    return { items: shown };
  },
);

function isOpen({ transactionStatus = '' }: Pick<MadePayment, 'transactionStatus'>): boolean {
  return !isFinalStatus(transactionStatus);
}

/** Parses `--since` to milliseconds since 1970; a date begins at midnight in Oslo. @throws Fault USAGE */
function parseSince(text: string, now: number): number {
  const seconds = parseDuration(text);
  const instant = isCalendarDate(text) ? parseOsloInstant(text) : parseInstant(text);
  const since = seconds === undefined ? instant : Math.max(0, now - seconds * 1000);
  if (since !== undefined) return since;
  throw new Fault(
    'USAGE',
    `--since is ${JSON.stringify(text)}, but must be a date, a date-time or a duration.`,
    {
      hint: 'For example 2026-11-18, 2026-11-18T10:00:00Z, 12h or 7d.',
    },
  );
}

type StatusResult =
  | Pick<MadePayment, 'transactionStatus' | 'statusAt'>
  | Required<Pick<ListedPayment, 'error'>>;

/**
 * Reads the status of a payment, without starting an SCA.
 * @throws Fault NETWORK, ANSWER_UNTRUSTED if the bank is unreachable or another one, because requests for the other
 *   payments would fail too
 */
async function readNews(there: SessionContext, paymentId: string): Promise<StatusResult> {
  const sca = { way: 'none', agreement: undefined, timeoutMs: 0 } as const;
  try {
    const asked = { paymentId, product: undefined };
    const { called } = await readOnce(there, readPaymentStatus, asked, { choice: parsePsuFlags({}), sca });
    return { transactionStatus: called?.resource.transactionStatus ?? 'RCVD', statusAt: getTime() };
  } catch (fault) {
    if (!(fault instanceof Fault) || fault.code === 'NETWORK' || fault.code === 'ANSWER_UNTRUSTED')
      throw fault;
    return { error: { code: fault.code, message: fault.message } };
  }
}

function describe(
  { at, transactionStatus, statusAt, ...payment }: MadePayment,
  news: StatusResult = {},
): ListedPayment {
  return {
    ...payment,
    ...describeState({ at, transactionStatus, statusAt, ...news }),
    ...('error' in news ? { error: news.error } : {}),
  };
}
