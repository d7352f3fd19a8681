import { KINDS, type PaymentKind } from '../client/payments.ts';
import { Fault } from '../errors.ts';
import { isObject, type JsonObject } from '../json-object.ts';
import { bbanOfIban, checkCreditorIban, checkIban } from '../values/iban.ts';
import { withMember } from './json-body.ts';

/** The fields of a payment of any kind as a command line gives them; an absent one was not given. */
export interface PaymentFields {
  readonly amount?: string | undefined;
  readonly currency?: string | undefined;
  readonly toName?: string | undefined;
  readonly toAgent?: string | undefined;
  readonly toBban?: string | undefined;
  readonly toIban?: string | undefined;
  readonly toCurrency?: string | undefined;
  readonly street?: string | undefined;
  readonly buildingNumber?: string | undefined;
  readonly postalCode?: string | undefined;
  readonly city?: string | undefined;
  readonly country?: string | undefined;
  readonly fromBban?: string | undefined;
  readonly fromIban?: string | undefined;
  readonly fromCard?: string | undefined;
  readonly fromCurrency?: string | undefined;
  readonly ultimateDebtor?: string | undefined;
  readonly message?: string | undefined;
  readonly kid?: string | undefined;
  readonly references?: readonly StructuredField[] | undefined;
  readonly purpose?: string | undefined;
  readonly date?: string | undefined;
  readonly endToEndId?: string | undefined;
  readonly regulatoryCode?: string | undefined;
  readonly regulatoryInfo?: string | undefined;
  readonly serviceLevel?: string | undefined;
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
  readonly frequency?: string | undefined;
  readonly executionRule?: string | undefined;
  readonly day?: string | undefined;
  /** Separated by commas. */
  readonly months?: string | undefined;
}

/** One structured remittance reference. */
export interface StructuredField {
  readonly reference?: string | undefined;
  readonly referenceType?: string | undefined;
  readonly referenceIssuer?: string | undefined;
}

/** Of the amounts that an example fills. */
export const EXAMPLE_CURRENCY = 'NOK';

/** Everything that is made of these fields: a payment, one payment of a bulk, a question for fees. */
export type BodyKind = PaymentKind | 'bulk-item' | 'fees';

const NORWEGIAN: readonly BodyKind[] = ['domestic', 'instant', 'periodic', 'bulk-item'];
const SINGLE: readonly BodyKind[] = [...NORWEGIAN, 'cross-border'];
const WITH_CREDITOR: readonly BodyKind[] = [...SINGLE, 'fees'];
const WITH_BBANS: readonly BodyKind[] = ['domestic', 'instant', 'periodic', 'bulk', 'fees'];
const WITH_DEBTOR: readonly BodyKind[] = [...WITH_BBANS, 'cross-border'];
const ABROAD: readonly BodyKind[] = ['cross-border'];
const PERIODIC: readonly BodyKind[] = ['periodic'];

type Place = readonly [
  field: Exclude<keyof PaymentFields, 'kid' | 'references'>,
  flag: string,
  path: string,
  kinds: readonly BodyKind[],
];

/** Where each field stands in the body of each kind that has it. @see C-create-flags, C-create-kinds */
const PLACES: readonly Place[] = [
  ['amount', '--amount', 'instructedAmount.amount', SINGLE],
  ['amount', '--amount', 'amount.amount', ['fees']],
  ['currency', '--currency', 'instructedAmount.currency', SINGLE],
  ['currency', '--currency', 'amount.currency', ['fees']],
  ['toName', '--to-name', 'creditorName', SINGLE],
  ['toAgent', '--to-agent', 'creditorAgent', SINGLE],
  ['toBban', '--to-bban', 'creditorAccount.bban', WITH_CREDITOR],
  ['toIban', '--to-iban', 'creditorAccount.bban', [...NORWEGIAN, 'fees']],
  ['toIban', '--to-iban', 'creditorAccount.iban', ABROAD],
  ['toCurrency', '--to-currency', 'creditorAccount.currency', WITH_CREDITOR],
  ['street', '--street', 'creditorAddress.street', SINGLE],
  ['buildingNumber', '--building-number', 'creditorAddress.buildingNumber', SINGLE],
  ['postalCode', '--postal-code', 'creditorAddress.postalCode', SINGLE],
  ['city', '--city', 'creditorAddress.city', SINGLE],
  ['country', '--country', 'creditorAddress.country', SINGLE],
  ['fromBban', '--from-bban', 'debtorAccount.bban', WITH_DEBTOR],
  ['fromIban', '--from-iban', 'debtorAccount.bban', WITH_BBANS],
  ['fromIban', '--from-iban', 'debtorAccount.iban', ABROAD],
  ['fromCard', '--from-card', 'debtorAccount.other.identification', WITH_BBANS],
  ['fromCurrency', '--from-currency', 'debtorAccount.currency', WITH_DEBTOR],
  ['ultimateDebtor', '--ultimate-debtor', 'ultimateDebtor', NORWEGIAN],
  ['message', '--message', 'remittanceInformationUnstructured', SINGLE],
  ['purpose', '--purpose', 'purposeCode', SINGLE],
  ['date', '--date', 'requestedExecutionDate', ['domestic', 'periodic', 'bulk', ...ABROAD]],
  ['regulatoryCode', '--regulatory-code', 'regulatoryReportingCode', ABROAD],
  ['regulatoryInfo', '--regulatory-info', 'regulatoryReportingInformation', ABROAD],
  ['endToEndId', '--end-to-end-id', 'endToEndIdentification', SINGLE],
  ['serviceLevel', '--service-level', 'serviceLevel', ABROAD],
  ['startDate', '--start-date', 'startDate', PERIODIC],
  ['frequency', '--frequency', 'frequency', PERIODIC],
  ['endDate', '--end-date', 'endDate', PERIODIC],
  ['executionRule', '--execution-rule', 'executionRule', PERIODIC],
  ['day', '--day', 'dayOfExecution', PERIODIC],
  ['months', '--months', 'monthsOfExecution', PERIODIC],
];

