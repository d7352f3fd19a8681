import type { Act, App, Field, Page } from './app.ts';
import { BANK_PAGES } from './bank-pages.ts';
import { h } from './dom.ts';
import { showPlot } from './plot.ts';
import { REQUESTS } from './requests.ts';
import { showAct } from './show.ts';
import type { Row } from './values.ts';

const STATUSES = ['RCVD', 'PATC', 'ACTC', 'ACWC', 'ACCP', 'PDNG', 'ACWP', 'ACSC', 'RJCT', 'CANC'];
const ACT_LABELS: Readonly<Record<string, string>> = {
  ...{ hold: 'Hold', release: 'Release', reject: 'Reject', settle: 'Settle', 'settle-late': 'Settle late' },
};
const ACCOUNTS = ['number', 'name', 'balance'] as const;

/** The pages of lists: columns with a plus are left out on a phone. */
export const PAGES: readonly Page[] = [
  REQUESTS,
  {
    name: 'payments',
    title: 'Payments',
    identify: ({ paymentId }) => String(paymentId),
    filters: [['status', STATUSES], ['text']],
    limit: 500,
    empty: 'There are no payments yet.',
    columns: ['createdAt', 'transactionStatus', 'amount', '+creditor', '+tpp'],
    nameDetail: ({ amount, creditor }) => {
      const { name, number } = creditor as Row;
      return `${(amount as Row).amount} ${(amount as Row).currency} to ${name ?? number}`;
    },
    acts: ({ paymentId, acts, sca = [] }) => [
      ...(sca as readonly Row[]).filter(isOpen).flatMap((one) => listScaActs(one).slice(0, 3)),
      ...(acts as readonly string[]).map((act) => ({
        label: ACT_LABELS[act] ?? act,
        path: `payments/${encode(paymentId)}/${act}`,
      })),
    ],
    hidden: ['acts'],
    tables: {
      sca: ['authorisationId', 'purpose', 'scaStatus', 'startedAt'],
      history: ['at', 'from', 'to', 'cause', 'requestId'],
      payments: ['paymentId', 'transactionStatus', 'amount'],
    },
  },
  {
    name: 'sca',
    title: 'SCA',
    identify: ({ authorisationId }) => String(authorisationId),
    filters: [['open', ['true']], ['text']],
    limit: 500,
    isFilteredHere: true,
    empty: 'No SCA has been started yet.',
    columns: ['startedAt', 'purpose', 'scaStatus', '+tppName', '+psu'],
    nameDetail: ({ purpose }) => `SCA of a ${purpose}`,
    acts: (sca) => (isOpen(sca) ? listScaActs(sca) : []),
    hasRowActs: true,
    loadDetail: async ({ api }, id) =>
      findRow((await api.get<{ sca: readonly Row[] }>('sca', { limit: '500' })).sca, 'authorisationId', id),
  },
  {
    name: 'accounts',
    title: 'Accounts',
    identify: ({ accountId }) => String(accountId),
    filters: [['text']],
    isFilteredHere: true,
    columns: [...ACCOUNTS, '+expected', '+customerNumber', '+kind'],
    nameDetail: ({ name, number }) => String(name ?? number),
    acts: ({ accountId, kind, paymentRight }) => {
      const [label, act] = paymentRight
        ? ['Take the payment right', 'take']
        : ['Give the payment right', 'give'];
      return kind === 'card' ? [] : [{ label, path: `accounts/${encode(accountId)}/payment-right/${act}` }];
    },
    loadDetail: async (app, id) => {
      const { transactions } = await app.api.get<Row>(`accounts/${encode(id)}/transactions`, {
        limit: '500',
      });
      return { ...findRow(await loadRows(app, 'accounts'), 'accountId', id), transactions };
    },
    showDetail: (_, { transactions, currency }) => showPlot(transactions as readonly Row[], currency),
    tables: { transactions: ['bookingDate', 'amount', 'balance', 'text', 'paymentId'] },
  },
  {
    name: 'customers',
    title: 'Customers',
    identify: ({ customerNumber }) => String(customerNumber),
    filters: [['text']],
    isFilteredHere: true,
    columns: [
      'customerNumber',
      'customerName',
      '+customerType',
      ['+Agreements', ({ agreements }) => (agreements as readonly Row[]).length],
    ],
    nameDetail: ({ customerName }) => String(customerName),
    acts: (customer) => [createGrant(async () => [customer])],
    loadDetail: async (app, id) => {
      const [accounts, consents] = await Promise.all([loadRows(app, 'accounts'), loadRows(app, 'consents')]);
      return {
        ...findRow(await loadRows(app, 'customers'), 'customerNumber', id),
        accounts: accounts.filter(({ customerNumber }) => customerNumber === id),
        consents: consents.filter(({ psu }) => psu === id),
      };
    },
    tables: {
      accounts: ['accountId', ...ACCOUNTS],
      consents: ['tpp', 'agreementId', 'accounts'],
    },
  },
  {
    name: 'consents',
    title: 'Consents',
    identify: ({ psu, tpp, agreementId = '' }) => `of ${psu} ${agreementId} to ${tpp}`,
    filters: [['text']],
    isFilteredHere: true,
    empty: 'No PSU has given a consent yet.',
    canOpen: false,
    columns: [
      'psu',
      '+name',
      'tpp',
      '+agreementId',
      ['+Accounts', ({ accounts }) => (accounts as readonly string[]).length],
    ],
    acts: ({ psu, tpp, agreementId, accounts }) =>
      (accounts as readonly string[]).length === 0
        ? []
        : [{ label: 'Revoke', path: 'consents/revoke', body: { as: psu, tpp, agreementId } }],
    hasRowActs: true,
    showAbove: (app) =>
      h(
        'div',
        { class: 'acts' },
        showAct(
          app,
          createGrant(() => loadRows(app, 'customers')),
        ),
      ),
  },
  ...BANK_PAGES,
];

