import { describe, expect, it } from 'vitest';
import type { Answer } from '../../support/bank.ts';
import { balancesOf } from '../../support/life/books.ts';
import { sleepUntil, THURSDAY, WEDNESDAY } from '../../support/life/days.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { KARI, statusOf } from '../../support/life/payments.ts';
import { approvedAs, createAs } from '../../support/life/products.ts';
import { foreignIban } from './accounts.ts';
import { set } from './changes.ts';
import { expectCreated, expectRefusal } from './expectations.ts';
import { crossBorder } from './kinds.ts';

const bank = bankOfEach();
const conflict = { status: 409, code: 'CONFLICT' };
const session = 'session-of-kari';

/** The creditor of a cross-border payment, as its body names it. */
interface Creditor {
  readonly creditorAccount: object;
  readonly creditorAgent?: string;
}

/** A bban abroad is free text, whose meaning is the creditor's bank's. */
function abroad(bban: string, creditorAgent = 'DEUTDEFF'): Creditor {
  return { creditorAccount: { bban, currency: 'EUR' }, creditorAgent };
}

function sendTo(body: object, creditor: Creditor): Promise<Answer> {
  return bank().send({ path: crossBorder.path, body: { ...body, ...creditor } });
}

describe('creditors abroad that are the same or not [D4-duplicate-products, D4-foreign-bban]', () => {
  it('are two of one bban at two banks', async () => {
    const body = crossBorder.body(bank());
    expectCreated(await sendTo(body, abroad('1234567', 'DEUTDEFF')));
    expectCreated(await sendTo(body, abroad('1234567', 'BNPAFRPP')));
    expectRefusal(await sendTo(body, abroad('1234567', 'DEUTDEFF')), conflict);
  });

  it('are one of one bban at one bank', async () => {
    const body = crossBorder.body(bank());
    expectCreated(await sendTo(body, abroad('1234567')));
    expectRefusal(await sendTo(body, abroad('1234567')), conflict);
  });

  it('are one of one IBAN, with a bban beside it or without', async () => {
    const body = crossBorder.body(bank());
    expectCreated(await sendTo(body, { creditorAccount: { iban: foreignIban, currency: 'EUR' } }));
    const both = { bban: '0123456789', iban: foreignIban, currency: 'EUR' };
    const answer = await sendTo(body, { creditorAccount: both, creditorAgent: 'DEUTDEFF' });
    expectRefusal(answer, conflict);
  });

  it('are not the account at home that is written alike', async () => {
    const body = crossBorder.body(bank());
    expectCreated(await sendTo(body, abroad('99940512340', 'PRVENOKK')));
    expectCreated(await sendTo(body, abroad('99940512340', 'DEUTDEFF')));
  });
});

describe('an account abroad that is written like one of this bank [D4-foreign-bban]', () => {
  it('is no own account of the PSU: the payment is not exempt from SCA', async () => {
    await approvedAs(bank(), 'domestic', { psu: KARI, session });
    const { debtorOther } = bank().accounts;
    const payment = await createAs(bank(), 'cross-border', {
      psu: KARI,
      session,
      amount: '100.00',
      body: abroad(debtorOther),
    });
    expect(payment.created.json.transactionStatus).toBe('RCVD');
    expect(payment.created.json._links).toHaveProperty('scaRedirect');
  });

  it('is given no money here', async () => {
    const { foreign } = bank().accounts;
    const before = await balancesOf(bank(), foreign);
    const payment = await approvedAs(bank(), 'cross-border', { amount: '1000.00', body: abroad(foreign) });
    sleepUntil(bank(), WEDNESDAY, '11:31');
    expect(await balancesOf(bank(), foreign)).toEqual(before);
    sleepUntil(bank(), THURSDAY, '10:00');
    expect(await statusOf(bank(), payment)).toBe('ACSC');
    expect(await balancesOf(bank(), foreign)).toEqual(before);
  });

  it('is told from one of this bank, which is given it', async () => {
    const { foreign } = bank().accounts;
    const before = await balancesOf(bank(), foreign);
    const body = abroad(foreign, 'PRVENOKK');
    set('creditorAccount.currency', 'NOK')(body);
    await approvedAs(bank(), 'cross-border', { amount: '1000.00', body });
    sleepUntil(bank(), THURSDAY, '10:00');
    const { closingBooked } = await balancesOf(bank(), foreign);
    expect(closingBooked).toBe(before.closingBooked + 1000);
  });

  it('requires no KID of an account at home', async () => {
    const body = crossBorder.body(bank());
    expectCreated(await sendTo(body, abroad('99911200011')));
  });
});
