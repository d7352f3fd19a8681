import type { AnsweredOperation } from '../../src/client/operation.ts';

/**
 * The members that the interface requires of each operation's answer, and no other. `undefined`: the answer has no body.
 */

const _links = { self: { href: '/v1/x', verbs: ['GET'] } };
const units = { currency: 'NOK', amount: 1 };
const money = { currency: 'NOK', amount: '1.00' };

const created = { paymentId: 'p', transactionStatus: 'RCVD' };
const status = { transactionStatus: 'RCVD' };
const started = { scaStatus: 'RECEIVED', _links };
const authorisations = { authorisationIds: ['a'] };
const authorisation = { scaStatus: 'RECEIVED' };

const balances = [{ balanceAmount: money, balanceType: 'expected' }];
const account = { resourceId: 'a', currency: 'NOK', _links };
const card = { resourceId: 'c', maskedPan: '1***2', currency: 'NOK', _links };
const transactions = { booked: [{ transactionAmount: money }], _links };

const sandboxBalances = [{ balanceAmount: units, balanceType: 'expected' }];
const sandboxCustomer = {
  ...{ customerId: 'c', customerNumber: '1', customerType: 'PRIVATE', customerName: 'Kari' },
  _links,
};
const sandboxAccount = {
  ...{ id: 'a', customerNumber: '1', accountName: 'Daily', bban: '99901271948', iban: 'NO9399901271948' },
  ...{ currency: 'NOK', product: 'Konto', cashAccountType: 'CACC', creditLine: 0 },
  ...{ balances: sandboxBalances, _links },
};
const sandboxCard = {
  ...{ resourceId: 'c', customerNumber: '1', maskedPan: '1***2', currency: 'NOK', creditLimit: units },
  relatedAccount: { identification: 'i', schemeNameProprietary: 's' },
  ...{ balances: sandboxBalances, _links },
};
const sandboxEngagement = {
  ...{ engagementId: 'e', customer: '1', account: { iban: 'NO93' }, roles: ['VIEW'], _links },
};
const sandboxAgreement = {
  ...{ agreementId: 'g', type: 'PRIVATE', owner: '1', name: 'Own', engagements: [sandboxEngagement], _links },
};
const party = { iban: '', bban: '' };
const sandboxTransaction = {
  ...{ transactionId: 't', amount: 1, currency: 'NOK', valueDate: '2026-01-01', bookingDate: '2026-01-01' },
  ...{ remittanceInformationUnstructured: '', creditorId: '', creditorName: '', creditorAccount: party },
  ...{ ultimateCreditor: '', debtorName: '', debtorAccount: party, ultimateDebtor: '', purposeCode: '' },
  ...{ bankTransactionCode: 'PMNT', _links },
};
const sandboxCardTransaction = {
  ...{ cardTransactionId: 't', bookingDate: '', transactionDate: '', transactionAmount: units },
  ...{ originalAmount: units, merchantCategoryCode: '' },
};
const counts = { customers: 1, accounts: 1, cardAccounts: 1, agreements: 1, transactions: 1, payments: 1 };

const played = { authorisationId: 'a', scaStatus: 'FINALISED' };
const clock = { now: '2026-11-21T09:30:00+01:00', offsetSeconds: 0 };
const moved = { paymentId: 'p', transactionStatus: 'PDNG' };
const right = { accountId: 'a', paymentRight: true };
const cleared = { cleared: 1 };
const fault = { faultId: 1, fault: 'latency', calls: 0, strikes: 0 };

