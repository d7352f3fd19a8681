import { isObject, type JsonObject, memberAt, withMember } from '../core/json-object.ts';
import { Fault } from '../errors.ts';
import { getMinorUnits, isCurrency } from '../values/currencies.ts';
import { formatAmount } from '../values/money.ts';
import { addDays } from '../values/oslo.ts';
import type { SandboxAccount, SandboxCustomer } from '../wire/answers/sandbox.ts';
import { type BodyKind, EXAMPLE_CURRENCY, hasFlag, readAmountCurrency } from './fields.ts';

/** The payer of an example: the first private customer of a sandbox. @see C-example-kinds */
export const EXAMPLE_PSU = '15813963008';

const EXAMPLE_UNITS = 100n;

/** The members that form a payment's reference; if none is given, the example's message differs each time. */
const REMITTANCES = [
  'remittanceInformationUnstructured',
  'remittanceInformationStructured',
  'remittanceInformationStructuredArray',
];

export interface ExampleSource {
  readonly customers: readonly SandboxCustomer[];
  readonly accounts: readonly SandboxAccount[];
  /** Hex digits that differ each time. */
  readonly nonce: string;
  /** The bank's date in Oslo, YYYY-MM-DD; only for a periodic payment. */
  readonly today?: string;
}

type Members = readonly (readonly [path: string, value: unknown])[];

/**
 * Fills in the missing members so that the payment is neither exempt nor a duplicate.
 * @see C-example-kinds, C-example
 */
export async function fillExample(
  kind: BodyKind,
  given: JsonObject,
  source: ExampleSource,
): Promise<JsonObject> {
  const { accounts } = source;
  const payer = accounts.find(({ customerNumber }) => customerNumber === EXAMPLE_PSU);
  const debtor = findAccountOr(given, 'debtorAccount', accounts, payer);
  const creditors = listOtherAccounts(debtor, source);
  const paying = createDebtorMembers(given, debtor);
  if (kind !== 'bulk') {
    const body = addMembers(await withPayment(kind, given, creditors[0], source), paying);
    return addMembers(body, await createKindMembers(kind, body, source));
  }
  // By default two payments to two accounts; given payments are only completed.
  const { payments = [{}, {}] } = given;
  if (!Array.isArray(payments)) return { ...addMembers(given, paying), payments };
  const items = payments.map((item: unknown, place) => {
    const ofItem = { ...source, nonce: `${source.nonce}-${place + 1}` };
    return isObject(item)
      ? withPayment('bulk-item', item, creditors[place % creditors.length], ofItem)
      : item;
  });
  return { ...addMembers(given, paying), payments: await Promise.all(items) };
}

function addMembers(given: JsonObject, members: Members): JsonObject {
  return members.reduce(
    (body, [path, value]) => (memberAt(body, path) === undefined ? withMember(body, path, value) : body),
    given,
  );
}

/** Fills in everything but the debtor. */
async function withPayment(
  kind: BodyKind,
  given: JsonObject,
  usual: SandboxAccount | undefined,
  { accounts, customers, nonce }: ExampleSource,
): Promise<JsonObject> {
  const isAbroad = kind === 'cross-border';
  const creditor = findAccountOr(given, 'creditorAccount', accounts, usual);
  const owner = customers.find(({ customerNumber }) => customerNumber === creditor.customerNumber);
  const isReferred = REMITTANCES.some((path) => memberAt(given, path) !== undefined);
  const currency = readAmountCurrency(kind, given) ?? EXAMPLE_CURRENCY;
  const path = kind === 'fees' ? 'amount' : 'instructedAmount';
  const members: Members = [
    [`${path}.amount`, await createAmount(currency, isAbroad, isReferred ? nonce : undefined)],
    [`${path}.currency`, currency],
    ['creditorName', owner?.customerName],
    ...createAccountMembers(kind, given, creditor),
    ['creditorAddress.country', isAbroad ? undefined : 'NO'],
    ['remittanceInformationUnstructured', isReferred ? undefined : `psd2 example ${nonce}`],
  ];
  const has = ([member]: Members[number]) => hasFlag(kind, member);
  return addMembers(given, members.filter(has));
}

