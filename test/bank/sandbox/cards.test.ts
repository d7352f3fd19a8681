import { describe, expect, it } from 'vitest';
import { bankOfEach } from '../../support/life/life.ts';
import { balance, CARD, CUSTOMER, get, made, ofSandbox, ownCard, post, put } from './calls.ts';

describe('card accounts by hand [D8-card-members, D8-card-key, D8-lists, D2-created-location]', () => {
  const bank = bankOfEach();

  it('are what was asked for, with what the bank adds', async () => {
    await post(bank(), '/customers', CUSTOMER);
    const answer = await post(bank(), '/card-accounts', CARD);
    const self = `/v1/sandbox/card-accounts/${answer.json.resourceId}`;
    expect(answer.status).toBe(201);
    expect(answer.header('Location')).toBe(self);
    expect(answer.json).toEqual({
      ...CARD,
      resourceId: expect.stringMatching(/^[A-Za-z0-9]{22}$/),
      relatedAccount: {
        identification: expect.stringMatching(/^[A-Za-z0-9]{22}$/),
        schemeNameProprietary: 'creditCardAccount',
      },
      balances: [balance('closingBooked', 0), balance('expected', 0)],
      _links: {
        self: { href: self, verbs: ['GET', 'DELETE'] },
        transactions: { href: `${self}/transactions`, verbs: ['GET', 'POST'] },
      },
    });
    expect((await get(bank(), `/card-accounts/${answer.json.resourceId}`)).json).toEqual(answer.json);
    expect((await get(bank(), '/card-accounts')).json.at(-1)).toEqual(answer.json);
  });

  it('keep every member that was given, codes in the spelling of the interface', async () => {
    const given = { cardId: '1', cardIdVNo: '', accountNumber: '123412341234', expiry: '12/27' };
    const named = { name: 'Kredittkort', product: 'Basic Credit' };
    const codes = { currency: 'eur', creditLimit: { currency: 'Eur', amount: -5 }, status: 'BLOCKED' };
    const card = await ownCard(bank(), { ...given, ...named, ...codes });
    expect(card).toMatchObject({
      ...given,
      ...named,
      currency: 'EUR',
      creditLimit: { currency: 'EUR', amount: -5 },
      status: 'blocked',
    });
    expect((await get(bank(), `/card-accounts/${card.resourceId}`)).json).toEqual(card);
  });

  it('have an id and a reference of their own, also with the same number, whatever was made before', async () => {
    const first = await ownCard(bank());
    const second = await made(bank(), '/card-accounts', CARD);
    const other = await made(bank(), '/card-accounts', { ...CARD, maskedPan: '4925xxxxxxxx9999' });
    const all = [first, second, other];
    expect(new Set(all.flatMap((card) => [card.resourceId, card.relatedAccount.identification])).size).toBe(
      6,
    );
    await bank().send(ofSandbox('POST', '/initialize', { rawBody: '' }));
    await post(bank(), '/customers', CUSTOMER);
    expect(await made(bank(), '/card-accounts', { ...CARD, maskedPan: '4925xxxxxxxx9999' })).toEqual(other);
    expect(await made(bank(), '/card-accounts', CARD)).toEqual(first);
  });
});

describe("a card's balances that are set [D8-set-balance, D8-both-balances, D8-card-members]", () => {
  const bank = bankOfEach();
  const said = { referenceDate: '2026-11-01', lastCommittedTransaction: 'test-1' };

  it('are exact, and say what was last said of them', async () => {
    const card = await ownCard(bank(), { balances: [{ ...balance('closingBooked', -5), ...said }] });
    expect(card.balances).toEqual([{ ...balance('closingBooked', -5), ...said }, balance('expected', -5)]);
    const changed = { lastChangeDateTime: '2026-11-18T08:00:00.123Z' };
    const update = [balance('CLOSINGBOOKED', -100), { ...balance('expected', -130), ...changed }];
    const answer = await put(bank(), `/card-accounts/${card.resourceId}/balances`, update);
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({
      ...card,
      balances: [
        balance('closingBooked', -100),
        { ...balance('expected', -130), lastChangeDateTime: '2026-11-18T09:00:00+01:00' },
      ],
    });
    expect((await get(bank(), `/card-accounts/${card.resourceId}`)).json).toEqual(answer.json);
    const alone = await put(bank(), `/card-accounts/${card.resourceId}/balances`, [balance('expected', 3)]);
    expect(alone.json.balances).toEqual([balance('closingBooked', 3), balance('expected', 3)]);
  });
});
