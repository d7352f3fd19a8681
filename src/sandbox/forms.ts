import { normalizeIban, normalizeNumber } from '../values/written-number.ts';
import { convertToNumber, type Field, type Given, type SandboxForm } from './form.ts';

type Value = Field['value'];

/** Declares a flag that the body requires. */
function createRequiredField(
  members: string | readonly string[],
  description: string,
  helpValue: string,
  value: Value = (text) => text,
): Field {
  return { description, helpValue, isOptional: false, members: [members].flat(), value };
}

function createOptionalField(...declared: Parameters<typeof createRequiredField>): Field {
  return { ...createRequiredField(...declared), isOptional: true };
}

export const customerForm: SandboxForm = {
  holds: 'the customer',
  fields: {
    number: createRequiredField(
      'customerNumber',
      'Customer number, which identifies the PSU.',
      'NUMBER',
      normalizeNumber,
    ),
    name: createRequiredField('name', 'Name of the customer.', 'NAME'),
    type: createRequiredField('type', 'PRIVATE or CORPORATE.', 'TYPE'),
  },
  schema: async () => (await import('../wire/sandbox.ts')).sandboxCustomer,
};

export const accountForm: SandboxForm = {
  holds: 'the account',
  fields: {
    customer: createRequiredField('customerNumber', 'The owner, by customer id or number.', 'CUSTOMER'),
    name: createRequiredField('accountName', 'Name of the account.', 'NAME'),
    currency: createRequiredField(
      ['currency', 'balances[0].balanceAmount.currency'],
      'Currency of the account.',
      'NOK',
    ),
    bban: createOptionalField('bban', 'Account number: 11 digits.', 'BBAN', normalizeNumber),
    iban: createOptionalField('iban', 'IBAN, instead of the account number.', 'IBAN', normalizeIban),
    product: createOptionalField('product', "The bank's product. Default: the name.", 'NAME'),
    type: createOptionalField(
      'cashAccountType',
      'Type of cash account, such as CACC or SVGS. Default: CACC.',
      'TYPE',
    ),
    'credit-line': createOptionalField(
      'creditLine',
      'How far below zero it may go. Default: 0.',
      'N',
      convertToNumber,
    ),
    balance: createOptionalField('balances', 'Booked balance. Default: 0.', 'N', (text, { currency }) =>
      text === undefined ? undefined : createBalance('closingBooked', text, currency),
    ),
  },
  schema: async () => (await import('../wire/sandbox.ts')).sandboxAccount,
};

/** Sets the balances of an account or card account. @see I-sandbox-balance-update */
export const balanceForm: SandboxForm = {
  holds: 'the balances',
  required: ['ACCOUNT'],
  fields: {
    booked: createRequiredField('[0]', 'Booked balance (closingBooked).', 'N'),
    expected: createOptionalField('[1]', 'Expected balance.', 'N'),
  },
  body: ({ booked, expected }, { own: { currency } }) => [
    // An absent balance leaves a gap, so that the schema's fault names it.
    ...(booked === undefined ? [undefined] : createBalance('closingBooked', booked, currency)),
    ...createBalance('expected', expected, currency),
  ],
  schema: async () => (await import('../wire/sandbox.ts')).sandboxBalances,
};

function createBalance(type: string, amount: string | undefined, currency: string | undefined): object[] {
  if (amount === undefined) return [];
  return [{ balanceAmount: { currency, amount: convertToNumber(amount) }, balanceType: type }];
}

