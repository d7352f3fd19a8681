import type { Money } from '../cli/format-values.ts';
import {
  type ColumnLine,
  type Columns,
  createCard,
  createTable,
  type Presentation,
  QUIET,
  SPARE,
} from '../cli/presentation.ts';
import { bankMessages } from '../cli/resources/members.ts';
import { sanitizeForTerminal } from '../cli/sanitize.ts';
import { getOperation } from '../client/operation.ts';
import type { Session } from '../client/session.ts';
import { readBankDate } from '../session/with-session.ts';
import type {
  SandboxAccount,
  SandboxAgreement,
  SandboxCardAccount,
  SandboxCardTransactionsCreated,
  SandboxCustomer,
  SandboxEngagement,
  SandboxTransaction,
  SandboxTransactionsCreated,
} from '../wire/answers/sandbox.ts';
import type { FormInput, GivenTexts } from './form.ts';
import { FORMS } from './forms.ts';
import {
  type Choices,
  type Creation,
  chooseFrom,
  createDetailView,
  createListedType,
  find,
  findId,
  listChoices,
  type PresentationContext,
  readOwners,
  type SandboxType,
  type WithOwnerName,
} from './resource.ts';

interface SandboxMoney {
  readonly amount: number;
  readonly currency: string;
}

/** The suffix of an amount's heading that the sandbox returns in whole units only. @see C-whole-units */
const WHOLE_UNITS = '(whole units)';

/** Creates a column of an amount, without decimals, because the sandbox doesn't return them. @see I-sandbox-account */
export function amountColumn<Row>(
  label: string,
  amountOf: (row: Row) => SandboxMoney | undefined,
): ColumnLine<Row> {
  return [`${label} ${WHOLE_UNITS}`, (row) => toMoney(amountOf(row)), 'amount', { heading: label }];
}

function toMoney(money: SandboxMoney | undefined): Money | undefined {
  return money && { amount: String(money.amount), currency: money.currency };
}

interface WithBalances {
  readonly balances: readonly { readonly balanceAmount: SandboxMoney; readonly balanceType: string }[];
}

type BalanceType = 'closingBooked' | 'expected';

function findBalance({ balances }: WithBalances, type: BalanceType): SandboxMoney | undefined {
  return balances.find(({ balanceType }) => balanceType === type)?.balanceAmount;
}

/** Reads the balance that is shown where a person picks an account. */
export function readBooked(item: WithBalances): Money | undefined {
  return toMoney(findBalance(item, 'closingBooked'));
}

function createBalanceColumn(label: string, type: BalanceType): ColumnLine<WithBalances> {
  return amountColumn(label, (item) => findBalance(item, type));
}

const booked = createBalanceColumn('Booked', 'closingBooked');
const expected = createBalanceColumn('Expected', 'expected');

const ownerColumns: Columns<WithOwnerName<{ readonly customerNumber: string }>> = [
  ['Customer', 'customerNumber', 'identifier'],
  ['Name', 'ownerName', 'name'],
];

const customerColumns: Columns<SandboxCustomer> = [
  ['Customer', 'customerNumber', 'identifier'],
  ['Name', 'customerName', 'name'],
  ['Type', 'customerType'],
  ['ID', 'customerId', 'identifier', QUIET],
];

/** Customers, by id or number. */
export const CUSTOMERS = createListedType<SandboxCustomer>({
  word: 'customer',
  args: { customer: 'The customer, by id or number.' },
  idOf: ({ customerId }) => customerId,
  namesOf: ({ customerNumber }) => [customerNumber],
  nameOf: ({ customerNumber }) => customerNumber,
  kindOf: ({ customerName }) => customerName,
  form: FORMS.customer,
  choices: {
    type: [
      { value: 'PRIVATE', about: ['a person'] },
      { value: 'CORPORATE', about: ['a company'] },
    ],
  },
  card: [...customerColumns, ...bankMessages],
  table: customerColumns,
  none: 'The sandbox has no customers. Create one, or restore the initial data:\npsd2 sandbox customer create\npsd2 sandbox init',
});

