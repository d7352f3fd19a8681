import type { SentKind } from '../../forms/body-checks.ts';
import { flagsOf } from '../../forms/payment-fields.ts';
import type { TppMessage } from '../../wire/errors.ts';
import { isRightTaken } from './payment.ts';

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
