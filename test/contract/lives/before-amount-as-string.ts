import { cardTransaction, post } from '../../bank/sandbox/calls.ts';
import type { TestBank } from '../../support/bank.ts';
import { ask, consent, ownedBy } from '../../support/life/information.ts';
import { approve } from '../../support/life/operator.ts';
import { call, KARI, readStatus } from '../../support/life/payments.ts';
import { CREATIONS, createAs, KINDS } from '../../support/life/products.ts';
import { makeMany } from '../../support/life/transactions.ts';
import { type Life, life } from '../record.ts';

/** A bank day before amounts became strings by themselves. @see I-accept-fix */
const EARLY = Date.parse('2020-01-15T10:00:00+01:00');

/** A TPP that has not asked for the fix. @see D3-accept-fix-names */
const headers = { 'x-accept-fix': 'longer-names' };

async function askForFee(bank: TestBank): Promise<void> {
  const { debtorAccount, creditorAccount } = bank.payment();
  const body = { amount: { amount: '10.00', currency: 'NOK' }, debtorAccount, creditorAccount };
  await bank.send({ path: `${CREATIONS.instant}/fee-information`, body, headers });
}

const LIVES = [
  ...KINDS.map((kind) =>
    life(`a payment before amount-as-string was the default: ${kind}`, async (bank) => {
      const payment = await createAs(bank, kind, { headers });
      await approve(bank, payment);
      await call(bank, payment, 'GET', '', { headers });
      await readStatus(bank, payment, { headers });
    }),
  ),
  life('accounts and cards before amount-as-string was the default', async (bank) => {
    await consent(bank);
    const asking = { headers, query: 'withBalance=true' };
    for (const path of ['accounts', 'card-accounts']) await ask(bank, path, asking);
    const { accounts, cards } = ownedBy(bank, KARI);
    const purchase = cardTransaction({ bookingDate: '2020-01-10', transactionDate: '2020-01-10' });
    await post(bank, `/card-accounts/${cards[0]}/transactions`, [purchase]);
    await makeMany(bank, accounts[0]!, 1, ['2020-01-10']);
    for (const path of [`accounts/${accounts[0]}`, `card-accounts/${cards[0]}`]) {
      await ask(bank, `${path}/transactions`, { headers, query: 'bookingStatus=both' });
    }
  }),
  life('fee information before amount-as-string was the default', askForFee),
];

export const EARLY_LIVES: readonly Life[] = LIVES.map((one) => ({ ...one, now: EARLY }));
