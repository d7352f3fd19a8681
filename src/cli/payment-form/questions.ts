import type { PaymentKind } from '../../client/payments.ts';
import { Fault } from '../../errors.ts';
import type { PaymentSummary } from '../../payments/create.ts';
import type { DebtorAccount } from '../../payments/debtor-accounts.ts';
import { FREQUENCIES } from '../../values/products.ts';
import { plainNumber, unspaced } from '../../values/written-number.ts';
import type { Look } from '../look.ts';
import { askOne, askText, type Choice, REQUIRED } from '../prompts.ts';

/** What was given and answered, by flag without its dashes. */
export type Values = Readonly<Record<string, string | string[] | undefined>>;

/** A payment that is being filled in. */
export interface PaymentForm {
  readonly kind: PaymentKind;
  readonly values: Values;
  /** The body, or the payments of a bulk. */
  readonly file?: Uint8Array | undefined;
}

/** What the questions need to know, from those who know it. */
export interface PaymentHelp {
  /**
   * The flags of what is missing.
   * @throws Fault for what is wrong with the rest
   */
  readonly missing: (form: PaymentForm) => Promise<readonly string[]>;
  /** What is wrong with what is there, in words. */
  readonly faultOf: (form: PaymentForm) => Promise<string | undefined>;
  /** The accounts to pick a debtor from; none where they are not known. */
  readonly accounts: () => Promise<readonly DebtorAccount[]>;
  readonly readFile: (name: string) => Promise<Uint8Array>;
  readonly summary: (form: PaymentForm) => Promise<PaymentSummary>;
  /** Shows a text, whatever else is silent. */
  readonly say: (text: string) => void;
  /** Of the terminal that the questions are asked at. */
  readonly look: Look;
}

/** One thing that is asked of a payment, and the flags that give it. */
export interface Question {
  /** Without their dashes. */
  readonly names: readonly string[];
  /** What it is called where it can be changed. */
  readonly label: string;
  readonly kinds: readonly PaymentKind[];
  /** Whether it is asked although nothing requires it, where a person is asked anyway. */
  readonly isOffered?: true | undefined;
  /** Whether it is shown only where a flag or the file gave it. */
  readonly isRare?: true | undefined;
  readonly ask: (asked: Asked, help: PaymentHelp) => Promise<Answer>;
}

interface Asked {
  readonly form: PaymentForm;
  /** What Enter alone answers: what it was before. */
  readonly old: string | undefined;
  readonly isRequired: boolean;
  /** What is wrong with an answer, beside what was answered before it. */
  readonly faultOf: (values: Values) => Promise<string | undefined>;
}

interface Answer {
  readonly values: Values;
  readonly file?: Uint8Array | undefined;
}

export function textOf(value: Values[string]): string | undefined {
  return typeof value === 'object' ? value.join(',') : value;
}

interface TypedText {
  readonly message: string | ((form: PaymentForm) => string);
  readonly usual?: ((form: PaymentForm) => string | undefined) | undefined;
  /** Makes values of what was typed. */
  readonly values: (typed: string) => Values;
}

/** Asks a question that is answered by typing, until it is right. */
function askTyped({ message, usual, values }: TypedText): Question['ask'] {
  return async ({ form, old, isRequired, faultOf }) => {
    const text = typeof message === 'string' ? message : message(form);
    const proposed = old ?? usual?.(form);
    const none = proposed === undefined ? 'Enter to skip' : 'Backspace to clear';
    const answer = await askText({
      message: isRequired ? text : `${text}, ${none}`,
      usual: proposed,
      validate: async (value) => {
        if (value.trim() !== '') return (await faultOf(values(value.trim()))) ?? true;
        return isRequired ? REQUIRED : true;
      },
    });
    return { values: answer === '' ? unset(Object.keys(values(''))) : values(answer) };
  };
}

export function unset(names: readonly string[]): Values {
  return Object.fromEntries(names.map((name) => [name, undefined]));
}

const SINGLE: readonly PaymentKind[] = ['domestic', 'instant', 'cross-border', 'periodic'];
const NORWEGIAN: readonly PaymentKind[] = ['domestic', 'instant', 'periodic'];
const ABROAD: readonly PaymentKind[] = ['cross-border'];
const PERIODIC: readonly PaymentKind[] = ['periodic'];

interface TextField extends Partial<Pick<Question, 'kinds' | 'isOffered' | 'isRare'>> {
  readonly message?: TypedText['message'];
  readonly usual?: TypedText['usual'];
  /** The same in a question, and how it is written. */
  readonly words?: string;
  /** Of codes, which are upper-case letters. */
  readonly isCode?: true;
}