/** Fields that stand together in one array. */
const REFERENCES = [
  ['kid', '--kid'],
  ['references', '--reference'],
] as const;

/**
 * The body that the fields make, over a given one. Members that no field gives stay as they are, but for those that a
 * field takes the place of.
 */
export function bodyOf(kind: BodyKind, fields: PaymentFields, over: JsonObject = {}): JsonObject {
  const placed = placesOf(kind).reduce(
    (body, place) => withMember(body, place[2], valueAt(place, fields)),
    withoutReplaced(kind, fields, over),
  );
  const scheme = fields.fromCard === undefined ? undefined : 'creditCardAccount';
  const body = withMember(placed, 'debtorAccount.other.schemeNameProprietary', scheme);
  const references = referencesOf(fields);
  return references.length === 0
    ? body
    : withMember(body, 'remittanceInformationStructuredArray', references);
}

/** What names an account takes the place of all that named it before, and a message that of a reference and back. */
function withoutReplaced(kind: BodyKind, fields: PaymentFields, over: JsonObject): JsonObject {
  const given = placesOf(kind).flatMap((place) => (valueAt(place, fields) === undefined ? [] : place[2]));
  const hasReference = fields.kid !== undefined || fields.references !== undefined;
  const hasMessage = fields.message !== undefined;
  const { remittanceInformationUnstructured: _message, ...referred } = over;
  const { remittanceInformationStructured: _, remittanceInformationStructuredArray: __, ...told } = over;
  const body = hasReference === hasMessage ? over : hasReference ? referred : told;
  const namesOf = (account: string) =>
    NAMES.filter((name) => given.some((path) => `${path}.`.startsWith(`${account}.${name}.`)));
  const debtor = withNames(body, 'debtorAccount', namesOf('debtorAccount'));
  return withNames(debtor, 'creditorAccount', namesOf('creditorAccount'));
}

const NAMES: readonly string[] = ['bban', 'iban', 'other'];

/** An account with no other names than these, where there are any. */
function withNames(body: JsonObject, account: string, names: readonly string[]): JsonObject {
  const named = body[account];
  if (names.length === 0 || !isObject(named)) return body;
  const kept = Object.entries(named).filter(([name]) => !NAMES.includes(name) || names.includes(name));
  return { ...body, [account]: Object.fromEntries(kept) };
}

/** A Norwegian payment names accounts by bban: a Norwegian IBAN is read as its bban, any other goes as it is. */
function valueAt([field, , path]: Place, fields: PaymentFields): unknown {
  const value = fields[field];
  if (value === undefined) return undefined;
  if (field === 'months') return value.split(',').map((month) => month.trim());
  const isRead = path.endsWith('.bban') && (field === 'fromIban' || field === 'toIban');
  if (!isRead) return value;
  const bban = fields[field === 'fromIban' ? 'fromBban' : 'toBban'];
  return bban === undefined ? (bbanOfIban(value) ?? value) : undefined;
}

function referencesOf({ kid, references = [] }: PaymentFields): StructuredField[] {
  const asKid = kid === undefined ? [] : [{ reference: kid, referenceType: 'SCOR' }];
  return [...asKid, ...references];
}

