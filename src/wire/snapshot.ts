import * as z from 'zod/mini';
import { isObject } from '../core/json-object.ts';
import { AGREEMENT_ROLES } from '../values/agreement-roles.ts';
import { CASH_ACCOUNT_TYPES } from '../values/cash-account-types.ts';
import { CURRENCIES } from '../values/currencies.ts';
import { isElevenDigits } from '../values/iban.ts';
import { parseInstant } from '../values/instant.ts';
import { isCalendarDate } from '../values/oslo.ts';
import { SERVICES } from '../values/products.ts';
import { answer } from './answers/shape.ts';
import {
  array,
  boolean,
  createFilledText,
  createKindError,
  integer,
  object,
  text as processable,
  string,
  stringThat,
} from './field.ts';
import { UNLIMITED } from './request-bodies.ts';
import { MASKED_PAN_LIMIT, NAME_LIMIT } from './sandbox.ts';

// The records of a snapshot: one for each object of the world, identified by its natural key, the first member. They
// contain no id that the bank generated, except for those of removed objects. Their schemas are created on first use:
// other commands don't pay for them. See D16-snapshot.

/**
 * The version that is written; earlier versions are also read. From 2 on, a file ends with its number of records.
 * @see C-snapshot-end
 */
export const SNAPSHOT_VERSION = 2;

/** The size limit of the single message in which a snapshot is sent. @see D16-snapshot-size */
export const SNAPSHOT_LIMIT_BYTES = 32 * 1024 * 1024;

const MOST_RECORDS = 1_000_000;
const MOST_ITEMS = 100_000;
/** Saving a world may require the bank to try all uses of a key. */
const MOST_USES = 100_000;
/** The bank's own numbers continue after the highest, so the highest must leave room. */
const HIGHEST_NUMBER = 1e15;

const LAST_INSTANT = Date.UTC(2200, 0);

function isInstant(text: string): boolean {
  const instant = parseInstant(text);
  return instant !== undefined && instant >= 0 && instant < LAST_INSTANT;
}

function record<S extends z.core.$ZodLooseShape>(shape: S) {
  return z.strictObject(shape, { error: otherMembers });
}

function otherMembers(issue: { readonly code?: string; readonly keys?: readonly string[] }): string {
  return issue.code === 'unrecognized_keys'
    ? `has members that aren't known: ${(issue.keys ?? []).join(', ')}`
    : 'must be an object';
}

function createOneOf<const T extends readonly string[]>(codes: T) {
  const all = codes.length > 12 ? 'a documented code' : `one of ${codes.join(', ')}`;
  return z.enum(codes, createKindError(all));
}

function list<S extends z.core.SomeType>(item: S) {
  return array(item, { max: MOST_ITEMS });
}