/** The owner, which bodies name by number, while --customer also accepts an id. */
const ofCustomer = {
  choices: { customer: (session: Session) => chooseFrom(session, CUSTOMERS) },
  usual: { currency: 'NOK' },
  resolve: {
    customer: async (session: Session, name: string) =>
      (await find(session, CUSTOMERS, name))?.customerNumber ?? name,
  },
};

const account: ColumnLine<SandboxAccount> = ['Account', 'bban', 'identifier', QUIET];
const accountName: ColumnLine<SandboxAccount> = ['Kind', 'accountName', 'name'];

/** Accounts, by id, bban or IBAN. */
export const ACCOUNTS = createListedType<SandboxAccount>({
  word: 'account',
  args: { account: 'The account, by id, bban or IBAN.' },
  idOf: ({ id }) => id,
  namesOf: ({ bban, iban }) => [bban, iban],
  nameOf: ({ bban }) => bban,
  ownerOf: ({ customerNumber }) => customerNumber,
  kindOf: (item) => item.accountName,
  balanceOf: readBooked,
  ...ofCustomer,
  form: FORMS.account,
  card: [
    account,
    ['IBAN', 'iban', 'account'],
    accountName,
    ...ownerColumns,
    ['Product', (item) => (item.product === item.accountName ? undefined : item.product)],
    ['Type', 'cashAccountType'],
    amountColumn('Credit line', ({ creditLine, currency }) => ({ amount: creditLine, currency })),
    booked,
    expected,
    ['ID', 'id', 'identifier'],
    ...bankMessages,
  ],
  table: [...ownerColumns, account, accountName, booked, expected],
  none: 'The sandbox has no accounts. Create one, or restore the initial data:\npsd2 sandbox account create\npsd2 sandbox init',
});

/** The columns of the accounts of a new world. */
export const accountsOfNewWorld: Columns<WithOwnerName<SandboxAccount>> = [
  ...ownerColumns,
  account,
  accountName,
  createBalanceColumn('Balance', 'closingBooked'),
];

const pan: ColumnLine<SandboxCardAccount> = ['Card', 'maskedPan', 'identifier'];
const limit = amountColumn<SandboxCardAccount>('Credit limit', ({ creditLimit }) => creditLimit);
const cardId: ColumnLine<SandboxCardAccount> = ['ID', 'resourceId', 'identifier', { ...QUIET, ...SPARE }];

/** Card accounts, by id, by masked PAN, or by the reference for payments from it. */
export const CARD_ACCOUNTS = createListedType<SandboxCardAccount>({
  word: 'card-account',
  args: { card: 'The card account, by id, masked PAN or reference.' },
  idOf: ({ resourceId }) => resourceId,
  namesOf: ({ maskedPan, relatedAccount }) => [maskedPan, relatedAccount.identification],
  nameOf: ({ resourceId }) => resourceId,
  ownerOf: ({ customerNumber }) => customerNumber,
  kindOf: ({ maskedPan }) => maskedPan,
  balanceOf: readBooked,
  ...ofCustomer,
  form: FORMS.cardAccount,
  card: [
    pan,
    ...ownerColumns,
    ['Product', 'product'],
    ['Status', 'status'],
    limit,
    booked,
    expected,
    ['Reference', ({ relatedAccount }) => relatedAccount.identification, 'identifier'],
    cardId,
    ...bankMessages,
  ],
  table: [...ownerColumns, pan, limit, booked, cardId],
  none: 'The sandbox has no card accounts. Create one, or restore the initial data:\npsd2 sandbox card-account create\npsd2 sandbox init',
});

