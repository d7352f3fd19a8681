import { KINDS, type PaymentKind } from '../client/payments.ts';
import { isObject, type JsonObject, memberAt, withMember } from '../core/json-object.ts';
import { Fault } from '../errors.ts';
import { isCurrency } from '../values/currencies.ts';
import { checkCreditorIban, checkIban, extractBban } from '../values/iban.ts';
import { readWrittenAmount } from '../values/money.ts';
import { normalizeIban, normalizeNumber } from '../values/written-number.ts';

/** The kinds of objects that consist of these fields: a payment, one payment of a bulk, a request for fees. */
export type BodyKind = PaymentKind | 'bulk-item' | 'fees';

/** The kinds of bodies that are sent. */
export type SentKind = Exclude<BodyKind, 'bulk-item'>;

/** The currency of an example's amounts. */
export const EXAMPLE_CURRENCY = 'NOK';

const AMOUNT = 'AMOUNT AND DATE';
const CREDITOR = 'CREDITOR';
const DEBTOR = 'DEBTOR';
const REMITTANCE = 'REMITTANCE';
const CROSS_BORDER = 'CROSS-BORDER';
const RECURRING = 'PERIODIC';

type Kinds = readonly BodyKind[];

const NORWEGIAN: Kinds = ['domestic', 'instant', 'periodic', 'bulk-item'];
const NORWEGIAN_TO: Kinds = [...NORWEGIAN, 'fees'];
const NORWEGIAN_FROM: Kinds = ['domestic', 'instant', 'periodic', 'bulk', 'fees'];
const SINGLE: Kinds = [...NORWEGIAN, 'cross-border'];
const ANY_TO: Kinds = [...SINGLE, 'fees'];
const ANY_FROM: Kinds = [...NORWEGIAN_FROM, 'cross-border'];
const DATED: Kinds = ['domestic', 'periodic', 'bulk', 'cross-border'];
const ABROAD: Kinds = ['cross-border'];
const PERIODIC: Kinds = ['periodic'];
const FEES: Kinds = ['fees'];
/** The fields of structured references. */
const REFERENCE = { '': NORWEGIAN };

type FieldRow = readonly [
  helpGroup: string,
  helpValue: string,
  /** The member of the field in the body, and the kinds that have it. */
  members: Readonly<Record<string, Kinds>>,
];

/**
 * The fields of all payments, by flag without dashes, in the order of the body's members. Flags, columns of a CSV file,
 * questions and checks are derived from these rows.
 * @see C-create-flags, C-create-kinds
 */
