import type { moveByOperator } from '../app/sandbox/payments.ts';
import { BankCommand } from './bank-command.ts';
import { pastedId } from './pasted.ts';
import { type MovedPayment, movedPayment, type PaymentAct } from './resources/operator-act.ts';
import { paymentArg } from './sandbox-flags.ts';

/** The base of the operator's acts on a payment. @see C-operator-commands */
export abstract class PaymentActCommand extends BankCommand<MovedPayment> {
  static override args = paymentArg;

  protected abstract readonly act: PaymentAct;
  protected abstract readonly move: typeof moveByOperator;
  /** The commands to go on with. @param paymentId as a word of a command */
  protected abstract nextFor(paymentId: string): readonly string[];

  protected override get presentation() {
    return movedPayment(this.act);
  }

  async run(): Promise<MovedPayment> {
    const { args, flags } = await this.parse(PaymentActCommand);
    const moved = await this.move(this.program, this.act, args.id, { profile: flags.profile });
    this.next(this.nextFor(pastedId(moved.paymentId)));
    return moved;
  }
}