/** The creation of new balances, for the account or card account with the name. */
export const newBalance: Creation<SandboxAccount | SandboxCardAccount> = {
  form: FORMS.balance,
  create: getOperation('update sandbox account balances'),
  within: { account: 'The account or card account, by id, bban, IBAN or masked PAN.' },
  choices: {
    ACCOUNT: async (session) => [
      ...(await chooseFrom(session, ACCOUNTS)),
      ...(await listChoices(session, CARD_ACCOUNTS)),
    ],
  },
  shown: {
    text: (made, look) =>
      'bban' in made ? ACCOUNTS.shown.text(made, look) : CARD_ACCOUNTS.shown.text(made, look),
    quiet: (made) => ('bban' in made ? [made.bban] : [made.resourceId]).map((id) => sanitizeForTerminal(id)),
  },
  prepare: async (session, { given }) => {
    const { reference, self } = await findAccount(session, given);
    const own = self === undefined ? await locateCard(session, given.ACCOUNT) : undefined;
    if (own?.known.own === undefined) return { reference, known: { own: self } };
    return { ...own, operation: getOperation('update sandbox card account balances') };
  },
};

/** Finds the account of ACCOUNT. The bank refuses the id of one that it doesn't list. */
export async function findAccount(session: Session, { ACCOUNT = '' }: GivenTexts) {
  const self = await find(session, ACCOUNTS, ACCOUNT);
  return { reference: { mockAccountId: self?.id ?? ACCOUNT }, self };
}

/** Finds a card account, and the facts that a body needs of it. */
async function locateCard(session: Session, name = '') {
  const card = await find(session, CARD_ACCOUNTS, name);
  const own = card && { bban: '', iban: '', currency: card.currency };
  return { reference: { mockCardAccountId: card?.resourceId ?? name }, known: { own } };
}

/** Finds the ids of accounts and cards given by id or number, in the same order. @see C-sandbox-names */
export function findAccountIds(session: Session, names: readonly string[]): Promise<string[]> {
  return Promise.all(
    names.map(async (name) => {
      const found = await find(session, ACCOUNTS, name);
      return found === undefined ? findId(session, CARD_ACCOUNTS, name) : found.id;
    }),
  );
}

const agreementOwner: Columns<WithOwnerName<SandboxAgreement>> = [
  ['Customer', 'owner', 'identifier'],
  ['Name', 'ownerName', 'name'],
];
const agreementName: ColumnLine<SandboxAgreement> = ['Agreement', 'name', 'name'];
const agreementType: ColumnLine<SandboxAgreement> = ['Type', 'type'];
const agreementId: ColumnLine<SandboxAgreement> = ['ID', 'agreementId', 'identifier', QUIET];

const engagementColumns: Columns<WithOwnerName<SandboxEngagement>> = [
  ['Customer', 'customer', 'identifier'],
  ['Name', 'ownerName', 'name'],
  ['Account', (engagement) => engagement.account.iban, 'account'],
  ['Roles', ({ roles }) => roles.join(', '), 'name'],
  ['Register limit', 'registerLimit', 'count', SPARE],
  ['Approval limit', 'approvalLimit', 'count', SPARE],
  ['Engagement', 'engagementId', 'identifier', QUIET],
];

const engagementTable = createTable<
  WithOwnerName<SandboxEngagement>,
  readonly WithOwnerName<SandboxEngagement>[]
>(engagementColumns, (rows) => rows, '');

const engagementView = {
  ownerOf: ({ customer }: SandboxEngagement) => customer,
  card: engagementColumns,
};

/** Agreements, by id. */
export const AGREEMENTS = createListedType<SandboxAgreement>({
  word: 'agreement',
  args: { agreement: 'The agreement, by id.' },
  idOf: (agreement) => agreement.agreementId,
  namesOf: () => [],
  nameOf: (agreement) => agreement.agreementId,
  ownerOf: ({ owner }) => owner,
  kindOf: ({ name }) => name,
  form: FORMS.agreement,
  choices: {
    owner: (session) => chooseFrom(session, CUSTOMERS, ({ customerType }) => customerType === 'CORPORATE'),
  },
  card: [agreementName, agreementType, ...agreementOwner, agreementId, ...bankMessages],
  below: async ({ engagements }, { owners }, look) => {
    const rows = engagements.map((one) => ({ ...one, ownerName: owners?.get(one.customer) }));
    return rows.length === 0 ? [] : [await engagementTable.text(rows, look)];
  },
  table: [
    ...agreementOwner,
    agreementName,
    agreementType,
    ['Engagements', ({ engagements }) => engagements.length, 'count', SPARE],
    agreementId,
  ],
  none: 'The sandbox has no agreements. Create one:\npsd2 sandbox agreement create',
});

