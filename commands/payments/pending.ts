import { Psd2Command } from '../../src/cli/base-command.ts';
import { pendingWrites } from '../../src/cli/resources/payment.ts';
import { type PendingWrites, pending } from '../../src/payments/pending.ts';

export default class PaymentsPending extends Psd2Command<PendingWrites> {
  static override summary = 'List requests whose answer was lost.';
  static override description =
    'The bank may or may not have carried them out, because the connection broke, the bank failed or the program was stopped. For 24 hours you can send each one again, with the same X-Request-ID, using payments resume.';
  static override examples = Psd2Command.listExamples({ 'Requests without an answer': 'payments pending' });

  protected override readonly presentation = pendingWrites;

  async run(): Promise<PendingWrites> {
    const { flags } = await this.parse(PaymentsPending);
    const listed = await pending(this.context, { profile: flags.profile });
    const [first] = listed.items.filter(({ resumableUntil }) => resumableUntil !== undefined);
    if (first !== undefined) this.next([`payments resume ${first.requestId}`]);
    return listed;
  }
}
