import { bbanOfIban } from '../values/iban.ts';

/** The fields of a domestic payment as a command line gives them; an absent one was not given. */
export interface DomesticFields {
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
}

/** One structured remittance reference. */
export interface StructuredField {
  readonly reference?: string | undefined;
  readonly referenceType?: string | undefined;
  readonly referenceIssuer?: string | undefined;
}

export type JsonBody = { readonly [member: string]: unknown };

/** Where each field stands in the body, and the flag it comes from. @see cli.md Flags of payments create */
const PLACES: readonly (readonly [field: keyof DomesticFields, path: string, flag: string])[] = [
  ['amount', 'instructedAmount.amount', '--amount'],
  ['currency', 'instructedAmount.currency', '--currency'],
  ['toName', 'creditorName', '--to-name'],
  ['toAgent', 'creditorAgent', '--to-agent'],
  ['toBban', 'creditorAccount.bban', '--to-bban'],
  ['toCurrency', 'creditorAccount.currency', '--to-currency'],
  ['street', 'creditorAddress.street', '--street'],
  ['buildingNumber', 'creditorAddress.buildingNumber', '--building-number'],
  ['postalCode', 'creditorAddress.postalCode', '--postal-code'],
  ['city', 'creditorAddress.city', '--city'],
  ['country', 'creditorAddress.country', '--country'],
  ['fromBban', 'debtorAccount.bban', '--from-bban'],
  ['fromCard', 'debtorAccount.other.identification', '--from-card'],
  ['fromCurrency', 'debtorAccount.currency', '--from-currency'],
  ['ultimateDebtor', 'ultimateDebtor', '--ultimate-debtor'],
  ['message', 'remittanceInformationUnstructured', '--message'],
  ['purpose', 'purposeCode', '--purpose'],
  ['date', 'requestedExecutionDate', '--date'],
  ['endToEndId', 'endToEndIdentification', '--end-to-end-id'],
];

const REQUIRED = [
  'instructedAmount.amount',
  'instructedAmount.currency',
  'creditorName',
  'creditorAccount.bban',
  'creditorAddress.country',
];

const ACCOUNT_CURRENCIES: readonly string[] = ['creditorAccount.currency', 'debtorAccount.currency'];

/** The body that the fields make, over a given one. Members that no field gives stay as they are. */
export function domesticBody(fields: DomesticFields, over: JsonBody = {}): JsonBody {
  const given = { ...fields, ...accountsOfIbans(fields) };
  let body = PLACES.reduce((made, [field, path]) => withMember(made, path, given[field]), over);
  if (given.fromCard !== undefined) {
    body = withMember(body, 'debtorAccount.other.schemeNameProprietary', 'creditCardAccount');
  }
  const references = referencesOf(given);
  if (references.length > 0) body = withMember(body, 'remittanceInformationStructuredArray', references);
  return body;
}

/** Both accounts' currencies default to the amount's. @see cli.md Flags of payments create */
export function withAccountCurrencies(body: JsonBody): JsonBody {
  const currency = memberAt(body, 'instructedAmount.currency');
  return ACCOUNT_CURRENCIES.reduce(
    (made, path) => (memberAt(made, path) === undefined ? withMember(made, path, currency) : made),
    body,
  );
}

/**
 * The flags of everything that is required and not in the body.
 * @param absent paths that a schema found missing besides
 */
export function missingFlags(body: JsonBody, absent: readonly string[] = []): string[] {
  const required = REQUIRED.filter((path) => memberAt(body, path) === undefined);
  const further = absent.filter((path) => !defaultsLater(body, path));
  const flags = [...required, ...further].flatMap((path) => flagOf(path) ?? []);
  return [...new Set(namesDebtor(body) ? flags : [...flags, '--from-bban'])];
}

/** Whether the debtor's account is named, whatever else its object holds. */
export function namesDebtor(body: JsonBody): boolean {
  return ['debtorAccount.bban', 'debtorAccount.other'].some((path) => memberAt(body, path) !== undefined);
}

/** An account's currency is not asked for while the amount's is missing, from which it comes. */
function defaultsLater(body: JsonBody, path: string): boolean {
  return ACCOUNT_CURRENCIES.includes(path) && memberAt(body, 'instructedAmount.currency') === undefined;
}

/** The flag that sets a member of the body, for a hint. */
export function flagOf(path: string): string | undefined {
  return PLACES.find(([, member]) => member === path)?.[2];
}

/** Whether some flag sets a member of the body, or one within it. */
export function hasFlag(path: string): boolean {
  return PLACES.some(([, member]) => member === path || member.startsWith(`${path}.`));
}

/** The member at a path of the interface's writing, `payments[3].creditorName`. */
export function memberAt(body: JsonBody, path: string): unknown {
  return path
    .split(/[.[\]]+/)
    .filter((step) => step !== '')
    .reduce<unknown>((value, step) => (value as Record<string, unknown> | null | undefined)?.[step], body);
}

/** A body with one member set; undefined sets nothing. */
export function withMember(body: JsonBody, path: string, value: unknown): JsonBody {
  if (value === undefined) return body;
  const [step = '', ...rest] = path.split('.');
  if (rest.length === 0) return { ...body, [step]: value };
  const inner = body[step];
  const object = typeof inner === 'object' && inner !== null ? (inner as JsonBody) : {};
  return { ...body, [step]: withMember(object, rest.join('.'), value) };
}

/** A domestic payment names accounts by bban: a Norwegian IBAN is read as its bban, any other goes as it is. */
function accountsOfIbans({ fromBban, fromIban, toBban, toIban }: DomesticFields): DomesticFields {
  return {
    fromBban: fromBban ?? (fromIban === undefined ? undefined : (bbanOfIban(fromIban) ?? fromIban)),
    toBban: toBban ?? (toIban === undefined ? undefined : (bbanOfIban(toIban) ?? toIban)),
  };
}

function referencesOf({ kid, references = [] }: DomesticFields): StructuredField[] {
  const asKid = kid === undefined ? [] : [{ reference: kid, referenceType: 'SCOR' }];
  return [...asKid, ...references];
}
