import { describe, expect, it } from 'vitest';
import { balancesOf } from '../../support/life/books.ts';
import { sleepUntil, THURSDAY, WEDNESDAY } from '../../support/life/days.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { KARI, statusOf } from '../../support/life/payments.ts';
import { approvedAs, createAs } from '../../support/life/products.ts';
import { set } from './rows.ts';

const bank = bankOfEach();
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
    expect((await balancesOf(bank(), foreign)).closingBooked).toBe(before.closingBooked + 1000);
  });
});
