import { KINDS, type PaymentKind } from '../client/payments.ts';
import { Fault } from '../errors.ts';
import { isObject, type JsonObject } from '../json-object.ts';
import { bbanOfIban, checkCreditorIban, checkIban } from '../values/iban.ts';
import { memberAt, withMember } from './json-body.ts';

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

/** Where a field stands in the body of some kinds. */
type Place<Field> = readonly [field: Field, path: string, kinds: readonly BodyKind[]];

/** Where each field stands in the body of each kind that has it. @see C-create-flags, C-create-kinds */
const PLACES = [
  ['amount', 'instructedAmount.amount', SINGLE],
  ['amount', 'amount.amount', ['fees']],
  ['currency', 'instructedAmount.currency', SINGLE],
  ['currency', 'amount.currency', ['fees']],
  ['toName', 'creditorName', SINGLE],
  ['toAgent', 'creditorAgent', SINGLE],
  ['toBban', 'creditorAccount.bban', WITH_CREDITOR],
  ['toIban', 'creditorAccount.bban', [...NORWEGIAN, 'fees']],
  ['toIban', 'creditorAccount.iban', ABROAD],
  ['toCurrency', 'creditorAccount.currency', WITH_CREDITOR],
  ['street', 'creditorAddress.street', SINGLE],
  ['buildingNumber', 'creditorAddress.buildingNumber', SINGLE],
  ['postalCode', 'creditorAddress.postalCode', SINGLE],
  ['city', 'creditorAddress.city', SINGLE],
  ['country', 'creditorAddress.country', SINGLE],
  ['fromBban', 'debtorAccount.bban', WITH_DEBTOR],
  ['fromIban', 'debtorAccount.bban', WITH_BBANS],
  ['fromIban', 'debtorAccount.iban', ABROAD],
  ['fromCard', 'debtorAccount.other.identification', WITH_BBANS],
  ['fromCurrency', 'debtorAccount.currency', WITH_DEBTOR],
  ['ultimateDebtor', 'ultimateDebtor', NORWEGIAN],
  ['message', 'remittanceInformationUnstructured', SINGLE],
  ['purpose', 'purposeCode', SINGLE],
  ['date', 'requestedExecutionDate', ['domestic', 'periodic', 'bulk', ...ABROAD]],
  ['regulatoryCode', 'regulatoryReportingCode', ABROAD],
  ['regulatoryInfo', 'regulatoryReportingInformation', ABROAD],
  ['endToEndId', 'endToEndIdentification', SINGLE],
  ['serviceLevel', 'serviceLevel', ABROAD],
  ['startDate', 'startDate', PERIODIC],
  ['frequency', 'frequency', PERIODIC],
  ['endDate', 'endDate', PERIODIC],
  ['executionRule', 'executionRule', PERIODIC],
  ['day', 'dayOfExecution', PERIODIC],
  ['months', 'monthsOfExecution', PERIODIC],
] as const satisfies readonly Place<string>[];

type TextField = (typeof PLACES)[number][0];

/** The fields of a payment of any kind as a command line gives them; an absent one was not given. */
export type PaymentFields = { readonly [Field in TextField | 'kid']?: string | undefined } & {
  readonly references?: readonly StructuredField[] | undefined;
};

/** `toName` is given by `--to-name`. */
function flagOfField(field: string): string {
  return `--${field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/**
 * The body that the fields make, over a given one. Members that no field gives stay as they are, but for those that a
 * field takes the place of.
 */
export function bodyOf(kind: BodyKind, fields: PaymentFields, over: JsonObject = {}): JsonObject {
  const placed = placesOf(kind).reduce(
    (body, place) => withMember(body, place[1], valueAt(place, fields)),
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
  const given = placesOf(kind).flatMap((place) => (valueAt(place, fields) === undefined ? [] : place[1]));
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
function valueAt([field, path]: Place<TextField>, fields: PaymentFields): unknown {
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

function placesOf(kind: BodyKind): readonly Place<TextField>[] {
  return PLACES.filter(([, , kinds]: Place<TextField>) => kinds.includes(kind));
}

/** The flag that sets a member of the body, for a hint. */
export function flagOf(kind: BodyKind, path: string): string | undefined {
  const place = placesOf(kind).find(([, member]) => member === path);
  return place && flagOfField(place[0]);
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
  return placesOf(kind).some(([, member]) => member === path || member.startsWith(`${path}.`));
}

/**
 * A flag that the kind has not is no mistake to pass over in silence.
 * @throws Fault USAGE that says which kinds have it
 */
export function refuseOtherKinds(kind: PaymentKind, fields: PaymentFields): void {
  const known: readonly Place<keyof PaymentFields>[] = [
    ...PLACES,
    ['kid', '', NORWEGIAN],
    ['references', '', NORWEGIAN],
  ];
  const flagged = known.map(([field, , kinds]) => ({
    field,
    flag: field === 'references' ? '--reference' : flagOfField(field),
    kinds,
  }));
  const given = flagged.filter(({ field }) => fields[field] !== undefined);
  const fits = (wanted: string) => given.some(({ flag, kinds }) => flag === wanted && kinds.includes(kind));
  const strange = [...new Set(given.map(({ flag }) => flag))].filter((flag) => !fits(flag));
  if (strange.length === 0) return;
  const havingOf = (wanted: string) => flagged.flatMap(({ flag, kinds }) => (flag === wanted ? kinds : []));
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
export const ITEM_COLUMNS: ReadonlyMap<string, TextField | 'kid'> = new Map(
  [...placesOf('bulk-item').map(([field]) => field), 'kid' as const].map((field) => [
    flagOfField(field).slice(2),
    field,
  ]),
);

/** What a body holds, by the flags that would give it, without their dashes: `bodyOf` the other way round. */
export function flagValues(kind: BodyKind, body: JsonObject): Readonly<Record<string, string>> {
  const found = new Map<string, readonly [name: string, value: string]>();
  for (const [field, path] of placesOf(kind)) {
    const value = memberAt(body, path);
    // Of two flags that give one member the first is named.
    if (value === undefined || isObject(value) || found.has(path)) continue;
    found.set(path, [flagOfField(field).slice(2), String(value)]);
  }
  return { ...Object.fromEntries(found.values()), ...referencesIn(body) };
}

function referencesIn(body: JsonObject): Readonly<Record<string, string>> {
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