const whole = () => integer(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
const count = () => integer(1, HIGHEST_NUMBER);
/** Creates the schema of zero or a positive count. */
const none = () => integer(0, HIGHEST_NUMBER);
const use = () => z.optional(integer(2, MOST_USES));
/** Creates the schema of an amount with the decimals of its currency, and a sign if it is below zero. */
const amount = () =>
  stringThat((value) => /^-?[0-9]+(?:\.[0-9]+)?$/.test(value), 'an amount, such as "-100.50"');
const date = () => stringThat(isCalendarDate, 'a date, YYYY-MM-DD');
const instant = () => stringThat(isInstant, 'a date-time with Z, of the years 1970 to 2199');
const text = () => z.optional(string());
/** Creates the schema of a name, by the rules of the interface. */
const name = (max = UNLIMITED) => createFilledText(max);
const maybeName = (max = UNLIMITED) => z.optional(processable(max, 0));
const truth = () => z.optional(boolean());
/** An account by its bban, a card or agreement by its name and owner, or `id:` and the id of a removed one. */
const named = string;
const currency = () => createOneOf(CURRENCIES);
const customerType = () => createOneOf(['PRIVATE', 'CORPORATE']);

const anyObject = () => z.custom<object>(isObject, createKindError('an object'));

const status = () =>
  createOneOf(['ACCP', 'ACSC', 'ACSP', 'ACTC', 'ACWC', 'ACWP', 'RCVD', 'PDNG', 'RJCT', 'CANC']);

/** Members that accounts and cards share. */
const createHeldMembers = () => ({
  currency: currency(),
  balance: amount(),
  adjustment: z.optional(amount()),
  mayPay: truth(),
});

function ownerRecords() {
  return {
    snapshot: record({ snapshot: integer(1, SNAPSHOT_VERSION), clockOffset: whole() }),
    customer: record({ customer: name(), type: customerType(), name: name(), use: use() }),
    account: record({
      account: stringThat(isElevenDigits, 'a bban of 11 digits'),
      customer: string(),
      name: name(NAME_LIMIT),
      ...createHeldMembers(),
      product: name(),
      cashAccountType: createOneOf(CASH_ACCOUNT_TYPES),
      creditLine: whole(),
      isNumberMade: truth(),
      use: use(),
    }),
    card: record({
      ...{ card: name(MASKED_PAN_LIMIT), customer: string(), ...createHeldMembers(), creditLimit: whole() },
      ...{ cardId: text(), cardIdVNo: text(), accountNumber: text(), expiry: text() },
      ...{
        name: maybeName(NAME_LIMIT),
        product: maybeName(),
        status: z.optional(createOneOf(['enabled', 'deleted', 'blocked'])),
      },
      balanceDetails: z.optional(anyObject()),
      use: use(),
    }),
    kid: record({
      kid: string(),
      use: createOneOf(['none', 'allowed', 'required']),
      rules: list(object({ length: whole(), method: createOneOf(['MOD10', 'MOD11']) })),
    }),
    agreement: record({ agreement: name(), owner: string(), type: customerType(), use: use() }),
    engagement: record({
      ...{ engagement: string(), agreement: named(), account: named() },
      roles: list(createOneOf(AGREEMENT_ROLES)),
      registerLimit: z.optional(whole()),
      approvalLimit: z.optional(whole()),
      use: use(),
    }),
  };
}

function transactionRecords() {
  const numbers = record({ iban: text(), bban: text() });
  const party = z.union(
    [z.literal('own'), numbers],
    createKindError('"own" or an object with iban and bban'),
  );
  return {
    transaction: record({
      ...{ transaction: named(), bookingDate: date(), valueDate: z.optional(date()), amount: amount() },
      ...{ remittanceInformationUnstructured: text(), creditorId: text(), creditorName: maybeName() },
      ...{
        ultimateCreditor: maybeName(),
        debtorName: maybeName(),
        ultimateDebtor: maybeName(),
        purposeCode: text(),
      },
      creditorAccount: z.optional(party),
      debtorAccount: z.optional(party),
      bankTransactionCode: string(),
    }),
    cardTransaction: record({ cardTransaction: named(), id: text(), details: anyObject() }),
  };
}

/** Creates the schema of the required members of a stored initiation; the others are as the TPP sent them. */
function initiation() {
  const inCurrency = answer({ currency: currency() });
  return answer({
    instructedAmount: answer({ amount: string(), currency: currency() }),
    creditorName: string(),
    creditorAccount: inCurrency,
    debtorAccount: inCurrency,
  });
}

function paymentRecords() {
  return {
    bulk: record({ bulk: count(), initiation: anyObject() }),
    payment: record({
      ...{
        payment: count(),
        status: status(),
        tpp: string(),
        service: createOneOf(SERVICES),
        product: string(),
      },
      ...{ psu: text(), debtor: z.optional(named()), fundsAvailable: truth() },
      ...{ effectiveDate: date(), isDateMoved: truth() },
      ...{ createdAt: instant(), lapsesAt: z.optional(instant()) },
      approval: z.optional(record({ place: count(), at: instant() })),
      ...{ rejectsNoFunds: truth(), isHeld: truth(), heldUntil: z.optional(date()), settlesLate: truth() },
      ...{ rejection: text(), bulk: z.optional(count()) },
      booked: z.optional(record({ at: instant(), to: named(), currency: z.optional(currency()) })),
      steps: z.optional(
        list(record({ from: status(), to: status(), at: instant(), cause: text(), requestId: text() })),
      ),
      initiation: initiation(),
    }),
    basket: record({
      ...{ basket: count(), tpp: string(), psu: text(), state: createOneOf(['LIVE', 'ENDED', 'DELETED']) },
      payments: list(count()),
    }),
    run: record({
      ...{ run: instant(), at: instant(), bankDay: date(), isLastOfDay: boolean() },
      outcomes: record({
        ...{ settled: none(), sent: none(), waiting: none(), rejected: none(), held: none() },
      }),
    }),
  };
}

function psuRecords() {
  const context = () => z.optional(createOneOf(['PRIVATE', 'CORPORATE']));
  return {
    authorisation: record({
      ...{ authorisation: count(), of: count(), purpose: createOneOf(['payment', 'cancellation', 'basket']) },
      scaStatus: createOneOf(['FINALISED', 'FAILED', 'EXEMPTED']),
      ...{ tpp: string(), tppName: string(), brand: text(), psu: text(), identified: text() },
      ...{ context: context(), agreement: z.optional(named()) },
      ...{ givenContext: context(), givenAgreement: z.optional(named()), failure: text() },
      ...{ createdAt: instant(), endedAt: z.optional(instant()), keptFrom: z.optional(instant()) },
    }),
    psu: record({ psu: string(), tpp: string(), lastSca: instant() }),
    consent: record({
      ...{ consent: string(), tpp: string(), agreement: z.optional(named()) },
      accounts: list(named()),
    }),
    formerAccount: record({ formerAccount: string() }),
    used: record({ used: string(), key: string(), times: integer(1, MOST_USES) }),
  };
}

function makeSchemas() {
  return { ...ownerRecords(), ...transactionRecords(), ...paymentRecords(), ...psuRecords() } as const;
}

type Schemas = ReturnType<typeof makeSchemas>;
export type SnapshotKind = keyof Schemas;
/** One record, as written and read. */
export type SnapshotRecordOf<K extends SnapshotKind> = z.output<Schemas[K]>;

let schemas: Schemas | undefined;

/** Returns the schemas by the first member of a record. */
export function snapshotSchemas(): Schemas {
  schemas ??= makeSchemas();
  return schemas;
}

/** Creates the schema of the world in one message. Its records are parsed one by one, by their kinds. */
export function snapshotBody() {
  return object({ records: array(z.unknown(), { max: MOST_RECORDS }) });
}

/** The end of a snapshot's file: the number of lines before it. @see C-snapshot-end */
export interface SnapshotEnd {
  readonly end: number;
}
