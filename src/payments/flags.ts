import type { OptionFlag } from '@oclif/core/interfaces';
import { hasSwitch } from '../cli/command-line.ts';
import { Flags } from '../cli/flags.ts';
import type { PaymentKind } from '../client/payments.ts';
import { Fault } from '../errors.ts';
import { FIELDS, type FieldName, listFieldNames, type PaymentFields } from './fields.ts';

function createKindFlag(description: string) {
  return Flags.boolean({ description, helpGroup: 'KIND' });
}

/** The flags of the kinds; a creation requires exactly one. */
export const kindFlags = {
  domestic: createKindFlag('A Norwegian domestic credit transfer.'),
  'cross-border': createKindFlag('A credit transfer to another country, or in another currency.'),
  instant: createKindFlag("A Norwegian instant credit transfer (straks), booked as soon as it's approved."),
  periodic: createKindFlag('A recurring domestic credit transfer.'),
  bulk: createKindFlag('Several domestic credit transfers from one account, listed in --file.'),
};

const KINDS = Object.keys(kindFlags) as PaymentKind[];
const KIND_FLAGS = KINDS.map((name) => `--${name}`);

/**
 * Parses the given kind; the command line takes precedence over the environment.
 * @throws Fault USAGE
 * @see C-one-kind
 */
export function parseKind(
  flags: Readonly<Record<PaymentKind, boolean>>,
  argv: readonly string[],
): PaymentKind | undefined {
  const typed = KINDS.filter((name) => flags[name] && hasSwitch(argv, `--${name}`));
  const [given, ...more] = typed.length > 0 ? typed : KINDS.filter((name) => flags[name]);
  if (given === undefined || more.length === 0) return given;
  const several = [given, ...more].map((name) => `--${name}`).join(' and ');
  throw new Fault('USAGE', `${several} can't be used together.`, {
    hint: `Choose exactly one of ${KIND_FLAGS.join(', ')}.`,
  });
}

export function createKindMissing(): Fault {
  return new Fault('INPUT_MISSING', `Missing: one of ${KIND_FLAGS.join(', ')}.`, {
    missing: KIND_FLAGS,
    hint: 'Add --domestic, for example. --help explains each kind.',
  });
}

/** The help texts of the fields, in order. */
const DESCRIPTIONS: Readonly<Record<FieldName, string>> = {
  amount: 'Amount, such as 100, 100.50 or 1 000,50.',
  currency: 'Currency of the amount.',
  'to-bban': "The creditor's account number.",
  'to-iban':
    "The creditor's IBAN. Except in a cross-border payment it must be Norwegian, and is sent as the account number.",
  'to-currency': "Currency of the creditor's account. Default: the amount's.",
  'from-bban': "The debtor's account number.",
  'from-iban':
    "The debtor's IBAN. Except in a cross-border payment it must be Norwegian, and is sent as the account number.",
  'from-card': "The reference of the debtor's card account.",
  'from-currency': "Currency of the debtor's account. Default: the amount's.",
  date: "Execution date. Default: the bank's next run.",
  'to-name': "The creditor's full name.",
  'to-agent':
    "BIC of the creditor's bank. Required for a currency account, and for an account number abroad.",
  country: "The creditor's country.",
  street: "The creditor's street.",
  'building-number': "The creditor's building number.",
  'postal-code': "The creditor's postal code.",
  city: "The creditor's city.",
  'ultimate-debtor': 'The party the debtor pays on behalf of.',
  message: 'Unstructured remittance information.',
  kid: 'KID, the payment reference of a Norwegian creditor.',
  reference: 'Structured reference. Repeatable.',
  'reference-type': 'Type of the reference, in the same order.',
  'reference-issuer': 'Issuer of the reference, in the same order.',
  purpose: 'ISO 20022 purpose code.',
  'end-to-end-id': "Reference that's passed unchanged from debtor to creditor.",
  'regulatory-code': "Regulatory code for what's being paid for. Required from NOK 100 000.",
  'regulatory-info': "What's being paid for, in words. Required from NOK 100 000.",
  'service-level': 'Service level outside SEPA: URGP or SDVA for a higher one, which raises the fee.',
  'start-date': 'Date of the first payment.',
  frequency:
    'Daily, Weekly, EveryTwoWeeks, Monthly, EveryTwoMonths, Quarterly, SemiAnnual, Annual or MonthlyVariable.',
  'end-date': 'Date after which no more payments are made.',
  'execution-rule': 'If the bank is closed on the day: pay on the following or preceding bank day.',
  day: 'Day of the month, from 1 to 31.',
  months: 'Months for MonthlyVariable, separated by commas.',
};

const EXCLUSIVE: { readonly [Name in FieldName]?: string[] } = {
  'to-bban': ['to-iban'],
  'from-bban': ['from-iban', 'from-card'],
  'from-card': ['from-iban'],
};

type FieldFlags<Names extends FieldName> = {
  [Name in Names]: OptionFlag<
    NonNullable<PaymentFields[Name]> extends string ? string | undefined : string[] | undefined
  >;
};

function declareFields<Names extends FieldName>(names: readonly Names[]): FieldFlags<Names> {
  const declared = names.map((name) => {
    const [helpGroup, helpValue] = FIELDS[name];
    const about = { description: DESCRIPTIONS[name], helpGroup, helpValue };
    return name.startsWith('reference')
      ? [name, Flags.string({ ...about, multiple: true })]
      : [name, Flags.string({ ...about, exclusive: EXCLUSIVE[name] ?? [] })];
  });
  return Object.fromEntries(declared);
}

/** The flags of all fields of a payment. @see C-create-flags */
export const paymentFlags = declareFields(Object.keys(DESCRIPTIONS) as FieldName[]);

/** The flags of the amount and the two accounts, which a request for fees shares. */
export const accountFlags = declareFields(
  listFieldNames('fees') as Exclude<FieldName, 'reference' | 'reference-type' | 'reference-issuer'>[],
);

/** Picks the given fields of a payment. */
export function pickFields(flags: Readonly<Record<string, unknown>>): PaymentFields {
  return Object.fromEntries(
    Object.entries(flags).filter(([name, value]) => Object.hasOwn(FIELDS, name) && value !== undefined),
  );
}
