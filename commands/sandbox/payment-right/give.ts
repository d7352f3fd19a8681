import { whichAccount } from '../../../src/app/sandbox/accounts.ts';
import { turnPaymentRight } from '../../../src/app/sandbox/payment-right.ts';
import { type ShownPaymentRight, shownPaymentRight } from '../../../src/cli/resources/operator-act.ts';
import { SandboxCommand } from '../../../src/cli/sandbox-command.ts';
import { payingAccountArg } from '../../../src/cli/sandbox-flags.ts';

export default class SandboxPaymentRightGive extends SandboxCommand<ShownPaymentRight> {
  static override summary = 'Allow payments from an account again.';
  static override description = 'Payments can be made from it again.';
  static override examples = [
    { description: 'To an account', command: '<%= config.bin %> sandbox payment-right give 99901067291' },
  ];
  static override args = payingAccountArg;

  protected override readonly presentation = shownPaymentRight;

  async run(): Promise<ShownPaymentRight> {
    const parsed = await this.parse(SandboxPaymentRightGive);
    const { profile } = parsed.flags;
    return this.asking(whichAccount, parsed, (given) =>
      turnPaymentRight(this.program, 'give', given, { profile }),
    );
  }
}
