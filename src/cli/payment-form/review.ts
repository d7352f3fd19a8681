import type { PaymentKind } from '../../client/payments.ts';
import { Fault } from '../../errors.ts';
import type { PaymentSummary } from '../../payments/create.ts';
import { widthOf } from '../layout.ts';
import { askOne, type Choice } from '../questions.ts';
import { questionFor, questionsOf } from './fields.ts';
import { answered, askKind, filled, refitted } from './fill.ts';
import type { PaymentForm, PaymentHelp } from './form.ts';
import { summaryText } from './summary.ts';

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
export async function askedForm(given: GivenForm, help: PaymentHelp, extent: Extent): Promise<PaymentForm> {
  try {
    return await reviewed(given, help, extent);
  } catch (fault) {
    if (!(fault instanceof Fault) || fault.code !== 'INTERRUPTED') throw fault;
    throw new Fault('INTERRUPTED', 'Interrupted. Nothing was sent.', { cause: fault });
  }
}

async function reviewed(given: GivenForm, help: PaymentHelp, extent: Extent): Promise<PaymentForm> {
  const begun = { ...given, kind: given.kind ?? (await askKind(given, help)) };
  if (extent.kindAlone) return begun;
  const isAsked = given.kind === undefined || (await help.missing(begun)).length > 0;
  if (!isAsked) return begun;
  let form = await filled(begun, help, true);
  while (extent.isSent) {
    const summary = await help.summary(form);
    help.say(`\n${summaryText(form.kind, summary, help)}\n`);
    const next = await askOne('Send this payment?', DECISIONS);
    if (next === 'send') return form;
    if (next === 'cancel') throw new Fault('INTERRUPTED', 'Cancelled.');
    form = await filled(await changed(form, summary, help), help, false);
  }
  return form;
}

const DECISIONS: readonly Choice[] = [
  { value: 'send', label: 'Send', about: [] },
  { value: 'change', label: 'Change', about: [] },
  { value: 'cancel', label: 'Cancel', about: [] },
];

const KIND = 'kind';

/** Back to one of the questions, with its answer. */
async function changed(
  form: PaymentForm,
  { values }: PaymentSummary,
  help: PaymentHelp,
): Promise<PaymentForm> {
  const name = await askOne('What to change?', changeable(form, values, help));
  const question = questionFor(name, form.kind);
  if (question !== undefined) {
    const old = question.names.map((one) => values[one]).find((value) => value !== undefined);
    return answered(form, question, { help, old });
  }
  if (name !== KIND) return form;
  const kind = await askKind({ values: {} }, help, form.kind);
  if (kind === form.kind) return form;
  // The payments of a bulk are no body of another kind.
  return refitted({ kind, values: {} }, form.values, help);
}

const BACK = '';

function changeable(
  { kind }: PaymentForm,
  values: PaymentSummary['values'],
  { look }: PaymentHelp,
): readonly Choice[] {
  const room = look.width - LABELS_WIDTH;
  const fields = questionsOf(kind).flatMap(({ names, label, isRare }) => {
    const [name = ''] = names;
    const value = names.map((one) => values[one]).find((one) => one !== undefined) ?? '';
    // An account has the amount's currency unless somebody says otherwise.
    const isUsual = value === '' || (name === 'to-currency' && value === values.currency);
    return isRare && isUsual ? [] : [{ value: name, label, about: [shortened(value, room)] }];
  });
  return [
    { value: KIND, label: 'Kind', about: [kind] },
    ...fields,
    { value: BACK, label: 'Back', about: [] },
  ];
}

/** Of the longest label with the mark before it and a gap after it. */
const LABELS_WIDTH = 20;

function shortened(text: string, room: number): string {
  return widthOf(text) <= room ? text : `${[...text].slice(0, room - 1).join('')}\u2026`;
}