/** Offers the agreements that accept engagements. */
const corporate: Choices = (session) => chooseFrom(session, AGREEMENTS, ({ type }) => type === 'CORPORATE');

async function readAgreement(session: Session, given: GivenTexts): Promise<SandboxAgreement> {
  const { reference } = await AGREEMENTS.locate(session, given);
  return (await session.call(AGREEMENTS.read, reference as never)).resource;
}

/** Engagements, by the agreement's id and their own. */
export const ENGAGEMENTS: SandboxType<SandboxEngagement> & Creation<SandboxEngagement> = {
  word: 'engagement',
  args: { ...AGREEMENTS.args, engagement: 'The engagement, by id.' },
  form: FORMS.engagement,
  create: getOperation('create sandbox engagement'),
  within: AGREEMENTS.args,
  choices: {
    AGREEMENT: corporate,
    customer: (session) => chooseFrom(session, CUSTOMERS),
    account: async (session, given) => {
      const { owner } = await readAgreement(session, given);
      return chooseFrom(session, ACCOUNTS, ({ customerNumber }) => customerNumber === owner);
    },
    roles: [
      { value: 'VIEW', about: ['sees the account'] },
      { value: 'REGISTER', about: ['pays from it'] },
    ],
    ENGAGEMENT: async (session, given) => {
      const { engagements } = await readAgreement(session, given);
      const owners = await readOwners(session);
      return engagements.map(({ engagementId, customer, account: { iban }, roles }) => ({
        value: engagementId,
        about: [iban, roles.join(', '), owners.get(customer) ?? customer],
      }));
    },
  },
  read: getOperation('read sandbox engagement'),
  locate: async (session, { AGREEMENT = '', ENGAGEMENT }) => {
    const reference = { mockAgreementId: AGREEMENT, mockEngagementId: ENGAGEMENT };
    const agreement = await find(session, AGREEMENTS, AGREEMENT);
    const found = agreement?.engagements.find(({ engagementId }) => engagementId === ENGAGEMENT);
    if (found === undefined) return { reference };
    const what = `the engagement of customer ${found.customer} with account ${found.account.iban}`;
    return { reference, what };
  },
  remove: getOperation('delete sandbox engagement'),
  several: ['roles'],
  // An engagement names an account by IBAN; --account also accepts an id or a bban.
  resolve: { account: async (session, name) => (await find(session, ACCOUNTS, name))?.iban ?? name },
  prepare: async (_, { given }) => ({ reference: { mockAgreementId: given.AGREEMENT } }),
  ...engagementView,
  shown: createDetailView(engagementView),
};

/** A transaction from its account's perspective: an amount that the account pays is negative. */
interface TransactionRow extends SandboxTransaction {
  readonly isPaid: boolean;
  readonly partyName: string | undefined;
  readonly partyAccount: string | undefined;
}

function toTransactionRow(transaction: SandboxTransaction, { self }: PresentationContext): TransactionRow {
  const { creditorName, creditorAccount, debtorName, debtorAccount } = transaction;
  const isPaid = self !== undefined && (debtorAccount.bban === self.bban || debtorAccount.iban === self.iban);
  const [name, party] = isPaid ? [creditorName, creditorAccount] : [debtorName, debtorAccount];
  return {
    ...transaction,
    ...{ isPaid, partyName: name || undefined, partyAccount: party.bban || party.iban || undefined },
  };
}

