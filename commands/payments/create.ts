import { BankCommand } from '../../src/cli/bank-command.ts';
import { Flags, textFlag } from '../../src/cli/flags.ts';
import { readInput } from '../../src/cli/input.ts';
import {
  givenValues,
  kindFlags,
  kindGiven,
  kindMissing,
  paymentFields,
  paymentFlags,
} from '../../src/cli/payment-flags.ts';
import type { GivenForm } from '../../src/cli/payment-form/form.ts';
import type { PaymentForm, PaymentHelp } from '../../src/cli/payment-form/questions.ts';
import type { Presentation } from '../../src/cli/presentation.ts';
import {
  agreementFlag,
  psuChoice,
  psuFlags,
  scaChoice,
  scaFlag,
  sentContextFlag,
} from '../../src/cli/psu-flags.ts';
import { withScaCommand } from '../../src/cli/resources/authorisation.ts';
import {
  bodyAsJson,
  type CreatedOrBody,
  createdPayment,
  nextCommands,
  unsentBody,
} from '../../src/cli/resources/payment.ts';
import { writeNotice } from '../../src/cli/streams.ts';
import { bodyOf, create, type GivenBody, missingFlags, wordsOfFault } from '../../src/payments/create.ts';
import type { DebtorAccount } from '../../src/payments/debtor-accounts.ts';
import { type CommandContext, withSecretCache } from '../../src/session/context.ts';
import type { PsuChoice } from '../../src/session/psu.ts';

export default class PaymentsCreate extends BankCommand<CreatedOrBody> {
  static override summary = 'Create a payment.';
  static override usage = 'payments create KIND [FLAGS]';
  static override description =
    "Choose the kind with a flag. Each field is a flag too, or the body comes from --file. Amounts, accounts and lengths are checked by the bank's own rules before anything is sent. --example fills in every field you don't set.\nPut the payments of a bulk in --file. In a CSV file, the first row names the columns, which are flags without their dashes (to-name,to-bban,amount,currency,country,message), and each row below it is a payment.";
  static override examples = BankCommand.listExamples({
    'A payment in the embedded bank': 'payments create --domestic --example',
    'The same, approved by the PSU': 'payments create --domestic --example --sca approve',
    "A payment that's booked at once": 'payments create --instant --example --sca approve',
    'A bulk payment from a CSV file': 'payments create --bulk --from-bban 99901067291 --file payments.csv',
    'Print the body without sending it': 'payments create --domestic --example --amount 250.00 --print-body',
    'See how the bank refuses an invalid amount':
      'payments create --domestic --example --amount 100.5 --no-local-checks',
  });
  static override flags = {
    ...kindFlags,
    example: Flags.boolean({
      description: "Fill in every field you don't set. Default for --sca: none.",
      helpGroup: 'KIND',
    }),
    file: textFlag(
      'JSON body from a file, or - for stdin. The payments of a bulk can also be CSV.',
      'FILE',
      'KIND',
    ),
    ...paymentFlags,
    ...scaFlag,
    ...agreementFlag,
    ...psuFlags,
    ...sentContextFlag,
    'allow-duplicate': Flags.boolean({
      description: 'Allow a payment that looks like a duplicate.',
      helpGroup: 'SENDING',
    }),
    'confirm-amount': textFlag(
      'Production banks only: repeat the amount (for a bulk, the total).',
      'AMOUNT',
      'SENDING',
    ),
    'print-body': Flags.boolean({ description: 'Print the body without sending it.', helpGroup: 'SENDING' }),
    'no-local-checks': Flags.boolean({
      description: 'Skip the local checks and let the bank check it.',
      helpGroup: 'SENDING',
    }),
  };

  private printsBody = false;

  protected override get presentation(): Presentation<CreatedOrBody> {
    return this.printsBody ? bodyAsJson : withScaCommand(createdPayment, this.scaCommand);
  }

  async run(): Promise<CreatedOrBody> {
    const { flags } = await this.parse(PaymentsCreate);
    this.printsBody = flags['print-body'];
    const given = { kind: kindGiven(flags, this.argv), values: givenValues(flags) };
    if (given.kind === undefined && !this.personIsThere) throw kindMissing();
    const psu = psuChoice(flags);
    const sca = scaChoice(flags, flags.example ? 'none' : this.usualSca);
    const file = flags.file === undefined ? undefined : await this.read(flags.file);
    const context = withSecretCache(this.context);
    const form = await this.filledIn({ ...given, file }, flags, { context, psu });
    const input = {
      ...bodyGiven(form),
      file: form.file,
      example: flags.example,
      localChecks: !flags['no-local-checks'],
      allowLogicalDuplicate: flags['allow-duplicate'],
      confirmedAmount: flags['confirm-amount'],
    };
    if (this.printsBody) return unsentBody(await bodyOf(context, input, psu));
    const created = await create(context, input, psu, sca);
    if (flags.example) this.next(nextCommands(form.kind, created));
    return created;
  }

  /** Asks the person who is there for what is missing; what questions need is loaded for them alone. */
  private async filledIn(given: GivenForm, flags: Extent, { context, psu }: Means): Promise<PaymentForm> {
    const { kind } = given;
    const kindAlone = flags.example || flags['no-local-checks'];
    if (kind !== undefined && (kindAlone || !this.personIsThere)) return { ...given, kind };
    const { askForm } = await import('../../src/cli/payment-form/form.ts');
    const { summaryOf } = await import('../../src/payments/create.ts');
    const { debtorAccounts } = await import('../../src/payments/debtor-accounts.ts');
    let accounts: Promise<readonly DebtorAccount[]> | undefined;
    const help: PaymentHelp = {
      missing: (form) => missingFlags(bodyGiven(form)),
      faultOf: ({ kind: of, values, file }) => wordsOfFault(of, paymentFields(values), file),
      accounts: () => {
        accounts ??= debtorAccounts(context, psu);
        return accounts;
      },
      readFile: (name) => this.read(name),
      summary: (form) => summaryOf(context, bodyGiven(form), psu.settings),
      say: writeNotice,
      look: await this.lookOfStderr(),
    };
    const isSent = !this.printsBody && context.exchange?.sendsNothing !== true;
    return askForm(given, help, { kindAlone, isSent });
  }

  private read(name: string): Promise<Uint8Array> {
    return readInput(name, (text) => this.notice(text));
  }
}

interface Extent {
  readonly example: boolean;
  readonly 'no-local-checks': boolean;
}

interface Means {
  readonly context: CommandContext;
  readonly psu: PsuChoice;
}

function bodyGiven({ kind, values, file }: PaymentForm): GivenBody & Pick<PaymentForm, 'kind'> {
  return { kind, fields: paymentFields(values), file, localChecks: true };
}
