import type { InputOf } from '../client/operation.ts';
import type { CreatePayment, PaymentReference } from '../client/payments.ts';
import type { SentKind } from '../payments/fields.ts';
import { listFlags } from '../payments/fields.ts';
import { ADMISSION_CODES } from '../wire/admission.ts';
import { type ErrorCode, OTHERS_IDENTITY, type TppMessage } from '../wire/errors.ts';
import { BANK_EXPLANATIONS } from '../wire/explanations.ts';
import { type OperationName, operationNamed, undoesOthers } from '../wire/operations.ts';
import {
  createHintByCode,
  type Hint,
  has,
  type Messages,
  OPERATOR_HINTS,
  QUERY_FLAGS,
} from './operator-hints.ts';

/**
 * Returns the remedy for a refusal, if the command knows more than the bank's code says.
 * @param input the operation's input
 * @param hasOperator true if the operator can play the PSU at this bank
 */
export function findOperationHint(
  operation: string,
  messages: Messages,
  input: unknown,
  hasOperator = true,
): string | undefined {
  return (
    findCommonHint(operation, messages, hasOperator) ??
    HINTS[operation]?.(messages, input as never, hasOperator)
  );
}

/** Returns the remedy for a refusal that doesn't depend on the command. */
export function findCommonHint(
  operation: string,
  messages: Messages,
  hasOperator: boolean,
): string | undefined {
  return (
    findAdmissionHint(messages) ??
    findPsuAddressHint(messages) ??
    findSharedBankHint(operation, messages, hasOperator)
  );
}

/**
 * Returns the remedy in the text of a refused admission, which is the same for all operations and statuses.
 * @see D12-admission
 */
function findAdmissionHint([message]: Messages): string | undefined {
  const isRefused = ADMISSION_CODES.some((code) => message?.text?.startsWith(`${code}:`));
  return isRefused ? BANK_EXPLANATIONS.BAD_REQUEST.next : undefined;
}

/**
 * Returns the hint for a missing or invalid PSU-IP-Address, which is never invented for a remote bank.
 * @see S10-psu-ip
 */
function findPsuAddressHint(messages: Messages): string | undefined {
  const ofAddress = messages.filter(({ path }) => path === 'PSU-IP-Address').map(({ code }) => code);
  if (ofAddress.includes('FORMAT_ERROR')) return 'Change --psu-ip.';
  return ofAddress.includes('HTTP_HEADER_REQUIRED')
    ? "Pass the PSU's own address with --psu-ip, or set psuIpAddress in the profile."
    : undefined;
}

/** Returns the hint for a refusal of a bank that isolates its TPPs from each other. @see S11-shared-world */
export function findSharedBankHint(
  operation: string,
  messages: Messages,
  hasOperator: boolean,
): string | undefined {
  const refusal = messages.find(({ code }) => code === 'FORBIDDEN');
  if (refusal === undefined) return undefined;
  if (refusal.text?.includes(OTHERS_IDENTITY) === true)
    return "Use the first key, or a certificate with another organizationIdentifier. The bank's operator can also release this one.";
  return undoesOthers(operationNamed(operation)) && !hasOperator
    ? "If it's your bank, serve it with --operator, and set operatorUrl and operatorTokenFile in the profile."
    : undefined;
}

const PRODUCT_HINTS = {
  PRODUCT_INVALID:
    "Check --product. The bank's message lists what it offers. Bulk and periodic payments are always domestic.",
  PRODUCT_UNKNOWN:
    'Check --product. Use domestic, cross-border, instant, periodic, bulk, or a product of the interface.',
};

/** Hints that an unreadable payment may wait for its PSU, if the bank hides that. @see D4-domestic-read */
const findReadingHint: Hint<PaymentReference> = (messages, _input, hasOperator) => {
  if (!has(messages, 'RESOURCE_UNKNOWN')) return createHintByCode(PRODUCT_HINTS)(messages);
  const check = 'Check the id, --product and --as.';
  return hasOperator
    ? check
    : `${check} A payment that's waiting for its PSU can't be read either. payments create printed the link to authorise it.`;
};

