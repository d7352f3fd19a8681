import { whichAccount } from '../../../src/app/sandbox/accounts.ts';
import { turnPaymentRight } from '../../../src/app/sandbox/payment-right.ts';
import { type ShownPaymentRight, shownPaymentRight } from '../../../src/cli/resources/operator-act.ts';
import { SandboxCommand } from '../../../src/cli/sandbox-command.ts';
import { payingAccountArg } from '../../../src/cli/sandbox-flags.ts';

export default class SandboxPaymentRightTake extends SandboxCommand<ShownPaymentRight> {
  static override summary = 'Block payments from an account.';
  static override description =
    "Payments from it are refused with FORBIDDEN, and its account information says so. To undo it, use 'sandbox payment-right give'.";
  static override examples = [
    { description: 'From an account', command: '<%= config.bin %> sandbox payment-right take 99901067291' },
  ];
  static override args = payingAccountArg;

  protected override readonly presentation = shownPaymentRight;

  async run(): Promise<ShownPaymentRight> {
    const parsed = await this.parse(SandboxPaymentRightTake);
    const { profile } = parsed.flags;
    return this.asking(whichAccount, parsed, (given) =>
      turnPaymentRight(this.program, 'take', given, { profile }),
    );
  }
}
