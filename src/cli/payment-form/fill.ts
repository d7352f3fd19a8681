import type { PaymentKind } from '../../client/payments.ts';
import { Fault } from '../../errors.ts';
import { wrapSentences } from '../layout.ts';
import { askOne, type Choice } from '../questions.ts';
import { questionFor, questionsOf } from './fields.ts';
import { type PaymentForm, type PaymentHelp, textOf, type Values } from './form.ts';
import type { Question } from './question.ts';

const KINDS: readonly (readonly [kind: PaymentKind, about: string])[] = [
  ['domestic', 'within Norway'],
  ['instant', 'booked at once'],
  ['cross-border', 'to another country'],
  ['periodic', 'recurring'],
  ['bulk', 'several, from a file'],
];

/** Of the kinds that what is given fits; of all where it fits none, and what is wrong is told with the next step. */
export async function askKind(
  given: Omit<PaymentForm, 'kind'>,
  help: PaymentHelp,
  old?: PaymentKind,
): Promise<PaymentKind> {
  const fitting: Choice[] = [];
  const all = KINDS.map(([value, about]) => ({ value, about: [about] }));
  for (const choice of all) {
    const form = { ...given, kind: choice.value as PaymentKind };
    if ((await help.faultOf(form)) === undefined) fitting.push(choice);
  }
  const choices = fitting.length === 0 ? all : fitting;
  return (await askOne('Kind of payment', choices, old)) as PaymentKind;
}

/**
 * What is missing is asked for.
 * @param offers whether a person is asked, too, for what they may want to say besides
 */
export async function filled(given: PaymentForm, help: PaymentHelp, offers: boolean): Promise<PaymentForm> {
  let form = given;
  const asked = new Set<Question>();
  for (;;) {
    const missing = (await help.missing(form)).map((flag) => flag.replace(/^--/, ''));
    const isWanted = (question: Question) =>
      !asked.has(question) &&
      (question.names.some((name) => missing.includes(name)) ||
        (question.isOffered === true && offers && isEmpty(question, form)));
    const next = questionsOf(form.kind).find(isWanted);
    if (next === undefined) return form;
    form = await answered(form, next, { help, old: undefined });
    asked.add(next);
  }
}

function isEmpty({ names }: Question, { values, file }: PaymentForm): boolean {
  return file === undefined && names.every((name) => values[name] === undefined);
}

interface Asking {
  readonly help: PaymentHelp;
  readonly old: string | undefined;
}

/** The form with one question answered. What was answered before and does not fit beside it is left out. */
export async function answered(
  form: PaymentForm,
  question: Question,
  { help, old }: Asking,
): Promise<PaymentForm> {
  const { kind, values } = form;
  const without = { ...form, values: { ...values, ...unset(question.names) } };
  const missing = await missingFrom(without, help);
  const before = earlierThan(question, form);
  const answer = await question.ask(
    {
      form,
      old: old ?? textOf(question.names.map((name) => values[name]).find((value) => value !== undefined)),
      isRequired: question.names.some((name) => missing.includes(`--${name}`)),
      faultOf: (given) => help.faultOf({ kind, values: { ...before, ...given } }),
    },
    help,
  );
  return refitted({ ...form, ...answer, values: answer.values }, values, help);
}

/** What is wrong with the rest is told when it is asked for. */
async function missingFrom(form: PaymentForm, { missing }: PaymentHelp): Promise<readonly string[]> {
  try {
    return await missing(form);
  } catch (fault) {
    if (fault instanceof Fault) return fault.details.missing ?? [];
    throw fault;
  }
}

function unset(names: readonly string[]): Values {
  return Object.fromEntries(names.map((name) => [name, undefined]));
}

/** What is asked before it: an amount is checked in its currency, and not the currency by the amount. */
function earlierThan(question: Question, { kind, values }: PaymentForm): Values {
  const questions = questionsOf(kind);
  const place = questions.indexOf(question);
  const earlier = place === -1 ? questions : questions.slice(0, place);
  const names = earlier.flatMap((one) => one.names);
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
}

/** The form with as many of the other values as still fit. */
export async function refitted(form: PaymentForm, others: Values, help: PaymentHelp): Promise<PaymentForm> {
  const whole = { ...form, values: { ...others, ...form.values } };
  if ((await help.faultOf(whole)) === undefined) return whole;
  let fitting = form;
  for (const [name, value] of Object.entries(others)) {
    if (name in form.values || value === undefined) continue;
    const longer = { ...fitting, values: { ...fitting.values, [name]: value } };
    const fault = await help.faultOf(longer);
    if (fault === undefined) fitting = longer;
    else sayUnfit(`${labelOf(name, form.kind)} ${textOf(value)} no longer fits: ${fault}`, help);
  }
  return fitting;
}

function labelOf(name: string, kind: PaymentKind): string {
  return questionFor(name, kind)?.label ?? `--${name}`;
}

function sayUnfit(text: string, { say, look }: PaymentHelp): void {
  say(wrapSentences(text, look.width).join('\n'));
}
