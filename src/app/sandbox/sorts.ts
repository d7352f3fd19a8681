import type { Operation } from '../../client/operation.ts';
import {
  type AccountReference,
  deleteSandboxAccount,
  listSandboxAccounts,
  readSandboxAccount,
} from '../../client/sandbox/accounts.ts';
import {
  type AgreementReference,
  deleteSandboxAgreement,
  listSandboxAgreements,
  readSandboxAgreement,
} from '../../client/sandbox/agreements.ts';
import {
  type CardAccountReference,
  deleteSandboxCardAccount,
  listSandboxCardAccounts,
  readSandboxCardAccount,
} from '../../client/sandbox/card-accounts.ts';
import {
  type CustomerReference,
  deleteSandboxCustomer,
  listSandboxCustomers,
  readSandboxCustomer,
} from '../../client/sandbox/customers.ts';
import type { SandboxAccount } from '../../wire/sandbox/account.ts';
import type { SandboxAgreement } from '../../wire/sandbox/agreement.ts';
import type { SandboxCardAccount } from '../../wire/sandbox/card-account.ts';
import type { SandboxCustomer } from '../../wire/sandbox/customer.ts';

/** One sort of sandbox data that the bank lists. */
export interface Sort<Item, Reference = never> {
  /** As people and commands call one: `card-account`. */
  readonly word: string;
  /** The argument that names one. */
  readonly argument: string;
  readonly list: Operation<void, readonly Item[]>;
  readonly read: Operation<Reference, Item>;
  readonly remove: Operation<Reference, object>;
  readonly reference: (id: string) => Reference;
  readonly idOf: (item: Item) => string;
  /** What one is named by besides its id. */
  readonly namesOf: (item: Item) => readonly string[];
  /** The name or id that people know one by. */
  readonly nameOf: (item: Item) => string;
  /** customerNumber. */
  readonly ownerOf: (item: Item) => string;
  /** What it is, beside its name and its owner's; nothing for an owner. */
  readonly kindOf: (item: Item) => string | undefined;
}

/** By id or number. @see C-sandbox-names */
export const CUSTOMERS: Sort<SandboxCustomer, CustomerReference> = {
  word: 'customer',
  argument: 'CUSTOMER',
  list: listSandboxCustomers,
  read: readSandboxCustomer,
  remove: deleteSandboxCustomer,
  reference: (customerId) => ({ customerId }),
  idOf: ({ customerId }) => customerId,
  namesOf: ({ customerNumber }) => [customerNumber],
  nameOf: ({ customerNumber }) => customerNumber,
  ownerOf: ({ customerNumber }) => customerNumber,
  kindOf: () => undefined,
};

/** By id, bban or IBAN. @see C-sandbox-names */
export const ACCOUNTS: Sort<SandboxAccount, AccountReference> = {
  word: 'account',
  argument: 'ACCOUNT',
  list: listSandboxAccounts,
  read: readSandboxAccount,
  remove: deleteSandboxAccount,
  reference: (mockAccountId) => ({ mockAccountId }),
  idOf: ({ id }) => id,
  namesOf: ({ bban, iban }) => [bban, iban],
  nameOf: ({ bban }) => bban,
  ownerOf: ({ customerNumber }) => customerNumber,
  kindOf: ({ accountName }) => accountName,
};

/** By id, by masked PAN, or by the reference that a payment from it gives. */
export const CARD_ACCOUNTS: Sort<SandboxCardAccount, CardAccountReference> = {
  word: 'card-account',
  argument: 'CARD',
  list: listSandboxCardAccounts,
  read: readSandboxCardAccount,
  remove: deleteSandboxCardAccount,
  reference: (mockCardAccountId) => ({ mockCardAccountId }),
  idOf: ({ resourceId }) => resourceId,
  namesOf: ({ maskedPan, relatedAccount }) => [maskedPan, relatedAccount.identification],
  nameOf: ({ resourceId }) => resourceId,
  ownerOf: ({ customerNumber }) => customerNumber,
  kindOf: ({ maskedPan }) => maskedPan,
};

export const AGREEMENTS: Sort<SandboxAgreement, AgreementReference> = {
  word: 'agreement',
  argument: 'AGREEMENT',
  list: listSandboxAgreements,
  read: readSandboxAgreement,
  remove: deleteSandboxAgreement,
  reference: (mockAgreementId) => ({ mockAgreementId }),
  idOf: ({ agreementId }) => agreementId,
  namesOf: () => [],
  nameOf: ({ agreementId }) => agreementId,
  ownerOf: ({ owner }) => owner,
  kindOf: ({ name }) => name,
};
