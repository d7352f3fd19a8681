import type { CreateBasket } from '../../client/baskets.ts';
import type { PaymentReference } from '../../client/payments.ts';
import { flagsOf } from '../../forms/payment-fields.ts';
import type { SentKind } from '../../forms/prepare-payment.ts';
import { shellWord } from '../../own-file.ts';
import type { TppMessage } from '../../wire/errors.ts';

const PRODUCT_HINTS = {
  PRODUCT_INVALID:
    "Check --product. The bank's message lists what it offers. Bulk and periodic payments are always domestic.",
  PRODUCT_UNKNOWN:
    'Check --product. Use domestic, cross-border, instant, periodic, bulk, or a product of the interface.',
};

/** What to do about a payment that can't be read: it may wait for its PSU. @see D4-domestic-read */
export function hintOfReading(
  messages: readonly TppMessage[],
  { paymentId }: PaymentReference,
  hasOperator: boolean,
) {
  if (!has(messages, 'RESOURCE_UNKNOWN')) return hintByCode(PRODUCT_HINTS)(messages);
  const check = 'Check the id, --product and --as.';
  return hasOperator
    ? `${check} If the payment is waiting for its PSU:\npsd2 sca approve ${shellWord(paymentId)}`
    : `${check} A payment that's waiting for its PSU can't be read either. payments create printed the link to authorise it.`;
}

/** What to do about a payment that can't be authorised or cancelled. */
export function hintOfState(messages: readonly TppMessage[], reference: PaymentReference) {
  if (messages.some(isRightTaken)) return 'Payments from its account are blocked. Ask the bank.';
  if (messages.some(({ text }) => /\bbasket\b/i.test(text ?? ''))) return BASKET_HINT;
  return hintOfPaymentState(messages, reference);
}

const hintOfPaymentState = hintByCode({
  CONFLICT: "Check the payment's status:\npsd2 status {paymentId}",
  RESOURCE_UNKNOWN: 'Check the id, --product and --as.',
  ...PRODUCT_HINTS,
});

const BASKET_HINT =
  'Authorise its basket, or delete the basket:\npsd2 basket authorise BASKET --sca approve\npsd2 basket delete BASKET';

/** Other than a certificate without the role, this names the account. @see D6-payment-right */
function isRightTaken({ code, path }: TppMessage): boolean {
  return code === 'FORBIDDEN' && path?.startsWith('debtorAccount') === true;
}

export function has(messages: readonly TppMessage[], wanted: TppMessage['code']): boolean {
  return messages.some(({ code }) => code === wanted);
}

/** Makes a hint of the first of these codes that a refusal has; `{name}` stands for a member of the input. */
export function hintByCode(texts: Partial<Record<TppMessage['code'], string>>) {
  return (messages: readonly TppMessage[], input: object = {}): string | undefined => {
    const text = Object.entries(texts).find(([code]) => has(messages, code as TppMessage['code']))?.[1];
    return text?.replaceAll(/\{(\w+)\}/g, (_, name) => shellWord(String(input[name as keyof typeof input])));
  };
}

/** The flags that headers come from. */
const HEADER_FLAGS: Readonly<Record<string, string>> = {
  'PSU-IP-Address': '--psu-ip',
  'TPP-Redirect-URI': '--redirect-uri',
  'PSU-Context': '--context',
};

/**
 * What to change about a payment that the bank does not take: the flags of its kind, or the rows of its file.
 * @param rows of payments that came as CSV, the row of each
 */
export function hintOfCreation(
  messages: readonly TppMessage[],
  kind: SentKind,
  rows?: readonly number[],
): string | undefined {
  if (messages.some(isCompanyRefused)) return COMPANY_HINT;
  const currency = messages.map(accountCurrencyIn).find((found) => found !== undefined);
  if (currency !== undefined) return `Add --from-currency ${currency}.`;
  const places = new Set(
    messages.flatMap(({ path }) => (path === undefined ? [] : placesOf(path, kind, rows))),
  );
  if (places.size === 0) return undefined;
  const change = `Change ${[...places].join(', ')}`;
  if (messages.some(isRightTaken)) return `${change}. Payments from this account are blocked.`;
  if (messages.some(isDuplicate)) return `${change}, or send --allow-duplicate.`;
  if (messages.some(isWithoutFunds))
    return `${change}, or check the accounts' balances:\npsd2 sandbox account list`;
  return messages.some(isDebtorUnknown) ? `${change}, or add --as with the account's owner.` : `${change}.`;
}

