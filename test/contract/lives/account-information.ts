import type { HttpRequest } from '../../../src/message.ts';
import { formatOsloDate } from '../../../src/values/oslo.ts';
import { cardTransaction, made, outgoing, post } from '../../bank/sandbox/calls.ts';
import type { TestBank } from '../../support/bank.ts';
import { HOUR } from '../../support/life/days.ts';
import { agree, engage } from '../../support/life/firm.ts';
import {
  type Asking,
  ask,
  consent,
  ownedBy,
  revoke,
  sca,
  UNATTENDED,
} from '../../support/life/information.ts';
import { approve, decline, runBatch } from '../../support/life/operator.ts';
import { create, KARI, OLA } from '../../support/life/payments.ts';
import { approvedAs } from '../../support/life/products.ts';
import { follow, makeMany, numbersOf } from '../../support/life/transactions.ts';
import { changeStore } from '../../support/store-work.ts';
import { type Life, life } from '../record.ts';

const NOBODY = '01010112345';
const LISTS = ['accounts', 'card-accounts'];
const WHO = ['user', 'agreements'];
const CALLS = ['/v1/consents', '/v1/bank-offered-consents'];
const NO_TRANSACTION = 'AAAAAAAAAAAAAAAAAAAAAA';
const BEYOND_LIMIT = 1_048_577;
const WITH_BALANCE = { query: 'withBalance=true' };

function ones(bank: TestBank, psu = KARI): string[] {
  const { accounts, cards } = ownedBy(bank, psu);
  const paths = [...accounts.map((id) => `accounts/${id}`), ...cards.map((id) => `card-accounts/${id}`)];
  return paths.flatMap((path) => [path, `${path}/balances`]);
}

/** Lists of transactions, whatever the query. */
function lists(bank: TestBank, psu = KARI): string[] {
  const { accounts, cards } = ownedBy(bank, psu);
  return [...accounts.map((id) => `accounts/${id}`), ...cards.map((id) => `card-accounts/${id}`)].map(
    (path) => `${path}/transactions`,
  );
}

const EVERY = { query: 'bookingStatus=both' };

/** The signature does not fit it any more. */
function withOtherRequestId(request: HttpRequest): HttpRequest {
  const others = request.headers.filter(([name]) => name !== 'X-Request-ID');
  return { ...request, headers: [...others, ['X-Request-ID', 'another']] };
}

/** What no answer may have. */
const AWKWARD = {
  creditorId: 'c'.repeat(36),
  purposeCode: 'SUMMER',
  debtorName: '',
  creditorAccount: { iban: 'no', bban: '9 9' },
  ultimateCreditor: '',
};

const CARD_TRANSACTIONS = [
  cardTransaction(),
  cardTransaction({ cardTransactionId: '', merchantCategoryCode: '5411', invoiced: 'true' }),
  cardTransaction({
    cardTransactionId: 'pending',
    bookingDate: '',
    transactionDate: '',
    cardAcceptorAddress: { street: 'Gata', city: 'Oslo', postalCode: '0001', country: 'NO' },
    terminalId: 't'.repeat(40),
  }),
];

/** The way to one that is listed. */
async function listedTransaction(bank: TestBank): Promise<string> {
  const [account = ''] = ownedBy(bank, KARI).accounts;
  const bookingDate = formatOsloDate(bank.now);
  const dates = { bookingDate, valueDate: bookingDate };
  const body = [outgoing(numbersOf(bank, account), dates)];
  const { transactionIds } = await made(bank, `/accounts/${account}/transactions`, body);
  return `accounts/${account}/transactions/${transactionIds[0]}`;
}

/** Everything that can be read, in the same way. */
async function readAll(bank: TestBank, asking: Asking = {}): Promise<void> {
  for (const path of [...LISTS, ...ones(bank), ...WHO]) await ask(bank, path, asking);
  for (const path of lists(bank)) await ask(bank, path, { ...EVERY, ...asking });
  const [account] = ownedBy(bank, KARI).accounts;
  await ask(bank, `accounts/${account}/transactions/${NO_TRANSACTION}`, asking);
}

