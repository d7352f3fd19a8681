import { type BankCommand, defineBankCommand } from '../../src/cli/bank-command.ts';
import { createCard, createTextFlag, Flags, type Presentation, QUIET } from '../../src/cli/command.ts';
import { readInput } from '../../src/cli/input.ts';
import {
  agreementFlag,
  parsePsuFlags,
  parseScaFlags,
  psuFlags,
  scaFlag,
  sentContextFlag,
} from '../../src/cli/psu-flags.ts';
import { bankMessages } from '../../src/cli/resources/members.ts';
import { sanitizeJson } from '../../src/cli/sanitize.ts';
import { createPayment, KINDS, type PaymentKind } from '../../src/client/payments.ts';
import { getTime } from '../../src/clock.ts';
import { Fault } from '../../src/errors.ts';
import { createPaymentRecord } from '../../src/payments/body.ts';
import {
  createKindMissing,
  kindFlags,
  parseKind,
  paymentFlags,
  pickFields,
} from '../../src/payments/flags.ts';
import type { GivenForm } from '../../src/payments/form.ts';
import {
  buildExample,
  buildPayment,
  checkGiven,
  EXAMPLE,
  type PreparedPayment,
} from '../../src/payments/prepare.ts';
import type { PaymentForm } from '../../src/payments/questions.ts';
import {
  type CreatedPayment,
  feeColumns,
  initiationColumns,
  nextCommands,
  psuMessage,
} from '../../src/payments/view.ts';
import { createStarted, getRequirements, rememberAndPlay } from '../../src/sca/authorise.ts';
import { addPaymentToFault } from '../../src/sca/confirm.ts';
import { PAYMENT, type ScaChoice } from '../../src/sca/targets.ts';
import {
  authoriseColumns,
  outcomeColumns,
  requestId,
  type WithScaCommand,
  withScaCommand,
} from '../../src/sca/view.ts';
import { type CommandContext, withSecretCache } from '../../src/session/context.ts';
import { createSessionOptions, type PsuChoice, resolvePsuForCreation } from '../../src/session/psu.ts';
import { type SessionContext, withSession } from '../../src/session/with-session.ts';

/**
 * The card of a created payment with what was sent; after the SCA it has the current status.
 * @see C-create-result, C-status-of-now
 */
const createdPayment = createCard<CreatedPayment & WithScaCommand>([
  ['Payment', 'paymentId', 'identifier', QUIET],
  ['Status', ({ transactionStatus, _meta }) => _meta.sca?.transactionStatus ?? transactionStatus, 'status'],
  ['SCA', ({ _meta }) => _meta.sca?.scaStatus, 'status'],
  ...initiationColumns,
  ...feeColumns,
  psuMessage,
  ...bankMessages,
  ...authoriseColumns<CreatedPayment>(({ paymentId }) => paymentId),
  ...outcomeColumns,
  requestId,
]);

/** Adds to the card what the response lacks: the payment as it was sent, and when one without a date is executed. */
function withSent(
  { text, quiet }: Presentation<CreatedPayment>,
  kind: PaymentKind,
  sent: object,
): Presentation<CreatedPayment> {
  const requestedExecutionDate = UNDATED[kind];
  return {
    text: (created, look) => text(Object.assign({ requestedExecutionDate }, sent, created), look),
    quiet,
  };
}

const NEXT_RUN = "in the bank's next run";
/** When a payment without a date is executed; a periodic one has its own dates. */
const UNDATED: Readonly<Record<PaymentKind, string | undefined>> = {
  bulk: NEXT_RUN,
  domestic: NEXT_RUN,
  'cross-border': NEXT_RUN,
  instant: 'when the PSU approves it',
  periodic: undefined,
};

/** Prints the same JSON with and without `--json`, so that it can be saved to a file. @see C-print-body */
const printedBody = { text: (body: object) => sanitizeJson(body) };