function text(name: string, label: string, field: TextField = {}): Question {
  const { words = label, kinds = SINGLE, isOffered, isRare, isCode, usual } = field;
  const { message = `${words} (--${name})` } = field;
  const values = (value: string) => ({ [name]: isCode ? value.toUpperCase() : value });
  return { names: [name], label, kinds, isOffered, isRare, ask: askTyped({ message, values, usual }) };
}

function rare(name: string, label: string, kinds = SINGLE): Question {
  return text(name, label, { kinds, isRare: true });
}

/** What names an account, typed as people write it, as the flags of debtor or creditor. */
function accountValues(side: 'from' | 'to') {
  return (written: string): Values => {
    const isIban = /^[A-Z]{2}\d{2}/.test(unspaced(written));
    return {
      [`${side}-bban`]: isIban ? undefined : plainNumber(written),
      [`${side}-iban`]: isIban ? unspaced(written) : undefined,
    };
  };
}

/** The creditor's account. An account abroad is named by its IBAN wherever it has one. */
const askCreditorAccount = askTyped({
  message: ({ kind }) =>
    kind === 'cross-border'
      ? "Creditor's IBAN, or account number (--to-iban)"
      : "Creditor's account number (--to-bban)",
  values: accountValues('to'),
});

const PAY_FROM = 'Pay from (--from-bban)';
const OTHER = '';

const askTypedDebtor = askTyped({ message: PAY_FROM, values: accountValues('from') });

/** The debtor's account: picked where the profile knows accounts, else typed. @see C-payment-asked */
const askDebtorAccount: Question['ask'] = async (asked, help) => {
  const accounts = await help.accounts();
  const picked = accounts.length === 0 ? OTHER : await pickAccount(accounts, asked.old);
  const account = accounts.find(({ bban }) => bban === picked);
  const named = { 'from-iban': undefined, 'from-card': undefined };
  if (account !== undefined) {
    return { values: { ...named, 'from-bban': account.bban, 'from-currency': account.currency } };
  }
  // The currency of the account before is not that of another.
  const currency = asked.old === undefined ? {} : { 'from-currency': undefined };
  const { values } = await askTypedDebtor(asked, help);
  return { values: { ...named, ...values, ...currency } };
};

function pickAccount(accounts: readonly DebtorAccount[], old: string | undefined): Promise<string> {
  const choices: Choice[] = accounts.map(({ bban, name, currency, owner }) => ({
    value: bban,
    about: [currency, name, ...(owner === undefined ? [] : [owner])],
  }));
  const isKnown = old === undefined || accounts.some(({ bban }) => bban === old);
  return askOne(PAY_FROM, [...choices, { value: OTHER, label: 'Another', about: [] }], isKnown ? old : OTHER);
}

/** The payments of a bulk. */
const askFile: Question['ask'] = async ({ form }, { readFile, faultOf }) => {
  const read = new Map<string, Uint8Array>();
  const name = await askText({
    message: 'CSV or JSON file of the payments (--file)',
    validate: async (value) => {
      if (value.trim() === '') return REQUIRED;
      try {
        const file = await readFile(value.trim());
        read.set(value.trim(), file);
        return (await faultOf({ ...form, file })) ?? true;
      } catch (fault) {
        if (fault instanceof Fault) return fault.message;
        throw fault;
      }
    },
  });
  return { values: {}, file: read.get(name) };
};

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
  const message = picked === 'kid' ? 'KID (--kid)' : 'Message (--message)';
  const ask = askTyped({ message, values: (value) => ({ ...none, [picked]: value }) });
  return ask({ ...asked, old: textOf(values[picked]), isRequired: true }, help);
};

const askFrequency: Question['ask'] = async ({ old }) => {
  const choices = FREQUENCIES.map((value) => ({ value, about: [] }));
  return { values: { frequency: await askOne('How often (--frequency)', choices, old ?? 'Monthly') } };
};

const DATE = 'YYYY-MM-DD';

const amountMessage = ({ values }: PaymentForm) =>
  `Amount${values.currency === undefined ? '' : ` in ${textOf(values.currency)}`} (--amount)`;

/** A creditor abroad lives where the account is, unless somebody says otherwise. */
function usualCountry({ kind, values }: PaymentForm): string | undefined {
  return kind === 'cross-border' ? textOf(values['to-iban'])?.slice(0, 2) : 'NO';
}

const country: TextField = { words: "Creditor's country", isCode: true, usual: usualCountry };

/** In the order in which they are asked. */
const QUESTIONS: readonly Question[] = [
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
  text('country', 'Country', { ...country, kinds: NORWEGIAN }),
  text('country', 'Country', { ...country, kinds: ABROAD, isOffered: true }),
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

export function questionsFor(kind: PaymentKind): readonly Question[] {
  return QUESTIONS.filter(({ kinds }) => kinds.includes(kind));
}

export function findQuestion(name: string, kind: PaymentKind): Question | undefined {
  return questionsFor(kind).find(({ names }) => names.includes(name));
}
