import { Fault } from '../errors.ts';
import { isObject, type JsonObject } from '../json-object.ts';
import { isCurrency, minorUnits } from '../values/currencies.ts';
import { formatAmount } from '../values/money.ts';
import { addDays } from '../values/oslo.ts';
import type { SandboxAccount, SandboxCustomer } from '../wire/answers/sandbox.ts';
import { memberAt, withMember } from './json-body.ts';
import { type BodyKind, EXAMPLE_CURRENCY } from './payment-fields.ts';

/** The first private customer of a sandbox: who pays in an example. @see C-example-kinds */
export const EXAMPLE_PSU = '15813963008';

const EXAMPLE_UNITS = 100n;

/** Members that make one payment's reference; with none of them given the message differs each time. */
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
  /** The bank's date in Oslo, YYYY-MM-DD; of a periodic payment alone. */
  readonly today?: string;
}

type Filled = readonly (readonly [path: string, value: unknown])[];

/**
 * Fills each member that nothing gives, so that the payment is neither exempt nor a duplicate.
 * @see C-example-kinds, C-example
 */
export async function withExample(
  kind: BodyKind,
  given: JsonObject,
  source: ExampleSource,
): Promise<JsonObject> {
  const debtor = debtorOf(given, source);
  const paying = debtorMembers(given, debtor);
  if (kind === 'bulk') {
    return { ...filled(given, paying), payments: examplePayments(given.payments, debtor, source) };
  }
  const creditor = creditorOf(given, others(debtor, source), source);
  if (kind === 'fees') {
    return filled(given, [
      ...amountMembers('amount', given),
      ...accountMembers(kind, given, creditor),
      ...paying,
    ]);
  }
  const sized = kind === 'cross-border' ? await withAmountAbroad(given) : given;
  const body = filled(sized, [...paymentMembers(kind, given, creditor, source), ...paying]);
  return filled(body, await membersOfKind(kind, body, source));
}

function filled(given: JsonObject, members: Filled): JsonObject {
  return members.reduce(
    (body, [path, value]) => (memberAt(body, path) === undefined ? withMember(body, path, value) : body),
    given,
  );
}

/** Two payments to two accounts; of payments that are given, what each of them lacks. */
function examplePayments(given: unknown, debtor: SandboxAccount, source: ExampleSource): unknown {
  const payments: unknown = given ?? [{}, {}];
  if (!Array.isArray(payments)) return payments;
  const candidates = others(debtor, source);
  return payments.map((item: unknown, place) => {
    if (!isObject(item)) return item;
    const ahead = [...candidates.slice(place % candidates.length), ...candidates];
    const ofItem = { ...source, nonce: `${source.nonce}-${place + 1}` };
    return filled(item, paymentMembers('bulk-item', item, creditorOf(item, ahead, source), ofItem));
  });
}

