import { Psd2Command } from '../../src/cli/base-command.ts';
import { QUIET } from '../../src/cli/columns.ts';
import { createTable } from '../../src/cli/presentation.ts';
import { getTime } from '../../src/clock.ts';
import { DAY_MS } from '../../src/core/units.ts';
import { withLedger } from '../../src/session/with-session.ts';

/** A write with an unknown outcome. */
interface PendingWrite {
  readonly requestId: string;
  readonly operation: string;
  /** The time when it was first sent, ISO 8601. */
  readonly sentAt: string;
  /** The end of the time in which the bank repeats its first response; absent afterwards. */
  readonly resumableUntil?: string;
}

interface PendingWrites {
  readonly items: readonly PendingWrite[];
}

/** Lists the profile's writes that got no response, oldest first. Reads only the ledger. @see C-payments-pending */
export default class PaymentsPending extends Psd2Command<PendingWrites> {
  static override summary = 'List requests whose answer was lost.';
  static override description =
    'The bank may or may not have carried them out, because the connection broke, the bank failed or the program was stopped. For 24 hours you can send each one again, with the same X-Request-ID, using payments resume.';
  static override examples = Psd2Command.listExamples({ 'Requests without an answer': 'payments pending' });

  protected override readonly presentation = createTable<PendingWrite, PendingWrites>(
    [
      ['Sent', 'sentAt', 'date'],
      ['Request', 'operation'],
      ['X-Request-ID', 'requestId', 'identifier', QUIET],
      ['Can be resumed until', 'resumableUntil', 'date'],
    ],
    ({ items }) => items,
    'This profile has no pending requests.',
  );

  async run(): Promise<PendingWrites> {
    const { flags } = await this.parse(PaymentsPending);
    const { profile } = flags;
    const open = (await withLedger(this.context, { profile }, (ledger) => ledger.open(getTime()))) ?? [];
    const items = open.map(({ requestId, operation, at, request }) => ({
      requestId,
      operation,
      sentAt: new Date(at).toISOString(),
      resumableUntil: request && new Date(at + DAY_MS).toISOString(),
    }));
    const first = items.find(({ resumableUntil }) => resumableUntil !== undefined);
    if (first !== undefined) this.next([`payments resume ${first.requestId}`]);
    return { items };
  }
}