export const REQUIRED_ANSWERS: Readonly<Record<AnsweredOperation, unknown>> = {
  'read fee information': { transactionFees: money, transactionFeeIndicator: true },
  'create payment': created,
  'read payment': status,
  'read payment status': status,
  'cancel payment': { ...status, _links },
  'start authorisation': started,
  'list authorisations': authorisations,
  'read authorisation': authorisation,
  'start cancellation authorisation': started,
  'list cancellation authorisations': authorisations,
  'read cancellation authorisation': authorisation,
  'create basket': { basketId: 'b', ...status, _links },
  'read basket': { payments: ['p'], ...status },
  'read basket status': status,
  'delete basket': undefined,
  'start basket authorisation': started,
  'list basket authorisations': authorisations,
  'read basket authorisation': authorisation,
  'list accounts': { accounts: [account] },
  'read account': { account },
  'read account balances': { account: {}, balances },
  'list account transactions': { account: {}, transactions },
  'read account transaction': { transactionsDetails: { transactionDetails: { transactionAmount: money } } },
  'list card accounts': { cardAccounts: [card] },
  'read card account': { cardAccount: card },
  'read card account balances': { cardAccount: { maskedPan: '1***2' }, balances },
  'list card account transactions': { cardAccount: { maskedPan: '1***2' }, cardTransactions: transactions },
  'create bank-offered consent': { _links },
  'read user': { psuId: 'p', contexts: ['PRIVATE'], _links },
  'list agreements': { agreements: [{ psuCorporateId: 'c', name: 'n', owner: 'o', _links }] },
  'set contact information': { email: 'a@b.example' },
  'read contact information': { email: 'a@b.example' },
  'delete contact information': undefined,
  'initialise sandbox': {
    ...{ customers: [sandboxCustomer], accounts: [sandboxAccount] },
    ...{ cardAccounts: [sandboxCard], agreements: [sandboxAgreement] },
  },
  'list sandbox customers': [sandboxCustomer],
  'create sandbox customer': sandboxCustomer,
  'read sandbox customer': sandboxCustomer,
  'delete sandbox customer': undefined,
  'list sandbox accounts': [sandboxAccount],
  'create sandbox account': sandboxAccount,
  'read sandbox account': [sandboxAccount],
  'delete sandbox account': undefined,
  'update sandbox account balances': sandboxAccount,
  'create sandbox account transactions': { transactionIds: ['t'] },
  'list sandbox account transactions': [sandboxTransaction],
  'read sandbox account transaction': sandboxTransaction,
  'list sandbox card accounts': [sandboxCard],
  'create sandbox card account': sandboxCard,
  'read sandbox card account': sandboxCard,
  'delete sandbox card account': undefined,
  'update sandbox card account balances': sandboxCard,
  'create sandbox card account transactions': { cardTransactionIds: ['t'] },
  'list sandbox card account transactions': {
    ...{ cardAccount: { maskedPan: '1***2' } },
    cardTransactions: { booked: [sandboxCardTransaction], pending: ['t'] },
  },
  'list sandbox agreements': [sandboxAgreement],
  'create sandbox agreement': sandboxAgreement,
  'read sandbox agreement': sandboxAgreement,
  'delete sandbox agreement': undefined,
  'create sandbox engagement': sandboxEngagement,
  'read sandbox engagement': sandboxEngagement,
  'delete sandbox engagement': undefined,
  'approve SCA': played,
  'decline SCA': played,
  'abandon SCA': played,
  'expire SCA': played,
  'fail SCA': played,
  'run batch': { bankDay: '2026-11-23', settled: 1, sent: 0, waiting: 0, rejected: 0, held: 0 },
  'show clock': clock,
  'advance clock': clock,
  'set clock': clock,
  'reset clock': clock,
  'hold payment': moved,
  'release payment': moved,
  'reject payment': moved,
  'settle payment late': moved,
  'settle payment': moved,
  'take payment right': right,
  'give payment right': right,
  'take snapshot': { records: [{}] },
  'restore snapshot': counts,
  'release TPP': { tppId: 'NO-FSA-1' },
  'grant consent': { accounts: ['a'] },
  'revoke consent': undefined,
  'list faults': { faults: [fault] },
  'add fault': fault,
  'clear faults': cleared,
  'clear fault': cleared,
};
