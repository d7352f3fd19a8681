import { formatAmount } from '../cli/format-values.ts';
import type { OutputStyle } from '../cli/output-style.ts';
import { askOne, askText, type Choice, REQUIRED } from '../cli/prompts.ts';
import type { PaymentKind } from '../client/payments.ts';
import { Fault } from '../errors.ts';
import type { CommandContext } from '../session/context.ts';
import type { PsuChoice } from '../session/psu.ts';
import { FREQUENCIES } from '../values/products.ts';
import { normalizeNumber, removeSpaces } from '../values/written-number.ts';
import type { DebtorAccount } from './debtor-accounts.ts';
import { type FieldName, listFieldNames, type PaymentFields } from './fields.ts';
import { describeFault, type GivenPayment } from './prepare.ts';

/** A payment that the user is completing. */
export interface PaymentForm extends GivenPayment {
  readonly kind: PaymentKind;
}

/** The parts of a command that a form uses. */
export interface FormContext {
  readonly command: CommandContext;
  readonly psu: PsuChoice;
  readonly readFile: (name: string) => Promise<Uint8Array>;
  /** The style of the terminal. */
  readonly look: OutputStyle;
  /** Lists the accounts for the choice of a debtor; empty if unknown. */
  readonly accounts: () => Promise<readonly DebtorAccount[]>;
}

/** A question about a payment, and the flags that it answers. */
export interface Question {
  /** The flags without their dashes. */
  readonly names: readonly string[];
  /** The label in the list of changes. */
  readonly label: string;
  /** The kinds that have the question; absent: those that have its first flag. */
  readonly kinds?: readonly PaymentKind[];
  /** True if an interactive form also asks it as an optional question. */
  readonly isOffered?: boolean;
  /** True if it is shown only for a value from a flag or the file. */
  readonly isRare?: boolean;
  readonly ask: (asked: QuestionContext, context: FormContext) => Promise<Answer>;
}

interface QuestionContext {
  readonly form: PaymentForm;
  /** The default: the previous value. */
  readonly old: string | undefined;
  readonly isRequired: boolean;
  /** Validates an answer together with earlier ones. */
  readonly faultOf: (fields: PaymentFields) => Promise<string | undefined>;
}

type Answer = Pick<GivenPayment, 'fields' | 'file'>;

/** The values of fields by name. */
export type FieldValues = Readonly<Record<string, string | readonly (string | undefined)[] | undefined>>;

/** Returns a field's text; joins several values by commas. */
export function getText(fields: FieldValues, name: string): string | undefined {
  const value = fields[name];
  return typeof value === 'object' ? value.join(',') : value;
}

interface TypedText {
  readonly message: string | ((form: PaymentForm) => string);
  readonly usual?: ((form: PaymentForm) => string | undefined) | undefined;
  /** Converts the typed text to fields. */
  readonly fields: (typed: string) => PaymentFields;
}

/** Creates a question whose typed answer is validated until it is correct. */
function askTyped({ message, usual, fields }: TypedText): Question['ask'] {
  return async ({ form, old, isRequired, faultOf }) => {
    const text = typeof message === 'string' ? message : message(form);
    const proposed = old ?? usual?.(form);
    const none = proposed === undefined ? 'Enter to skip' : 'Backspace to clear';
    const answer = await askText({
      message: isRequired ? text : `${text}, ${none}`,
      usual: proposed,
      validate: async (value) => {
        if (value.trim() !== '') return (await faultOf(fields(value.trim()))) ?? true;
        return isRequired ? REQUIRED : true;
      },
    });
    return { fields: answer === '' ? clearFields(Object.keys(fields(''))) : fields(answer) };
  };
}

export function clearFields(names: readonly string[]): PaymentFields {
  return Object.fromEntries(names.map((name) => [name, undefined]));
}

interface TextQuestion extends Partial<Omit<TypedText, 'fields'>>, Pick<Question, 'kinds' | 'isOffered'> {
  /** The label in a question, with the form of its answer. */
  readonly words?: string;
  /** True if the answer is a code of upper-case letters. */
  readonly isCode?: boolean;
}

