import type { Send } from './bank.ts';
import type { Came, TestWorlds } from './worlds.ts';

const KARI = '15813963008';
const FIRM = '310999016';
const IN_SESSION = { 'TPP-Session-ID': 'own-session', 'X-PSU-IDENTITY': KARI };

/** Ids of everything in a world that a path can name, by the names that paths have for them. */
export interface Furnished {
  readonly ids: Readonly<Record<string, string>>;
  /** Links to a further page of transactions, of an account and of a card. */
  readonly pages: readonly string[];
  readonly link: string;
  readonly psuId: string;
  readonly requestId: string;
}

/** A world with one of each: its TPP has paid, put a payment in a basket, read accounts and made data by hand. */
export async function furnish(worlds: TestWorlds, tpp: string): Promise<Furnished> {
  const ask = async (what: Send): Promise<Came> => {
    const came = await worlds.send(tpp, what);
    if (came.status >= 300) throw new Error(`${came.status} ${came.text}`);
    return came;
  };
  const get = async (path: string, query = '') =>
    (await ask({ method: 'GET', path, query, headers: IN_SESSION })).json;
  const psuId = await letIn(worlds, tpp);
  const requestId = '99391c7e-ad88-49ec-a2ad-99ddcb1f7721';
  const pay = (headers = {}) => ask({ body: worlds.bank.payment(), headers: { ...IN_SESSION, ...headers } });
  const payment = await pay({ 'X-Request-ID': requestId });
  const basket = await ask({
    path: '/v1/signing-baskets',
    body: { paymentIds: [(await pay()).json.paymentId, (await pay()).json.paymentId] },
    headers: { ...IN_SESSION, 'TPP-Redirect-URI': 'https://tpp.example/basket' },
  });
  const { accounts } = await get('/v1/accounts');
  const { cardAccounts } = await get('/v1/card-accounts');
  const account = accounts[0].resourceId;
  const card = cardAccounts[0].resourceId;
  const [customer] = await get('/v1/sandbox/customers');
  const made = (path: string, body: unknown) => ask({ path: `/v1/sandbox${path}`, body });
  const { iban } = accounts[0];
  const firms = await get('/v1/sandbox/accounts');
  const firm = firms.find(({ customerNumber }: { customerNumber: string }) => customerNumber === FIRM);
  const agreement = await made('/agreements', {
    owner: FIRM,
    name: 'Avtale',
    engagements: [{ customer: customer.customerId, account: { iban: firm.iban }, roles: ['VIEW'] }],
  });
  const today = new Date(worlds.bank.now).toISOString().slice(0, 10);
  const booked = {
    ...{ bookingDate: today, valueDate: today, amount: 100, currency: 'NOK' },
    ...{ creditorName: 'Kari', debtorName: 'Ola', debtorAccount: { iban: '', bban: '' } },
    creditorAccount: { iban, bban: accounts[0].bban },
    remittanceInformationUnstructured: 'Text',
  };
  const transactions = await made(`/accounts/${account}/transactions`, [booked, booked, booked].map(whole));
  const tppId = tpp.slice('PSD'.length);
  const email = 'one@tpp.example';
  await ask({ method: 'PUT', path: `/v1/tpps/${tppId}/contact-information`, body: { email } });
  const page = await get(`/v1/accounts/${account}/transactions`, 'bookingStatus=booked&limit=1');
  return {
    ids: {
      paymentId: payment.json.paymentId,
      authorisationId: idIn(payment.json._links.scaStatus.href),
      basketId: basket.json.basketId,
      accountId: account,
      transactionId: page.transactions.booked[0].transactionId,
      cardAccountId: card,
      customerId: customer.customerId,
      mockAccountId: account,
      mockTransactionId: transactions.json.transactionIds[0],
      mockCardAccountId: card,
      mockAgreementId: agreement.json.agreementId,
      mockEngagementId: agreement.json.engagements[0].engagementId,
      tppId,
    },
    pages: [page.transactions._links.next.href],
    link: new URL(payment.json._links.scaRedirect.href).pathname,
    psuId,
    requestId,
  };
}

/** What the published sandbox asks of a transaction and the test doesn't care for. */
function whole(transaction: object): object {
  return {
    ...transaction,
    ...{
      ultimateCreditor: '',
      ultimateDebtor: '',
      creditorId: '',
      purposeCode: '',
      bankTransactionCode: 'PMNT',
    },
  };
}

function idIn(href: string): string {
  return href.slice(href.lastIndexOf('/') + 1);
}

/** The PSU consents to all they own, in the TPP's session; answers their psu-id. */
export async function letIn(worlds: TestWorlds, tpp: string): Promise<string> {
  const asked = await worlds.send(tpp, { method: 'GET', path: '/v1/accounts', headers: IN_SESSION });
  const [, , id] = new URL(asked.json._links.scaRedirect.href).pathname.split('/');
  const body = { as: KARI, accounts: 'all' };
  const played = await worlds.operate(tpp, 'POST', `/operator/sca/${id}/approve`, body);
  if (played.json?.psuId === undefined) throw new Error(`${played.status} ${played.text}`);
  return played.json.psuId;
}
