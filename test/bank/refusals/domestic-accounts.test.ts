import { describe, it } from 'vitest';
import { all, set } from './changes.ts';
import { expectCreated, expectRefusal } from './expectations.ts';
import { bankOf, itAnswers, knownPsu, malformed, type Row } from './rows.ts';

/** Of other banks than ours, and without a KID entry. */
const creditors = ['99940512340', '99950612343', '99960712346'];

const noBban: readonly (readonly [string, string])[] = [
  ['of 10 digits', '9994051234'],
  ['of 12 digits', '999405123400'],
  ['with a wrong check digit', '99940512341'],
  ['with two digits exchanged', '99940521340'],
  ['that can have no check digit, ending in 0', '99940512090'],
  ['that can have no check digit, ending in -', '9994051209-'],
  ['of the bank code 0000', '00005123453'],
  ['of eleven zeros', '00000000000'],
  ['with dots', '9994.05.12340'],
  ['with a blank before it', ' 99940512340'],
  ['with a letter', '9994051234O'],
  ['of full-width digits', '９９９４０５１２３４０'],
];

describe('the creditor account of a domestic payment [D4-bban]', () => {
  itAnswers([
    ...creditors.map(
      (bban): Row => ({
        what: `the creditor ${bban}`,
        change: set('creditorAccount.bban', bban),
        answer: 'created',
      }),
    ),
    ...noBban.map(
      ([what, bban]): Row => ({
        what: `a creditor bban ${what}`,
        change: set('creditorAccount.bban', bban),
        answer: malformed('creditorAccount.bban'),
      }),
    ),
  ]);
});

const abroad = set('creditorAccount', { bban: '99940512340', currency: 'EUR' });

describe('the creditor’s bank in a domestic payment [I-creditor-agent, D4-creditor-agent, D4-bic]', () => {
  itAnswers([
    { what: 'a currency account without its bank', change: abroad, answer: malformed('creditorAgent') },
    {
      what: 'a currency account with its bank',
      change: all(abroad, set('creditorAgent', 'PRVENOKK')),
      answer: 'created',
    },
    ...['PRVENOKK', 'PRVENOKKXXX', 'PRVEDEFF500', 'PRVEGB2L'].map(
      (bic): Row => ({ what: `the BIC ${bic}`, change: set('creditorAgent', bic), answer: 'created' }),
    ),
    ...[
      'PRVENOK',
      'PRVENOKKX',
      'PRVENOKKXX',
      'PRVENOKKXXXX',
      'prvenokk',
      'PRVEXXKK',
      'PRVEXKKK',
      'PRVE NOKK',
      'PRVENOK-',
      'PRVENOKÅ',
    ].map(
      (bic): Row => ({
        what: `the BIC '${bic}'`,
        change: set('creditorAgent', bic),
        answer: malformed('creditorAgent'),
      }),
    ),
  ]);
});

describe('the debtor account of a domestic payment [D4-debtor, D4-debtor-currency, D4-debtor-later]', () => {
  const bank = bankOf();
  const unknown = { status: 400, code: 'RESOURCE_UNKNOWN', path: 'debtorAccount.bban' };

  it('accepts each account of the PSU', async () => {
    for (const bban of [bank().accounts.debtor, bank().accounts.debtorOther]) {
      const body = { ...bank().payment(), debtorAccount: { bban, currency: 'NOK' } };
      expectCreated(await bank().send({ headers: knownPsu, body }));
    }
  });

  it('refuses an account that nobody has', async () => {
    const body = { ...bank().payment(), debtorAccount: { bban: '99900000000', currency: 'NOK' } };
    expectRefusal(await bank().send({ headers: knownPsu, body }), unknown);
  });

  it('refuses the account of another PSU with the same answer', async () => {
    const body = { ...bank().payment(), debtorAccount: { bban: bank().accounts.foreign, currency: 'NOK' } };
    expectRefusal(await bank().send({ headers: knownPsu, body }), unknown);
  });

  it('takes the account of another PSU while the PSU is not known: the page checks it', async () => {
    const body = { ...bank().payment(), debtorAccount: { bban: bank().accounts.foreign, currency: 'NOK' } };
    expectCreated(await bank().send({ body }));
  });

  it('refuses a currency that is not the account’s', async () => {
    const body = { ...bank().payment(), debtorAccount: { bban: bank().accounts.debtor, currency: 'EUR' } };
    expectRefusal(await bank().send({ headers: knownPsu, body }), malformed('debtorAccount.currency'));
  });
});
