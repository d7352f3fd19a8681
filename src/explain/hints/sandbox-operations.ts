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
import { hintOfMaking, hintOfRange, hintOfUnknown } from './sandbox.ts';

const account = hintOfUnknown('account');
const customer = hintOfUnknown('customer');
const card = hintOfUnknown('card-account');
const agreement = hintOfUnknown('agreement');

/** By the operation's name. */
export const SANDBOX_HINTS = {
  'create sandbox customer': hintOfMaking(customerForm),
  'read sandbox customer': customer,
  'delete sandbox customer': customer,
  'create sandbox account': hintOfMaking(accountForm),
  'read sandbox account': account,
  'delete sandbox account': account,
  'update sandbox account balances': hintOfMaking(balanceForm, 'account'),
  'create sandbox account transactions': hintOfMaking(transactionForm, 'account'),
  'list sandbox account transactions': hintOfRange('account'),
  'read sandbox account transaction': hintOfUnknown('account', 'transactions'),
  'create sandbox card account': hintOfMaking(cardAccountForm),
  'read sandbox card account': card,
  'delete sandbox card account': card,
  'update sandbox card account balances': hintOfMaking(balanceForm, 'card-account'),
  'create sandbox card account transactions': hintOfMaking(cardTransactionForm, 'card-account'),
  'list sandbox card account transactions': hintOfRange('card-account'),
  'create sandbox agreement': hintOfMaking(agreementForm),
  'read sandbox agreement': agreement,
  'delete sandbox agreement': agreement,
  'create sandbox engagement': hintOfMaking(engagementForm, 'agreement'),
  'read sandbox engagement': agreement,
  'delete sandbox engagement': agreement,
};
