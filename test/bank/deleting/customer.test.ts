import { beforeEach, describe, expect, it } from 'vitest';
import { byPsuId, makeKnown } from '../../support/known-psu.ts';
import { BASKETS, createBasket, UNNAMED } from '../../support/life/baskets.ts';
import { agree, createOfFirm } from '../../support/life/firm.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { approve, play } from '../../support/life/operator.ts';
import {
  call,
  create,
  FIRM,
  KARI,
  type Payment,
  readStatus,
  scaStatusOf,
  send,
  type Wish,
} from '../../support/life/payments.ts';
import { readStored } from '../../support/stored.ts';
import { made, remove } from '../sandbox/calls.ts';

const bank = bankOfEach();

beforeEach(async () => {
  await makeKnown(bank().path, bank().now);
});

function deleteCustomer(number: string) {
  const [row] = readStored(bank().path, `SELECT id FROM customers WHERE number = '${number}'`);
  return remove(bank(), `/customers/${row?.id}`);
}

function known(wish: Wish = {}): Promise<Payment> {
  return create(bank(), { ...wish, headers: byPsuId(), psu: KARI });
}

/** As its TPP reads it when no PSU-ID works any more. */
async function readUnnamed(payment: Payment) {
  const { status, json, text } = await readStatus(bank(), payment, UNNAMED);
  expect(status, text).toBe(200);
  return json;
}

const BY_ACCOUNT = { code: 'BAD_REQUEST', text: 'the debtor account was deleted' };
const BY_CUSTOMER = {
  code: 'BAD_REQUEST',
  text: "the customer who had to approve it, or the agreement's owner, was deleted",
};

describe('a customer is deleted [D8-deleting-customer, D8-psu-gone, D4-rejection-reason, D3-psu-identity]', () => {
  // The PSU that a header has named is taken by number alone: its SCA would go on for a customer that is not there.
  it('whose open SCAs fail, of a payment from an account that nobody was told of and of the session alone', async () => {
    const payment = await create(bank(), { psu: KARI, from: bank().accounts.foreign });
    const wrong = { ...byPsuId(), 'PSU-Corporate-ID': '00000000-0000-4000-8000-000000000000' };
    const session = await send(bank(), {
      headers: { ...wrong, 'X-PSU-IDENTITY': null, 'PSU-Context': null },
    });
    const link: string = session.json._links.scaRedirect.href;
    await deleteCustomer(KARI);
    const { tppMessages, psuMessage } = await readUnnamed(payment);
    expect(tppMessages).toMatchObject([BY_CUSTOMER]);
    expect(psuMessage).toMatch(/has left the bank/);
    const open = `SELECT id FROM authorisations WHERE sca_status NOT IN ('FAILED', 'FINALISED', 'EXEMPTED')`;
    const [id] = link.split('/').slice(-2);
    expect(
      readStored(bank().path, open).filter((row) => row.id === id || row.id === payment.authorisationId),
    ).toEqual([]);
  });

  it('with the agreement in which another was about to approve', async () => {
    await agree(bank());
    const payment = await createOfFirm(bank(), {
      headers: { 'X-PSU-IDENTITY': null, 'PSU-Context': 'CORPORATE' },
    });
    await play(bank(), 'abandon', payment.paymentId, { as: FIRM, context: 'CORPORATE' });
    await deleteCustomer(FIRM);
    expect((await readStatus(bank(), payment, UNNAMED)).json.tppMessages).toMatchObject([BY_ACCOUNT]);
    expect(await scaStatusOf(bank(), { ...payment, psu: KARI })).toBe('FAILED');
  });

  it('whose basket can be read, and given up, by its TPP', async () => {
    const basket = await createBasket(bank(), [await known(), await known()]);
    const none = await createBasket(bank(), [
      await create(bank(), { psu: KARI, from: bank().accounts.foreign, headers: EXPLICITLY }),
    ]);
    await deleteCustomer(KARI);
    const read = async (path: string) => (await bank().send({ method: 'GET', path, ...UNNAMED_PSU })).json;
    expect(await read(`${basket.path}/status`)).toEqual({ transactionStatus: 'RJCT' });
    expect(await read(`${BASKETS}/${none.basketId}/status`)).toEqual({ transactionStatus: 'RCVD' });
    expect((await call(bank(), none, 'DELETE', '', UNNAMED)).status).toBe(204);
  });
});

const EXPLICITLY = { 'TPP-Explicit-Authorisation-Preferred': 'true' };
const UNNAMED_PSU = { headers: { 'X-PSU-IDENTITY': null, 'PSU-Context': null } };

it('a customer that is made again has another id and agreement, the psu-id of its number, and no session [D8-deleting-customer, D8-natural-key, D6-psu-id, D6-session-replaced]', async () => {
  const first = await create(bank(), { session: 'the-session' });
  await approve(bank(), first);
  const sessions = `SELECT tpp FROM sessions WHERE psu = '${KARI}'`;
  const agreements = `SELECT id FROM agreements WHERE owner_number = '${KARI}'`;
  const before = readStored(bank().path, agreements);
  expect(readStored(bank().path, sessions)).toHaveLength(1);
  const [was] = readStored(bank().path, `SELECT id FROM customers WHERE number = '${KARI}'`);
  await deleteCustomer(KARI);
  expect(readStored(bank().path, sessions)).toEqual([]);
  const last = `SELECT last_sca_ms FROM psus WHERE customer_number = '${KARI}'`;
  expect(readStored(bank().path, last)).toEqual([{ last_sca_ms: null }]);
  const again = await made(bank(), '/customers', { customerNumber: KARI, name: 'Kari', type: 'PRIVATE' });
  expect(again.customerId).not.toBe(was?.id);
  expect(readStored(bank().path, agreements)).not.toEqual(before);
  const read = await readStatus(bank(), first, { headers: { ...byPsuId(), 'X-PSU-IDENTITY': null } });
  expect(read.json).toMatchObject({ transactionStatus: 'RJCT', tppMessages: [BY_ACCOUNT] });
});