/** What only some kinds have. */
async function membersOfKind(kind: BodyKind, body: JsonObject, { today }: ExampleSource): Promise<Filled> {
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

function paymentMembers(
  kind: BodyKind,
  given: JsonObject,
  creditor: SandboxAccount,
  { customers, nonce }: ExampleSource,
): Filled {
  const ofOwner = ({ customerNumber }: SandboxCustomer) => customerNumber === creditor.customerNumber;
  const isReferred = REMITTANCES.some((path) => memberAt(given, path) !== undefined);
  return [
    ...amountMembers('instructedAmount', given, isReferred ? nonce : undefined),
    ['creditorName', customers.find(ofOwner)?.customerName],
    ...accountMembers(kind, given, creditor),
    ['creditorAddress.country', kind === 'cross-border' ? undefined : 'NO'],
    ['remittanceInformationUnstructured', isReferred ? undefined : `psd2 example ${nonce}`],
  ];
}

function amountMembers(path: string, given: JsonObject, nonce?: string): Filled {
  const currency = memberAt(given, `${path}.currency`) ?? EXAMPLE_CURRENCY;
  return [
    [`${path}.amount`, exampleAmount(currency, nonce)],
    [`${path}.currency`, currency],
  ];
}

/** Across the border an account is named by its IBAN. Of an account elsewhere the currency is not known. */
function accountMembers(kind: BodyKind, given: JsonObject, creditor: SandboxAccount): Filled {
  const [bban, iban] = namesOf(given, 'creditorAccount');
  const isNamed = bban !== undefined || iban !== undefined;
  const elsewhere = (bban ?? creditor.bban) !== creditor.bban || (iban ?? creditor.iban) !== creditor.iban;
  const name: Filled[number] =
    kind === 'cross-border'
      ? ['creditorAccount.iban', isNamed ? undefined : creditor.iban]
      : ['creditorAccount.bban', creditor.bban];
  return [name, ['creditorAccount.currency', elsewhere ? undefined : creditor.currency]];
}

function debtorMembers(given: JsonObject, debtor: SandboxAccount): Filled {
  const isNamed = [...namesOf(given, 'debtorAccount'), memberAt(given, 'debtorAccount.other')].some(
    (name) => name !== undefined,
  );
  return [
    ['debtorAccount.bban', isNamed ? undefined : debtor.bban],
    ['debtorAccount.currency', debtor.currency],
  ];
}

function namesOf(given: JsonObject, account: string): readonly unknown[] {
  return ['bban', 'iban'].map((name) => memberAt(given, `${account}.${name}`));
}

/** The given account where the bank has it, else the first one of the customer who pays in examples. */
function debtorOf(given: JsonObject, { accounts }: ExampleSource): SandboxAccount {
  const debtor =
    accountNamed(given, 'debtorAccount', accounts) ??
    accounts.find(({ customerNumber }) => customerNumber === EXAMPLE_PSU);
  if (debtor) return debtor;
  throw noAccounts();
}

/** The given account where the bank has it, else the first one of another customer. */
function creditorOf(
  given: JsonObject,
  candidates: readonly SandboxAccount[],
  { accounts }: ExampleSource,
): SandboxAccount {
  const creditor = accountNamed(given, 'creditorAccount', accounts) ?? candidates[0];
  if (creditor) return creditor;
  throw noAccounts();
}

/** Accounts of other customers: the first of each, then their further ones. */
function others(debtor: SandboxAccount, { accounts }: ExampleSource): readonly SandboxAccount[] {
  const candidates = accounts.filter(
    ({ customerNumber }) => ![EXAMPLE_PSU, debtor.customerNumber].includes(customerNumber),
  );
  const isFirst = ({ customerNumber }: SandboxAccount, place: number) =>
    candidates.findIndex((one) => one.customerNumber === customerNumber) === place;
  return [...candidates.filter(isFirst), ...candidates.filter((one, place) => !isFirst(one, place))];
}

function accountNamed(
  given: JsonObject,
  path: string,
  accounts: readonly SandboxAccount[],
): SandboxAccount | undefined {
  const [bban, iban] = namesOf(given, path);
  return accounts.find((account) => account.bban === bban || account.iban === iban);
}

function noAccounts(): Fault {
  return new Fault('INPUT_INVALID', "The sandbox doesn't have the accounts an example needs.", {
    hint: 'Restore the initial data:\npsd2 sandbox init',
  });
}

/**
 * The least power of ten from 100 units on that the cross-border product is meant for: the bank warns of less.
 * @see C-example-kinds
 */
async function withAmountAbroad(given: JsonObject): Promise<JsonObject> {
  const currency = memberAt(given, 'instructedAmount.currency') ?? EXAMPLE_CURRENCY;
  if (!isCurrency(currency)) return given;
  const { reachesThreshold } = await import('../wire/request-bodies.ts');
  let minor = EXAMPLE_UNITS * 10n ** BigInt(minorUnits(currency));
  while (!reachesThreshold({ amount: formatAmount(minor, currency), currency })) minor *= 10n;
  return filled(given, [['instructedAmount.amount', formatAmount(minor, currency)]]);
}

/**
 * 100 units of a currency. Where the reference is given and so the same each time, the amount differs instead, up to
 * 9 999 units.
 */
function exampleAmount(currency: unknown, nonce: string | undefined): string | undefined {
  if (!isCurrency(currency)) return undefined;
  const unitMinor = 10n ** BigInt(minorUnits(currency));
  const drawn = nonce === undefined ? 0n : BigInt(`0x${nonce.replace('-', '')}`);
  return formatAmount(EXAMPLE_UNITS * unitMinor + (drawn % (9_899n * unitMinor)), currency);
}
