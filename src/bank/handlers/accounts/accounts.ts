import { findOnce, type Op } from '../../../store/contract.ts';
import { BALANCE_TYPES } from '../../../values/balance-types.ts';
import { getCashAccountTypeName } from '../../../values/cash-account-types.ts';
import { convertWholeToMinor } from '../../../values/money.ts';
import { formatOsloDate } from '../../../values/oslo.ts';
import { countCodePoints } from '../../../values/text.ts';
import { fixInForce } from '../../../wire/accept-fix.ts';
import type {
  Account,
  AccountBalances,
  AccountList,
  Balance,
  CardAccount,
  CardAccountBalances,
  CardAccountList,
  OneAccount,
  OneCardAccount,
} from '../../../wire/answers/information.ts';
import { message } from '../../../wire/errors.ts';
import { type Links, link } from '../../../wire/link.ts';
import { createOkResult, type Refusal, refuseUnknownResource } from '../../answer.ts';
import { canPayFrom } from '../../domain/creation.ts';
import { BANK_BIC, type DetailsOfBalances, type Account as KeptAccount } from '../../domain/world.ts';
import { limitDailyCalls, loadPsu, requireConsent, requireSca } from '../../guards/psu.ts';
import { type ContextAccounts, findPayer, listContextAccounts } from '../../life/payer.ts';
import { formatAmountOfRequest, refuseWithoutSca } from '../../links.ts';
import type { RequestContext } from '../../request-context.ts';
import {
  checkOneOf,
  createResourceHandler,
  defineRoute,
  type Handler,
  type Route,
} from '../../routes/route.ts';
import {
  type AccountWithBalance,
  type CardWithBalance,
  findAccountWithBalance,
  findCardWithBalance,
  type StoredBalances,
} from '../../store/tables/accounts.ts';
import { findNamedCustomer } from '../../store/tables/customers.ts';
import { computeBalances } from '../sandbox/resources.ts';

/**
 * Creates a function that loads the account or card of the path if it belongs to the PSU's context and the consent covers it. An unknown
 * account and another PSU's account give the same refusal, whatever that PSU's consent.
 * @param name of the path parameter with the id
 * @param ownerOf returns the owner's customerNumber
 * @see D2-resource-unknown
 * @see D6-outside-consent
 */
function createConsentedLoader<Found extends object>(
  what: string,
  name: string,
  find: (id: string) => Op<Found | undefined>,
  ownerOf: (found: Found) => string,
): (exchange: RequestContext) => Op<Found | Refusal> {
  return function* (exchange) {
    const id = exchange.param(name);
    const found = yield* find(id);
    const { psu, agreement, consented, findCustomerType } = exchange;
    const holder = psu === undefined ? undefined : yield* findPayer(psu, agreement, findCustomerType);
    if (!found || !canPayFrom(holder, { id, customerNumber: ownerOf(found) }))
      return refuseUnknownResource(what);
    if (consented?.has(id)) return found;
    const text = `the PSU hasn't consented to this ${what}`;
    return yield* refuseWithoutSca(exchange, message('ERROR', 'CONSENT_INVALID', text));
  };
}

export const loadAccount = createConsentedLoader(
  'account',
  'accountId',
  findAccountWithBalance,
  ({ account }) => account.customerNumber,
);

export const loadCard = createConsentedLoader(
  'card account',
  'cardAccountId',
  findCardWithBalance,
  ({ card }) => card.customerNumber,
);

/**
 * Lists the accounts and cards of the context that the consent covers, in the order of the context.
 * @see D6-selection
 */
function* listConsented(exchange: RequestContext): Op<ContextAccounts> {
  const { psu, agreement, consented, findCustomerType } = exchange;
  if (psu === undefined || !consented) throw new Error('a consent without a PSU passed the guards');
  const { accounts, cards } = yield* listContextAccounts(psu, agreement, findCustomerType);
  return {
    accounts: accounts.filter(({ account }) => consented.has(account.id)),
    cards: cards.filter(({ card }) => consented.has(card.resourceId)),
  };
}

