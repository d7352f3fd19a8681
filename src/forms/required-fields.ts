import { isObject, type JsonObject } from '../json-object.ts';
import { memberAt, withMember } from './json-body.ts';
import { type BodyKind, flagOf, hasFlag } from './payment-fields.ts';

/** Something that a body must have: one of these members; the flag of the first gives it. */
type Requirement = readonly string[];

const AMOUNT = [['instructedAmount.amount'], ['instructedAmount.currency']];
const NAME = ['creditorName'];
const TO_BBAN = ['creditorAccount.bban'];
const NORWEGIAN = [...AMOUNT, NAME, TO_BBAN, ['creditorAddress.country']];
const DEBTOR = ['debtorAccount.bban', 'debtorAccount.other'];

/** What no body of a kind can do without; the debtor is the last that is asked for. */
const REQUIREMENTS: Readonly<Record<BodyKind, readonly Requirement[]>> = {
  domestic: [...NORWEGIAN, DEBTOR],
  'cross-border': [
    ...AMOUNT,
    NAME,
    ['creditorAccount.iban', 'creditorAccount.bban'],
    ['debtorAccount.bban', 'debtorAccount.iban'],
  ],
  instant: [...NORWEGIAN, DEBTOR],
  periodic: [...NORWEGIAN, ['startDate'], ['frequency'], DEBTOR],
  bulk: [['payments'], DEBTOR],
  'bulk-item': NORWEGIAN,
  fees: [['amount.amount'], ['amount.currency'], TO_BBAN, DEBTOR],
};

function isThere(body: JsonObject, anyOf: Requirement): boolean {
  return anyOf.some((path) => memberAt(body, path) !== undefined);
}

/** A member that is not there, as good as not there too: an account that names no account. */
export function isAbsent(kind: BodyKind, body: JsonObject, path: string): boolean {
  if (memberAt(body, path) === undefined) return true;
  const account = path === 'debtorAccount' || path === 'creditorAccount' ? `${path}.` : undefined;
  const names = REQUIREMENTS[kind].find(([first]) => account !== undefined && first?.startsWith(account));
  return names !== undefined && !isThere(body, names);
}

/** Whether a member that is missing can be asked for by a flag. */
export function isAsked(kind: BodyKind, path: string): boolean {
  return hasFlag(kind, path) || REQUIREMENTS[kind].flat().includes(path);
}

/**
 * The flags of everything that is required and not in the body.
 * @param absent paths that a schema found missing besides
 * @see C-missing-payment-flags
 */
export function missingFlags(kind: BodyKind, body: JsonObject, absent: readonly string[] = []): string[] {
  const missing = REQUIREMENTS[kind].filter((requirement) => !isThere(body, requirement));
  const isDebtor = ([first]: Requirement) => first === 'debtorAccount.bban';
  const flagsOf = (requirements: readonly Requirement[]) =>
    requirements.map(([first = '']) => flagOf(kind, first) ?? '--file');
  const further = absent.filter((path) => !defaultsLater(kind, body, path));
  return [
    ...new Set([
      ...flagsOf(missing.filter((requirement) => !isDebtor(requirement))),
      ...further.flatMap((path) => flagOf(kind, path) ?? []),
      ...flagsOf(missing.filter(isDebtor)),
    ]),
  ];
}

/** The required members below a path, as a table of payments names them: what a missing object lacks. */
export function requiredBelow(kind: BodyKind, path: string): readonly string[] {
  return REQUIREMENTS[kind].flat().filter((member) => member.startsWith(`${path}.`));
}

const ACCOUNT_CURRENCIES: readonly string[] = ['creditorAccount.currency', 'debtorAccount.currency'];

/** The accounts' currencies default to the amount's. @see C-create-flags, C-currency-defaults */
export function withAccountCurrencies(kind: BodyKind, body: JsonObject): JsonObject {
  if (kind === 'bulk') return withBulkCurrencies(body);
  const currency = amountCurrency(kind, body);
  return ACCOUNT_CURRENCIES.filter((path) => hasFlag(kind, path)).reduce(
    (made, path) => (memberAt(made, path) === undefined ? withMember(made, path, currency) : made),
    body,
  );
}

/** A bulk's debtor has the currency of its payments, where that is one. */
function withBulkCurrencies(body: JsonObject): JsonObject {
  if (!Array.isArray(body.payments)) return body;
  const payments = body.payments.map((item) =>
    isObject(item) ? withAccountCurrencies('bulk-item', item) : item,
  );
  const [currency, ...others] = new Set(currenciesOf(payments));
  const given = memberAt(body, 'debtorAccount.currency');
  return withMember(
    { ...body, payments },
    'debtorAccount.currency',
    given === undefined && others.length === 0 ? currency : undefined,
  );
}

function currenciesOf(payments: readonly unknown[]): unknown[] {
  return payments.map((item) => (isObject(item) ? amountCurrency('bulk-item', item) : undefined));
}

function amountCurrency(kind: BodyKind, body: JsonObject): unknown {
  return memberAt(body, kind === 'fees' ? 'amount.currency' : 'instructedAmount.currency');
}

/** An account's currency is not asked for while the amount's is missing, from which it comes. */
function defaultsLater(kind: BodyKind, body: JsonObject, path: string): boolean {
  if (!ACCOUNT_CURRENCIES.includes(path)) return false;
  if (kind !== 'bulk') return amountCurrency(kind, body) === undefined;
  const payments: readonly unknown[] = Array.isArray(body.payments) ? body.payments : [];
  return payments.length === 0 || currenciesOf(payments).includes(undefined);
}