function createTextQuestion(name: FieldName, label: string, question: TextQuestion = {}): Question {
  const { words = label, kinds, isOffered, isCode, usual, message = `${words} (--${name})` } = question;
  const fields = (value: string) => ({ [name]: isCode ? value.toUpperCase() : value }) as PaymentFields;
  return { names: [name], label, kinds, isOffered, ask: askTyped({ message, fields, usual }) };
}

/** Creates a parser for an account in its written forms, which returns the flags of debtor or creditor. */
function parseAccount(side: 'from' | 'to') {
  return (written: string): PaymentFields => {
    const isIban = /^[A-Z]{2}\d{2}/.test(removeSpaces(written));
    return {
      [`${side}-bban`]: isIban ? undefined : normalizeNumber(written),
      [`${side}-iban`]: isIban ? removeSpaces(written) : undefined,
    };
  };
}

const PAY_FROM = 'Pay from (--from-bban)';
const OTHER = '';

const askTypedDebtor = askTyped({ message: PAY_FROM, fields: parseAccount('from') });

/** Asks for the debtor's account, as a choice if the profile knows accounts, else as text. @see C-payment-asked */
const askDebtorAccount: Question['ask'] = async (asked, context) => {
  const accounts = await context.accounts();
  const picked = accounts.length === 0 ? OTHER : await pickAccount(accounts, asked.old);
  const account = accounts.find(({ bban }) => bban === picked);
  const named = { 'from-iban': undefined, 'from-card': undefined };
  if (account !== undefined) {
    return { fields: { ...named, 'from-bban': account.bban, 'from-currency': account.currency } };
  }
  // The currency of the previous account may not fit another one.
  const currency = asked.old === undefined ? {} : { 'from-currency': undefined };
  const { fields } = await askTypedDebtor(asked, context);
  return { fields: { ...named, ...fields, ...currency } };
};

function pickAccount(accounts: readonly DebtorAccount[], old: string | undefined): Promise<string> {
  const choices: Choice[] = accounts.map(({ bban, name, currency, owner, balance }) => ({
    value: bban,
    about: [name, ...(owner === undefined ? [] : [owner]), balance ? formatAmount(balance, true) : currency],
  }));
  const isKnown = old === undefined || accounts.some(({ bban }) => bban === old);
  return askOne(
    PAY_FROM,
    [...choices, { value: OTHER, label: 'Another account…', about: [] }],
    isKnown ? old : OTHER,
  );
}

/** Asks for the file with a bulk's payments. */
const askFile: Question['ask'] = async ({ form }, { readFile }) => {
  const read = new Map<string, Uint8Array>();
  const name = await askText({
    message: 'CSV or JSON file of the payments (--file)',
    validate: async (value) => {
      if (value.trim() === '') return REQUIRED;
      try {
        const file = await readFile(value.trim());
        read.set(value.trim(), file);
        return (await describeFault(form.kind, form.fields, file)) ?? true;
      } catch (fault) {
        if (fault instanceof Fault) return fault.message;
        throw fault;
      }
    },
  });
  return { fields: {}, file: read.get(name) };
};

const REFERENCES = [
  { value: 'message', label: 'Message', about: [] },
  { value: 'kid', label: 'KID', about: [] },
  { value: '', label: 'No reference', about: [] },
];

/** Asks for the creditor's reference: a message, a KID, or neither. */
const askReference: Question['ask'] = async (asked, context) => {
  const { fields } = asked.form;
  const picked = await askOne(
    'Reference for the creditor',
    REFERENCES,
    fields.kid === undefined ? 'message' : 'kid',
  );
  const none = { message: undefined, kid: undefined };
  if (picked === '') return { fields: none };
  const message = picked === 'kid' ? 'KID (--kid)' : 'Message (--message)';
  const ask = askTyped({ message, fields: (value) => ({ ...none, [picked]: value }) });
  return ask({ ...asked, old: getText(fields, picked), isRequired: true }, context);
};