export const FIELDS = {
  amount: [AMOUNT, '100.50', { 'instructedAmount.amount': SINGLE, 'amount.amount': FEES }],
  currency: [AMOUNT, 'NOK', { 'instructedAmount.currency': SINGLE, 'amount.currency': FEES }],
  'to-name': [CREDITOR, 'NAME', { creditorName: SINGLE }],
  'to-agent': [CREDITOR, 'BIC', { creditorAgent: SINGLE }],
  'to-bban': [CREDITOR, 'BBAN', { 'creditorAccount.bban': ANY_TO }],
  'to-iban': [CREDITOR, 'IBAN', { 'creditorAccount.bban': NORWEGIAN_TO, 'creditorAccount.iban': ABROAD }],
  'to-currency': [CREDITOR, 'NOK', { 'creditorAccount.currency': ANY_TO }],
  street: [CREDITOR, 'NAME', { 'creditorAddress.street': SINGLE }],
  'building-number': [CREDITOR, 'NUMBER', { 'creditorAddress.buildingNumber': SINGLE }],
  'postal-code': [CREDITOR, 'CODE', { 'creditorAddress.postalCode': SINGLE }],
  city: [CREDITOR, 'NAME', { 'creditorAddress.city': SINGLE }],
  country: [CREDITOR, 'NO', { 'creditorAddress.country': SINGLE }],
  'from-bban': [DEBTOR, 'BBAN', { 'debtorAccount.bban': ANY_FROM }],
  'from-iban': [DEBTOR, 'IBAN', { 'debtorAccount.bban': NORWEGIAN_FROM, 'debtorAccount.iban': ABROAD }],
  'from-card': [DEBTOR, 'REFERENCE', { 'debtorAccount.other.identification': NORWEGIAN_FROM }],
  'from-currency': [DEBTOR, 'NOK', { 'debtorAccount.currency': ANY_FROM }],
  'ultimate-debtor': [DEBTOR, 'NAME', { ultimateDebtor: NORWEGIAN }],
  message: [REMITTANCE, 'TEXT', { remittanceInformationUnstructured: SINGLE }],
  purpose: [REMITTANCE, 'CODE', { purposeCode: SINGLE }],
  date: [AMOUNT, 'YYYY-MM-DD', { requestedExecutionDate: DATED }],
  'regulatory-code': [CROSS_BORDER, 'CODE', { regulatoryReportingCode: ABROAD }],
  'regulatory-info': [CROSS_BORDER, 'TEXT', { regulatoryReportingInformation: ABROAD }],
  'end-to-end-id': [REMITTANCE, 'TEXT', { endToEndIdentification: SINGLE }],
  'service-level': [CROSS_BORDER, 'CODE', { serviceLevel: ABROAD }],
  'start-date': [RECURRING, 'YYYY-MM-DD', { startDate: PERIODIC }],
  frequency: [RECURRING, 'FREQUENCY', { frequency: PERIODIC }],
  'end-date': [RECURRING, 'YYYY-MM-DD', { endDate: PERIODIC }],
  'execution-rule': [RECURRING, 'RULE', { executionRule: PERIODIC }],
  day: [RECURRING, 'DAY', { dayOfExecution: PERIODIC }],
  months: [RECURRING, '1,4,10', { monthsOfExecution: PERIODIC }],
  kid: [REMITTANCE, 'KID', REFERENCE],
  reference: [REMITTANCE, 'TEXT', REFERENCE],
  'reference-type': [REMITTANCE, 'TYPE', REFERENCE],
  'reference-issuer': [REMITTANCE, 'NAME', REFERENCE],
} as const satisfies Readonly<Record<string, FieldRow>>;

export type FieldName = keyof typeof FIELDS;

const ROWS = Object.entries(FIELDS) as unknown as readonly (readonly [FieldName, FieldRow])[];

type ReferenceName = 'reference' | 'reference-type' | 'reference-issuer';

/**
 * The fields of a payment of any kind from a command line or a row of a CSV file; undefined: not given. The first
 * values of all reference flags form the first reference, and so on.
 */
export type PaymentFields = { readonly [Name in Exclude<FieldName, ReferenceName>]?: string | undefined } & {
  readonly [Name in ReferenceName]?: readonly (string | undefined)[] | undefined;
};

function listKindsWith(name: FieldName): Kinds {
  return Object.values(FIELDS[name][2]).flat();
}

/** Lists the names of the fields that a kind of body has. */
export function listFieldNames(kind: BodyKind): readonly FieldName[] {
  return ROWS.flatMap(([name]) => (listKindsWith(name).includes(kind) ? name : []));
}

type Place = readonly [name: FieldName, member: string];

/** Lists the fields that a kind of body has, each with its member. */
function listPlaces(kind: BodyKind): readonly Place[] {
  return ROWS.flatMap(([name, [, , members]]) =>
    Object.entries(members).flatMap(([member, kinds]): Place[] =>
      member !== '' && kinds.includes(kind) ? [[name, member]] : [],
    ),
  );
}

/**
 * Builds a body from fields, over a given body. Members without a field stay, except those that a given field replaces.
 */
export function buildBody(kind: BodyKind, fields: PaymentFields, over: JsonObject = {}): JsonObject {
  const values = listPlaces(kind).map((place) => [place[1], getValue(place, fields)] as const);
  const given = values.flatMap(([member, value]) => (value === undefined ? [] : member));
  const begun = withoutReplaced(given, fields, over);
  const placed = values.reduce((body, [member, value]) => withMember(body, member, value), begun);
  const scheme = fields['from-card'] === undefined ? undefined : 'creditCardAccount';
  const body = withMember(placed, 'debtorAccount.other.schemeNameProprietary', scheme);
  const references = listReferences(fields);
  return withMember(
    body,
    'remittanceInformationStructuredArray',
    references.length > 0 ? references : undefined,
  );
}

