import { describe, expect, it } from 'vitest';
import { createBasket, UNNAMED } from '../../support/life/baskets.ts';
import { Browser } from '../../support/life/browser.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { cancel, create, KARI, start, statusOf } from '../../support/life/payments.ts';
import { createAs } from '../../support/life/products.ts';
import { toDecision, walk } from '../../support/life/walk.ts';

const bank = bankOfEach();
const kari = { number: KARI };

/** What the PSU has read by the time of the decision. */
async function readBefore(link: string): Promise<string> {
  const browser = new Browser(bank());
  const page = await toDecision(browser, await browser.open(link), kari);
  return page.text.replaceAll(/\s+/g, ' ');
}

describe('what the page shows before a payment is approved [D6-site-steps]', () => {
  it('is when a periodic payment comes: its months, day and rule', async () => {
    const body = {
      ...{ frequency: 'MonthlyVariable', monthsOfExecution: ['1', 6] },
      ...{ dayOfExecution: '5', executionRule: 'preceeding', endDate: '2027-12-31' },
    };
    const { link } = await createAs(bank(), 'periodic', { psu: KARI, body });
    const text = await readBefore(link);
    expect(text).toContain('in January, June, on day 5, on the previous bank day when the bank is closed');
    expect(text).toContain('31 December 2027');
  });

  it('is the bank of a creditor that is known by its number there, and the fee', async () => {
    const body = { creditorAccount: { bban: '1234567', currency: 'EUR' }, creditorAgent: 'DEUTDEFF' };
    const { link } = await createAs(bank(), 'cross-border', { psu: KARI, body });
    const text = await readBefore(link);
    expect(text).toContain('1234567');
    expect(text).toContain('DEUTDEFF');
    expect(text).toMatch(/Fee 65\.00.NOK/);
  });

  it('is the fee with what a higher service level adds [D4-service-level]', async () => {
    const { link } = await createAs(bank(), 'cross-border', { psu: KARI, body: { serviceLevel: 'URGP' } });
    expect(await readBefore(link)).toMatch(/Fee 215\.00.NOK/);
  });
});

describe('an explicit payment of the last day there is [D4-explicit, D4-periodic-start]', () => {
  it('is received as any other', async () => {
    const headers = { 'TPP-Explicit-Authorisation-Preferred': 'true' };
    await createAs(bank(), 'periodic', { psu: KARI, headers, body: { startDate: '9999-12-31' } });
  });
});

describe('a basket of which one payment is over [D5-one-sca, D4-debtor-later]', () => {
  it('is approved by the PSU of the others, whosever the one that is over was', async () => {
    const nobody = { 'X-PSU-IDENTITY': null, 'PSU-Context': 'PRIVATE' };
    const ofKari = await create(bank(), { headers: nobody });
    const ofOla = await create(bank(), { headers: nobody, from: bank().accounts.foreign });
    const { link } = await start(bank(), await createBasket(bank(), [ofKari, ofOla], UNNAMED));
    expect((await cancel(bank(), ofOla, { headers: { 'X-PSU-IDENTITY': null } })).status).toBe(204);
    await walk(bank(), link, kari, 'confirm');
    expect(await statusOf(bank(), ofKari)).toBe('ACTC');
  });
});
