import { formatOsloDate } from '../../../src/values/oslo.ts';
import type { Answer, TestBank } from '../../support/bank.ts';
import {
  type Basket,
  createBasket,
  deleteBasket,
  EXPLICIT,
  received,
  sendBasket,
  signBasket,
} from '../../support/life/baskets.ts';
import { ask, ownedBy } from '../../support/life/information.ts';
import { play } from '../../support/life/operator.ts';
import {
  AUTHORISATIONS,
  CANCELLATIONS,
  call,
  cancel,
  KARI,
  type Payment,
  send,
  start,
} from '../../support/life/payments.ts';
import { approvedAs, CREATIONS } from '../../support/life/products.ts';
import * as sandbox from '../sandbox/calls.ts';

/** Every operation that a session may have to do with, called once, in a world where something of each sort is there. */

/** What was made while the SCA was new. */
export interface Story {
  readonly standing: Payment;
  readonly cancellation: string;
  readonly basket: Basket;
  readonly basketSca: string;
  readonly account: string;
  readonly card: string;
}

/** Kari has said which accounts may be shown, and has approved a standing order and a basket. */
export async function tell(bank: TestBank): Promise<Story> {
  const { json } = await ask(bank, 'accounts', { headers: { 'PSU-ID': null } });
  const id = new URL(json._links.scaRedirect.href).pathname.split('/').at(-2) ?? '';
  await play(bank, 'approve', id, { as: KARI, accounts: 'all' });
  const standing = await approvedAs(bank, 'periodic', { psu: KARI });
  const cancellation = await start(bank, standing, CANCELLATIONS);
  const basket = await createBasket(bank, await received(bank));
  const { authorisationId } = await signBasket(bank, basket);
  const { accounts, cards } = ownedBy(bank, KARI);
  return {
    standing,
    cancellation: cancellation.authorisationId,
    basket,
    basketSca: authorisationId,
    account: accounts[0]!,
    card: cards[0]!,
  };
}

type Calls = Readonly<Record<string, (bank: TestBank, story: Story) => Promise<Answer>>>;

/** A payment that nobody has approved, of today. */
async function fresh(bank: TestBank): Promise<Payment> {
  const [payment] = await received(bank, [EXPLICIT]);
  return payment!;
}

const PAYMENTS: Calls = {
  'read fee information': (bank) =>
    bank.send({
      path: `${CREATIONS.instant}/fee-information`,
      headers: { 'X-PSU-IDENTITY': KARI },
      body: {
        amount: { amount: '10.00', currency: 'NOK' },
        creditorAccount: bank.payment().creditorAccount,
        debtorAccount: bank.payment().debtorAccount,
      },
    }),
  // Small and between own accounts: within the hour no SCA of its own is asked for.
  'create payment': (bank) => send(bank, { psu: KARI, to: bank.accounts.debtorOther, amount: '1.00' }),
  'read payment': (bank, { standing }) => call(bank, standing, 'GET'),
  'read payment status': (bank, { standing }) => call(bank, standing, 'GET', 'status'),
  'cancel payment': async (bank) => cancel(bank, await fresh(bank)),
  'start authorisation': async (bank) => call(bank, await fresh(bank), 'POST', AUTHORISATIONS),
  'list authorisations': (bank, { standing }) => call(bank, standing, 'GET', AUTHORISATIONS),
  'read authorisation': (bank, { standing }) =>
    call(bank, standing, 'GET', `${AUTHORISATIONS}/${standing.authorisationId}`),
  'start cancellation authorisation': (bank, { standing }) => call(bank, standing, 'POST', CANCELLATIONS),
  'list cancellation authorisations': (bank, { standing }) => call(bank, standing, 'GET', CANCELLATIONS),
  'read cancellation authorisation': (bank, { standing, cancellation }) =>
    call(bank, standing, 'GET', `${CANCELLATIONS}/${cancellation}`),
};

const BASKETS: Calls = {
  'create basket': async (bank) => sendBasket(bank, await received(bank)),
  'read basket': (bank, { basket }) => call(bank, basket, 'GET'),
  'read basket status': (bank, { basket }) => call(bank, basket, 'GET', 'status'),
  'delete basket': async (bank) => deleteBasket(bank, await createBasket(bank, await received(bank))),
  'start basket authorisation': async (bank) =>
    call(bank, await createBasket(bank, await received(bank)), 'POST', AUTHORISATIONS),
  'list basket authorisations': (bank, { basket }) => call(bank, basket, 'GET', AUTHORISATIONS),
  'read basket authorisation': (bank, { basket, basketSca }) =>
    call(bank, basket, 'GET', `${AUTHORISATIONS}/${basketSca}`),
};

const asking = (path: string) => (bank: TestBank) =>
  bank.send({ path, headers: { 'PSU-Context': null, 'X-PSU-IDENTITY': KARI } });

const INFORMATION: Calls = {
  'list accounts': (bank) => ask(bank, 'accounts'),
  'read account': (bank, { account }) => ask(bank, `accounts/${account}`),
  'read account balances': (bank, { account }) => ask(bank, `accounts/${account}/balances`),
  'list account transactions': (bank, { account }) =>
    ask(bank, `accounts/${account}/transactions`, { query: 'bookingStatus=both' }),
  // Of today: within 90 days of each time.
  'read account transaction': async (bank, { account }) =>
    ask(bank, `accounts/${account}/transactions/${await transactionOf(bank, account, today(bank))}`),
  'list card accounts': (bank) => ask(bank, 'card-accounts'),
  'read card account': (bank, { card }) => ask(bank, `card-accounts/${card}`),
  'read card account balances': (bank, { card }) => ask(bank, `card-accounts/${card}/balances`),
  'list card account transactions': (bank, { card }) =>
    ask(bank, `card-accounts/${card}/transactions`, { query: 'bookingStatus=both' }),
  'create bank-offered consent': asking('/v1/bank-offered-consents'),
  'create consent': asking('/v1/consents'),
  'read user': (bank) => ask(bank, 'user'),
  'read user by its other name': (bank) => ask(bank, 'users'),
  'list agreements': (bank) => ask(bank, 'agreements'),
};

function today(bank: TestBank): object {
  const date = formatOsloDate(bank.now);
  return { bookingDate: date, valueDate: date };
}

async function transactionOf(bank: TestBank, account: string, more = {}): Promise<string> {
  const { bban, iban } = (await sandbox.get(bank, `/accounts/${account}`)).json[0];
  const { transactionIds } = await sandbox.made(bank, `/accounts/${account}/transactions`, [
    sandbox.incoming({ bban, iban }, more),
  ]);
  return transactionIds[0];
}

export const CALLS: Calls = { ...PAYMENTS, ...BASKETS, ...INFORMATION };

/** A status, and what it says: of a refusal its code, else how far the SCA or the payment is. */
export function outcomeOf({ status, json }: Answer): string {
  const said = json?.tppMessages?.find((one: { category: string }) => one.category === 'ERROR')?.code;
  return `${status} ${said ?? json?.scaStatus ?? json?.transactionStatus ?? ''}`.trimEnd();
}