/** Returns the remedy for a payment that can't be authorised or cancelled. */
const findStateHint: Hint<PaymentReference> = (messages, reference) => {
  if (messages.some(isRightTaken)) return 'Payments from its account are blocked. Ask the bank.';
  if (messages.some(({ text }) => /\bbasket\b/i.test(text ?? '')))
    return 'Authorise its basket, or delete the basket:\npsd2 basket authorise BASKET --sca approve\npsd2 basket delete BASKET';
  return findPaymentStateHint(messages, reference);
};

const findPaymentStateHint = createHintByCode({
  CONFLICT: "Check the payment's status:\npsd2 status {paymentId}",
  RESOURCE_UNKNOWN: 'Check the id, --product and --as.',
  ...PRODUCT_HINTS,
});

/**
 * Returns true if the refusal is about an account. A certificate without the role causes the same code without a path.
 * @see D6-payment-right
 */
function isRightTaken({ code, path }: TppMessage): boolean {
  return code === 'FORBIDDEN' && path?.startsWith('debtorAccount') === true;
}

/** The flags of headers. */
const HEADER_FLAGS: Readonly<Record<string, string>> = {
  'PSU-IP-Address': '--psu-ip',
  'TPP-Redirect-URI': '--redirect-uri',
  'PSU-Context': '--context',
};

/**
 * Returns the changes to a refused payment: the flags of its kind, or the rows of its file.
 * @param rows the row of each payment of a CSV file
 */
export function findCreationHint(
  messages: Messages,
  kind: SentKind,
  rows?: readonly number[],
): string | undefined {
  if (messages.some(isCompanyRefused))
    return "A company pays through an agreement: use --as with the number of a person who is engaged in it, and --agreement with its id. To see a sandbox's agreements and persons:\npsd2 sandbox agreement list\npsd2 sandbox agreement get AGREEMENT";
  const currency = messages.map(parseAccountCurrency).find((found) => found !== undefined);
  if (currency !== undefined) return `Add --from-currency ${currency}.`;
  const places = new Set(
    messages.flatMap(({ path }) => (path === undefined ? [] : listPlaces(path, kind, rows))),
  );
  if (places.size === 0) return undefined;
  const change = `Change ${[...places].join(', ')}`;
  if (messages.some(isRightTaken)) return `${change}. Payments from this account are blocked.`;
  // For a bulk, the path names the item. @see D4-allow-logical-duplicate
  if (has(messages, 'CONFLICT')) return `${change}, or send --allow-duplicate.`;
  // For an outcome account, the path names the creditor.
  if (messages.some(({ code, path }) => code === 'PAYMENT_FAILED' && !path?.includes('creditorAccount')))
    return `${change}, or check the accounts' balances:\npsd2 sandbox account list`;
  // The bank's refusal is the same for a missing account and for another customer's. @see D4-debtor
  const isDebtorUnknown = messages.some(
    ({ code, path }) => code === 'RESOURCE_UNKNOWN' && path?.startsWith('debtorAccount.'),
  );
  return isDebtorUnknown ? `${change}, or add --as with the account's owner.` : `${change}.`;
}

function listPlaces(path: string, kind: SentKind, rows: readonly number[] = []): readonly string[] {
  const flags = HEADER_FLAGS[path] ?? listFlags(kind, path);
  if (flags.length > 0) return [flags].flat();
  const [, place = '', member = ''] = /^payments\[(\d+)\]\.?(.*)$/.exec(path) ?? [];
  if (place === '') return [];
  const row = rows[Number(place)];
  if (row === undefined) return [`${path} in the file`];
  const column = listFlags('bulk-item', member)[0]?.slice(2);
  return [column === undefined ? `row ${row} of the file` : `column ${column} in row ${row} of the file`];
}

/**
 * Returns true if the bank refused a company in X-PSU-IDENTITY, which names a person at a creation.
 * @see D3-identity-person
 */
export function isCompanyRefused({ code, path }: TppMessage): boolean {
  return code === 'HTTP_HEADER_REQUIRED' && path === 'PSU-Corporate-ID';
}

/**
 * Parses the currency of a debtor account from the bank's message; without a flag, the amount's currency was sent.
 * @see C-currency-defaults
 */
