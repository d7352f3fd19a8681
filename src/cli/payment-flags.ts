import type { PaymentKind } from '../client/payments.ts';
import { Fault } from '../errors.ts';
import type { PaymentFields } from '../forms/payment-fields.ts';
import { Flags } from './flags.ts';
import { hasSwitch } from './switches.ts';

const KIND = 'KIND';
const AMOUNT = 'AMOUNT AND DATE';
const CREDITOR = 'CREDITOR';
const DEBTOR = 'DEBTOR';
const REMITTANCE = 'REMITTANCE';
const CROSS_BORDER = 'CROSS-BORDER';
const PERIODIC = 'PERIODIC';

function kind(description: string) {
  return Flags.boolean({ description, helpGroup: KIND });
}

/** Of which a creation takes exactly one. */
export const kindFlags = {
  domestic: kind('A Norwegian domestic credit transfer.'),
  'cross-border': kind('A credit transfer to another country, or in another currency.'),
  instant: kind("A Norwegian instant credit transfer (straks), booked as soon as it's approved."),
  periodic: kind('A recurring domestic credit transfer.'),
  bulk: kind('Several domestic credit transfers from one account, listed in --file.'),
};

const KINDS = Object.keys(kindFlags) as PaymentKind[];
const KIND_FLAGS = KINDS.map((name) => `--${name}`);

/**
 * The one kind that is given; one on the command line goes before one of the environment.
 * @throws Fault USAGE
 * @see C-one-kind
 */
