import type { Money } from '../cli/format-values.ts';
import { cut, wrapSentences } from '../cli/layout.ts';
import { createCard } from '../cli/presentation.ts';
import { askOne, type Choice } from '../cli/prompts.ts';
import { writeNotice } from '../cli/streams.ts';
import type { PaymentKind } from '../client/payments.ts';
import { isObject, type JsonObject } from '../core/json-object.ts';
import { Fault } from '../errors.ts';
import { openSettings } from '../settings/precedence.ts';
import { computeTotals } from './body.ts';
import { listDebtorAccounts } from './debtor-accounts.ts';
import { listFlagsToChange, type PaymentFields, readFlagValues } from './fields.ts';
import { buildPayment, describeFault, type GivenPayment } from './prepare.ts';
import {
  clearFields,
  type FieldValues,
  type FormContext,
  getText,
  listQuestions,
  type PaymentForm,
  type Question,
} from './questions.ts';

export interface GivenForm extends Omit<PaymentForm, 'kind'> {
  /** Absent if no flag gives the kind. */
  readonly kind: PaymentKind | undefined;
}

/** The extent of the prompts. */
interface Extent {
  /** True if only the kind is asked. */
  readonly kindAlone: boolean;
  /** True if the payment will be sent, and needs a confirmation. */
  readonly isSent: boolean;
}

/**
 * Lets the user complete the payment at the terminal. A complete form is used unchanged; otherwise the user sees a
 * summary and can change it before sending.
 * @throws Fault INTERRUPTED if the user cancels: nothing was sent
 * @see C-payment-asked, C-payment-summary
 */
export async function askForm(
  given: GivenForm,
  means: Omit<FormContext, 'accounts'>,
  extent: Extent,
): Promise<PaymentForm> {
  let accounts: ReturnType<FormContext['accounts']> | undefined;
  const context = {
    ...means,
    accounts: () => {
      accounts ??= listDebtorAccounts(means.command, means.psu);
      return accounts;
    },
  };
  try {
    return await confirmForm(given, context, extent);
  } catch (fault) {
    if (!(fault instanceof Fault) || fault.code !== 'INTERRUPTED') throw fault;
    throw new Fault('INTERRUPTED', 'Interrupted. Nothing was sent.', { cause: fault });
  }
}

async function confirmForm(given: GivenForm, context: FormContext, extent: Extent): Promise<PaymentForm> {
  const begun = { ...given, kind: given.kind ?? (await askKind(given)) };
  if (extent.kindAlone) return begun;
  const isAsked = given.kind === undefined || (await listMissing(begun)).length > 0;
  if (!isAsked) return begun;
  let form = await promptForForm(begun, context, true);
  while (extent.isSent) {
    const summary = await buildSummary(form, context);
    writeNotice(`\n${summaryCard.text(summary, context.look)}\n`);
    const next = await askOne('Send this payment?', DECISIONS);
    if (next === 'send') return form;
    if (next === 'cancel') throw new Fault('INTERRUPTED', 'Cancelled.');
    form = await promptForForm(await promptForChange(form, summary, context), context, false);
  }
  return form;
}

/**
 * Lists the flags that a payment still lacks.
 * @throws Fault USAGE, INPUT_INVALID, FILE_UNREADABLE for invalid parts
 */
async function listMissing(form: GivenPayment): Promise<readonly string[]> {
  try {
    await buildPayment(form);
    return [];
  } catch (fault) {
    if (fault instanceof Fault && fault.code === 'INPUT_MISSING') return fault.details.missing ?? [];
    throw fault;
  }
}

const DECISIONS: readonly Choice[] = [
  { value: 'send', label: 'Send', about: [] },
  { value: 'change', label: 'Change', about: [] },
  { value: 'cancel', label: 'Cancel', about: [] },
];

const KINDS: Readonly<Record<PaymentKind, string>> = {
  domestic: 'within Norway',
  instant: 'booked at once',
  'cross-border': 'to another country',
  periodic: 'recurring',
  bulk: 'several, from a file',
};

/**
 * Asks for one of the kinds that fit the given fields; offers all kinds if none fits, and the next check explains why.
 */
async function askKind(given: Omit<GivenForm, 'kind'>, old?: PaymentKind): Promise<PaymentKind> {
  const fitting: Choice[] = [];
  const all = Object.entries(KINDS).map(([value, about]) => ({ value, about: [about] }));
  for (const choice of all) {
    const fault = await describeFault(choice.value as PaymentKind, given.fields, given.file);
    if (fault === undefined) fitting.push(choice);
  }
  const choices = fitting.length === 0 ? all : fitting;
  return (await askOne('Kind of payment', choices, old)) as PaymentKind;
}

