import type { PaymentKind } from '../client/payments.ts';
import { Fault } from '../errors.ts';
import type { PaymentFields } from '../forms/payment-fields.ts';
import { hasSwitch, isGiven } from './command-line.ts';
import { Args, Flags, type Given, nameAsMembers, textFlag } from './flags.ts';
import { parseMilliseconds } from './psu-flags.ts';

/** The payment that a command is about, by its id. @see C-payment-product */
export const paymentArgs = {
  id: Args.string({ description: 'The paymentId from payments create.', required: true }),
};

/** Without an id the newest one. @see C-newest-payment */
export const wantedPaymentArgs = {
  id: Args.string({
    description: 'paymentId of the creation response. Default: the newest payment of the profile.',
  }),
};

/** The basket that a command is about, by its id. @see C-basket */
export const basketArgs = {
  id: Args.string({ description: 'The basketId from basket create.', required: true }),
};

export const productFlag = {
  product: textFlag(
    "domestic, cross-border, instant, periodic or bulk, or one of the interface's products (PRODUCT or SERVICE/PRODUCT). Default: the product this profile remembers, else domestic.",
    'PRODUCT',
  ),
};

const AMOUNT = 'AMOUNT AND DATE';
const CREDITOR = 'CREDITOR';
const DEBTOR = 'DEBTOR';
const REMITTANCE = 'REMITTANCE';
const CROSS_BORDER = 'CROSS-BORDER';
const PERIODIC = 'PERIODIC';

function kind(description: string) {
  return Flags.boolean({ description, helpGroup: 'KIND' });
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

type GivenFields = { readonly [F in keyof typeof paymentFlags]?: string | string[] | undefined };

/** Those of the payment's fields that were given. */
export function givenValues(flags: GivenFields): GivenFields {
  const given = Object.entries(flags).filter(
    ([name, value]) => Object.hasOwn(paymentFlags, name) && value !== undefined,
  );
  return Object.fromEntries(given);
}

/** The parsed flags as fields of the payment. Repeated flags of references belong together by their place. */
export function paymentFields(flags: GivenFields): PaymentFields {
  const {
    reference,
    'reference-type': referenceType,
    'reference-issuer': referenceIssuer,
    ...fields
  } = givenValues(flags);
  const count = Math.max(...[reference, referenceType, referenceIssuer].map((values) => values?.length ?? 0));
  const references = Array.from({ length: count }, (_, place) => ({
    reference: reference?.[place],
    referenceType: referenceType?.[place],
    referenceIssuer: referenceIssuer?.[place],
  }));
  return {
    ...(nameAsMembers(fields) as PaymentFields),
    references: count === 0 ? undefined : references,
  };
}

export const watchFlags = {
  watch: Flags.boolean({ description: 'Follow the payment until its status is final.' }),
  timeout: textFlag('Stop watching after this time, with exit code 5.', 'DURATION'),
};

const LONGEST_SECONDS = 400 * 86_400;

/**
 * Milliseconds; undefined: as long as it takes. A time limit that the environment gives is for whoever watches.
 * @throws Fault USAGE
 */
export function watchTimeout(
  { watch = false, timeout }: Given<typeof watchFlags>,
  argv: readonly string[],
): number | undefined {
  if (!watch) {
    if (!isGiven(argv, '--timeout')) return undefined;
    throw new Fault('USAGE', '--timeout only works with --watch.', {
      hint: 'Add --watch, or remove --timeout.',
    });
  }
  if (timeout === undefined) return undefined;
  const milliseconds = parseMilliseconds(timeout, LONGEST_SECONDS);
  if (milliseconds !== undefined) return milliseconds;
  throw new Fault('USAGE', `--timeout ${JSON.stringify(timeout)} isn't a duration from 1s to 400d.`, {
    hint: 'Examples: 90s, 15m, 1h30m.',
  });
}
