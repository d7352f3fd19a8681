import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestBank, type TestBank } from '../../support/bank.ts';
import { agree, engage } from '../../support/life/firm.ts';
import { KARI } from '../../support/life/payments.ts';
import { rowCounts } from '../../support/stored.ts';
import { faults } from '../refusals/expectations.ts';
import { CARD, cardTransaction, get, made, ownAccount } from './calls.ts';
import { REFUSED_AGREEMENTS } from './refused-agreements.ts';
import { REFUSED_CARDS } from './refused-cards.ts';
import { REFUSED_DATA } from './refused-data.ts';
import { REFUSED_TRANSACTIONS } from './refused-transactions.ts';

describe('refusals of sandbox data [D8-customer-type, D8-number-taken, D8-account-members, D8-bban-and-iban, D8-balance-currency, D8-transaction-members, D8-transaction-parties, D8-transaction-dates, D8-int32-ends, D8-array-size, D8-transaction-list, D8-card-members, D8-card-transaction-members, D8-card-transaction-dates, D8-card-transaction-repeated, D8-card-transaction-list, D2-required-query, D8-agreement-members, D8-engagement-members, D8-private-agreement, D8-unknown-customer]', () => {
  let bank: TestBank;
  // biome-ignore lint/suspicious/noExplicitAny: accounts as the sandbox shows them
  let own: any;
  // biome-ignore lint/suspicious/noExplicitAny: the same
  let other: any;
  // biome-ignore lint/suspicious/noExplicitAny: the card account as the sandbox shows it
  let card: any;
  let before: unknown;

  beforeAll(async () => {
    bank = await openTestBank();
    own = await ownAccount(bank);
    card = await made(bank, '/card-accounts', CARD);
    await made(bank, `/card-accounts/${card.resourceId}/transactions`, [cardTransaction()]);
    [other] = (await get(bank, '/accounts')).json;
    await agree(bank);
    await engage(bank, KARI);
    before = rowCounts(bank.path);
  });
  afterAll(() => bank.close());

  const rows = [...REFUSED_DATA, ...REFUSED_TRANSACTIONS, ...REFUSED_CARDS, ...REFUSED_AGREEMENTS];
  it.each(rows)('$what', async ({ send, status, faults: expected }) => {
    const answer = await send(bank, own, other, card);
    expect({ status: answer.status, faults: faults(answer as never) }).toEqual({ status, faults: expected });
    expect(rowCounts(bank.path)).toEqual(before);
  });
});