/**
 * Asks for the missing fields.
 * @param offers true if optional questions are asked too
 */
async function promptForForm(
  given: PaymentForm,
  context: FormContext,
  offers: boolean,
): Promise<PaymentForm> {
  let form = given;
  const asked = new Set<Question>();
  for (;;) {
    const missing = await listMissing(form);
    const isWanted = (question: Question) =>
      !asked.has(question) &&
      (question.names.some((name) => missing.includes(`--${name}`)) ||
        (question.isOffered === true && offers && isEmpty(question, form)));
    const next = listQuestions(form.kind).find(isWanted);
    if (next === undefined) return form;
    form = await promptForAnswer(form, next, context);
    asked.add(next);
  }
}

function isEmpty({ names }: Question, { fields, file }: PaymentForm): boolean {
  return file === undefined && readFirst(names, fields) === undefined;
}

/** Asks one question. Drops earlier answers that conflict with the new one. */
async function promptForAnswer(
  form: PaymentForm,
  question: Question,
  context: FormContext,
  shown: FieldValues = form.fields,
): Promise<PaymentForm> {
  const { kind, fields } = form;
  const { names } = question;
  const missing = await listMissing({ ...form, fields: { ...fields, ...clearFields(names) } }).catch(
    (fault) => {
      // Other faults are reported when their own fields are asked.
      if (fault instanceof Fault) return fault.details.missing ?? [];
      throw fault;
    },
  );
  // Validates only with the preceding answers: an amount depends on its currency, not the currency on the amount.
  const questions = listQuestions(kind);
  const earlier = questions.slice(0, questions.indexOf(question)).flatMap((one) => one.names);
  const before = Object.fromEntries(Object.entries(fields).filter(([name]) => earlier.includes(name)));
  const answer = await question.ask(
    {
      form,
      old: readFirst(names, shown) ?? readFirst(names, fields),
      isRequired: names.some((name) => missing.includes(`--${name}`)),
      faultOf: async (given) => labelMembers(await describeFault(kind, { ...before, ...given }), kind),
    },
    context,
  );
  return mergeFields({ ...form, fields: answer.fields, file: answer.file ?? form.file }, fields, context);
}

/** Replaces members and flags by the labels of their questions: `instructedAmount.amount` by `Amount`. */
function labelMembers(text: string | undefined, kind: PaymentKind): string | undefined {
  return text?.replaceAll(/--[a-z-]+|^[a-z]\w*(?:\.\w+|\[\d+\])*|\b[a-z]+[A-Z]\w*(?:\.\w+)*/gm, (written) => {
    const [flag = written] = listFlagsToChange(kind, written);
    return findQuestion(flag.replace(/^--/, ''), kind)?.label ?? written;
  });
}

function readFirst(names: readonly string[], fields: FieldValues): string | undefined {
  return names.map((name) => getText(fields, name)).find((text) => text !== undefined);
}

/** Merges the other fields into a form, as far as they are compatible. */
async function mergeFields(
  form: PaymentForm,
  others: PaymentFields,
  { look }: FormContext,
): Promise<PaymentForm> {
  const { kind, file } = form;
  const whole = { ...form, fields: { ...others, ...form.fields } };
  if ((await describeFault(kind, whole.fields, file)) === undefined) return whole;
  let { fields } = form;
  for (const [name, value] of Object.entries(others)) {
    if (name in form.fields || value === undefined) continue;
    const longer = { ...fields, [name]: value };
    const fault = await describeFault(kind, longer, file);
    if (fault === undefined) fields = longer;
    else {
      const label = findQuestion(name, kind)?.label ?? `--${name}`;
      const text = `${label} ${getText(others, name)} no longer fits: ${fault}`;
      writeNotice(wrapSentences(text, look.width).join('\n'));
    }
  }
  return { ...form, fields };
}

function findQuestion(name: string, kind: PaymentKind): Question | undefined {
  return listQuestions(kind).find(({ names }) => names.includes(name));
}

const KIND = 'kind';
const BACK = '';

/** Asks for a change of one answer. */
async function promptForChange(
  form: PaymentForm,
  summary: Summary,
  context: FormContext,
): Promise<PaymentForm> {
  const name = await askOne('What to change?', listChangeable(form, summary, context));
  const question = findQuestion(name, form.kind);
  if (question !== undefined) return promptForAnswer(form, question, context, summary.values);
  if (name !== KIND) return form;
  const kind = await askKind({ ...form, fields: {}, file: undefined }, form.kind);
  // A new kind drops the file, because a bulk's payments are no body of another kind.
  if (kind === form.kind) return form;
  return mergeFields({ ...form, kind, fields: {}, file: undefined }, form.fields, context);
}

