import { bodyOf, create } from '../../src/app/payments/create.ts';
import { wordsOfFault } from '../../src/app/payments/input.ts';
import { BankCommand } from '../../src/cli/bank-command.ts';
import { Flags } from '../../src/cli/flags.ts';
import { readInput } from '../../src/cli/input.ts';
import { kindFlags, kindOf, paymentFields, paymentFlags } from '../../src/cli/payment-flags.ts';
import type { Presentation } from '../../src/cli/presentation.ts';
import { type Answers, askingForMissing } from '../../src/cli/prompts.ts';
import { contextFlag, psuChoice, psuFlags } from '../../src/cli/psu-flags.ts';
import {
  bodyAsJson,
  type CreatedOrBody,
  createdPayment,
  nextCommands,
  unsentBody,
} from '../../src/cli/resources/payment.ts';
import { agreementFlag, scaChoice, scaFlag } from '../../src/cli/sca-flags.ts';

export default class PaymentsCreate extends BankCommand<CreatedOrBody> {
  static override summary = 'Create a payment.';
  static override usage = 'payments create KIND [FLAGS]';
  static override description =
    "Choose the kind with a flag. Each field is a flag too, or the body comes from --file. Amounts, accounts and lengths are checked by the bank's own rules before anything is sent. --example fills in every field you don't set.\nPut the payments of a bulk in --file. In a CSV file, the first row names the columns, which are flags without their dashes (to-name,to-bban,amount,currency,country,message), and each row below it is a payment.";
  static override examples = [
    {
      description: 'A payment in the embedded bank',
      command: '<%= config.bin %> payments create --domestic --example',
    },
    {
      description: 'The same, approved by the PSU',
      command: '<%= config.bin %> payments create --domestic --example --sca approve',
    },
    {
      description: "A payment that's booked at once",
      command: '<%= config.bin %> payments create --instant --example --sca approve',
    },
    {
      description: 'A bulk payment from a CSV file',
      command: '<%= config.bin %> payments create --bulk --from-bban 99901067291 --file payments.csv',
    },
    {
      description: 'Print the body without sending it',
      command: '<%= config.bin %> payments create --domestic --example --amount 250.00 --print-body',
    },
    {
      description: 'See how the bank refuses an invalid amount',
      command: '<%= config.bin %> payments create --domestic --example --amount 100.5 --no-local-checks',
    },
  ];
  static override flags = {
    ...kindFlags,
    example: Flags.boolean({
      description: "Fill in every field you don't set. Default for --sca: none.",
      helpGroup: 'KIND',
    }),
    file: Flags.string({
      description: 'JSON body from a file, or - for stdin. The payments of a bulk can also be CSV.',
      helpValue: 'FILE',
      helpGroup: 'KIND',
    }),
    ...paymentFlags,
    ...psuFlags,
    ...contextFlag,
    'allow-duplicate': Flags.boolean({
      description: 'Allow a payment that looks like a duplicate.',
      helpGroup: 'SENDING',
    }),
    'confirm-amount': Flags.string({
      description: 'Production banks only: repeat the amount (for a bulk, the total).',
      helpValue: 'AMOUNT',
      helpGroup: 'SENDING',
    }),
    'print-body': Flags.boolean({
      description: 'Print the body without sending it.',
      helpGroup: 'SENDING',
    }),
    'no-local-checks': Flags.boolean({
      description: 'Skip the local checks and let the bank check it.',
      helpGroup: 'SENDING',
    }),
    ...scaFlag,
    ...agreementFlag,
  };

  private printsBody = false;

  protected override get presentation(): Presentation<CreatedOrBody> {
    return this.printsBody ? bodyAsJson : createdPayment;
  }

  async run(): Promise<CreatedOrBody> {
    const { flags } = await this.parse(PaymentsCreate);
    const kind = kindOf(flags, this.argv);
    const psu = psuChoice(flags);
    const sca = scaChoice(flags, flags.example ? 'none' : this.usualSca);
    const file =
      flags.file === undefined ? undefined : await readInput(flags.file, (text) => this.notice(text));
    const inputWith = (answers: Answers) => ({
      kind,
      fields: paymentFields({ ...flags, ...answers }),
      file,
      example: flags.example,
      localChecks: !flags['no-local-checks'],
      allowLogicalDuplicate: flags['allow-duplicate'],
      confirmedAmount: flags['confirm-amount'],
    });
    const asking = <T>(act: (answers: Answers) => Promise<T>) =>
      askingForMissing(
        {
          personIsThere: this.personIsThere,
          words: paymentFlags,
          faultOf: (answers) => wordsOfFault(kind, paymentFields({ ...flags, ...answers })),
        },
        act,
      );
    this.printsBody = flags['print-body'];
    if (this.printsBody) {
      return unsentBody(await asking((answers) => bodyOf(this.program, inputWith(answers), psu)));
    }
    const created = await asking((answers) => create(this.program, inputWith(answers), psu, sca));
    if (flags.example) this.next(nextCommands(kind, created));
    return created;
  }
}
