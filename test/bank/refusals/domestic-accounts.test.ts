import { describe, it } from 'vitest';
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

  it('takes the account of another PSU while the PSU is not known: the page checks it', async () => {
    expectCreated(await bank().send({ body: ofAnother() }));
  });

  it('refuses a currency that is not the account’s', async () => {
    const body = { ...bank().payment(), debtorAccount: { bban: bank().accounts.debtor, currency: 'EUR' } };
    expectRefusal(await bank().send({ headers: knownPsu, body }), malformed('debtorAccount.currency'));
  });
});
