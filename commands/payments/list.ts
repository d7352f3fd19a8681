import { BankCommand } from '../../src/cli/bank-command.ts';
import { exitCodeOf } from '../../src/cli/exit-codes.ts';
import { Flags } from '../../src/cli/flags.ts';
import { harmless } from '../../src/cli/foreign-text.ts';
import { psuChoice } from '../../src/cli/psu-flags.ts';
import { listedPayments } from '../../src/cli/resources/payment.ts';
import { Fault } from '../../src/errors.ts';
import { type ListedPayments, list } from '../../src/payments/list.ts';

export default class PaymentsList extends BankCommand<ListedPayments> {
  static override summary = 'List the payments this profile created.';
  static override description =
    'Newest first, with the last known status. The bank is asked only with --refresh, which reads the status of each ' +
    "payment that isn't final. If one can't be read, the others still are, and the exit code shows the error.";
  static override examples = BankCommand.listExamples({
    'The ten newest': 'payments list --limit 10',
    "With each payment's current status": 'payments list --refresh',
  });
  static override flags = {
    refresh: Flags.boolean({ description: "Ask the bank for the status of each payment that isn't final." }),
    limit: Flags.integer({ description: 'How many to list. Default: all.', helpValue: 'COUNT', min: 1 }),
  };

  protected override readonly presentation = listedPayments;

  async run(): Promise<ListedPayments> {
    const { flags } = await this.parse(PaymentsList);
    const { refresh, limit } = flags;
    if (!refresh && (flags.curl || flags['dry-run'])) {
      const flag = flags.curl ? '--curl' : '--dry-run';
      throw new Fault('USAGE', `${flag} only works with --refresh. Without it, the bank isn't called.`, {
        hint: `Add --refresh, or remove ${flag}.`,
      });
    }
    const listed = await list(this.context, { refresh, limit }, psuChoice({ profile: flags.profile }));
    this.tellFailures(listed);
    return listed;
  }

  private tellFailures({ items }: ListedPayments): void {
    const failed = items.flatMap(({ paymentId, error }) =>
      error === undefined ? [] : [{ paymentId, error }],
    );
    const [first] = failed;
    if (first === undefined) return;
    for (const { paymentId, error } of failed) {
      this.meanwhile(harmless(`Payment ${paymentId} couldn't be refreshed. ${error.message}`));
    }
    this.endWith(exitCodeOf(first.error.code));
  }
}