function placesOf(path: string, kind: SentKind, rows: readonly number[] | undefined): readonly string[] {
  const flag = HEADER_FLAGS[path];
  const flags = flag === undefined ? flagsOf(kind, path) : [flag];
  return flags.length > 0 ? flags : inFile(path, rows);
}

function inFile(path: string, rows: readonly number[] | undefined): readonly string[] {
  const [, place = '', member = ''] = /^payments\[(\d+)\]\.?(.*)$/.exec(path) ?? [];
  if (place === '') return [];
  const row = rows?.[Number(place)];
  if (row === undefined) return [`${path} in the file`];
  const column = flagsOf('bulk-item', member)[0]?.slice(2);
  return [column === undefined ? `row ${row} of the file` : `column ${column} in row ${row} of the file`];
}

/** X-PSU-IDENTITY names a person at a creation. @see D3-identity-person */
export function isCompanyRefused({ code, path }: TppMessage): boolean {
  return code === 'HTTP_HEADER_REQUIRED' && path === 'PSU-Corporate-ID';
}

const COMPANY_HINT =
  "A company pays through an agreement: use --as with the number of a person who is engaged in it, and --agreement with its id. To see a sandbox's agreements and persons:\npsd2 sandbox agreement list\npsd2 sandbox agreement get AGREEMENT";

/** The currency that the bank names for a debtor account; absent a flag the amount's was sent. @see C-currency-defaults */
function accountCurrencyIn({ path, text = '' }: TppMessage): string | undefined {
  if (path !== 'debtorAccount.currency') return undefined;
  return /must be the account's currency, ([A-Z]{3})$/.exec(text)?.[1];
}

/** The bank says the same of an account that is not there and of one that is not the PSU's. @see D4-debtor */
function isDebtorUnknown({ code, path }: TppMessage): boolean {
  return code === 'RESOURCE_UNKNOWN' && path?.startsWith('debtorAccount.') === true;
}

/** Of a bulk the item is named. @see D4-allow-logical-duplicate */
function isDuplicate({ code }: TppMessage): boolean {
  return code === 'CONFLICT';
}

/** Of an outcome account the creditor is named. */
function isWithoutFunds({ code, path }: TppMessage): boolean {
  return code === 'PAYMENT_FAILED' && path?.includes('creditorAccount') !== true;
}

/** Why a payment can not be in the basket. @see D5-basket-refusals */
const REASONS: Readonly<Record<string, string>> = {
  REFERENCE_MIX_INVALID: 'a basket takes only single payments of one PSU, not bulk or periodic ones',
  RESOURCE_UNKNOWN: 'this PSU has no such payment. For another PSU, use --as',
  CONFLICT: "it's no longer waiting for its PSU, or is in another basket",
};

/** What to do about payments that can't be signed together: each is named by its id. */
export function hintOfMembers(
  messages: readonly TppMessage[],
  { paymentIds }: CreateBasket,
): string | undefined {
  const lines = messages.flatMap(({ code, path }) => {
    const [, place] = /^paymentIds\[(\d+)\]/.exec(path ?? '') ?? [];
    const paymentId = place === undefined ? undefined : paymentIds[Number(place)];
    const reason = REASONS[code];
    return paymentId === undefined || reason === undefined ? [] : [`Remove ${paymentId}: ${reason}.`];
  });
  return lines.length === 0 ? undefined : lines.join('\n');
}

/** What to do about a basket that can't be read, authorised or deleted. */
export const hintOfBasket = hintByCode({
  CONFLICT: "Check the basket's status:\npsd2 basket status {basketId}",
  RESOURCE_UNKNOWN: 'Check the id and --as.',
});
