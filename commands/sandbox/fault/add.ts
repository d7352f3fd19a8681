import { setFault } from '../../../src/app/sandbox/faults.ts';
import { BankCommand } from '../../../src/cli/bank-command.ts';
import { Args, Flags } from '../../../src/cli/flags.ts';
import { type ShownFault, shownFault } from '../../../src/cli/resources/sandbox-fault.ts';

export default class SandboxFaultAdd extends BankCommand<ShownFault> {
  static override summary = 'Have the bank fail on purpose.';
  static override description =
    "FAULT is one of the bank's error codes, such as ACCESS_EXCEEDED, or latency, dropped-before-commit, dropped-after-commit, no-funds (fundsAvailable is false), EXEMPTED (no SCA is needed), another scaStatus such as STARTED, FINALISED or FAILED (in which authorisations of payments and baskets start), PDNG (the payment is held) or terse-errors. It stays until you clear it, or until sandbox init.";
  static override examples = [
    {
      description: 'Fail the second payment that is created',
      command: '<%= config.bin %> sandbox fault add SYSTEM_ERROR --operation create-payment --call 2',
    },
    {
      description: 'Make the next payment, but lose the answer',
      command: '<%= config.bin %> sandbox fault add dropped-after-commit --operation create-payment --call 1',
    },
    {
      description: 'Start the next authorisation in FAILED',
      command: '<%= config.bin %> sandbox fault add FAILED --call 1',
    },
    {
      description: 'Answer everything 2 seconds late',
      command: '<%= config.bin %> sandbox fault add latency --milliseconds 2000',
    },
  ];
  static override args = {
    fault: Args.string({ description: 'Name of the fault.', required: true }),
  };
  static override flags = {
    operation: Flags.string({
      description:
        "Only calls of this operation. Default: all that it can strike, but not the sandbox's own.",
      helpValue: 'NAME',
    }),
    call: Flags.integer({
      description: 'Only this call, counted from now on. Default: every call.',
      helpValue: 'N',
      min: 1,
    }),
    status: Flags.integer({
      description: 'HTTP status of an error code that has several.',
      helpValue: 'STATUS',
    }),
    milliseconds: Flags.integer({
      description: 'How late answers are with latency, up to 50000.',
      helpValue: 'N',
      min: 1,
      max: 50_000,
    }),
  };

  protected override readonly presentation = shownFault;

  async run(): Promise<ShownFault> {
    const { args, flags } = await this.parse(SandboxFaultAdd);
    const { operation, call, status, milliseconds, profile } = flags;
    const set = await setFault(
      this.program,
      { fault: args.fault, operation, call, status, milliseconds },
      { profile },
    );
    this.next(['sandbox fault list', `sandbox fault clear ${set.faultId}`]);
    return set;
  }
}