export default defineBankCommand(
  {
    summary: 'Create a payment.',
    usage: 'payments create KIND [FLAGS]',
    description:
      "Choose the kind with a flag. Each field is a flag too, or the body comes from --file. Amounts, accounts and lengths are checked by the bank's own rules before anything is sent. --example fills in every field you don't set.\nPut the payments of a bulk in --file. In a CSV file, the first row names the columns, which are flags without their dashes (to-name,to-bban,amount,currency,country,message), and each row below it is a payment.",
    examples: {
      'A payment in the embedded bank': 'payments create --domestic --example',
      'The same, approved by the PSU': 'payments create --domestic --example --sca approve',
      "A payment that's booked at once": 'payments create --instant --example --sca approve',
      'A bulk payment from a CSV file': 'payments create --bulk --from-bban 99901067291 --file payments.csv',
      'Print the body without sending it':
        'payments create --domestic --example --amount 250.00 --print-body',
      'See how the bank refuses an invalid amount':
        'payments create --domestic --example --amount 100.5 --no-local-checks',
    },
    flags: {
      ...kindFlags,
      example: Flags.boolean({
        description: "Fill in every field you don't set. Default for --sca: none.",
        helpGroup: 'KIND',
      }),
      file: createTextFlag(
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
      'confirm-amount': createTextFlag(
        'Production banks only: repeat the amount (for a bulk, the total).',
        'AMOUNT',
        'SENDING',
      ),
      'print-body': Flags.boolean({
        description: 'Print the body without sending it.',
        helpGroup: 'SENDING',
      }),
      'no-local-checks': Flags.boolean({
        description: 'Skip the local checks and let the bank check it.',
        helpGroup: 'SENDING',
      }),
    },
  },
  async (command, { flags }): Promise<object> => {
    const printsBody = flags['print-body'];
    if (printsBody) command.present(printedBody);
    const kind = parseKind(flags, command.argv);
    if (kind === undefined && !command.personIsThere) throw createKindMissing();
    const psu = parsePsuFlags(flags);
    const sca = parseScaFlags(flags, flags.example ? 'none' : command.usualSca);
    const file = flags.file === undefined ? undefined : await readInput(flags.file, command.notice);
    const context = withSecretCache(command.context);
    const localChecks = !flags['no-local-checks'];
    const given = { kind, fields: pickFields(flags), file, localChecks };
    const kindAlone = flags.example || !localChecks;
    const isSent = !printsBody && context.exchange?.sendsNothing !== true;
    const form = await fillIn(command, given, { kindAlone, isSent }, context, psu);
    // Validates the given fields before a bank is opened or a file is created.
    if (flags.example) await checkGiven(form);
    const prepared = flags.example ? undefined : await buildPayment(form);
    if (printsBody) return parseUnsent((prepared ?? (await prepareExample(context, form, psu))).body);
    const input: Input = {
      ...{ form, prepared },
      allowLogicalDuplicate: flags['allow-duplicate'],
      confirmedAmount: flags['confirm-amount'],
    };
    const { created, sent, hasOperator } = await create(context, input, psu, sca);
    command.present(withSent(withScaCommand(createdPayment, command.scaCommand), form.kind, sent));
    command.next(nextCommands(form.kind, created, hasOperator));
    return created;
  },
);

function prepareExample(
  context: CommandContext,
  form: PaymentForm,
  psu: PsuChoice,
): Promise<PreparedPayment> {
  return withSession(context, psu.settings, ({ session }) => buildExample(form, session));
}

/**
 * Prompts for the missing fields. The module of the form is loaded only here.
 * @param options kindAlone: only the kind is asked; the other fields stay as given, or come from an example
 */
async function fillIn(
  command: BankCommand,
  given: GivenForm,
  options: { readonly kindAlone: boolean; readonly isSent: boolean },
  context: CommandContext,
  psu: PsuChoice,
): Promise<PaymentForm> {
  const { kind } = given;
  if (kind !== undefined && (options.kindAlone || !command.personIsThere)) return { ...given, kind };
  const { askForm } = await import('../../src/payments/form.ts');
  const look = await command.lookOfStderr();
  const readFile = (name: string) => readInput(name, command.notice);
  return askForm(given, { command: context, psu, readFile, look }, options);
}

function parseUnsent(bytes: Uint8Array): object {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch (cause) {
    throw new Fault('FILE_UNREADABLE', "The body isn't printed because it isn't JSON.", { cause });
  }
}

interface Input {
  readonly form: PaymentForm;
  /** Absent for an example, which needs the opened bank. */
  readonly prepared: PreparedPayment | undefined;
  readonly allowLogicalDuplicate: boolean;
  /** The amount as typed a second time. */
  readonly confirmedAmount: string | undefined;
}

interface Creation {
  readonly created: CreatedPayment;
  /** The body's members. */
  readonly sent: object;
  readonly hasOperator: boolean;
}

/** Creates a payment, and completes its SCA as `--sca` says. @see C-sca-act */
function create(context: CommandContext, input: Input, given: PsuChoice, sca: ScaChoice): Promise<Creation> {
  const { form, prepared, confirmedAmount } = input;
  // A PSU that signs for an agreement acts in the corporate context.
  const psuContext = given.context ?? (sca.agreement === undefined ? undefined : 'CORPORATE');
  const psu = { ...given, context: psuContext };
  const act = async (there: SessionContext) => {
    const { profile, session } = there;
    const payment = prepared ?? (await buildExample(form, session));
    const isPaid = profile.bank === 'production' && context.exchange?.sendsNothing !== true;
    if (isPaid || confirmedAmount !== undefined) {
      const { confirmAmount } = await import('../../src/payments/confirm-amount.ts');
      await confirmAmount(profile, payment.body, confirmedAmount, context);
    }
    const created = await createPrepared(there, payment, input, psu, sca);
    return { created, sent: parseUnsent(payment.body), hasOperator: session.hasOperator };
  };
  // The requirements of the PSU's player are checked before the payment is created.
  return withSession(context, psu.settings, act, { ...(prepared ? {} : EXAMPLE), ...getRequirements(sca) });
}

async function createPrepared(
  there: SessionContext,
  { body, rows, owner }: PreparedPayment,
  { form: { kind }, allowLogicalDuplicate }: Input,
  choice: PsuChoice,
  sca: ScaChoice,
): Promise<CreatedPayment> {
  const { session, notice } = there;
  const psu = await resolvePsuForCreation(session.ledger, choice, owner);
  const customerNumber = choice.as ?? owner;
  const payment = { kind, body, rows, allowLogicalDuplicate };
  const created = await session
    .call(createPayment, payment, psu, createSessionOptions(choice, notice))
    .catch(async (fault) => {
      if (customerNumber === undefined || there.profile.bank === 'production') throw fault;
      const { withCompanyHint } = await import('../../src/payments/company-hint.ts');
      throw await withCompanyHint(fault, session, customerNumber, body);
    });
  const { tppSessionId, resource } = created;
  const { paymentId, transactionStatus, _links: links = {} } = resource;
  // Without an SCA a payment stays in RCVD. Another status without a link means that the SCA ended at its start.
  const isEnded = links.scaRedirect === undefined && transactionStatus !== 'RCVD';
  // The ledger stores the payment with its body, for later lists.
  const made = createPaymentRecord(body, transactionStatus, getTime());
  const known = { reference: { ...KINDS[kind], paymentId, made }, psu, customerNumber };
  const begun = createStarted(PAYMENT, known, { links, tppSessionId, isEnded });
  return addPaymentToFault(paymentId, () =>
    rememberAndPlay(there, there.withMeta(created), begun, sca, choice),
  );
}
