import {
  accountForm,
  agreementForm,
  balanceForm,
  cardAccountForm,
  cardTransactionForm,
  customerForm,
  engagementForm,
  transactionForm,
} from '../../forms/sandbox/forms.ts';
import { hintOfEnding, hintOfEngaging, hintOfMaking, hintOfRange, hintOfUnknown } from './sandbox.ts';

const account = hintOfUnknown('account list');
const customer = hintOfUnknown('customer list');
const card = hintOfUnknown('card-account list');
const agreement = hintOfUnknown('agreement list');
const engagement = hintOfUnknown('agreement get {mockAgreementId}');

/** By the operation's name. */
export const SANDBOX_HINTS = {
  'create sandbox customer': hintOfMaking(customerForm),
  'read sandbox customer': customer,
  'delete sandbox customer': customer,
  'create sandbox account': hintOfMaking(accountForm),
  'read sandbox account': account,
  'delete sandbox account': account,
  'update sandbox account balances': hintOfMaking(balanceForm, 'account list'),
  'create sandbox account transactions': hintOfMaking(transactionForm, 'account list'),
  'list sandbox account transactions': hintOfRange('account list'),
  'read sandbox account transaction': hintOfUnknown('transactions list {mockAccountId}'),
  'create sandbox card account': hintOfMaking(cardAccountForm),
  'read sandbox card account': card,
  'delete sandbox card account': card,
  'update sandbox card account balances': hintOfMaking(balanceForm, 'card-account list'),
  'create sandbox card account transactions': hintOfMaking(cardTransactionForm, 'card-account list'),
  'list sandbox card account transactions': hintOfRange('card-account list'),
  'create sandbox agreement': hintOfMaking(agreementForm),
  'read sandbox agreement': agreement,
  'delete sandbox agreement': hintOfEnding,
  'create sandbox engagement': hintOfEngaging(engagementForm),
  'read sandbox engagement': engagement,
  'delete sandbox engagement': engagement,
};
