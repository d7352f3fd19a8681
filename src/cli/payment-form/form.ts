import type { PaymentKind } from '../../client/payments.ts';
import { Fault } from '../../errors.ts';
import type { PaymentSummary } from '../../payments/create.ts';
import type { Columns } from '../columns.ts';
import { widthOf, wrapSentences } from '../layout.ts';
import { card } from '../presentation.ts';
import { askOne, type Choice } from '../prompts.ts';
import {
  findQuestion,
  type PaymentForm,
  type PaymentHelp,
  type Question,
  questionsFor,
  textOf,
  unset,
  type Values,
} from './questions.ts';

export interface GivenForm extends Omit<PaymentForm, 'kind'> {
  /** Absent where no flag names it. */
  readonly kind: PaymentKind | undefined;
}

/** How far a person is asked. */
interface Extent {
  /** Whether the kind alone is: the rest goes as it is, or comes from an example. */
  readonly kindAlone: boolean;
  /** Whether it will be sent, and so has to be agreed to. */
  readonly isSent: boolean;
}

/**
 * The payment as a person at the terminal fills it in. A form that lacks nothing is taken as it is; of one that they were
 * asked for they see what would be sent, and change it until they send it.
 * @throws Fault INTERRUPTED when they leave or cancel: nothing was sent
 * @see C-payment-asked, C-payment-summary
 */
export async function askForm(given: GivenForm, help: PaymentHelp, extent: Extent): Promise<PaymentForm> {
  try {
    return await reviewForm(given, help, extent);
  } catch (fault) {
    if (!(fault instanceof Fault) || fault.code !== 'INTERRUPTED') throw fault;
    throw new Fault('INTERRUPTED', 'Interrupted. Nothing was sent.', { cause: fault });
  }
}

