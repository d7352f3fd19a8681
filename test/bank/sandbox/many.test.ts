import { describe, expect, it } from 'vitest';
import { bankOfEach } from '../../support/life/life.ts';
import { readStored, rowCounts } from '../../support/stored.ts';
import { faults } from '../refusals/expectations.ts';
import { balance, get, incoming, outgoing, ownAccount, post } from './calls.ts';

describe('many transactions at once [D8-all-or-nothing, D8-array-size, D8-natural-key]', () => {
  const bank = bankOfEach();

  it('are stored whole, 2,000 of them, each with an id, equal ones too', async () => {
    const account = await ownAccount(bank());
    const path = `/accounts/${account.id}/transactions`;
    const body = Array.from({ length: 2000 }, (_, place) =>
      place % 4 === 0 ? incoming(account, { amount: 3 }) : outgoing(account, { amount: 1 + (place % 500) }),
    );
    const { transactionIds } = (await post(bank(), path, body)).json;
    expect(new Set(transactionIds).size).toBe(2000);
    const moved = body.reduce(
      (sum, item) => sum + (item.debtorAccount.bban === account.bban ? -item.amount : item.amount),
      0,
    );
    const [after] = (await get(bank(), `/accounts/${account.id}`)).json;
    expect(after.balances[0]).toEqual(balance('closingBooked', moved));
    const counted = `SELECT COUNT(*) AS n, COUNT(DISTINCT booking) AS bookings FROM transactions`;
    expect(readStored(bank().path, counted)).toEqual([{ n: 2000, bookings: 2000 }]);
  });

  it('store nothing when one of 500 is wrong, the last one too', async () => {
    const account = await ownAccount(bank());
    const before = rowCounts(bank().path);
    const body = Array.from({ length: 500 }, (_, place) => incoming(account, { amount: place + 1 }));
    body[499] = incoming(account, { valueDate: '2026-11-19' });
    const answer = await post(bank(), `/accounts/${account.id}/transactions`, body);
    expect([answer.status, faults(answer)]).toEqual([400, ['FORMAT_ERROR [499].valueDate']]);
    expect(rowCounts(bank().path)).toEqual(before);
    const [after] = (await get(bank(), `/accounts/${account.id}`)).json;
    expect(after).toEqual(account);
  });
});
