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
    'Of one kind, which a flag names. Every field is a flag, or the body comes from --file. Amounts, accounts and ' +
    'lengths are checked before anything is sent, by the rules of the bank. --example fills every field that no ' +
    'flag gives.\n' +
    'The payments of a bulk stand in --file. In CSV the first row names the columns, which are flags without ' +
    'their dashes (to-name,to-bban,amount,currency,country,message); each further row is a payment.';
  static override examples = [
    {
      description: 'A payment in the embedded bank',
      command: '<%= config.bin %> payments create --domestic --example',
    },
    {
      description: 'The same, approved by its PSU',
      command: '<%= config.bin %> payments create --domestic --example --sca approve',
    },
    {
      description: 'One that is booked at once',
      command: '<%= config.bin %> payments create --instant --example --sca approve',
    },
    {
      description: 'Every payment of a table',
      command: '<%= config.bin %> payments create --bulk --from-bban 99901067291 --file payments.csv',
    },
    {
      description: 'The body it would send',
      command: '<%= config.bin %> payments create --domestic --example --amount 250.00 --print-body',
    },
    {
      description: "The bank's own refusal of a wrong amount",
      command: '<%= config.bin %> payments create --domestic --example --amount 100.5 --no-local-checks',
    },
  ];
  static override flags = {
    ...kindFlags,
    example: Flags.boolean({
      description: 'Fill each field that no flag gives; --sca none unless it is given.',
      helpGroup: 'KIND',
    }),
    file: Flags.string({
      description: 'JSON body from a file, - for stdin; the payments of a bulk as CSV, too.',
      helpValue: 'FILE',
      helpGroup: 'KIND',
    }),
    ...paymentFlags,
    ...scaFlag,
    ...agreementFlag,
    ...psuFlags,
    ...contextFlag,
    'allow-duplicate': Flags.boolean({ description: 'Allow a logical duplicate.', helpGroup: 'SENDING' }),
    'confirm-amount': Flags.string({
      description: 'At a production bank: the amount once more, of a bulk the sum.',
      helpValue: 'AMOUNT',
      helpGroup: 'SENDING',
    }),
    'print-body': Flags.boolean({
      description: 'Print the body that would be sent, and stop.',
      helpGroup: 'SENDING',
    }),
    'no-local-checks': Flags.boolean({
      description: 'Send what is given; the bank checks it.',
      helpGroup: 'SENDING',
    }),
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
