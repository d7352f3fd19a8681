import type { DomesticFields } from '../client/domestic-fields.ts';
import { Flags } from './flags.ts';

const AMOUNT = 'AMOUNT AND DATE';
const CREDITOR = 'CREDITOR';
const DEBTOR = 'DEBTOR';
const REMITTANCE = 'REMITTANCE';

function field(description: string, helpGroup: string, helpValue: string, exclusive: string[] = []) {
  return Flags.string({ description, helpGroup, helpValue, exclusive });
}

function repeatable(description: string, helpValue: string) {
  return Flags.string({ description, helpValue, helpGroup: REMITTANCE, multiple: true });
}

/** Every field of a domestic payment as a flag. @see cli.md Flags of payments create */
export const domesticFlags = {
  amount: field('Amount with the decimals of its currency.', AMOUNT, '100.50'),
  currency: field('Currency of the amount.', AMOUNT, 'NOK'),
  date: field('Execution date; default: the next run of the bank.', AMOUNT, 'YYYY-MM-DD'),
  'to-name': field("The creditor's full name.", CREDITOR, 'NAME'),
  'to-bban': field("The creditor's account number.", CREDITOR, 'BBAN', ['to-iban']),
  'to-iban': field("The creditor's Norwegian IBAN, read as its account number.", CREDITOR, 'IBAN'),
  'to-currency': field("Currency of the creditor's account; default: the amount's.", CREDITOR, 'NOK'),
  'to-agent': field("BIC of the creditor's bank; required for a currency account.", CREDITOR, 'BIC'),
  country: field("The creditor's country.", CREDITOR, 'NO'),
  street: field("The creditor's street.", CREDITOR, 'NAME'),
  'building-number': field("The creditor's building number.", CREDITOR, 'NUMBER'),
  'postal-code': field("The creditor's postal code.", CREDITOR, 'CODE'),
  city: field("The creditor's city.", CREDITOR, 'NAME'),
  'from-bban': field("The debtor's account number.", DEBTOR, 'BBAN', ['from-iban', 'from-card']),
  'from-iban': field("The debtor's Norwegian IBAN, read as its account number.", DEBTOR, 'IBAN'),
  'from-card': field("The reference of the debtor's card account.", DEBTOR, 'REFERENCE', ['from-iban']),
  'from-currency': field("Currency of the debtor's account; default: the amount's.", DEBTOR, 'NOK'),
  'ultimate-debtor': field('The party on whose behalf the debtor pays.', DEBTOR, 'NAME'),
  message: field('Unstructured remittance information.', REMITTANCE, 'TEXT'),
  kid: field('KID, the payment reference of a Norwegian creditor.', REMITTANCE, 'KID'),
  reference: repeatable('Structured reference; repeat it for several.', 'TEXT'),
  'reference-type': repeatable('Type of the reference at the same place.', 'TYPE'),
  'reference-issuer': repeatable('Issuer of the reference at the same place.', 'NAME'),
  purpose: field('ISO 20022 purpose code.', REMITTANCE, 'CODE'),
  'end-to-end-id': field('Identification kept from end to end.', REMITTANCE, 'TEXT'),
};

type Given = { readonly [F in keyof typeof domesticFlags]?: string | string[] | undefined };

/** The parsed flags as fields of the payment. */
export function domesticFields(flags: Given): DomesticFields {
  const one = (name: keyof typeof domesticFlags) => flags[name] as string | undefined;
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
  };
}

/** Repeated flags belong together by their place. */
function referencesOf(flags: Given): DomesticFields['references'] {
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
