import { plainIban, plainNumber } from '../../values/written-number.ts';
import { balance, type Given, type SandboxForm, whole } from './form.ts';

export const customerForm: SandboxForm = {
  holds: 'the customer',
  flags: { customerNumber: ['--number'], name: ['--name'], type: ['--type'] },
  body: ({ number, name, type }) => ({ customerNumber: plainNumber(number), name, type }),
  schema: async () => (await import('../../wire/sandbox/customer.ts')).sandboxCustomer,
};

export const accountForm: SandboxForm = {
  holds: 'the account',
  flags: {
    customerNumber: ['--customer'],
    accountName: ['--name'],
    currency: ['--currency'],
    bban: ['--bban'],
    iban: ['--iban'],
    product: ['--product'],
    cashAccountType: ['--type'],
    creditLine: ['--credit-line'],
    balances: ['--balance'],
    'balances[0].balanceAmount.currency': ['--currency'],
  },
  body: ({ customer, name, currency, bban, iban, product, type, ...given }) => {
    const balances = balance('closingBooked', given.balance, currency);
    return {
      customerNumber: customer,
      accountName: name,
      ...{ currency, bban: plainNumber(bban), iban: plainIban(iban), product },
      ...{ cashAccountType: type, creditLine: whole(given['credit-line']) },
      ...(balances.length === 0 ? {} : { balances }),
    };
  },
  schema: async () => (await import('../../wire/sandbox/account.ts')).sandboxAccount,
};

/** The balances of an account or card account. @see I-sandbox-balance-update */
export const balanceForm: SandboxForm = {
  holds: 'the balances',
  required: ['ACCOUNT'],
  flags: { '[0]': ['--booked'], '[1]': ['--expected'] },
  body: ({ booked, expected }, { own: { currency } }) => [
    // What is missing is told of its place.
    ...(booked === undefined ? [undefined] : balance('closingBooked', booked, currency)),
    ...balance('expected', expected, currency),
  ],
  schema: async () => (await import('../../wire/sandbox/balance.ts')).sandboxBalances,
};

/** @see I-sandbox-transaction, C-sandbox-data */
export const transactionForm: SandboxForm = {
  holds: 'the transactions',
  required: ['ACCOUNT'],
  flags: {
    '[0].amount': ['--in', '--out'],
    '[0].valueDate': ['--value-date', '--date'],
    '[0].bookingDate': ['--date'],
    '[0].remittanceInformationUnstructured': ['--text'],
    '[0].creditorName': ['--counterparty-name'],
    '[0].creditorAccount': ['--counterparty-bban'],
    '[0].debtorName': ['--counterparty-name'],
    '[0].debtorAccount': ['--counterparty-bban'],
    '[0].bankTransactionCode': ['--code'],
  },
  body: (given, { own: { bban, iban, currency }, today }) => {
    const date = given.date ?? today;
    const self = { name: '', account: { iban, bban } };
    const counterparty = {
      name: given['counterparty-name'] ?? '',
      account: { iban: '', bban: plainNumber(given['counterparty-bban'] ?? '') },
    };
    const [creditor, debtor] = isOutgoing(given) ? [counterparty, self] : [self, counterparty];
    return [
      {
        ...{ amount: whole(given.in ?? given.out), currency },
        ...{ valueDate: given['value-date'] ?? date, bookingDate: date },
        remittanceInformationUnstructured: given.text ?? '',
        ...{ creditorId: '', creditorName: creditor.name, creditorAccount: creditor.account },
        ultimateCreditor: '',
        ...{ debtorName: debtor.name, debtorAccount: debtor.account, ultimateDebtor: '' },
        purposeCode: '',
        bankTransactionCode: given.code ?? (isOutgoing(given) ? 'PMNT-ICDT-DMCT' : 'PMNT-RCDT-DMCT'),
      },
    ];
  },
  schema: async () => (await import('../../wire/sandbox/transaction.ts')).sandboxTransactions,
};

function isOutgoing({ out }: Given): boolean {
  return out !== undefined;
}

export const cardAccountForm: SandboxForm = {
  holds: 'the card account',
  flags: {
    customerNumber: ['--customer'],
    maskedPan: ['--masked-pan'],
    currency: ['--currency'],
    creditLimit: ['--credit-limit'],
    'creditLimit.currency': ['--currency'],
  },
  body: ({ customer, currency, ...given }) => ({
    ...{ customerNumber: customer, maskedPan: given['masked-pan'], currency },
    creditLimit: amountOf(given['credit-limit'], currency),
  }),
  schema: async () => (await import('../../wire/sandbox/card-account.ts')).sandboxCardAccount,
};

function amountOf(units: string | undefined, currency: string | undefined): object | undefined {
  return units === undefined ? undefined : { currency, amount: whole(units) };
}

export const agreementForm: SandboxForm = {
  holds: 'the agreement',
  flags: { owner: ['--owner'], name: ['--name'] },
  body: ({ owner, name }) => ({ owner: plainNumber(owner), name }),
  schema: async () => (await import('../../wire/sandbox/agreement.ts')).sandboxAgreement,
};

export const engagementForm: SandboxForm = {
  holds: 'the engagement',
  required: ['AGREEMENT'],
  flags: { customer: ['--customer'], account: ['--account'], roles: ['--roles'] },
  body: ({ customer, account, roles }) => ({
    customer: plainNumber(customer),
    account: account === undefined ? undefined : { iban: account },
    roles: roles?.split(',').map((role) => role.trim()),
  }),
  schema: async () => (await import('../../wire/sandbox/agreement.ts')).sandboxEngagement,
};

/** @see D8-card-transaction-members */
export const cardTransactionForm: SandboxForm = {
  holds: 'the card transactions',
  required: ['CARD'],
  flags: {
    '[0].cardTransactionId': ['--id'],
    '[0].transactionAmount': ['--amount'],
    '[0].originalAmount': ['--amount'],
    '[0].bookingDate': ['--date', '--pending'],
    '[0].transactionDate': ['--date'],
    '[0].merchantCategoryCode': ['--mcc'],
    '[0].transactionDetails': ['--text'],
  },
  body: ({ id, amount, date, text, mcc, pending }, { own: { currency }, today }) => {
    const money = amountOf(amount, currency);
    return [
      {
        ...{ cardTransactionId: id ?? '', terminalId: '' },
        ...{ bookingDate: pending === undefined ? (date ?? today) : '', transactionDate: date ?? today },
        ...{ transactionAmount: money, originalAmount: money, merchantCategoryCode: mcc ?? '' },
        ...{ markupFee: { currency, amount: 0 }, markupFeePercentage: '' },
        ...{ cardAcceptorId: '', cardAcceptorAddress: {}, maskedPan: '' },
        ...{ transactionDetails: text ?? '', invoiced: '', proprietaryBankTransactionCode: '' },
      },
    ];
  },
  schema: async () => (await import('../../wire/sandbox/card-transaction.ts')).sandboxCardTransactions,
};
