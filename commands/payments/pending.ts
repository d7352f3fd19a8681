import { pending } from '../../src/app/payments/pending.ts';
import { Psd2Command } from '../../src/cli/base-command.ts';
import { type PendingWrites, pendingWrites } from '../../src/cli/resources/pending.ts';

export default class PaymentsPending extends Psd2Command<PendingWrites> {
  static override summary = 'List requests whose answer was lost.';
  static override description =
    'Whether the bank has done them is not known: the connection broke, the bank failed, or the program was stopped. ' +
    'For 24 hours each can be sent again with the same X-Request-ID, by payments resume.';
  static override examples = [
    { description: 'What is not known', command: '<%= config.bin %> payments pending' },
  ];

  protected override readonly presentation = pendingWrites;

  async run(): Promise<PendingWrites> {
    const { flags } = await this.parse(PaymentsPending);
    const listed = await pending(this.program, { profile: flags.profile });
    const [first] = listed.items.filter(({ resumableUntil }) => resumableUntil !== undefined);
    if (first !== undefined) this.next([`payments resume ${first.requestId}`]);
    return listed;
  }
}
