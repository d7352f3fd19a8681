import { describe, it } from 'vitest';
import { KARI } from '../../support/life/payments.ts';
import { creditors } from './accounts.ts';
import { all, set } from './changes.ts';
import { expectCreated, expectRefusal } from './expectations.ts';
import { bankOf, itAnswers, knownPsu, malformed, type Row } from './rows.ts';
import { bicRows, noBbanRows } from './tables.ts';

describe('the creditor account of a domestic payment [D4-bban]', () => {
  itAnswers([
    ...creditors.map(
      (bban): Row => ({
        what: `the creditor ${bban}`,
        change: set('creditorAccount.bban', bban),
        answer: 'created',
      }),
    ),
    ...noBbanRows(),
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
    ...bicRows,
  ]);
});

describe('the debtor account of a domestic payment [D4-debtor, D4-debtor-currency, D4-debtor-later]', () => {
  const bank = bankOf();
  const unknown = { status: 400, code: 'RESOURCE_UNKNOWN', path: 'debtorAccount.bban' };
  const ofAnother = () => ({
    ...bank().payment(),
    creditorAccount: { bban: creditors[0], currency: 'NOK' },
    debtorAccount: { bban: bank().accounts.foreign, currency: 'NOK' },
  });

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
    expectRefusal(await bank().send({ headers: knownPsu, body: ofAnother() }), unknown);
  });

  it.each([
    ['PSU-Context', {}],
    ['X-PSU-IDENTITY', { 'X-PSU-IDENTITY': KARI }],
  ])('takes whatever account is named beside %s alone: the page checks it', async (_, headers) => {
    for (const bban of [bank().accounts.foreign, '99900000000']) {
      for (const currency of ['NOK', 'EUR']) {
        const body = { ...ofAnother(), debtorAccount: { bban, currency } };
        expectCreated(await bank().send({ headers, body }));
      }
    }
  });

  it('refuses a currency that is not the account’s', async () => {
    const body = { ...bank().payment(), debtorAccount: { bban: bank().accounts.debtor, currency: 'EUR' } };
    expectRefusal(await bank().send({ headers: knownPsu, body }), malformed('debtorAccount.currency'));
  });
});