function encode(id: unknown): string {
  return encodeURIComponent(String(id));
}

/** @throws Error if there is no such row */
function findRow(rows: readonly Row[], name: string, id: string): Row {
  const found = rows.find((row) => row[name] === id);
  if (found === undefined) throw new Error(`There is no ${name} ${id}.`);
  return found;
}

async function loadRows({ api }: App, name: string): Promise<readonly Row[]> {
  return (await api.get<Readonly<Record<string, readonly Row[]>>>(name))[name] ?? [];
}

function isOpen({ endedAt }: Row): boolean {
  return endedAt === undefined;
}

const ACCOUNT_IDS: Field = {
  ...{ name: 'accounts', label: 'Accounts', hint: 'Ids with spaces between them; empty for all.' },
  parse: (ids) => ids.trim().split(/[\s,]+/),
};
const AGREEMENT: Field = { name: 'agreementId', label: 'agreementId', hint: 'Of a corporate context.' };

function createPsuField(customers: readonly Row[]): Field {
  return {
    name: 'as',
    label: 'PSU',
    choices: customers.map((one) => [
      String(one.customerNumber),
      `${one.customerNumber} ${one.customerName}`,
    ]),
  };
}

/** Lists what the operator does in place of the PSU, the most usual first. */
function listScaActs({ authorisationId, purpose }: Row): readonly Act[] {
  const path = `sca/${encode(authorisationId)}`;
  const loadFields = async (app: App): Promise<readonly Field[]> => {
    const { choices = [], ...psu } = createPsuField(await loadRows(app, 'customers'));
    const contexts = ['PRIVATE', 'CORPORATE'].map((context) => [context, context] as const);
    return [
      { ...psu, choices: [['', 'the one of the request'], ...choices] },
      { name: 'context', label: 'Context', choices: [['', 'the one of the request'], ...contexts] },
      AGREEMENT,
      ...(purpose === 'consent' ? [ACCOUNT_IDS] : []),
    ];
  };
  return [
    { label: 'Approve', isMain: true, path: `${path}/approve` },
    { label: 'Decline', path: `${path}/decline` },
    { label: 'Approve as…', path: `${path}/approve`, fields: loadFields },
    { label: 'Abandon', path: `${path}/abandon` },
    { label: 'Expire', path: `${path}/expire` },
    { label: 'Fail', path: `${path}/fail` },
  ];
}

function createGrant(loadCustomers: () => Promise<readonly Row[]>): Act {
  const tpp = {
    name: 'tpp',
    label: 'TPP',
    hint: 'Its organizationIdentifier, such as PSDNO-FSA-310999016.',
    isRequired: true,
  };
  return {
    ...{ label: 'Grant a consent…', path: 'consents/grant', body: { accounts: 'all' } },
    fields: async () => [createPsuField(await loadCustomers()), tpp, ACCOUNT_IDS, AGREEMENT],
  };
}
