import type { PaymentKind } from '../../client/payments.ts';
import { Fault } from '../../errors.ts';
import { FREQUENCIES } from '../../values/products.ts';
import { askOne, askText, REQUIRED } from '../questions.ts';
import { askCreditorAccount, askDebtorAccount } from './accounts.ts';
import { type PaymentForm, type PaymentHelp, textOf } from './form.ts';
import { type Question, type TypedText, typed } from './question.ts';

const SINGLE: readonly PaymentKind[] = ['domestic', 'instant', 'cross-border', 'periodic'];
const NORWEGIAN: readonly PaymentKind[] = ['domestic', 'instant', 'periodic'];
const ABROAD: readonly PaymentKind[] = ['cross-border'];
const PERIODIC: readonly PaymentKind[] = ['periodic'];

interface TextField extends Omit<TypedText, 'values' | 'message'> {
  readonly message?: TypedText['message'];
  /** The same in a question, and how it is written. */
  readonly words?: string;
  readonly kinds?: readonly PaymentKind[];
  readonly isOffered?: true;
  readonly isRare?: true;
  /** Of codes, which are upper-case letters. */
  readonly isCode?: true;
}

function text(name: string, label: string, field: TextField = {}): Question {
  const { words = label, kinds = SINGLE, isOffered, isRare, isCode, usual } = field;
  const { message = `${words} (--${name})` } = field;
  const values = (value: string) => ({ [name]: isCode ? value.toUpperCase() : value });
  return {
    names: [name],
    label,
    kinds,
    ...(isOffered ? { isOffered } : {}),
    ...(isRare ? { isRare } : {}),
    ask: typed({ message, values, ...(usual === undefined ? {} : { usual }) }),
  };
}

/** What is shown only where a flag or the file gave it. */
function rare(name: string, label: string, kinds = SINGLE): Question {
  return text(name, label, { kinds, isRare: true });
}

const DATE = 'YYYY-MM-DD';

const amountMessage = ({ values }: PaymentForm) =>
  `Amount${values.currency === undefined ? '' : ` in ${textOf(values.currency)}`} (--amount)`;

/** A creditor abroad lives where the account is, unless somebody says otherwise. */
function usualCountry({ kind, values }: PaymentForm): string | undefined {
  return kind === 'cross-border' ? textOf(values['to-iban'])?.slice(0, 2) : 'NO';
}

/** The payments of a bulk. */
const askFile: Question['ask'] = async ({ form }, help) => {
  const read = new Map<string, Uint8Array>();
  const name = await askText({
    message: 'CSV or JSON file of the payments (--file)',
    validate: async (value) => {
      if (value.trim() === '') return REQUIRED;
      const file = await fileOrFault(value.trim(), help);
      if (typeof file === 'string') return file;
      read.set(value.trim(), file);
      return (await help.faultOf({ ...form, file })) ?? true;
    },
  });
  const file = read.get(name);
  return { values: {}, ...(file === undefined ? {} : { file }) };
};

async function fileOrFault(name: string, { readFile }: PaymentHelp): Promise<Uint8Array | string> {
  try {
    return await readFile(name);
  } catch (fault) {
    if (fault instanceof Fault) return fault.message;
    throw fault;
  }
}

const REFERENCES = [
  { value: 'message', label: 'Message', about: [] },
  { value: 'kid', label: 'KID', about: [] },
  { value: '', label: 'None', about: [] },
];

/** What the creditor is told: one of message and KID, or neither. */
const askReference: Question['ask'] = async (asked, help) => {
  const { values } = asked.form;
  const usual = values.kid === undefined ? 'message' : 'kid';
  const picked = await askOne('Reference for the creditor', REFERENCES, usual);
  const none = { message: undefined, kid: undefined };
  if (picked === '') return { values: none };
  const words = picked === 'kid' ? 'KID (--kid)' : 'Message (--message)';
  const ask = typed({ message: words, values: (value) => ({ ...none, [picked]: value }) });
  return ask({ ...asked, old: textOf(values[picked]), isRequired: true }, help);
};

const askFrequency: Question['ask'] = async ({ old }) => {
  const choices = FREQUENCIES.map((value) => ({ value, about: [] }));
  const frequency = await askOne('How often (--frequency)', choices, old ?? 'Monthly');
  return { values: { frequency } };
};

/** In the order in which they are asked. */
export const QUESTIONS: readonly Question[] = [
  { names: ['file'], label: 'Payments', kinds: ['bulk'], ask: askFile },
  {
    names: ['from-bban', 'from-iban', 'from-card', 'from-currency'],
    label: 'From',
    kinds: [...SINGLE, 'bulk'],
    ask: askDebtorAccount,
  },
  text('currency', 'Currency', { isCode: true, usual: () => 'NOK' }),
  text('amount', 'Amount', { message: amountMessage }),
  { names: ['to-iban', 'to-bban'], label: 'Account', kinds: SINGLE, ask: askCreditorAccount },
  text('to-agent', 'BIC', { words: "BIC of the creditor's bank", isCode: true }),
  text('to-name', 'To', { words: "Creditor's name" }),
  text('country', 'Country', {
    words: "Creditor's country",
    kinds: NORWEGIAN,
    isCode: true,
    usual: usualCountry,
  }),
  text('country', 'Country', {
    words: "Creditor's country",
    kinds: ABROAD,
    isCode: true,
    usual: usualCountry,
    isOffered: true,
  }),
  text('regulatory-code', 'Regulatory code', { words: 'Regulatory reporting code', kinds: ABROAD }),
  text('regulatory-info', 'Regulatory text', {
    words: "What's being paid for (reported to the authorities)",
    kinds: ABROAD,
  }),
  {
    names: ['message', 'kid', 'reference'],
    label: 'Reference',
    kinds: NORWEGIAN,
    isOffered: true,
    ask: askReference,
  },
  text('message', 'Message', { kinds: ABROAD, isOffered: true }),
  text('start-date', 'First day', { words: `First payment, ${DATE}`, kinds: PERIODIC }),
  { names: ['frequency'], label: 'Frequency', kinds: PERIODIC, ask: askFrequency },
  text('months', 'Months', { words: 'Months, such as 1,4,10', kinds: PERIODIC }),
  text('end-date', 'Last day', { words: `Last day, ${DATE}`, kinds: PERIODIC }),
  text('date', 'Date', { words: `Date, ${DATE}`, kinds: ['domestic', 'cross-border', 'bulk'] }),
  rare('to-currency', 'To currency'),
  rare('street', 'Street'),
  rare('building-number', 'Building number'),
  rare('postal-code', 'Postal code'),
  rare('city', 'City'),
  rare('ultimate-debtor', 'Paid for', NORWEGIAN),
  rare('purpose', 'Purpose code'),
  rare('end-to-end-id', 'End-to-end ID'),
  rare('service-level', 'Service level', ABROAD),
  rare('execution-rule', 'Closed days', PERIODIC),
  rare('day', 'Day of the month', PERIODIC),
];

export function questionsOf(kind: PaymentKind): readonly Question[] {
  return QUESTIONS.filter(({ kinds }) => kinds.includes(kind));
}

export function questionFor(name: string, kind: PaymentKind): Question | undefined {
  return questionsOf(kind).find(({ names }) => names.includes(name));
}