export function placesOf(kind: BodyKind): readonly Place[] {
  return PLACES.filter(([, , , kinds]) => kinds.includes(kind));
}

/** The flag that sets a member of the body, for a hint. */
export function flagOf(kind: BodyKind, path: string): string | undefined {
  return placesOf(kind).find(([, , member]) => member === path)?.[1];
}

/** The objects that one of several flags gives. */
const ACCOUNT_FLAGS: Readonly<Record<string, readonly [bban: string, iban: string]>> = {
  debtorAccount: ['--from-bban', '--from-iban'],
  creditorAccount: ['--to-bban', '--to-iban'],
};

/** The flags that give a member, or an account as a whole. */
export function flagsOf(kind: BodyKind, path: string): readonly string[] {
  const account = ACCOUNT_FLAGS[path];
  if (account !== undefined) return kind === 'cross-border' ? account : [account[0]];
  return [flagOf(kind, path) ?? []].flat();
}

/** The flags to change for a fault at a member, at an account, or at an item of a list that flags give. */
export function flagsToChange(kind: BodyKind, path: string): readonly string[] {
  if (path.startsWith('remittanceInformationStructuredArray[')) return ['--reference'];
  return flagsOf(kind, path.replace(/\[\d+\]$/, ''));
}

/** Whether some flag sets a member of the body, or one within it. */
export function hasFlag(kind: BodyKind, path: string): boolean {
  return placesOf(kind).some(([, , member]) => member === path || member.startsWith(`${path}.`));
}

/**
 * A flag that the kind has not is no mistake to pass over in silence.
 * @throws Fault USAGE that says which kinds have it
 */
export function refuseOtherKinds(kind: PaymentKind, fields: PaymentFields): void {
  const known = [
    ...PLACES.map(([field, flag, , kinds]) => [field, flag, kinds] as const),
    ...REFERENCES.map(([field, flag]) => [field, flag, NORWEGIAN] as const),
  ];
  const given = known.filter(([field]) => fields[field] !== undefined);
  const fits = (wanted: string) => given.some(([, flag, kinds]) => flag === wanted && kinds.includes(kind));
  const strange = [...new Set(given.map(([, flag]) => flag))].filter((flag) => !fits(flag));
  if (strange.length === 0) return;
  const havingOf = (wanted: string) => known.flatMap(([, flag, kinds]) => (flag === wanted ? kinds : []));
  const lines = strange.map(
    (flag) => `${flag} only works with ${inWords(havingOf(flag))}, not with --${kind}.`,
  );
  const isOfItem = kind === 'bulk' && strange.some((flag) => havingOf(flag).includes('bulk-item'));
  throw new Fault('USAGE', lines.join('\n'), {
    hint: isOfItem
      ? "Put a bulk's payments in --file, as JSON, or as CSV with the flags' names as columns."
      : 'Remove it, or choose another kind.',
  });
}

/**
 * A payment that names accounts by bban takes a Norwegian IBAN alone.
 * @throws Fault INPUT_INVALID that names the flag
 */
export function refuseForeignIbans(kind: BodyKind, { fromIban, toIban }: PaymentFields): void {
  if (kind === 'cross-border') return;
  const given = [
    ['--from-iban', fromIban, checkIban],
    ['--to-iban', toIban, checkCreditorIban],
  ] as const;
  const lines = given.flatMap(([flag, iban, faultOf]) => {
    if (iban === undefined) return [];
    const fault = faultOf(iban) ?? (bbanOfIban(iban) === undefined ? "isn't a Norwegian IBAN" : undefined);
    return fault === undefined ? [] : [`${flag} ${fault}`];
  });
  if (lines.length === 0) return;
  const flags = given.flatMap(([flag]) => (lines.some((line) => line.startsWith(flag)) ? flag : []));
  throw new Fault('INPUT_INVALID', lines.join('\n'), {
    hint: `Change ${flags.join(', ')}, or use --cross-border to pay an account abroad.`,
  });
}

function inWords(having: readonly BodyKind[]): string {
  const names = (Object.keys(KINDS) as PaymentKind[])
    .filter((kind) => having.includes(kind))
    .map((kind) => `--${kind}`);
  return [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' and ');
}

/** The column of a CSV file for each field of one payment of a bulk: the flag without its dashes. */
export const ITEM_COLUMNS: ReadonlyMap<string, Place[0] | 'kid'> = new Map([
  ...placesOf('bulk-item').map(([field, flag]) => [flag.slice(2), field] as const),
  ['kid', 'kid'] as const,
]);
