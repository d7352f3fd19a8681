import { createInitialData } from '../../../src/bank/domain/initial-data.ts';
import { KARI } from '../../support/life/payments.ts';
import { all, type Change, cardDebtor, references, set, without } from './changes.ts';
import {
  agent,
  array,
  card,
  lengths,
  object,
  objects,
  required,
  strings,
  texts,
} from './domestic-members.ts';
import { knownPsu, malformed, type Row } from './rows.ts';
import {
  bicRows,
  characterRows,
  countries,
  lengthRows,
  listed,
  type Member,
  noBbanRows,
  noCountry,
  noCurrency,
  noPurpose,
  purposes,
  requiredRows,
  typeRows,
} from './tables.ts';

/**
 * The rules of the domestic body, for the payments that have this body: periodic payments whole, bulk payments in
 * their items, which have neither debtor nor date.
 * @see I-domestic-request
 */

const taken = (what: string, change: Change): Row => ({ what, change, answer: 'created' });

function ofDebtor([path]: readonly [string, ...unknown[]]): boolean {
  return path.startsWith('debtorAccount');
}

function ofItem(member: readonly [string, ...unknown[]]): boolean {
  return !ofDebtor(member) && member[0] !== 'requestedExecutionDate';
}

function memberRows(of: (member: readonly [string, ...unknown[]]) => boolean): Row[] {
  const some = (members: readonly Member[]) => members.filter(of);
  return [
    ...requiredRows(some(required)),
    ...typeRows(some(strings), some(objects)),
    ...lengthRows(lengths.filter(of)),
    ...characterRows(some(texts)),
  ];
}

const abroad = set('creditorAccount', { bban: '99940512340', currency: 'EUR' });

/** Each member by itself, as one payment of a bulk has it as well. */
export const paymentMembers: readonly Row[] = [
  ...memberRows(ofItem),
  ...listed('instructedAmount.currency', ['NOK', 'EUR', 'HRK', 'ZWD'], noCurrency),
  ...listed('creditorAccount.currency', ['NOK', 'JPY', 'TVD'], noCurrency, agent),
  ...listed('creditorAddress.country', countries, noCountry),
  ...listed('purposeCode', purposes, noPurpose),
  ...bicRows,
  ...noBbanRows(),
];

/** What may lack, what is ignored, and what members must be to each other. */
export const paymentRules: readonly Row[] = [
  taken('no remittance information', without('remittanceInformationUnstructured')),
  taken('a single structured reference', object),
  taken('structured references', array),
  taken('a currency account with its bank', all(agent, abroad)),
  taken('an unknown member', set('colour', 'blue')),
  {
    what: 'an IBAN of the creditor, which is ignored',
    change: set('creditorAccount.iban', 'no iban at all'),
    answer: { unused: ['creditorAccount.iban'] },
  },
  {
    what: 'a currency account without its bank',
    change: abroad,
    answer: malformed('creditorAgent'),
  },
  {
    what: 'message and structured references together',
    change: set('remittanceInformationStructuredArray', [{ reference: 'A1' }]),
    answer: malformed('remittanceInformationUnstructured'),
  },
  {
    what: 'text among the structured references',
    change: references('A1'),
    answer: malformed('remittanceInformationStructuredArray[0]'),
  },
  {
    what: 'a text as structured references',
    change: all(array, set('remittanceInformationStructuredArray', 'A1')),
    answer: malformed('remittanceInformationStructuredArray'),
  },
];

const { accounts, cardAccounts } = createInitialData('psd2');
const own = accounts.find(({ customerNumber }) => customerNumber === KARI);
const foreign = accounts.find(({ customerNumber }) => customerNumber !== KARI);
const ownCard = cardAccounts.find(({ customerNumber }) => customerNumber === KARI);
const foreignCard = cardAccounts.find(({ customerNumber }) => customerNumber !== KARI);

function cardOf(card: typeof ownCard): Change {
  return cardDebtor({
    identification: card?.relatedAccount,
    schemeNameProprietary: 'creditCardAccount',
  });
}

/** No creditor of this bank: a debtor can't pay itself. */
const elsewhere: Change = (body) => {
  const { payments = [body] } = body as { payments?: object[] };
  for (const payment of payments) set('creditorAccount.bban', '99940512340')(payment);
};

const unknown = (path: string): Row['answer'] => ({ status: 400, code: 'RESOURCE_UNKNOWN', path });

/** Each member of the debtor by itself, whom a bulk has once. */
export const debtorMembers: readonly Row[] = [
  ...memberRows(ofDebtor),
  ...listed('debtorAccount.currency', ['NOK'], noCurrency),
];

/** What its members must be to each other, and whose account it must be. */
export const debtorRules: readonly Row[] = [
  {
    what: 'a debtor bban of 31 characters',
    change: set('debtorAccount.bban', '1'.repeat(31)),
    answer: malformed('debtorAccount.bban'),
  },
  {
    what: 'a debtor with neither bban nor card reference',
    change: without('debtorAccount.bban'),
    answer: malformed('debtorAccount'),
  },
  {
    what: 'a debtor with both bban and card reference',
    change: set('debtorAccount.other', {
      identification: 'card-1',
      schemeNameProprietary: 'creditCardAccount',
    }),
    answer: malformed('debtorAccount'),
  },
  {
    what: 'another scheme of card references',
    change: all(card, set('debtorAccount.other.schemeNameProprietary', 'creditcardaccount')),
    answer: malformed('debtorAccount.other.schemeNameProprietary'),
  },
  {
    what: 'a debtor account that nobody has',
    change: set('debtorAccount.bban', '99900000000'),
    send: { headers: knownPsu },
    answer: unknown('debtorAccount.bban'),
  },
  {
    what: 'a card reference that nobody has',
    change: card,
    send: { headers: knownPsu },
    answer: unknown('debtorAccount.other.identification'),
  },
  {
    what: 'the account of another PSU',
    change: all(elsewhere, set('debtorAccount.bban', foreign?.bban)),
    send: { headers: knownPsu },
    answer: unknown('debtorAccount.bban'),
  },
  {
    what: 'the card of another PSU',
    change: cardOf(foreignCard),
    send: { headers: knownPsu },
    answer: unknown('debtorAccount.other.identification'),
  },
  {
    what: 'the account of the PSU',
    change: set('debtorAccount.bban', own?.bban),
    send: { headers: knownPsu },
    answer: 'created',
  },
  { what: 'the card of the PSU', change: cardOf(ownCard), send: { headers: knownPsu }, answer: 'created' },
  taken(
    'the account of a PSU that is not known yet',
    all(elsewhere, set('debtorAccount.bban', foreign?.bban)),
  ),
  taken('the card of a PSU that is not known yet', cardOf(foreignCard)),
  {
    what: 'a currency that is not the account’s',
    change: set('debtorAccount.currency', 'EUR'),
    send: { headers: knownPsu },
    answer: malformed('debtorAccount.currency'),
  },
];