const transactionId: ColumnLine<TransactionRow> = ['Transaction', 'transactionId', 'identifier', QUIET];
const bookingDate: ColumnLine<TransactionRow> = ['Booked', 'bookingDate', 'date'];
const amount = amountColumn<TransactionRow>('Amount', ({ amount: units, currency, isPaid }) => ({
  amount: isPaid ? -units : units,
  currency,
}));
const text: ColumnLine<TransactionRow> = [
  'Text',
  ({ remittanceInformationUnstructured }) => remittanceInformationUnstructured || undefined,
  'name',
];
const counterparty: ColumnLine<TransactionRow> = ['Counterparty', 'partyName', 'name'];

/** Transactions of an account, identified by account and id. */
export const TRANSACTIONS: SandboxType<SandboxTransaction, TransactionRow> & {
  readonly table: Columns<TransactionRow>;
  readonly none: string;
} = {
  word: 'transaction',
  args: { ...ACCOUNTS.args, transaction: 'The transaction, by id.' },
  choices: {
    ...ACCOUNTS.choices,
    // The newest transactions of the named account.
    TRANSACTION: async (session, given) => {
      const { reference } = await findAccount(session, given);
      const { resource } = await session.call(getOperation('list sandbox account transactions'), reference);
      return resource.map((one) => ({
        value: one.transactionId,
        about: [one.bookingDate, `${one.amount} ${one.currency}`, one.remittanceInformationUnstructured],
      }));
    },
  },
  read: getOperation('read sandbox account transaction'),
  locate: async (session, given) => {
    const { reference, self } = await findAccount(session, given);
    return { reference: { ...reference, mockTransactionId: given.TRANSACTION }, self };
  },
  row: toTransactionRow,
  card: [
    transactionId,
    bookingDate,
    ['Value date', 'valueDate', 'date'],
    amount,
    counterparty,
    ['Account', 'partyAccount', 'account'],
    text,
    ['Purpose', ({ purposeCode }) => purposeCode || undefined],
    ['Code', 'bankTransactionCode', 'identifier'],
  ],
  table: [bookingDate, amount, counterparty, text, transactionId],
  none: 'No transactions. Add one:\npsd2 sandbox transactions add',
};

/** Reads the bank's date if no date is given. */
async function readToday(session: Session, { given, file }: FormInput): Promise<{ readonly today?: string }> {
  return file !== undefined || given.date !== undefined ? {} : { today: await readBankDate(session) };
}

/** More ids than these are for scripts, which have --json and --quiet. */
const MOST_SHOWN = 10;

/**
 * Creates the view of added transactions: their number and ids. Ids of card transactions are the TPP's own and may be
 * empty.
 */
function createAddedView<Made>(idsOf: (made: Made) => readonly string[]): Presentation<Made> {
  const known = (made: Made) => idsOf(made).filter((id) => id !== '');
  const { text } = createCard<Made>([
    ['Added', (made) => idsOf(made).length, 'count'],
    ['Transaction', (made) => (known(made).length > MOST_SHOWN ? [] : known(made)), 'identifier'],
  ]);
  return { text, quiet: (made) => known(made).map((id) => sanitizeForTerminal(id)) };
}

export const newTransactions: Creation<SandboxTransactionsCreated> = {
  form: FORMS.transaction,
  create: getOperation('create sandbox account transactions'),
  within: ACCOUNTS.args,
  choices: ACCOUNTS.choices,
  shown: createAddedView(({ transactionIds }) => transactionIds),
  prepare: async (session, input) => {
    const { reference, self } = await findAccount(session, input.given);
    return { reference, known: { own: self, ...(await readToday(session, input)) } };
  },
};

export const newCardTransactions: Creation<SandboxCardTransactionsCreated> = {
  form: FORMS.cardTransaction,
  create: getOperation('create sandbox card account transactions'),
  within: CARD_ACCOUNTS.args,
  choices: CARD_ACCOUNTS.choices,
  shown: createAddedView(({ cardTransactionIds }) => cardTransactionIds),
  prepare: async (session, input) => {
    const { reference, known } = await locateCard(session, input.given.CARD);
    return { reference, known: { ...known, ...(await readToday(session, input)) } };
  },
};