/** Creates the members that only some kinds have. */
async function createKindMembers(
  kind: BodyKind,
  body: JsonObject,
  { today }: ExampleSource,
): Promise<Members> {
  if (kind === 'periodic') {
    const isVariable = memberAt(body, 'frequency') === 'MonthlyVariable';
    return [
      ['startDate', today === undefined ? undefined : addDays(today, 1)],
      ['frequency', 'Monthly'],
      ['monthsOfExecution', isVariable ? ['1', '7'] : undefined],
    ];
  }
  if (kind !== 'cross-border') return [];
  const { reachesThreshold } = await import('../wire/request-bodies.ts');
  if (!reachesThreshold(body.instructedAmount)) return [];
  return [
    ['regulatoryReportingCode', '14'],
    ['regulatoryReportingInformation', 'psd2 example'],
  ];
}

/**
 * Creates the members of the creditor's account: a cross-border payment names it by IBAN, and the currency of an
 * account at another bank is unknown.
 */
function createAccountMembers(kind: BodyKind, given: JsonObject, creditor: SandboxAccount): Members {
  const [bban, iban] = listNames(given, 'creditorAccount');
  const isNamed = bban !== undefined || iban !== undefined;
  const elsewhere = (bban ?? creditor.bban) !== creditor.bban || (iban ?? creditor.iban) !== creditor.iban;
  const name: Members[number] =
    kind === 'cross-border'
      ? ['creditorAccount.iban', isNamed ? undefined : creditor.iban]
      : ['creditorAccount.bban', creditor.bban];
  return [name, ['creditorAccount.currency', elsewhere ? undefined : creditor.currency]];
}

function createDebtorMembers(given: JsonObject, debtor: SandboxAccount): Members {
  const isNamed = [...listNames(given, 'debtorAccount'), memberAt(given, 'debtorAccount.other')].some(
    (name) => name !== undefined,
  );
  return [
    ['debtorAccount.bban', isNamed ? undefined : debtor.bban],
    ['debtorAccount.currency', debtor.currency],
  ];
}

function listNames(given: unknown, account: string): readonly unknown[] {
  return ['bban', 'iban'].map((name) => memberAt(given, `${account}.${name}`));
}

/**
 * Finds the given account at the bank.
 * @param usual the account if the bank doesn't have it
 */
function findAccountOr(
  given: JsonObject,
  path: string,
  accounts: readonly SandboxAccount[],
  usual: SandboxAccount | undefined,
): SandboxAccount {
  const account = findAccount(given, path, accounts) ?? usual;
  if (account) return account;
  throw new Fault('INPUT_INVALID', "The sandbox doesn't have the accounts an example needs.", {
    hint: 'Restore the initial data:\npsd2 sandbox init',
  });
}

/** Lists the accounts of other customers: the first of each, then the further ones. */
function listOtherAccounts(debtor: SandboxAccount, { accounts }: ExampleSource): readonly SandboxAccount[] {
  const candidates = accounts.filter(
    ({ customerNumber }) => ![EXAMPLE_PSU, debtor.customerNumber].includes(customerNumber),
  );
  const isFirst = ({ customerNumber }: SandboxAccount, place: number) =>
    candidates.findIndex((one) => one.customerNumber === customerNumber) === place;
  return [...candidates.filter(isFirst), ...candidates.filter((one, place) => !isFirst(one, place))];
}

/** Finds the bank's account that a body names. */
export function findAccount(
  body: unknown,
  path: string,
  accounts: readonly SandboxAccount[],
): SandboxAccount | undefined {
  const [bban, iban] = listNames(body, path);
  return accounts.find((account) => account.bban === bban || account.iban === iban);
}

/**
 * Creates an amount of 100 units of a currency; abroad, the next power of ten for which the bank doesn't warn. With a
 * given reference, which is the same each time, the amount varies up to 9 999 units instead.
 * @see C-example-kinds
 */
async function createAmount(
  currency: unknown,
  isAbroad: boolean,
  nonce: string | undefined,
): Promise<string | undefined> {
  if (!isCurrency(currency)) return undefined;
  const unitMinor = 10n ** BigInt(getMinorUnits(currency));
  let minor = EXAMPLE_UNITS * unitMinor;
  if (isAbroad) {
    const { reachesThreshold } = await import('../wire/request-bodies.ts');
    while (!reachesThreshold({ amount: formatAmount(minor, currency), currency })) minor *= 10n;
  } else if (nonce !== undefined) {
    minor += BigInt(`0x${nonce.replace('-', '')}`) % (9_899n * unitMinor);
  }
  return formatAmount(minor, currency);
}