/** Lists the accounts. @see D7-account */
export const listAccounts: Handler = function* (exchange) {
  const accounts: Account[] = [];
  const findOwner = findOnce(findNamedCustomer);
  for (const found of (yield* listConsented(exchange)).accounts) {
    accounts.push(yield* formatAccount(exchange, found, findOwner));
  }
  return createOkResult<AccountList>({ accounts });
};

/** Returns one account. @see D7-account */
export const readAccount = createResourceHandler(loadAccount, function* (exchange, found) {
  return createOkResult<OneAccount>({ account: yield* formatAccount(exchange, found) });
});

/** Returns the balances of an account. @see D7-balances */
export const readAccountBalances = createResourceHandler(loadAccount, (exchange, found) => {
  const { bban, iban, currency } = found.account;
  const balances = formatBalances(exchange, found, found.account);
  return createOkResult<AccountBalances>({ account: { bban, iban, currency }, balances });
});

/** Lists the card accounts. @see D7-card-account */
export const listCardAccounts: Handler = function* (exchange) {
  const { cards } = yield* listConsented(exchange);
  return createOkResult<CardAccountList>({
    cardAccounts: cards.map((found) => formatCard(exchange, found)),
  });
};

/** Returns one card account. @see D7-card-account */
export const readCardAccount = createResourceHandler(loadCard, (exchange, found) =>
  createOkResult<OneCardAccount>({ cardAccount: formatCard(exchange, found) }),
);

/** Returns the balances of a card account. @see D7-balances */
export const readCardAccountBalances = createResourceHandler(loadCard, (exchange, found) => {
  const { maskedPan, currency } = found.card;
  const balances = formatBalances(exchange, found, found.card);
  return createOkResult<CardAccountBalances>({ cardAccount: { maskedPan, currency }, balances });
});

/** Formats an account. @see D7-account */
function* formatAccount(
  exchange: RequestContext,
  found: AccountWithBalance,
  findOwner = findNamedCustomer,
): Op<Account> {
  const { id, customerNumber, accountName, bban, iban, currency, product, cashAccountType } = found.account;
  const owner = yield* findOwner(customerNumber);
  const self = exchange.href(`/v1/accounts/${id}`);
  return {
    resourceId: id,
    bban,
    iban,
    currency,
    name: formatName(exchange, accountName),
    product: dropLongText(LIMITS.product, product),
    cashAccountType: formatAccountType(exchange, cashAccountType),
    bic: BANK_BIC,
    ownerName: dropLongText(LIMITS.ownerName, owner?.customerName),
    balances: wantsBalances(exchange) ? formatBalances(exchange, found, found.account) : undefined,
    _links: buildAccountLinks(self),
  };
}

/**
 * Formats the account type: a descriptive text before ISO 20022 codes became the default.
 * @see D3-accept-fix-cash-account-type
 */
function formatAccountType(
  exchange: RequestContext,
  type: AccountWithBalance['account']['cashAccountType'],
): string {
  const isCode = fixInForce(
    'cashAccountTypeIso',
    exchange.headerList('x-accept-fix'),
    exchange.world.bankNow,
  );
  return isCode ? type : getCashAccountTypeName(type);
}

function buildAccountLinks(self: string): Links {
  return {
    self: link(self, 'GET'),
    balances: link(`${self}/balances`, 'GET'),
    transactions: link(`${self}/transactions`, 'GET'),
  };
}