/** Removes an account's other names if a field names it, and a message if a field gives a reference, or vice versa. */
function withoutReplaced(given: readonly string[], fields: PaymentFields, over: JsonObject): JsonObject {
  const { remittanceInformationUnstructured: _message, ...referred } = over;
  const { remittanceInformationStructured: _, remittanceInformationStructuredArray: __, ...told } = over;
  const { kid, reference, 'reference-type': type, 'reference-issuer': issuer } = fields;
  const hasReference = [kid, reference, type, issuer].some((value) => value !== undefined);
  const hasMessage = fields.message !== undefined;
  const body = hasReference === hasMessage ? over : hasReference ? referred : told;
  return withNames(withNames(body, 'debtorAccount', given), 'creditorAccount', given);
}

/** Reduces an account's names to the given ones, if any. */
function withNames(body: JsonObject, account: string, given: readonly string[]): JsonObject {
  const old = body[account];
  const isGiven = (name: string) => given.some((path) => `${path}.`.startsWith(`${account}.${name}.`));
  if (!NAMES.some(isGiven) || !isObject(old)) return body;
  const kept = Object.entries(old).filter(([name]) => !NAMES.includes(name) || isGiven(name));
  return { ...body, [account]: Object.fromEntries(kept) };
}

/** The members that name an account. */
const NAMES: readonly string[] = ['bban', 'iban', 'other'];

/**
 * Returns the value of a field's member. A Norwegian payment names accounts by bban, so a Norwegian IBAN is converted;
 * other values stay unchanged.
 */
function getValue([name, member]: Place, fields: PaymentFields): unknown {
  const value = fields[name];
  if (typeof value !== 'string') return undefined;
  if (name === 'months') return value.split(',').map((month) => month.trim());
  const isRead = member.endsWith('.bban') && name.endsWith('-iban');
  if (!isRead) return value;
  return fields[name === 'from-iban' ? 'from-bban' : 'to-bban'] === undefined
    ? (extractBban(value) ?? value)
    : undefined;
}

function listReferences(fields: PaymentFields): object[] {
  const { kid, reference = [], 'reference-type': types = [], 'reference-issuer': issuers = [] } = fields;
  const count = Math.max(reference.length, types.length, issuers.length);
  const references = Array.from({ length: count }, (_, place) => ({
    reference: reference[place],
    referenceType: types[place],
    referenceIssuer: issuers[place],
  })).filter((one) => Object.values(one).some((part) => part !== undefined));
  return kid === undefined ? references : [{ reference: kid, referenceType: 'SCOR' }, ...references];
}

/** Finds the flag of a member, for a hint. */
export function findFlag(kind: BodyKind, path: string): string | undefined {
  const place = listPlaces(kind).find(([, member]) => member === path);
  return place && `--${place[0]}`;
}

/** Lists the flags of a member, or of an account as a whole. */
export function listFlags(kind: BodyKind, path: string): readonly string[] {
  const side = { debtorAccount: 'from', creditorAccount: 'to' }[path];
  if (side === undefined) return [findFlag(kind, path) ?? []].flat();
  return kind === 'cross-border' ? [`--${side}-bban`, `--${side}-iban`] : [`--${side}-bban`];
}

/** Lists the flags to change for a fault at a member, an account, or an item of a list. */
export function listFlagsToChange(kind: BodyKind, path: string): readonly string[] {
  if (path.startsWith('remittanceInformationStructuredArray[')) return ['--reference'];
  return listFlags(kind, path.replace(/\[\d+\]$/, ''));
}

/** Returns true if a flag sets the member, or one within it. */
export function hasFlag(kind: BodyKind, path: string): boolean {
  return listPlaces(kind).some(([, member]) => `${member}.`.startsWith(`${path}.`));
}

/** Returns true if a member is absent, or is an account without a name. */
export function isAbsent(kind: BodyKind, body: JsonObject, path: string): boolean {
  if (memberAt(body, path) === undefined) return true;
  if (!/^(debtor|creditor)Account$/.test(path)) return false;
  const names = NAMES.map((name) => `${path}.${name}`).filter((name) => hasFlag(kind, name));
  return names.every((name) => memberAt(body, name) === undefined);
}

/** Returns true if a flag can provide the missing member. */
export function isAsked(kind: BodyKind, path: string): boolean {
  return hasFlag(kind, path) || (kind === 'bulk' && path === 'payments');
}