const askFrequency: Question['ask'] = async ({ old }) => {
  const choices = FREQUENCIES.map((value) => ({ value, about: [] }));
  return { fields: { frequency: await askOne('How often (--frequency)', choices, old ?? 'Monthly') } };
};

const DATE = 'YYYY-MM-DD';

const NORWEGIAN: readonly PaymentKind[] = ['domestic', 'instant', 'periodic'];
const ABROAD: readonly PaymentKind[] = ['cross-border'];

/** The fields that are shown only if a flag or the file gave them. */
const RARE = {
  'to-currency': 'To currency',
  street: 'Street',
  'building-number': 'Building number',
  'postal-code': 'Postal code',
  city: 'City',
  'ultimate-debtor': 'Paid for',
  purpose: 'Purpose code',
  'end-to-end-id': 'End-to-end ID',
  'service-level': 'Service level',
  'execution-rule': 'Closed days',
  day: 'Day of the month',
};

/** The questions in their order. */
const QUESTIONS: readonly Question[] = [
  { names: ['file'], label: 'Payments', kinds: ['bulk'], ask: askFile },
  { names: ['from-bban', 'from-iban', 'from-card', 'from-currency'], label: 'From', ask: askDebtorAccount },
  createTextQuestion('currency', 'Currency', { isCode: true, usual: () => 'NOK' }),
  createTextQuestion('amount', 'Amount', {
    message: ({ fields: { currency } }) =>
      `Amount${currency === undefined ? '' : ` in ${currency}`} (--amount)`,
  }),
  {
    names: ['to-iban', 'to-bban'],
    label: 'Account',
    // A foreign account is named by its IBAN if it has one.
    ask: askTyped({
      message: ({ kind }) =>
        kind === 'cross-border'
          ? "Creditor's IBAN, or account number (--to-iban)"
          : "Creditor's account number (--to-bban)",
      fields: parseAccount('to'),
    }),
  },
  createTextQuestion('to-agent', 'BIC', { words: "BIC of the creditor's bank", isCode: true }),
  createTextQuestion('to-name', 'To', { words: "Creditor's name" }),
  // Abroad it defaults to the account's, and isn't required.
  createTextQuestion('country', 'Country', {
    words: "Creditor's country",
    isCode: true,
    isOffered: true,
    usual: ({ kind, fields }) => (kind === 'cross-border' ? fields['to-iban']?.slice(0, 2) : 'NO'),
  }),
  createTextQuestion('regulatory-code', 'Regulatory code', { words: 'Regulatory reporting code' }),
  createTextQuestion('regulatory-info', 'Regulatory text', {
    words: "What's being paid for (reported to the authorities)",
  }),
  {
    names: ['message', 'kid', 'reference'],
    label: 'Reference',
    kinds: NORWEGIAN,
    isOffered: true,
    ask: askReference,
  },
  createTextQuestion('message', 'Message', { kinds: ABROAD, isOffered: true }),
  createTextQuestion('start-date', 'First day', { words: `First payment, ${DATE}` }),
  { names: ['frequency'], label: 'Frequency', ask: askFrequency },
  createTextQuestion('months', 'Months', { words: 'Months, such as 1,4,10' }),
  createTextQuestion('end-date', 'Last day', { words: `Last day, ${DATE}` }),
  createTextQuestion('date', 'Date', { words: `Date, ${DATE}`, kinds: ['domestic', 'cross-border', 'bulk'] }),
  ...Object.entries(RARE).map(([name, label]) => ({
    ...createTextQuestion(name as FieldName, label),
    isRare: true,
  })),
];

export function listQuestions(kind: PaymentKind): readonly Question[] {
  const names: readonly string[] = listFieldNames(kind);
  return QUESTIONS.filter(({ kinds, names: [name = ''] }) => kinds?.includes(kind) ?? names.includes(name));
}