/** Formats a card account. @see D7-card-account */
function formatCard(exchange: RequestContext, found: CardWithBalance): CardAccount {
  const { resourceId, maskedPan, currency, name, product, creditLimit, relatedAccount } = found.card;
  const self = exchange.href(`/v1/card-accounts/${resourceId}`);
  return {
    resourceId,
    maskedPan,
    currency,
    name: name && formatName(exchange, name),
    product: dropLongText(LIMITS.product, product),
    creditLimit: formatAmountOfRequest(exchange, convertWholeToMinor(creditLimit, currency), currency),
    relatedAccount: { identification: relatedAccount, schemeNameProprietary: 'creditCardAccount' },
    balances: wantsBalances(exchange) ? formatBalances(exchange, found, found.card) : undefined,
    _links: buildAccountLinks(self),
  };
}

/**
 * Formats the exact balances of an account or card as of today, with the stored details of a card's balance.
 * @see D7-balances
 */
function formatBalances(
  exchange: RequestContext,
  kept: StoredBalances & { readonly details?: DetailsOfBalances },
  { currency }: Pick<KeptAccount, 'currency'>,
): Balance[] {
  const balances = computeBalances(kept);
  return BALANCE_TYPES.map((balanceType) => {
    const { lastCommittedTransaction, ...given } = kept.details?.[balanceType] ?? {};
    return {
      balanceAmount: formatAmountOfRequest(exchange, balances[balanceType], currency),
      balanceType,
      referenceDate: formatOsloDate(exchange.world.bankNow),
      ...given,
      lastCommittedTransaction: dropLongText(LIMITS.entryReference, lastCommittedTransaction),
    };
  });
}

/** Returns true if the response must include balances. */
function wantsBalances({ query }: RequestContext): boolean {
  return query.get('withBalance') === 'true';
}

/**
 * The standard's length limits of texts in account information; the sandbox's own texts have none.
 */
export const LIMITS = {
  product: 35,
  ownerName: 140,
  entryReference: 35,
  creditorId: 35,
  partyName: 70,
  remittance: 140,
  street: 70,
  terminal: 35,
  maskedPan: 35,
  cardDetails: 1000,
  proprietaryCode: 35,
} as const;

/** Returns a text, or undefined if it is longer than the standard's type. @see D7-left-out */
function dropLongText(limit: number, text: string | undefined): string | undefined {
  return text === undefined || countCodePoints(text) > limit ? undefined : text;
}

/** Returns a text, or undefined if it is empty or longer than the standard's type. @see D7-left-out */
export function dropLongOrEmptyText(limit: number, text: string | undefined): string | undefined {
  return text === '' ? undefined : dropLongText(limit, text);
}

const SHORT_NAME = 35;

/** Formats a name, truncated before longer names became the default. @see D3-accept-fix-names */
function formatName(exchange: RequestContext, name: string): string {
  const isLonger = fixInForce('longerNames', exchange.headerList('x-accept-fix'), exchange.world.bankNow);
  return isLonger ? name : [...name].slice(0, SHORT_NAME).join('');
}

/** The rules for reading one account, which is possible after the hour of the SCA too. @see D6-hour */
export const READ_ACCOUNT: Partial<Route> = {
  scaPurpose: 'consent',
  statefulGuards: [loadPsu, requireConsent],
};

const WITH_BALANCE = [checkOneOf('withBalance', ['true', 'false'])];
const LIST: Partial<Route> = {
  scaPurpose: 'consent',
  statefulGuards: [loadPsu, requireSca, requireConsent],
  query: WITH_BALANCE,
};
const READ_ONE: Partial<Route> = { ...READ_ACCOUNT, query: WITH_BALANCE };

/** The routes of accounts and cards. @see D1-information-paths */
export const INFORMATION_ROUTES: readonly Route[] = [
  defineRoute('list accounts', listAccounts, LIST),
  defineRoute('read account', limitDailyCalls(readAccount), READ_ONE),
  defineRoute('read account balances', limitDailyCalls(readAccountBalances), READ_ACCOUNT),
  defineRoute('list card accounts', listCardAccounts, LIST),
  defineRoute('read card account', limitDailyCalls(readCardAccount), READ_ONE),
  defineRoute('read card account balances', limitDailyCalls(readCardAccountBalances), READ_ACCOUNT),
];