/** @see I-sandbox-transaction, C-sandbox-data */
export const transactionForm: SandboxForm = {
  holds: 'the transactions',
  required: ['ACCOUNT'],
  fields: {
    in: { ...createRequiredField('[0].amount', 'Incoming amount.', 'AMOUNT'), exclusive: ['out'] },
    out: createRequiredField('[0].amount', 'Outgoing amount, instead of --in.', 'AMOUNT'),
    date: createOptionalField('[0].bookingDate', 'Booking date. Default: today at the bank.', 'YYYY-MM-DD'),
    'value-date': createOptionalField(
      '[0].valueDate',
      'Value date. Default: the booking date.',
      'YYYY-MM-DD',
    ),
    text: createOptionalField(
      '[0].remittanceInformationUnstructured',
      'Unstructured remittance information.',
      'TEXT',
    ),
    'counterparty-name': createOptionalField(
      ['[0].creditorName', '[0].debtorName'],
      'Name of the other party.',
      'NAME',
    ),
    'counterparty-bban': createOptionalField(
      ['[0].creditorAccount', '[0].debtorAccount'],
      'Account number of the other party.',
      'BBAN',
    ),
    code: createOptionalField(
      '[0].bankTransactionCode',
      'ISO 20022 bank transaction code. Default: a domestic credit transfer.',
      'CODE',
    ),
  },
  flags: { '[0].valueDate': ['--value-date', '--date'] },
  body: (given, { own: { bban, iban, currency }, today }) => {
    const date = given.date ?? today;
    const self = { name: '', account: { iban, bban } };
    const counterparty = {
      name: given['counterparty-name'] ?? '',
      account: { iban: '', bban: normalizeNumber(given['counterparty-bban'] ?? '') },
    };
    const [creditor, debtor] = isOutgoing(given) ? [counterparty, self] : [self, counterparty];
    return [
      {
        ...{ amount: convertToNumber(given.in ?? given.out), currency },
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
  schema: async () => (await import('../wire/sandbox.ts')).sandboxTransactions,
};

function isOutgoing({ out }: Given): boolean {
  return out !== undefined;
}

export const cardAccountForm: SandboxForm = {
  holds: 'the card account',
  fields: {
    customer: createRequiredField('customerNumber', 'The owner, by customer id or number.', 'CUSTOMER'),
    'masked-pan': createRequiredField('maskedPan', 'Card number with its middle digits masked.', 'PAN'),
    currency: createRequiredField(
      ['currency', 'creditLimit.currency'],
      'Currency of the card account.',
      'NOK',
    ),
    'credit-limit': createRequiredField(
      'creditLimit',
      'How far below zero it may go.',
      'N',
      (text, { currency }) => createAmount(text, currency),
    ),
  },
  schema: async () => (await import('../wire/sandbox.ts')).sandboxCardAccount,
};

function createAmount(units: string | undefined, currency: string | undefined): object | undefined {
  return units === undefined ? undefined : { currency, amount: convertToNumber(units) };
}

/** @see D8-card-transaction-members */
export const cardTransactionForm: SandboxForm = {
  holds: 'the card transactions',
  required: ['CARD'],
  fields: {
    amount: createRequiredField(
      ['[0].transactionAmount', '[0].originalAmount'],
      "Amount in the card's currency.",
      'AMOUNT',
    ),
    date: createOptionalField(
      ['[0].bookingDate', '[0].transactionDate'],
      'Date of purchase and booking. Default: today at the bank.',
      'YYYY-MM-DD',
    ),
    pending: {
      description: "It isn't booked yet.",
      isOptional: true,
      members: ['[0].bookingDate'],
      value: (text) => text,
    },
    text: createOptionalField('[0].transactionDetails', 'Description of the purchase.', 'TEXT'),
    id: createOptionalField('[0].cardTransactionId', "Its id. The same id can't be added twice.", 'ID'),
    mcc: createOptionalField('[0].merchantCategoryCode', 'Merchant category code.', 'CODE'),
  },
  body: ({ id, amount, date, text, mcc, pending }, { own: { currency }, today }) => {
    const money = createAmount(amount, currency);
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
  schema: async () => (await import('../wire/sandbox.ts')).sandboxCardTransactions,
};

export const agreementForm: SandboxForm = {
  holds: 'the agreement',
  fileHolds: 'The agreement, with its engagements,',
  fields: {
    owner: createRequiredField('owner', 'The corporate customer, by id or number.', 'CUSTOMER', (text) =>
      normalizeNumber(text),
    ),
    name: createRequiredField('name', 'Name of the agreement.', 'NAME'),
  },
  schema: async () => (await import('../wire/sandbox.ts')).sandboxAgreement,
};

export const engagementForm: SandboxForm = {
  holds: 'the engagement',
  required: ['AGREEMENT'],
  fields: {
    customer: createRequiredField(
      'customer',
      'The customer who gets access, by id or number.',
      'CUSTOMER',
      normalizeNumber,
    ),
    account: createRequiredField('account', "The owner's account, by id, bban or IBAN.", 'ACCOUNT', (iban) =>
      iban === undefined ? undefined : { iban },
    ),
    roles: createRequiredField('roles', 'VIEW, REGISTER or both, separated by a comma.', 'ROLES', (text) =>
      text?.split(',').map((role) => role.trim()),
    ),
  },
  schema: async () => (await import('../wire/sandbox.ts')).sandboxEngagement,
};