function parseAccountCurrency({ path, text = '' }: TppMessage): string | undefined {
  if (path !== 'debtorAccount.currency') return undefined;
  return /must be the account's currency, ([A-Z]{3})$/.exec(text)?.[1];
}

/** The reasons why a payment can't be in the basket. @see D5-basket-refusals */
const BASKET_REASONS: Readonly<Record<string, string>> = {
  REFERENCE_MIX_INVALID: 'a basket takes only single payments of one PSU, not bulk or periodic ones',
  RESOURCE_UNKNOWN: 'this PSU has no such payment. For another PSU, use --as',
  CONFLICT: "it's no longer waiting for its PSU, or is in another basket",
};

/** Names the payments that can't be signed together, with the reason for each. */
const findBasketPaymentsHint: Hint<InputOf<'create basket'>> = (messages, { paymentIds }) => {
  const lines = messages.flatMap(({ code, path }) => {
    const [, place] = /^paymentIds\[(\d+)\]/.exec(path ?? '') ?? [];
    const paymentId = place === undefined ? undefined : paymentIds[Number(place)];
    const reason = BASKET_REASONS[code];
    return paymentId === undefined || reason === undefined ? [] : [`Remove ${paymentId}: ${reason}.`];
  });
  return lines.length === 0 ? undefined : lines.join('\n');
};

const findBasketHint = createHintByCode({
  CONFLICT: "Check the basket's status:\npsd2 basket status {basketId}",
  RESOURCE_UNKNOWN: 'Check the id and --as.',
});

/** Lists the commands with which a PSU completes the SCA; with an operator, those that play the PSU. */
function listAuthoriseCommands(
  command: string,
  hasOperator: boolean,
  ask = 'Ask the PSU to authorise:',
): string {
  const played = hasOperator ? `\npsd2 ${command} --sca approve --as NUMBER` : '';
  return `${ask}\npsd2 ${command} --sca browser${played}`;
}

const SCA_CODES: readonly ErrorCode[] = [
  ...(['SCA_NOT_FOUND', 'SCA_EXPIRED', 'SCA_INVALID'] as const),
  ...(['CONSENT_UNKNOWN', 'CONSENT_INVALID', 'CONSENT_EXPIRED', 'PSU_CREDENTIALS_INVALID'] as const),
];

/** Creates the hint for a refused read of accounts. @param topic the topic of the commands that read them */
function createAccountsHint(topic: 'accounts' | 'cards'): Hint<unknown> {
  return (messages, _input, hasOperator) => {
    const misnamed = findMisnamedHint(messages);
    if (misnamed !== undefined) return misnamed;
    if (SCA_CODES.some((code) => has(messages, code)))
      return listAuthoriseCommands('consent grant', hasOperator);
    if (has(messages, 'ACCESS_EXCEEDED'))
      return 'Read it while the PSU is there, without --psu-absent, or wait. The limit is four calls in 24 hours.';
    if (has(messages, 'RESOURCE_UNKNOWN'))
      return `Check the id and --as. To see what the PSU has consented to:\npsd2 ${topic} list`;
    return findNamingHint(messages, hasOperator);
  };
}

/** Creates the hint for a refused list of transactions. @param topic the topic of the commands that list them */
function createTransactionsHint(topic: 'accounts' | 'cards'): Hint<unknown> {
  return (messages, input, hasOperator) => {
    const paths = messages.map(({ path = '' }) => path);
    const isOld = has(messages, 'SCA_EXPIRED') && (paths.includes('dateFrom') || paths.includes('dateTo'));
    if (isOld) {
      const ask = 'Change --from, or remove it: the last 90 days need no new SCA. For older transactions:';
      return listAuthoriseCommands('consent grant', hasOperator, ask);
    }
    if (has(messages, 'FORMAT_ERROR')) {
      if (paths.includes('page')) return 'The list has changed since its first page: run the command again.';
      const flag = paths.map((path) => QUERY_FLAGS[path]).find((one) => one !== undefined);
      if (flag !== undefined) return `Change ${flag}.`;
    }
    return createAccountsHint(topic)(messages, input, hasOperator);
  };
}