function listChangeable(
  { kind }: PaymentForm,
  { values }: Summary,
  { look }: FormContext,
): readonly Choice[] {
  const room = look.width - LABELS_WIDTH;
  const fields = listQuestions(kind).flatMap(({ names, label, isRare }) => {
    const [name = ''] = names;
    const value = readFirst(names, values) ?? '';
    // An account's currency follows the amount's unless the user sets another.
    const isUsual = value === '' || (name === 'to-currency' && value === values.currency);
    return isRare && isUsual ? [] : [{ value: name, label, about: [cut(value, room)] }];
  });
  return [
    { value: KIND, label: 'Kind', about: [kind] },
    ...fields,
    { value: BACK, label: 'Back', about: [] },
  ];
}

/** The width of the longest label with mark and gap. */
const LABELS_WIDTH = 20;

/** A payment that would be sent. */
interface Summary {
  readonly kind: PaymentKind;
  /** The body's values by flag without dashes. */
  readonly values: Readonly<Record<string, string>>;
  /** For a bulk: the number of payments, and the sum in each currency. */
  readonly count?: number;
  readonly totals: readonly Money[];
  readonly where: string;
}

/** Builds the summary of a form. @throws Fault for invalid fields */
async function buildSummary(form: PaymentForm, { command, psu }: FormContext): Promise<Summary> {
  const { profile } = openSettings(command.surroundings, psu.settings);
  const { name, bank } = profile;
  const { body } = await buildPayment(form);
  const sent = JSON.parse(Buffer.from(body).toString('utf8')) as JsonObject;
  const payments = Array.isArray(sent.payments) ? sent.payments.filter(isObject) : undefined;
  const isHere = profile.bank === 'embedded';
  return {
    kind: form.kind,
    values: readFlagValues(form.kind, sent),
    count: payments?.length,
    totals: payments ? (computeTotals(payments) ?? []) : [sent.instructedAmount as Money],
    where: `${name}, ${isHere ? 'the embedded bank' : `${bank} at ${new URL(profile.remote.baseUrl).host}`}`,
  };
}

function formatValues(...names: readonly string[]) {
  return (shown: Summary) => names.flatMap((name) => shown.values[name] ?? []);
}

/** Creates a reader of an account's currency, which returns only one that differs from the amount's. */
function readOtherCurrency(name: 'from-currency' | 'to-currency') {
  return ({ values: { [name]: currency }, totals }: Summary) =>
    totals.every((one) => one.currency === currency) ? undefined : currency;
}

/** The card of a payment that the user confirms. @see C-payment-summary */
const summaryCard = createCard<Summary>([
  ['Kind', ({ kind }) => `${kind[0]?.toUpperCase()}${kind.slice(1)}`],
  ['From', formatValues('from-bban', 'from-iban', 'from-card'), 'identifier'],
  ['From currency', readOtherCurrency('from-currency')],
  ['To', formatValues('to-name')],
  ['Account', formatValues('to-iban', 'to-bban'), 'identifier'],
  ['To currency', readOtherCurrency('to-currency')],
  ['BIC', formatValues('to-agent'), 'identifier'],
  ['Street', formatValues('street', 'building-number')],
  ['City', formatValues('postal-code', 'city')],
  ['Country', formatValues('country')],
  ['Payments', 'count', 'count'],
  ['Amount', 'totals', 'amount', { tone: () => 'bold' }],
  ['Date', describeDate],
  ['Last day', formatValues('end-date')],
  ['Closed days', formatValues('execution-rule')],
  ['Day', formatValues('day')],
  ['Months', formatValues('months')],
  ['Message', formatValues('message')],
  ['KID', formatValues('kid'), 'identifier'],
  ['Reference', formatValues('reference')],
  ['Purpose', formatValues('purpose')],
  ['End-to-end ID', formatValues('end-to-end-id')],
  ['Paid for', formatValues('ultimate-debtor')],
  ['Regulatory code', formatValues('regulatory-code')],
  ['Regulatory text', formatValues('regulatory-info')],
  ['Service level', formatValues('service-level')],
  ['Profile', 'where'],
]);

function describeDate({ kind, values: { frequency, date, ...given } }: Summary): string {
  if (kind === 'periodic') return `${frequency} from ${given['start-date']}`;
  if (kind === 'instant') return 'at once, when the PSU approves';
  return date ?? "the bank's next run";
}
