import { describe, expect, it } from 'vitest';
import { askFor, SiteBrowser, scaIn } from '../../support/site.ts';
import { readStored } from '../../support/stored.ts';
import { bankOf } from '../refusals/rows.ts';
import { CUSTOMER, get, made, NUMBER, ORGANISATION, ownAccount, post } from './calls.ts';

describe('customers by hand [I-sandbox-customer-create, D8-customer-type, D8-living-person, D8-private-agreement, D2-created-location]', () => {
  const bank = bankOf();

  it('are shown as they were made, alone and last in the list', async () => {
    const answer = await post(bank(), '/customers', CUSTOMER);
    const { customerId } = answer.json;
    const self = `/v1/sandbox/customers/${customerId}`;
    expect(answer.status).toBe(201);
    expect(answer.header('Location')).toBe(self);
    expect(answer.json).toEqual({
      customerId: expect.stringMatching(/^[A-Za-z0-9]{22}$/),
      customerNumber: NUMBER,
      customerType: 'PRIVATE',
      customerName: 'Siri Prøve',
      _links: { self: { href: self, verbs: ['GET', 'DELETE'] } },
    });
    expect((await get(bank(), `/customers/${customerId}`)).json).toEqual(answer.json);
    expect((await get(bank(), '/customers')).json.at(-1)).toEqual(answer.json);
  });

  it('that are private have a PRIVATE agreement at once, corporate ones none', async () => {
    await made(bank(), '/customers', {
      customerNumber: ORGANISATION,
      name: 'Prøve Hotell AS',
      type: 'Corporate',
    });
    const agreements = readStored(
      bank().path,
      `SELECT type, owner_number, name FROM agreements WHERE owner_number IN ('${NUMBER}', '${ORGANISATION}')`,
    );
    expect(agreements).toEqual([{ type: 'PRIVATE', owner_number: NUMBER, name: 'Siri Prøve' }]);
  });

  it('can be who pays at once', async () => {
    const { bban } = await ownAccount(bank());
    const body = { ...bank().payment(), debtorAccount: { bban, currency: 'NOK' } };
    expect((await bank().send({ headers: { 'X-PSU-IDENTITY': NUMBER }, body })).status).toBe(201);
  });

  it('whose number may be a living person’s come with a warning, synthetic ones with none', async () => {
    const warned = await made(bank(), '/customers', { ...CUSTOMER, customerNumber: '15013963199' });
    expect(warned.tppMessages).toMatchObject([
      { category: 'WARNING', code: 'FORMAT_ERROR', path: 'customerNumber' },
    ]);
    expect((await get(bank(), `/customers/${warned.customerId}`)).json).not.toHaveProperty('tppMessages');
  });

  // The page takes blanks out, as people write numbers in groups: such a customer could never sign anything.
  it.each(['AB 12', 'AB12', '15813963008', '158139 63008'])('identify on the page: %s', async (typed) => {
    await post(bank(), '/customers', { ...CUSTOMER, customerNumber: 'AB 12' });
    await post(bank(), '/customers', { ...CUSTOMER, customerNumber: 'AB12' });
    const { link, authorisationId } = await askFor(bank());
    const browser = new SiteBrowser(bank(), link);
    await browser.open();
    await browser.press('identify', { number: typed });
    const expected = typed.startsWith('AB') ? typed : '15813963008';
    expect(scaIn(bank(), authorisationId).identified).toBe(expected);
  });
});