/** Returns the remedy for a refused read of the PSU or its agreements. */
const findPsuHint: Hint<unknown> = (messages, _input, hasOperator) => {
  const misnamed = findMisnamedHint(messages);
  if (misnamed !== undefined) return misnamed;
  if (SCA_CODES.some((code) => has(messages, code))) return listAuthoriseCommands('user', hasOperator);
  return findNamingHint(messages, hasOperator);
};

/** Returns the hint for a name that the bank doesn't know, which no SCA can change. */
function findMisnamedHint(messages: Messages): string | undefined {
  const unknown = messages.filter(({ code }) => code === 'PSU_CREDENTIALS_INVALID').map(({ path }) => path);
  if (unknown.includes('PSU-Corporate-ID')) {
    return "Check --agreement. To see the PSU's agreements and their PSU-Corporate-IDs:\npsd2 agreements list";
  }
  if (!unknown.includes('X-PSU-IDENTITY')) return undefined;
  return 'Check --as, or open the scaRedirect link so that the bank identifies the PSU.';
}

/**
 * Returns the hint for a request without a PSU: `--as` if the profile knows none, `--agreement` if the PSU acts for a
 * company.
 */
function findNamingHint(messages: Messages, hasOperator: boolean): string | undefined {
  const misnamed = findMisnamedHint(messages);
  if (misnamed !== undefined) return misnamed;
  const missing = messages.filter(({ code }) => code === 'HTTP_HEADER_REQUIRED').map(({ path }) => path);
  if (missing.includes('PSU-Corporate-ID')) {
    return 'The PSU acts for a company. Add --agreement, or change the context:\npsd2 agreements list\npsd2 consent grant --context PRIVATE';
  }
  if (!missing.includes('PSU-ID')) return undefined;
  return `Missing: --as. This profile doesn't know any PSU yet. ${listAuthoriseCommands('consent grant', hasOperator)}`;
}

const accounts = createAccountsHint('accounts');
const cards = createAccountsHint('cards');
/**
 * The hint for a missing contact; the bank's refusal is the same if it knows the TPP by another id.
 * @see D1-tpp-contact
 */
const contact = createHintByCode({
  RESOURCE_UNKNOWN: 'The bank has no address of this TPP. To leave one:\npsd2 tpp contact set EMAIL',
});

/** The hints by operation. */
export const HINTS: Partial<Record<string, Hint>> = {
  'create payment': (messages, { kind, rows }: CreatePayment) => findCreationHint(messages, kind, rows),
  'read fee information': (messages) => findCreationHint(messages, 'fees'),
  'read payment': findReadingHint,
  'read payment status': findReadingHint,
  'cancel payment': findStateHint,
  'start authorisation': findStateHint,
  'list authorisations': findStateHint,
  'read authorisation': findStateHint,
  'start cancellation authorisation': findStateHint,
  'list cancellation authorisations': findStateHint,
  'read cancellation authorisation': findStateHint,
  'create basket': findBasketPaymentsHint,
  'read basket': findBasketHint,
  'read basket status': findBasketHint,
  'delete basket': findBasketHint,
  'start basket authorisation': findBasketHint,
  'list basket authorisations': findBasketHint,
  'read basket authorisation': findBasketHint,
  'list accounts': accounts,
  'read account': accounts,
  'read account balances': accounts,
  'list account transactions': createTransactionsHint('accounts'),
  'read account transaction': (messages, input, hasOperator) =>
    has(messages, 'RESOURCE_UNKNOWN')
      ? 'Check both ids and --as. The ids of transactions:\npsd2 accounts transactions ACCOUNT --status both --quiet'
      : accounts(messages, input, hasOperator),
  'list card accounts': cards,
  'read card account': cards,
  'read card account balances': cards,
  'list card account transactions': createTransactionsHint('cards'),
  'create bank-offered consent': (messages, _input, hasOperator) => findNamingHint(messages, hasOperator),
  'read user': findPsuHint,
  'list agreements': findPsuHint,
  'read contact information': contact,
  'delete contact information': contact,
  ...OPERATOR_HINTS,
} satisfies Partial<Record<OperationName, Hint>>;