/**
 * Lists the flags of the missing members; the debtor's is last.
 * @param absent the paths that the schema reported as missing
 * @see C-missing-payment-flags
 */
export function listMissingFlags(kind: BodyKind, body: JsonObject, absent: readonly string[]): string[] {
  const flags = absent
    .filter((path) => !isSetLater(kind, body, path))
    .flatMap((path) =>
      path === 'payments' ? '--file' : listRequired(kind, path).map((at) => findFlag(kind, at)),
    )
    .filter((flag) => flag !== undefined);
  const isDebtor = (flag: string) => flag === '--from-bban';
  return [...new Set([...flags.filter((flag) => !isDebtor(flag)), ...flags.filter(isDebtor)])];
}

/** Lists the required members of a missing object; of another member, itself. */
export function listRequired(kind: BodyKind, path: string): readonly string[] {
  if (/^(debtor|creditor)Account$/.test(path))
    return [`${path}.${kind === 'cross-border' && path === 'creditorAccount' ? 'iban' : 'bban'}`];
  return REQUIRED_BELOW[path]?.map((member) => `${path}.${member}`) ?? [path];
}

const REQUIRED_BELOW: Readonly<Record<string, readonly string[]>> = {
  instructedAmount: ['amount', 'currency'],
  amount: ['amount', 'currency'],
  creditorAddress: ['country'],
};

const ACCOUNT_CURRENCIES: readonly string[] = ['creditorAccount.currency', 'debtorAccount.currency'];

/** Sets the default currencies of the accounts to the amount's. @see C-create-flags, C-currency-defaults */
export function withAccountCurrencies(kind: BodyKind, body: JsonObject): JsonObject {
  if (kind === 'bulk') return withBulkCurrencies(body);
  const currency = readAmountCurrency(kind, body);
  return ACCOUNT_CURRENCIES.filter((path) => hasFlag(kind, path)).reduce(
    (made, path) => (memberAt(made, path) === undefined ? withMember(made, path, currency) : made),
    body,
  );
}

/** Sets a bulk's debtor to the currency of its payments, if all have the same. */
function withBulkCurrencies(body: JsonObject): JsonObject {
  if (!Array.isArray(body.payments)) return body;
  const payments = body.payments.map((item) =>
    isObject(item) ? withAccountCurrencies('bulk-item', item) : item,
  );
  const currencies = new Set(listCurrencies(payments));
  const isDefault = memberAt(body, 'debtorAccount.currency') === undefined && currencies.size === 1;
  const [currency] = isDefault ? currencies : [];
  return withMember({ ...body, payments }, 'debtorAccount.currency', currency);
}

function listCurrencies(payments: readonly unknown[]): unknown[] {
  return payments.map((item) => readAmountCurrency('bulk-item', item));
}

/** Returns the currency of a body's amount. */
export function readAmountCurrency(kind: BodyKind, body: unknown): unknown {
  return memberAt(body, kind === 'fees' ? 'amount.currency' : 'instructedAmount.currency');
}

/** Returns true for an account's currency while the amount's, its default, is missing too. */
function isSetLater(kind: BodyKind, body: JsonObject, path: string): boolean {
  if (!ACCOUNT_CURRENCIES.includes(path)) return false;
  if (kind !== 'bulk') return readAmountCurrency(kind, body) === undefined;
  const payments: readonly unknown[] = Array.isArray(body.payments) ? body.payments : [];
  return payments.length === 0 || listCurrencies(payments).includes(undefined);
}

/**
 * Refuses a flag that the kind doesn't have.
 * @throws Fault USAGE that lists the kinds with the flag
 */
export function refuseOtherKinds(kind: PaymentKind, fields: PaymentFields): void {
  const given = ROWS.flatMap(([name]) => {
    if (fields[name] === undefined) return [];
    return name.startsWith('reference-') ? 'reference' : name;
  });
  const strange = [...new Set(given)].filter((name) => !listKindsWith(name).includes(kind));
  if (strange.length === 0) return;
  const lines = strange.map((name) => {
    const kinds = Object.keys(KINDS).filter((one) => listKindsWith(name).includes(one as PaymentKind));
    const flags = kinds.map((one) => `--${one}`);
    const listed = [flags.slice(0, -1).join(', '), flags.at(-1)].filter(Boolean).join(' and ');
    return `--${name} only works with ${listed}, not with --${kind}.`;
  });
  const isOfItem = kind === 'bulk' && strange.some((name) => listKindsWith(name).includes('bulk-item'));
  throw new Fault('USAGE', lines.join('\n'), {
    hint: isOfItem
      ? "Put a bulk's payments in --file, as JSON, or as CSV with the flags' names as columns."
      : 'Remove it, or choose another kind.',
  });
}

