import { list } from '../../src/app/payments/list.ts';
import { BankCommand } from '../../src/cli/bank-command.ts';
import { exitCodeOf } from '../../src/cli/exit-codes.ts';
import { Flags } from '../../src/cli/flags.ts';
import { harmless } from '../../src/cli/foreign-text.ts';
import { psuChoice } from '../../src/cli/psu-flags.ts';
import { type ListedPayments, listedPayments } from '../../src/cli/resources/listed-payment.ts';
import { Fault } from '../../src/errors.ts';

export default class PaymentsList extends BankCommand<ListedPayments> {
  static override summary = 'List the payments that this profile made.';
  static override description =
    'Newest first, with the last status that was seen. Nothing is asked of the bank unless --refresh is given: then ' +
    'the status of each payment that is not final is read. If one of them fails, the others are read all the same, ' +
    'and the exit code says so.';
  static override examples = [
    { description: 'The ten newest', command: '<%= config.bin %> payments list --limit 10' },
    { description: 'With the status of now', command: '<%= config.bin %> payments list --refresh' },
  ];
  static override flags = {
    refresh: Flags.boolean({ description: 'Ask the bank for the status of each payment that is not final.' }),
    limit: Flags.integer({ description: 'Only the newest; all unless given.', helpValue: 'COUNT', min: 1 }),
  };

  protected override readonly presentation = listedPayments;

  async run(): Promise<ListedPayments> {
    const { flags } = await this.parse(PaymentsList);
    const { refresh, limit } = flags;
    if (!refresh && (flags.curl || flags['dry-run'])) {
      const flag = flags.curl ? '--curl' : '--dry-run';
      throw new Fault('USAGE', `${flag} only works with --refresh: a list calls no bank.`, {
        hint: `Add --refresh, or leave ${flag} out.`,
      });
    }
    const listed = await list(this.program, { refresh, limit }, psuChoice({ profile: flags.profile }));
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
      this.meanwhile(harmless(`Payment ${paymentId} could not be refreshed. ${error.message}`));
    }
    this.endWith(exitCodeOf(first.error.code));
  }
}
