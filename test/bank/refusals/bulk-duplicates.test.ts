import { describe, expect, it } from 'vitest';
import type { Answer } from '../../support/bank.ts';
import { type Bulk, bulk, bulkOf } from './bulk.ts';
import { type Change, references, set } from './changes.ts';
import { expectCreated, expectFaults, expectMoved, expectRefusal } from './expectations.ts';
import { bankOf } from './rows.ts';

/** Equal payments of one bulk, by their places: what is taken from the first of them is repeated. */
function withEqual(body: Bulk, first: number, ...others: readonly number[]): Bulk {
  for (const place of others) body.payments[place] = structuredClone(body.payments[first]!);
  return body;
}

const conflicts = (...places: readonly number[]) => places.map((place) => `CONFLICT payments[${place}]`);

describe('equal payments in one bulk [D4-bulk-duplicates]', () => {
  const bank = bankOf();
  const send = (body: object, query = '') => bank().send({ path: bulk.path, query, body });

  it('are a conflict at the later one', async () => {
    expectFaults(await send(withEqual(bulkOf(bank(), 4), 1, 3)), 409, conflicts(3));
  });

  it('are a conflict at each later one', async () => {
    expectFaults(await send(withEqual(bulkOf(bank(), 5), 0, 2, 4)), 409, conflicts(2, 4));
  });

  it('are a conflict wherever there are any', async () => {
    const body = withEqual(withEqual(bulkOf(bank(), 5), 0, 4), 1, 2);
    expectFaults(await send(body), 409, conflicts(2, 4));
  });

  it('are taken when they are allowed', async () => {
    const body = withEqual(bulkOf(bank(), 3), 0, 1, 2);
    expectFaults(await send(body, 'allowLogicalDuplicate=false'), 409, conflicts(1, 2));
    expectCreated(await send(body, 'allowLogicalDuplicate=true'));
  });

  const same: readonly (readonly [string, Change])[] = [
    ['another name of the creditor', set('creditorName', 'Somebody Else')],
    ['another address', set('creditorAddress', { street: 'Storgata', country: 'SE' })],
    ['an end-to-end identification', set('endToEndIdentification', 'E2E-2')],
    ['a purpose', set('purposeCode', 'SALA')],
  ];
  const other: readonly (readonly [string, Change])[] = [
    ['another amount', set('instructedAmount.amount', '100.51')],
    ['another currency', set('instructedAmount.currency', 'SEK')],
    ['another creditor', set('creditorAccount.bban', '99940512340')],
    ['another message', set('remittanceInformationUnstructured', 'Something else')],
    ['a reference for a message', references({ reference: '602243' })],
  ];
  const pair = async (change: Change): Promise<Answer> => {
    const body = withEqual(bulkOf(bank(), 2), 0, 1);
    change(body.payments[1]!);
    return send(body);
  };
  for (const [what, change] of same) {
    it(`are equal in spite of ${what}`, async () => {
      expectFaults(await pair(change), 409, conflicts(1));
    });
  }
  for (const [what, change] of other) {
    it(`are not equal with ${what}`, async () => {
      expectCreated(await pair(change));
    });
  }
});

describe('payments of a bulk that another bulk has [D4-bulk-duplicates]', () => {
  const bank = bankOf();
  const send = (body: object, query = '') => bank().send({ path: bulk.path, query, body });

  it('are a conflict at their places, and the bulk leaves nothing to conflict with', async () => {
    const first = bulkOf(bank(), 3);
    expectCreated(await send(first));
    const second = bulkOf(bank(), 4);
    second.payments[1] = structuredClone(first.payments[2]!);
    second.payments[3] = structuredClone(first.payments[0]!);
    expectFaults(await send(second), 409, conflicts(1, 3));
    second.payments.splice(3, 1);
    second.payments.splice(1, 1);
    expectCreated(await send(second));
    expectFaults(await send(second), 409, conflicts(0, 1));
  });

  it('are none on another day, nor from another debtor', async () => {
    const first = bulkOf(bank(), 2);
    expectCreated(await send(first));
    expectCreated(await send({ ...first, requestedExecutionDate: '2026-11-19' }));
    const debtorAccount = { bban: bank().accounts.debtorOther, currency: 'NOK' };
    expectCreated(await send({ ...first, debtorAccount }));
  });

  it('are one with the date of today, which the first one left out', async () => {
    const first = bulkOf(bank(), 2);
    expectCreated(await send(first));
    expectFaults(await send({ ...first, requestedExecutionDate: '2026-11-18' }), 409, conflicts(0, 1));
  });

  it('are one on the Monday that a Saturday is moved to', async () => {
    const first = bulkOf(bank(), 2);
    expectMoved(await send({ ...first, requestedExecutionDate: '2026-11-21' }));
    expectFaults(await send({ ...first, requestedExecutionDate: '2026-11-23' }), 409, conflicts(0, 1));
  });

  it('are none when the other bulk is cancelled', async () => {
    const first = bulkOf(bank(), 2);
    const made = await send(first);
    expectCreated(made);
    const path = `${bulk.path}/${made.json.paymentId}`;
    expectFaults(await send(first), 409, conflicts(0, 1));
    expect((await bank().send({ method: 'DELETE', path })).status).toBe(204);
    expectCreated(await send(first));
  });

  it('are allowed by the query', async () => {
    const first = bulkOf(bank(), 2);
    expectCreated(await send(first));
    expectCreated(await send(first, 'allowLogicalDuplicate=true'));
    expectRefusal(await send(first, 'allowLogicalDuplicate=1'), {
      status: 400,
      code: 'FORMAT_ERROR',
      path: 'allowLogicalDuplicate',
    });
  });

  it('make one bulk of two that arrive at once', async () => {
    const body = bulkOf(bank(), 3);
    const answers = await Promise.all([send(body), send(body)]);
    const [made, refused] = answers.toSorted((a, b) => a.status - b.status);
    expectCreated(made!);
    expectFaults(refused!, 409, conflicts(0, 1, 2));
  });
});