export function kindGiven(
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

export function kindMissing(): Fault {
  return new Fault('INPUT_MISSING', `Missing: one of ${KIND_FLAGS.join(', ')}.`, {
    missing: KIND_FLAGS,
    hint: 'Add --domestic, for example. --help explains each kind.',
  });
}

function field(description: string, helpGroup: string, helpValue: string, exclusive: string[] = []) {
  return Flags.string({ description, helpGroup, helpValue, exclusive });
}

function repeatable(description: string, helpValue: string) {
  return Flags.string({ description, helpValue, helpGroup: REMITTANCE, multiple: true });
}

/** Flags of the amount and the two accounts, which a question for fees has too. */
export const accountFlags = {
  amount: field('Amount, such as 100, 100.50 or 1 000,50.', AMOUNT, '100.50'),
  currency: field('Currency of the amount.', AMOUNT, 'NOK'),
  'to-bban': field("The creditor's account number.", CREDITOR, 'BBAN', ['to-iban']),
  'to-iban': field(
    "The creditor's IBAN. Except in a cross-border payment it must be Norwegian, and is sent as the account number.",
    CREDITOR,
    'IBAN',
  ),
  'to-currency': field("Currency of the creditor's account. Default: the amount's.", CREDITOR, 'NOK'),
  'from-bban': field("The debtor's account number.", DEBTOR, 'BBAN', ['from-iban', 'from-card']),
  'from-iban': field(
    "The debtor's IBAN. Except in a cross-border payment it must be Norwegian, and is sent as the account number.",
    DEBTOR,
    'IBAN',
  ),
  'from-card': field("The reference of the debtor's card account.", DEBTOR, 'REFERENCE', ['from-iban']),
  'from-currency': field("Currency of the debtor's account. Default: the amount's.", DEBTOR, 'NOK'),
};

/** Every field of a payment as a flag. @see C-create-flags */
export const paymentFlags = {
  ...accountFlags,
  date: field("Execution date. Default: the bank's next run.", AMOUNT, 'YYYY-MM-DD'),
  'to-name': field("The creditor's full name.", CREDITOR, 'NAME'),
  'to-agent': field(
    "BIC of the creditor's bank. Required for a currency account, and for an account number abroad.",
    CREDITOR,
    'BIC',
  ),
  country: field("The creditor's country.", CREDITOR, 'NO'),
  street: field("The creditor's street.", CREDITOR, 'NAME'),
  'building-number': field("The creditor's building number.", CREDITOR, 'NUMBER'),
  'postal-code': field("The creditor's postal code.", CREDITOR, 'CODE'),
  city: field("The creditor's city.", CREDITOR, 'NAME'),
  'ultimate-debtor': field('The party the debtor pays on behalf of.', DEBTOR, 'NAME'),
  message: field('Unstructured remittance information.', REMITTANCE, 'TEXT'),
  kid: field('KID, the payment reference of a Norwegian creditor.', REMITTANCE, 'KID'),
  reference: repeatable('Structured reference. Repeatable.', 'TEXT'),
  'reference-type': repeatable('Type of the reference, in the same order.', 'TYPE'),
  'reference-issuer': repeatable('Issuer of the reference, in the same order.', 'NAME'),
  purpose: field('ISO 20022 purpose code.', REMITTANCE, 'CODE'),
  'end-to-end-id': field("Reference that's passed unchanged from debtor to creditor.", REMITTANCE, 'TEXT'),
  'regulatory-code': field(
    "Regulatory code for what's being paid for. Required from NOK 100 000.",
    CROSS_BORDER,
    'CODE',
  ),
  'regulatory-info': field(
    "What's being paid for, in words. Required from NOK 100 000.",
    CROSS_BORDER,
    'TEXT',
  ),
  'service-level': field(
    'Service level outside SEPA: URGP or SDVA for a higher one, which raises the fee.',
    CROSS_BORDER,
    'CODE',
  ),
  'start-date': field('Date of the first payment.', PERIODIC, 'YYYY-MM-DD'),
  frequency: field(
    'Daily, Weekly, EveryTwoWeeks, Monthly, EveryTwoMonths, Quarterly, SemiAnnual, Annual or MonthlyVariable.',
    PERIODIC,
    'FREQUENCY',
  ),
  'end-date': field('Date after which no more payments are made.', PERIODIC, 'YYYY-MM-DD'),
  'execution-rule': field(
    'If the bank is closed on the day: pay on the following or preceding bank day.',
    PERIODIC,
    'RULE',
  ),
  day: field('Day of the month, from 1 to 31.', PERIODIC, 'DAY'),
  months: field('Months for MonthlyVariable, separated by commas.', PERIODIC, '1,4,10'),
};

export type PaymentFlag = keyof typeof paymentFlags;

type Given = { readonly [F in PaymentFlag]?: string | string[] | undefined };

/** Those of the payment's fields that were given. */
export function givenValues(flags: Given): Given {
  const given = Object.entries(flags).filter(
    ([name, value]) => Object.hasOwn(paymentFlags, name) && value !== undefined,
  );
  return Object.fromEntries(given);
}

/** The parsed flags as fields of the payment. */
export function paymentFields(flags: Given): PaymentFields {
  const one = (name: PaymentFlag) => flags[name] as string | undefined;
  return {
    amount: one('amount'),
    currency: one('currency'),
    date: one('date'),
    toName: one('to-name'),
    toBban: one('to-bban'),
    toIban: one('to-iban'),
    toCurrency: one('to-currency'),
    toAgent: one('to-agent'),
    country: one('country'),
    street: one('street'),
    buildingNumber: one('building-number'),
    postalCode: one('postal-code'),
    city: one('city'),
    fromBban: one('from-bban'),
    fromIban: one('from-iban'),
    fromCard: one('from-card'),
    fromCurrency: one('from-currency'),
    ultimateDebtor: one('ultimate-debtor'),
    message: one('message'),
    kid: one('kid'),
    references: referencesOf(flags),
    purpose: one('purpose'),
    endToEndId: one('end-to-end-id'),
    regulatoryCode: one('regulatory-code'),
    regulatoryInfo: one('regulatory-info'),
    serviceLevel: one('service-level'),
    startDate: one('start-date'),
    endDate: one('end-date'),
    frequency: one('frequency'),
    executionRule: one('execution-rule'),
    day: one('day'),
    months: one('months'),
  };
}

/** Repeated flags belong together by their place. */
function referencesOf(flags: Given): PaymentFields['references'] {
  const [references, types, issuers] = [
    flags.reference,
    flags['reference-type'],
    flags['reference-issuer'],
  ].map((values) => (values ?? []) as string[]) as [string[], string[], string[]];
  const count = Math.max(references.length, types.length, issuers.length);
  if (count === 0) return undefined;
  return Array.from({ length: count }, (_, place) => ({
    reference: references[place],
    referenceType: types[place],
    referenceIssuer: issuers[place],
  }));
}
