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
import { accountOf, agree, agreementId, engage } from '../../support/life/firm.ts';
import { ask, ownedBy } from '../../support/life/information.ts';
import { play } from '../../support/life/operator.ts';
import {
  AUTHORISATIONS,
  CANCELLATIONS,
  call,
  cancel,
  FIRM,
  KARI,
  OLA,
  type Payment,
  send,
  start,
} from '../../support/life/payments.ts';
import { approvedAs, CREATIONS, ibanOf } from '../../support/life/products.ts';
import * as sandbox from '../sandbox/calls.ts';
import { contact } from '../tpp-contact-calls.ts';

/** Every operation of the interface, called once, in a world where something of each sort is there. */

/** What was made while the SCA was new. */
export interface Story {
  readonly standing: Payment;
  readonly cancellation: string;
  readonly basket: Basket;
  readonly basketSca: string;
  readonly account: string;
  readonly card: string;
  readonly customerId: string;
  readonly mockAccount: string;
  readonly mockCard: string;
  readonly engagement: string;
}

/** Kari has said which accounts may be shown, and has approved a standing order and a basket. */
export async function tell(bank: TestBank): Promise<Story> {
  await bank.send(contact('PUT', { body: { email: 'drift@tpp.example' } }));
  const customer = await sandbox.made(bank, '/customers', sandbox.CUSTOMER);
  const account = { customerNumber: sandbox.NUMBER, accountName: 'Brukskonto', currency: 'NOK' };
  const mockAccount = await sandbox.made(bank, '/accounts', account);
  const mockCard = await sandbox.made(bank, '/card-accounts', sandbox.CARD);
  await agree(bank);
  const engagement = await engage(bank, OLA);
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
    customerId: customer.customerId,
    mockAccount: mockAccount.id,
    mockCard: mockCard.resourceId,
    engagement,
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

const AGREEMENTS = '/agreements';

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

/** No SCA is asked for: time does nothing to them. In this order: what is made is deleted. */
const SANDBOX: Calls = {
  'set contact information': (bank) => bank.send(contact('PUT', { body: { email: 'ny@tpp.example' } })),
  'read contact information': (bank) => bank.send(contact('GET')),
  'list sandbox customers': (bank) => sandbox.get(bank, '/customers'),
  'create sandbox customer': (bank) =>
    sandbox.post(bank, '/customers', {
      customerNumber: sandbox.ORGANISATION,
      name: 'Ny AS',
      type: 'CORPORATE',
    }),
  'read sandbox customer': (bank, { customerId }) => sandbox.get(bank, `/customers/${customerId}`),
  'list sandbox accounts': (bank) => sandbox.get(bank, '/accounts'),
  'create sandbox account': (bank) =>
    sandbox.post(bank, '/accounts', { customerNumber: FIRM, accountName: 'Ny', currency: 'NOK' }),
  'read sandbox account': (bank, { mockAccount }) => sandbox.get(bank, `/accounts/${mockAccount}`),
  'update sandbox account balances': (bank, { mockAccount }) =>
    sandbox.put(bank, `/accounts/${mockAccount}/balances`, [sandbox.balance('closingBooked', 100)]),
  'create sandbox account transactions': async (bank, { mockAccount }) => {
    const { bban, iban } = (await sandbox.get(bank, `/accounts/${mockAccount}`)).json[0];
    return sandbox.post(bank, `/accounts/${mockAccount}/transactions`, [sandbox.incoming({ bban, iban })]);
  },
  'list sandbox account transactions': (bank, { mockAccount }) =>
    sandbox.get(bank, `/accounts/${mockAccount}/transactions`),
  'read sandbox account transaction': async (bank, { mockAccount }) =>
    sandbox.get(bank, `/accounts/${mockAccount}/transactions/${await transactionOf(bank, mockAccount)}`),
  'delete contact information': (bank) => bank.send(contact('DELETE')),
  'delete sandbox account': (bank, { mockAccount }) => sandbox.remove(bank, `/accounts/${mockAccount}`),
  'list sandbox card accounts': (bank) => sandbox.get(bank, '/card-accounts'),
  'create sandbox card account': (bank) =>
    sandbox.post(bank, '/card-accounts', { ...sandbox.CARD, maskedPan: '4925xxxxxxxx9999' }),
  'read sandbox card account': (bank, { mockCard }) => sandbox.get(bank, `/card-accounts/${mockCard}`),
  'update sandbox card account balances': (bank, { mockCard }) =>
    sandbox.put(bank, `/card-accounts/${mockCard}/balances`, [sandbox.balance('expected', 100)]),
  'create sandbox card account transactions': (bank, { mockCard }) =>
    sandbox.post(bank, `/card-accounts/${mockCard}/transactions`, [sandbox.cardTransaction()]),
  'list sandbox card account transactions': (bank, { mockCard }) =>
    sandbox.get(bank, `/card-accounts/${mockCard}/transactions`, 'bookingStatus=both'),
  'delete sandbox card account': (bank, { mockCard }) => sandbox.remove(bank, `/card-accounts/${mockCard}`),
  'delete sandbox customer': (bank, { customerId }) => sandbox.remove(bank, `/customers/${customerId}`),
  'list sandbox agreements': (bank) => sandbox.get(bank, AGREEMENTS),
  'create sandbox agreement': (bank) => sandbox.post(bank, AGREEMENTS, { owner: FIRM, name: 'Ny' }),
  'read sandbox agreement': (bank) => sandbox.get(bank, `${AGREEMENTS}/${agreementId}`),
  'create sandbox engagement': async (bank) => {
    const account = { iban: ibanOf(bank, await accountOf(bank, FIRM)) };
    const body = { customer: KARI, account, roles: ['VIEW'] };
    return sandbox.post(bank, `${AGREEMENTS}/${agreementId}/engagements`, body);
  },
  'read sandbox engagement': (bank, { engagement }) =>
    sandbox.get(bank, `${AGREEMENTS}/${agreementId}/engagements/${engagement}`),
  'delete sandbox engagement': (bank, { engagement }) =>
    sandbox.remove(bank, `${AGREEMENTS}/${agreementId}/engagements/${engagement}`),
  'delete sandbox agreement': (bank) => sandbox.remove(bank, `${AGREEMENTS}/${agreementId}`),
  'initialise sandbox': (bank) => bank.send(sandbox.ofSandbox('POST', '/initialize', { rawBody: '' })),
};

export const CALLS: Calls = { ...PAYMENTS, ...BASKETS, ...INFORMATION, ...SANDBOX };

/** A status, and what it says: of a refusal its code, else how far the SCA or the payment is. */
export function outcomeOf({ status, json }: Answer): string {
  const said = json?.tppMessages?.find((one: { category: string }) => one.category === 'ERROR')?.code;
  return `${status} ${said ?? json?.scaStatus ?? json?.transactionStatus ?? ''}`.trimEnd();
}