export const ACCOUNT_INFORMATION_LIVES: readonly Life[] = [
  life('accounts and cards that a PSU has consented to', async (bank) => {
    await agree(bank);
    await engage(bank, KARI);
    await consent(bank);
    await readAll(bank);
    await readAll(bank, WITH_BALANCE);
    await changeStore(bank.path, `UPDATE accounts SET product = ?, name = ?`, 'p'.repeat(70), 'n'.repeat(70));
    await changeStore(bank.path, 'UPDATE balances SET balance_minor = -1');
    await changeStore(bank.path, 'UPDATE card_accounts SET name = NULL, product = NULL');
    await readAll(bank, WITH_BALANCE);
    await consent(bank, { accounts: [ownedBy(bank, OLA).accounts[0]!] });
    for (const path of LISTS) await ask(bank, path);
  }),
  life('transactions of accounts and cards', async (bank) => {
    await consent(bank);
    const { accounts, cards } = ownedBy(bank, KARI);
    await makeMany(bank, accounts[0]!, 5);
    await post(bank, `/accounts/${accounts[0]}/transactions`, [
      outgoing(numbersOf(bank, accounts[0]!), AWKWARD),
    ]);
    await post(bank, `/card-accounts/${cards[0]}/transactions`, CARD_TRANSACTIONS);
    await approvedAs(bank, 'card', { psu: KARI });
    await approve(bank, await create(bank, { psu: KARI, amount: '1.50' }));
    await readAll(bank);
    await runBatch(bank);
    await approve(bank, await create(bank, { psu: KARI, amount: '2.50' }));
    await readAll(bank);
    await ask(bank, await listedTransaction(bank));
    for (const path of lists(bank)) {
      const { json } = await ask(bank, path, { query: 'bookingStatus=both&limit=2' });
      const { next } = (json.transactions ?? json.cardTransactions)._links;
      if (next) await follow(bank, next.href);
    }
  }),
  life('account information without SCA or consent', async (bank) => {
    await readAll(bank);
    await decline(bank, await create(bank, { psu: KARI }));
    for (const path of [...LISTS, ...WHO]) await ask(bank, path);
    await sca(bank);
    await readAll(bank);
    await consent(bank);
    await revoke(bank);
    await readAll(bank);
    await consent(bank);
    for (const path of [...ones(bank, OLA), ...lists(bank, OLA)]) await ask(bank, path, EVERY);
    bank.now += 2 * HOUR;
    for (const path of [...LISTS, ...WHO]) await ask(bank, path);
    const headers = UNATTENDED;
    const transaction = await listedTransaction(bank);
    for (let calls = 0; calls < 5; calls += 1) await ask(bank, transaction, { headers });
    for (let calls = 0; calls < 5; calls += 1) await readAll(bank, { headers });
    bank.now += 181 * 24 * HOUR;
    for (const path of [...ones(bank), ...lists(bank), transaction]) await ask(bank, path, EVERY);
  }),
  life('calls for a consent', async (bank) => {
    for (const path of CALLS) {
      await bank.send({ path });
      await bank.send({ path, headers: { 'TPP-Session-ID': null } });
      await bank.send({ path, headers: { 'X-PSU-IDENTITY': NOBODY } });
    }
    const [path] = CALLS;
    await bank.send({ path: path!, headers: { Accept: 'text/html' } });
    await bank.send({ path: path!, rawBody: ' '.repeat(BEYOND_LIMIT) });
  }),
  life('account information that is asked for wrongly', async (bank) => {
    await consent(bank);
    await readAll(bank, { headers: { 'X-Request-ID': null } });
    await readAll(bank, { headers: { Signature: null } });
    await readAll(bank, { headers: { 'PSU-ID': null, 'X-PSU-IDENTITY': NOBODY } });
    await ask(bank, 'accounts', { afterSigning: withOtherRequestId });
    for (const path of [...LISTS, ...ones(bank)]) {
      await ask(bank, path, { query: 'withBalance=maybe' });
      await ask(bank, path, { headers: { 'PSU-Context': 'CORPORATE' } });
      await ask(bank, path, { headers: { Accept: 'text/html' } });
    }
    for (const path of lists(bank)) {
      await ask(bank, path);
      await ask(bank, path, { query: 'bookingStatus=both&limit=0&page=x' });
    }
    for (const path of [...lists(bank), await listedTransaction(bank)]) {
      await ask(bank, path, { headers: { Accept: 'text/html' }, ...EVERY });
    }
  }),
  {
    faults: 2,
    ...life('account information of a bank whose store is closed', async (bank) => {
      const [path] = ones(bank);
      await bank.close();
      for (const closed of ['accounts', path!]) await ask(bank, closed);
    }),
  },
];
