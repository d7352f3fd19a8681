import { BankCommand } from '../../src/cli/bank-command.ts';
import { Args, Flags } from '../../src/cli/flags.ts';
import { pastedId } from '../../src/cli/pasted.ts';
import { agreed } from '../../src/cli/prompts.ts';
import { resumedWrite } from '../../src/cli/resources/payment.ts';
import { type ResumedWrite, resume } from '../../src/payments/pending.ts';

export default class PaymentsResume extends BankCommand<ResumedWrite> {
  static override summary = 'Resend a request whose answer was lost.';
  static override description =
    "Sends the same request with the same X-Request-ID and a new signature. The embedded bank, and one served by psd2 serve, repeats the first answer and does nothing twice. Other banks may not. There, and for anything that could be done twice, you're asked to confirm, or pass --yes.";
  static override examples = BankCommand.listExamples({
    'Get the answer to a request': 'payments resume 8dd01eed-7cab-e6b1-c319-3d1a14313298',
  });
  static override args = {
    'request-id': Args.string({ description: 'X-Request-ID, from payments pending.', required: true }),
  };
  static override flags = { yes: Flags.boolean({ description: 'Send it even if it may be done twice.' }) };

  protected override readonly presentation = resumedWrite;

  async run(): Promise<ResumedWrite> {
    const { args, flags } = await this.parse(PaymentsResume);
    const given = { profile: flags.profile };
    const asked = { requestId: args['request-id'], yes: flags.yes };
    const resumed = await agreed(this.personIsThere, (yes) =>
      resume(this.context, { ...asked, yes: asked.yes || yes }, given),
    );
    if (typeof resumed.paymentId === 'string') this.next([`status ${pastedId(resumed.paymentId)}`]);
    return resumed;
  }
}