async function reviewForm(given: GivenForm, help: PaymentHelp, extent: Extent): Promise<PaymentForm> {
  const begun = { ...given, kind: given.kind ?? (await askKind(given, help)) };
  if (extent.kindAlone) return begun;
  const isAsked = given.kind === undefined || (await help.missing(begun)).length > 0;
  if (!isAsked) return begun;
  let form = await fillForm(begun, help, true);
  while (extent.isSent) {
    const summary = await help.summary(form);
    help.say(`\n${summaryCard.text({ ...summary, kind: form.kind }, help.look)}\n`);
    const next = await askOne('Send this payment?', DECISIONS);
    if (next === 'send') return form;
    if (next === 'cancel') throw new Fault('INTERRUPTED', 'Cancelled.');
    form = await fillForm(await changeForm(form, summary, help), help, false);
  }
  return form;
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

/** Of the kinds that what is given fits; of all where it fits none, and what is wrong is told with the next step. */
async function askKind(
  given: Omit<PaymentForm, 'kind'>,
  help: PaymentHelp,
  old?: PaymentKind,
): Promise<PaymentKind> {
  const fitting: Choice[] = [];
  const all = Object.entries(KINDS).map(([value, about]) => ({ value, about: [about] }));
  for (const choice of all) {
    const form = { ...given, kind: choice.value as PaymentKind };
    if ((await help.faultOf(form)) === undefined) fitting.push(choice);
  }
  const choices = fitting.length === 0 ? all : fitting;
  return (await askOne('Kind of payment', choices, old)) as PaymentKind;
}

/**
 * Asks for what is missing.
 * @param offers whether a person is asked, too, for what they may want to say besides
 */
async function fillForm(given: PaymentForm, help: PaymentHelp, offers: boolean): Promise<PaymentForm> {
  let form = given;
  const asked = new Set<Question>();
  for (;;) {
    const missing = await help.missing(form);
    const isWanted = (question: Question) =>
      !asked.has(question) &&
      (question.names.some((name) => missing.includes(`--${name}`)) ||
        (question.isOffered === true && offers && isEmpty(question, form)));
    const next = questionsFor(form.kind).find(isWanted);
    if (next === undefined) return form;
    form = await answerQuestion(form, next, help);
    asked.add(next);
  }
}

function isEmpty({ names }: Question, { values, file }: PaymentForm): boolean {
  return file === undefined && names.every((name) => values[name] === undefined);
}

/** The form with one question answered. What was answered before and does not fit beside it is left out. */
async function answerQuestion(
  form: PaymentForm,
  question: Question,
  help: PaymentHelp,
  shown: Values = form.values,
): Promise<PaymentForm> {
  const { kind, values } = form;
  const { names } = question;
  const missing = await listMissing({ ...form, values: { ...values, ...unset(names) } }, help);
  const before = pickEarlier(question, form);
  const answer = await question.ask(
    {
      form,
      old: textOf(readFirst(names, shown) ?? readFirst(names, values)),
      isRequired: names.some((name) => missing.includes(`--${name}`)),
      faultOf: (given) => help.faultOf({ kind, values: { ...before, ...given } }),
    },
    help,
  );
  return refitForm({ kind, values: answer.values, file: answer.file ?? form.file }, values, help);
}

function readFirst(names: readonly string[], values: Values): Values[string] {
  return names.map((name) => values[name]).find((value) => value !== undefined);
}

/** What is wrong with the rest is told when it is asked for. */
async function listMissing(form: PaymentForm, { missing }: PaymentHelp): Promise<readonly string[]> {
  try {
    return await missing(form);
  } catch (fault) {
    if (fault instanceof Fault) return fault.details.missing ?? [];
    throw fault;
  }
}

/** What is asked before it: an amount is checked in its currency, and not the currency by the amount. */
function pickEarlier(question: Question, { kind, values }: PaymentForm): Values {
  const questions = questionsFor(kind);
  const place = questions.indexOf(question);
  const names = questions.slice(0, place).flatMap((one) => one.names);
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
}

/** The form with as many of the other values as still fit. */
async function refitForm(form: PaymentForm, others: Values, help: PaymentHelp): Promise<PaymentForm> {
  const whole = { ...form, values: { ...others, ...form.values } };
  if ((await help.faultOf(whole)) === undefined) return whole;
  let fitting = form;
  for (const [name, value] of Object.entries(others)) {
    if (name in form.values || value === undefined) continue;
    const longer = { ...fitting, values: { ...fitting.values, [name]: value } };
    const fault = await help.faultOf(longer);
    if (fault === undefined) fitting = longer;
    else {
      const label = findQuestion(name, form.kind)?.label ?? `--${name}`;
      const text = `${label} ${textOf(value)} no longer fits: ${fault}`;
      help.say(wrapSentences(text, help.look.width).join('\n'));
    }
  }
  return fitting;
}

const KIND = 'kind';
const BACK = '';

/** Back to one of the questions, with its answer. */
async function changeForm(
  form: PaymentForm,
  { values }: PaymentSummary,
  help: PaymentHelp,
): Promise<PaymentForm> {
  const name = await askOne('What to change?', listChangeable(form, values, help));
  const question = findQuestion(name, form.kind);
  if (question !== undefined) return answerQuestion(form, question, help, values);
  if (name !== KIND) return form;
  const kind = await askKind({ values: {} }, help, form.kind);
  // The payments of a bulk are no body of another kind.
  return kind === form.kind ? form : refitForm({ kind, values: {} }, form.values, help);
}

function listChangeable(
  { kind }: PaymentForm,
  values: PaymentSummary['values'],
  { look }: PaymentHelp,
): readonly Choice[] {
  const room = look.width - LABELS_WIDTH;
  const fields = questionsFor(kind).flatMap(({ names, label, isRare }) => {
    const [name = ''] = names;
    const value = textOf(readFirst(names, values)) ?? '';
    // An account has the amount's currency unless somebody says otherwise.
    const isUsual = value === '' || (name === 'to-currency' && value === values.currency);
    return isRare && isUsual ? [] : [{ value: name, label, about: [shorten(value, room)] }];
  });
  return [
    { value: KIND, label: 'Kind', about: [kind] },
    ...fields,
    { value: BACK, label: 'Back', about: [] },
  ];
}

/** Of the longest label with the mark before it and a gap after it. */
const LABELS_WIDTH = 20;

function shorten(text: string, room: number): string {
  return widthOf(text) <= room ? text : `${[...text].slice(0, room - 1).join('')}\u2026`;
}

interface Shown extends PaymentSummary {
  readonly kind: PaymentKind;
}

function values(...names: readonly string[]) {
  return (shown: Shown) => names.flatMap((name) => shown.values[name] ?? []);
}

/** Of an account in another currency than the amount's. */
function otherCurrency(name: 'from-currency' | 'to-currency') {
  return (shown: Shown) => {
    const { [name]: currency } = shown.values;
    return listAmounts(shown).every((one) => one.currency === currency) ? undefined : currency;
  };
}

function listAmounts({ values: { amount, currency }, totals = [] }: Shown) {
  return amount === undefined || currency === undefined ? totals : [{ amount, currency }];
}

const COLUMNS: Columns<Shown> = [
  ['Kind', ({ kind }) => `${kind[0]?.toUpperCase()}${kind.slice(1)}`],
  ['From', values('from-bban', 'from-iban', 'from-card'), 'identifier'],
  ['From currency', otherCurrency('from-currency')],
  ['To', values('to-name')],
  ['Account', values('to-iban', 'to-bban'), 'identifier'],
  ['To currency', otherCurrency('to-currency')],
  ['BIC', values('to-agent'), 'identifier'],
  ['Street', values('street', 'building-number')],
  ['City', values('postal-code', 'city')],
  ['Country', values('country')],
  ['Payments', 'count', 'count'],
  ['Amount', listAmounts, 'amount', { tone: () => 'bold' }],
  ['Date', describeDate],
  ['Last day', values('end-date')],
  ['Closed days', values('execution-rule')],
  ['Day', values('day')],
  ['Months', values('months')],
  ['Message', values('message')],
  ['KID', values('kid'), 'identifier'],
  ['Reference', values('reference')],
  ['Purpose', values('purpose')],
  ['End-to-end ID', values('end-to-end-id')],
  ['Paid for', values('ultimate-debtor')],
  ['Regulatory code', values('regulatory-code')],
  ['Regulatory text', values('regulatory-info')],
  ['Service level', values('service-level')],
  [
    'Profile',
    ({ profile, bank, host }) =>
      host === undefined ? `${profile}, the embedded bank` : `${profile}, ${bank} at ${host}`,
  ],
];

function describeDate({ kind, values: { frequency, date, ...given } }: Shown): string {
  if (kind === 'periodic') return `${frequency} from ${given['start-date']}`;
  if (kind === 'instant') return 'at once, when the PSU approves';
  return date ?? "the bank's next run";
}

/** The payment as it would be sent, before a person says whether it is. @see C-payment-summary */
const summaryCard = card(COLUMNS);