/**
 * Refuses a foreign IBAN in a payment that names accounts by bban.
 * @throws Fault INPUT_INVALID that names the flag
 */
export function refuseForeignIbans(kind: BodyKind, fields: PaymentFields): void {
  if (kind === 'cross-border') return;
  const checks = { 'from-iban': checkIban, 'to-iban': checkCreditorIban } as const;
  const faults = (['from-iban', 'to-iban'] as const).flatMap((name) => {
    const iban = fields[name];
    if (iban === undefined) return [];
    const fault =
      checks[name](iban) ?? (extractBban(iban) === undefined ? "isn't a Norwegian IBAN" : undefined);
    return fault === undefined ? [] : { flag: `--${name}`, text: `--${name} ${fault}` };
  });
  if (faults.length === 0) return;
  throw new Fault('INPUT_INVALID', faults.map(({ text }) => text).join('\n'), {
    hint: `Change ${faults.map(({ flag }) => flag).join(', ')}, or use --cross-border to pay an account abroad.`,
  });
}

const WRITTEN_NUMBERS = {
  'to-bban': normalizeNumber,
  'to-iban': normalizeIban,
  'from-bban': normalizeNumber,
  'from-iban': normalizeIban,
} as const;

/**
 * Parses amount and account numbers in their written forms: decimal comma, blanks and points within.
 * @param currency the amount's currency
 * @returns `doubt`, a description of an ambiguous amount, which `fields` has unchanged
 * @see C-written-amounts
 */
export function readWrittenFields(
  fields: PaymentFields,
  currency: unknown,
): { readonly fields: PaymentFields; readonly doubt?: string } {
  const numbers = Object.entries(WRITTEN_NUMBERS).flatMap(([name, read]) => {
    const plain = read(fields[name as keyof typeof WRITTEN_NUMBERS]);
    return plain === undefined ? [] : [[name, plain]];
  });
  const plain: PaymentFields = { ...fields, ...Object.fromEntries(numbers) };
  const { amount } = fields;
  if (amount === undefined) return { fields: plain };
  const known = typeof currency === 'string' && isCurrency(currency) ? currency : undefined;
  const written = readWrittenAmount(amount, known);
  if (!('readings' in written)) return { fields: { ...plain, amount: written.amount } };
  const [decimals, thousands] = written.readings;
  return {
    fields: plain,
    doubt: `${amount} can be read as ${decimals} or as ${thousands}: write one of them`,
  };
}

/** Converts a body to the values of its flags, without their dashes: the inverse of `buildBody`. */
export function readFlagValues(kind: BodyKind, body: JsonObject): Readonly<Record<string, string>> {
  const found = new Map<string, readonly [name: string, value: string]>();
  for (const [name, member] of listPlaces(kind)) {
    const value = memberAt(body, member);
    // The first of several flags for one member is used.
    if (value === undefined || isObject(value) || found.has(member)) continue;
    found.set(member, [name, String(value)]);
  }
  return { ...Object.fromEntries(found.values()), ...readReferences(body) };
}

function readReferences(body: JsonObject): Readonly<Record<string, string>> {
  const { remittanceInformationStructuredArray: several, remittanceInformationStructured: single } = body;
  const items = [several ?? single ?? []].flat().filter(isObject);
  const [first, ...more] = items;
  if (first === undefined) return {};
  const isKid = first.referenceType === 'SCOR' && first.referenceIssuer === undefined && more.length === 0;
  if (isKid) return { kid: String(first.reference) };
  const texts = items.map(({ reference, referenceType, referenceIssuer }) =>
    [referenceType, reference, referenceIssuer].filter((part) => part !== undefined).join(' '),
  );
  return { reference: texts.join(', ') };
}
