import { describe, expect, it } from 'vitest';
import { readStored } from '../../support/stored.ts';
import { bankOf } from '../refusals/rows.ts';
import { balance, get, incoming, outgoing, ownAccount, post } from './calls.ts';

describe('transactions by hand [D8-transaction-members, D8-transaction-parties, D8-transaction-shape, D2-created-location, I-sandbox-transaction]', () => {
  const bank = bankOf();

  it('are shown as they were given, with an id, newest first, and move the balance', async () => {
    const account = await ownAccount(bank(), { balances: [balance('closingBooked', 1000)] });
    const path = `/accounts/${account.id}/transactions`;
    const first = incoming(account, { bookingDate: '2026-11-10', valueDate: '2026-11-11' });
    const second = outgoing(account, { amount: 40, remittanceInformationUnstructured: '' });
    const answer = await post(bank(), path, [first, second]);
    expect(answer.text).toBe(JSON.stringify({ transactionIds: answer.json.transactionIds }));
    const [one, other] = answer.json.transactionIds;
    const shown = (transactionId: string, given: object) => ({
      transactionId,
      ...given,
      _links: { self: { href: `/v1/sandbox${path}/${transactionId}`, verbs: ['GET'] } },
    });
    const listed = (await get(bank(), path)).json;
    expect(listed).toEqual([shown(other, second), shown(one, first)]);
    expect((await get(bank(), `${path}/${one}`)).json).toEqual(shown(one, first));
    const [after] = (await get(bank(), `/accounts/${account.id}`)).json;
    expect(after.balances).toEqual([balance('closingBooked', 2460), balance('expected', 2460)]);
    expect(readStored(bank().path, `SELECT SUM(amount_minor) AS n FROM booking_lines`)).toEqual([{ n: 0 }]);
  });
});
