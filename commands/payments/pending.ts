import { createList, defineCommand, QUIET } from '../../src/cli/command.ts';
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

/** Lists the profile's writes that got no response, oldest first. Reads only the ledger. @see C-payments-pending */
export default defineCommand(
  {
    summary: 'List requests whose answer was lost.',
    description:
      'The bank may or may not have carried them out, because the connection broke, the bank failed or the program was stopped. For 24 hours you can send each one again, with the same X-Request-ID, using payments resume.',
    examples: { 'Requests without an answer': 'payments pending' },
    presentation: createList<PendingWrite>(
      [
        ['Sent', 'sentAt', 'time'],
        ['Request', 'operation', 'name'],
        ['X-Request-ID', 'requestId', 'identifier', QUIET],
        ['Can be resumed until', 'resumableUntil', 'time', { heading: 'Ends' }],
      ],
      'This profile has no pending requests.',
    ),
  },
  async (command, { flags: { profile } }) => {
    const open = (await withLedger(command.context, { profile }, (ledger) => ledger.open(getTime()))) ?? [];
    const items = open.map(({ requestId, operation, at, request }) => ({
      requestId,
      operation,
      sentAt: new Date(at).toISOString(),
      resumableUntil: request && new Date(at + DAY_MS).toISOString(),
    }));
    const first = items.find(({ resumableUntil }) => resumableUntil !== undefined);
    if (first !== undefined) command.next([`payments resume ${first.requestId}`]);
    return { items };
  },
);
