import type { PaymentReading, WaitingPayment } from '../payments/read.ts';
import { BankCommand } from './bank-command.ts';
import { harmless } from './foreign-text.ts';
import { productFlag } from './payment-flags.ts';
import { psuChoice, psuFlags, scaChoice, scaFlags } from './psu-flags.ts';

/** The base of the commands that read a payment. */
export abstract class PaymentReadCommand<Result> extends BankCommand<Result> {
  static override flags = { ...productFlag, ...psuFlags, ...scaFlags };

  /** @throws Fault USAGE */
  protected reading(
    flags: Parameters<typeof psuChoice>[0] & Parameters<typeof scaChoice>[0],
  ): PaymentReading {
    return {
      choice: psuChoice(flags),
      sca: scaChoice(flags, this.usualSca),
      onWaiting: this.personIsThere ? (waiting) => this.tellWaiting(waiting) : undefined,
    };
  }

  private tellWaiting({ scaRedirect, commands }: WaitingPayment): void {
    if (scaRedirect !== undefined) this.afterwards(`The PSU approves it at:\n${harmless(scaRedirect)}`);
    this.next(commands.map((command) => harmless(command)));
  }
}
