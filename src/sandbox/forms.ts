import { buildCardTransaction, buildTransaction } from '../seed/apply/transactions.ts';
import { normalizeIban, normalizeNumber } from '../values/written-number.ts';
import { convertToNumber, type SandboxForm } from './form.ts';

const OWNER = 'Owner, by customer id or number.';

/** The forms of sandbox data. @see C-sandbox-data */
export const FORMS = {
  customer: {
    holds: 'the customer',
    fields: {
      number: ['customerNumber', 'Customer number, which identifies the PSU.', 'NUMBER', normalizeNumber],
      name: ['name', 'Name of the customer.', 'NAME'],
      type: ['type', 'PRIVATE or CORPORATE.', 'TYPE'],
    },
    schema: 'sandboxCustomer',
  },

  account: {
    holds: 'the account',
    fields: {
      customer: ['customerNumber', OWNER, 'CUSTOMER'],
      name: ['accountName', 'Name of the account.', 'NAME'],
      currency: [['currency', 'balances[0].balanceAmount.currency'], 'Currency of the account.', 'NOK'],
    },
    optional: {
      bban: ['bban', 'Account number: 11 digits.', 'BBAN', normalizeNumber],
      iban: ['iban', 'IBAN, instead of the account number.', 'IBAN', normalizeIban],
      product: ['product', "The bank's product. Default: the name.", 'NAME'],
      type: ['cashAccountType', 'Type of cash account, such as CACC or SVGS. Default: CACC.', 'TYPE'],
      'credit-line': ['creditLine', 'How far below zero it may go. Default: 0.', 'N', convertToNumber],
      balance: [
        'balances',
        'Booked balance. Default: 0.',
        'N',
        (text, { currency }) =>
          text === undefined ? undefined : createBalance('closingBooked', text, currency),
      ],
    },
    schema: 'sandboxAccount',
  },

  /** Sets the balances of an account or card account. @see I-sandbox-balance-update */
  balance: {
    holds: 'the balances',
    required: ['ACCOUNT'],
    fields: { booked: ['[0]', 'Booked balance (closingBooked).', 'N'] },
    optional: { expected: ['[1]', 'Expected balance.', 'N'] },
    body: ({ booked, expected }, { own: { currency } }) => [
      // An absent balance leaves a gap, so that the schema's fault names it.
      ...(booked === undefined ? [undefined] : createBalance('closingBooked', booked, currency)),
      ...createBalance('expected', expected, currency),
    ],
    schema: 'sandboxBalances',
  },

  /** @see I-sandbox-transaction, C-sandbox-data */
  transaction: {
    holds: 'the transactions',
    required: ['ACCOUNT'],
    oneOf: ['in', 'out'],
    fields: {
      in: ['[0].amount', 'Incoming amount.', 'AMOUNT'],
      out: ['[0].amount', 'Outgoing amount, instead of --in.', 'AMOUNT'],
    },
    optional: {
      date: ['[0].bookingDate', 'Booking date. Default: today at the bank.', 'YYYY-MM-DD'],
      'value-date': ['[0].valueDate', 'Value date. Default: the booking date.', 'YYYY-MM-DD'],
      text: ['[0].remittanceInformationUnstructured', 'Unstructured remittance information.', 'TEXT'],
      'counterparty-name': [['[0].creditorName', '[0].debtorName'], 'Name of the other party.', 'NAME'],
      'counterparty-bban': [
        ['[0].creditorAccount', '[0].debtorAccount'],
        'Account number of the other party.',
        'BBAN',
      ],
      code: [
        '[0].bankTransactionCode',
        'ISO 20022 bank transaction code. Default: a domestic credit transfer.',
        'CODE',
      ],
    },
    flags: { '[0].valueDate': ['--value-date', '--date'] },
    body: (given, { own, today }) => {
      const { date = today, text = '', code, 'value-date': valueDate = date } = given;
      const bban = normalizeNumber(given['counterparty-bban'] ?? '');
      const counterparty = { name: given['counterparty-name'] ?? '', bban };
      const direction = given.out === undefined ? 'in' : 'out';
      const amount = convertToNumber(given.in ?? given.out);
      const body = buildTransaction({ date, amount, direction, text, counterparty }, own);
      return [{ ...body, valueDate, bankTransactionCode: code ?? body.bankTransactionCode }];
    },
    schema: 'sandboxTransactions',
  },

  cardAccount: {
    holds: 'the card account',
    fields: {
      customer: ['customerNumber', OWNER, 'CUSTOMER'],
      'masked-pan': ['maskedPan', 'Card number with its middle digits masked.', 'PAN'],
      currency: [['currency', 'creditLimit.currency'], 'Currency of the card account.', 'NOK'],
      'credit-limit': [
        'creditLimit',
        'How far below zero it may go.',
        'N',
        (text, { currency }) =>
          text === undefined ? undefined : { currency, amount: convertToNumber(text) },
      ],
    },
    schema: 'sandboxCardAccount',
  },

  /** @see D8-card-transaction-members */
  cardTransaction: {
    holds: 'the card transactions',
    required: ['CARD'],
    fields: {
      amount: [['[0].transactionAmount', '[0].originalAmount'], "Amount in the card's currency.", 'AMOUNT'],
    },
    optional: {
      date: [
        ['[0].bookingDate', '[0].transactionDate'],
        'Date of purchase and booking. Default: today at the bank.',
        'YYYY-MM-DD',
      ],
      pending: ['[0].bookingDate', "It isn't booked yet."],
      text: ['[0].transactionDetails', 'Description of the purchase.', 'TEXT'],
      id: ['[0].cardTransactionId', "Its id. The same id can't be added twice.", 'ID'],
      mcc: ['[0].merchantCategoryCode', 'Merchant category code.', 'CODE'],
    },
    body: ({ id = '', amount, date, text = '', mcc = '', pending }, { own: { currency }, today }) => {
      const one = { date: date ?? today, amount: convertToNumber(amount), text, mcc };
      const body = buildCardTransaction(one, id, currency);
      return [pending === undefined ? body : { ...body, bookingDate: '' }];
    },
    schema: 'sandboxCardTransactions',
  },

  agreement: {
    holds: 'the agreement',
    fileHolds: 'The agreement, with its engagements,',
    fields: {
      owner: ['owner', 'The corporate customer, by id or number.', 'CUSTOMER', normalizeNumber],
      name: ['name', 'Name of the agreement.', 'NAME'],
    },
    schema: 'sandboxAgreement',
  },

  engagement: {
    holds: 'the engagement',
    required: ['AGREEMENT'],
    fields: {
      customer: ['customer', 'The customer who gets access, by id or number.', 'CUSTOMER', normalizeNumber],
      account: [
        'account',
        "The owner's account, by id, bban or IBAN.",
        'ACCOUNT',
        (iban) => (iban === undefined ? undefined : { iban }),
      ],
      roles: [
        'roles',
        'VIEW, REGISTER or both, separated by a comma.',
        'ROLES',
        (text) => text?.split(',').map((role) => role.trim()),
      ],
    },
    schema: 'sandboxEngagement',
  },
} satisfies Readonly<Record<string, SandboxForm>>;

function createBalance(type: string, amount: string | undefined, currency: string | undefined): object[] {
  if (amount === undefined) return [];
  return [{ balanceAmount: { currency, amount: convertToNumber(amount) }, balanceType: type }];
}
