import { isUtf8 } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import { getOperation } from '../client/operation.ts';
import type { Session } from '../client/session.ts';
import { composeTexts, isObject, type JsonObject, memberAt, withMember } from '../core/json-object.ts';
import { Fault } from '../errors.ts';
import type { Requirements } from '../session/context.ts';
import { readBankDate } from '../session/with-session.ts';
import type { FieldFault } from '../wire/field.ts';
import type { Schema } from '../wire/parse.ts';
import { readJson } from './body.ts';
import type { ExampleSource } from './example.ts';
import {
  buildBody,
  EXAMPLE_CURRENCY,
  isAbsent,
  isAsked,
  listFlagsToChange,
  listMissingFlags,
  type PaymentFields,
  readAmountCurrency,
  readWrittenFields,
  refuseForeignIbans,
  refuseOtherKinds,
  type SentKind,
  withAccountCurrencies,
} from './fields.ts';

/** The bank's own schemas by kind. @see C-local-checks */
const SCHEMAS = {
  'cross-border': 'crossBorderPayment',
  instant: 'instantPayment',
  periodic: 'periodicPayment',
  bulk: 'bulkPayment',
  fees: 'feeRequest',
} as const;

/** The input of a body: fields, a file, or both. */
export interface GivenPayment {
  readonly kind: SentKind;
  readonly fields: PaymentFields;
  /** The bytes of `--file` or stdin. */
  readonly file?: Uint8Array | undefined;
  readonly localChecks: boolean;
}

export interface PreparedPayment {
  /** The exact bytes to send. */
  readonly body: Uint8Array;
  /** The CSV row of each payment. */
  readonly rows?: readonly number[];
  /** The customerNumber of the debtor account's owner, if the sandbox returned it. */
  readonly owner?: string | undefined;
}

/**
 * Builds the body to send. Sends an unchanged JSON file byte for byte; converts CSV to JSON.
 * @param example the source of an example's values; absent: no example
 * @throws Fault USAGE, INPUT_MISSING, INPUT_INVALID, FILE_UNREADABLE
 * @see C-file-unchanged
 */
export async function buildPayment(given: GivenPayment, example?: ExampleSource): Promise<PreparedPayment> {
  const { kind, fields, file, localChecks } = given;
  const isJsonFile = file !== undefined && !isCsv(kind, file);
  const isChanged = example !== undefined || Object.values(fields).some((value) => value !== undefined);
  if (isJsonFile && !isChanged && !localChecks) return { body: file };
  const source = await readSource(given, example !== undefined);
  if (isJsonFile && !isChanged) {
    await checkBody(kind, source);
    return { body: file };
  }
  const { rows } = source;
  const whole = example
    ? await (await import('./example.ts')).fillExample(kind, source.body, example)
    : source.body;
  const filled = withAccountCurrencies(kind, whole);
  const { payments, ...first } = filled;
  // The shared members of a CSV bulk precede its payments.
  const body = rows ? { ...first, payments } : filled;
  if (localChecks) await checkBody(kind, { ...source, body });
  const bytes = Buffer.from(JSON.stringify(body), 'utf8');
  // If neither flags nor the example changed anything, the file's bytes stay.
  const isSame = isJsonFile && bytes.equals(Buffer.from(JSON.stringify(source.fileBody), 'utf8'));
  return { body: isSame ? file : bytes, rows };
}

/** The requirements of an example. */
export const EXAMPLE: Requirements = { onlySandbox: 'accounts for an example' };

/** Builds the body of an example, which uses the bank's accounts. */
export async function buildExample(given: GivenPayment, session: Session): Promise<PreparedPayment> {
  const { resource: customers } = await session.lookUp(getOperation('list sandbox customers'), undefined);
  const { resource: accounts } = await session.lookUp(getOperation('list sandbox accounts'), undefined);
  const nonce = randomBytes(4).toString('hex');
  // The bank's clock may have been moved.
  const today = given.kind === 'periodic' ? await readBankDate(session) : undefined;
  const prepared = await buildPayment(given, { customers, accounts, nonce, today });
  const { findAccount } = await import('./example.ts');
  const sent: unknown = JSON.parse(Buffer.from(prepared.body).toString('utf8'));
  return { ...prepared, owner: findAccount(sent, 'debtorAccount', accounts)?.customerNumber };
}

/**
 * Validates the given fields before a bank is opened and an example fills in the rest.
 * @param isExample true if an example will fill in missing fields
 * @throws Fault USAGE, INPUT_INVALID, FILE_UNREADABLE
 */
export async function checkGiven(given: GivenPayment, isExample = true): Promise<void> {
  if (!given.localChecks) return;
  const { kind } = given;
  const source = await readSource(given, isExample);
  const body = isExample ? addExampleCurrency(source.body) : source.body;
  const { wrong } = await listFaults(kind, { ...source, body });
  const present = wrong.filter(({ path }) => !isAbsent(kind, body, path));
  if (present.length > 0)
    throw await createInvalid(kind, { ...source, body }, { wrong: present, missing: [], reasons: [] });
}

/** Describes the fault of the given fields, if any. */
export async function describeFault(
  kind: SentKind,
  fields: PaymentFields,
  file?: Uint8Array,
): Promise<string | undefined> {
  try {
    await checkGiven({ kind, fields, file, localChecks: true }, false);
    return undefined;
  } catch (fault) {
    if (fault instanceof Fault) return fault.message;
    throw fault;
  }
}

/** Adds the currency of an example, because the valid decimals of an amount depend on it. */
function addExampleCurrency(body: JsonObject): JsonObject {
  const path = memberAt(body, 'amount.amount') === undefined ? 'instructedAmount' : 'amount';
  const isGiven = memberAt(body, `${path}.amount`) !== undefined;
  const hasCurrency = memberAt(body, `${path}.currency`) !== undefined;
  return isGiven && !hasCurrency ? withMember(body, `${path}.currency`, EXAMPLE_CURRENCY) : body;
}

interface Source {
  /** The file's body with the fields set. */
  readonly body: JsonObject;
  readonly fileBody?: JsonObject;
  /** True if the body came from a file. */
  readonly isFile?: boolean;
  /** The CSV row of each payment. */
  readonly rows?: readonly number[];
}

/** Reads the file and sets the fields in it. Parses their written forms unless the bank is to check them. */
async function readSource(
  { kind, fields, file, localChecks }: GivenPayment,
  isExample: boolean,
): Promise<Source> {
  const typed = localChecks ? composeTexts(fields) : fields;
  if (kind !== 'fees') refuseOtherKinds(kind, typed);
  const source = file === undefined ? { body: {} } : await readFile(kind, file, localChecks);
  const written = localChecks ? readTyped(kind, typed, source.body, isExample) : typed;
  if (localChecks) refuseForeignIbans(kind, written);
  return { ...source, fileBody: source.body, body: buildBody(kind, written, source.body) };
}

/** Parses the written forms of fields. @throws Fault INPUT_INVALID for an ambiguous amount */
function readTyped(
  kind: SentKind,
  fields: PaymentFields,
  body: JsonObject,
  isExample: boolean,
): PaymentFields {
  const usual = isExample ? EXAMPLE_CURRENCY : undefined;
  const currency = fields.currency ?? readAmountCurrency(kind, body) ?? usual;
  const { fields: written, doubt } = readWrittenFields(fields, currency);
  if (doubt === undefined) return written;
  throw new Fault('INPUT_INVALID', `--amount ${doubt}`, {
    hint: `Change --amount${kind === 'fees' ? '' : ', or add --no-local-checks to send it unchanged'}.`,
  });
}

async function readFile(kind: SentKind, file: Uint8Array, localChecks: boolean): Promise<Source> {
  if (file.byteLength === 0) throw createUnreadable('is empty');
  if (!isCsv(kind, file)) {
    const body = readJson(file, createUnreadable);
    if (isObject(body)) return { body, isFile: true };
    throw createUnreadable("isn't a JSON object");
  }
  if (!isUtf8(file)) throw createUnreadable("isn't UTF-8");
  const { readBulkFile } = await import('./bulk-file.ts');
  const text = Buffer.from(file).toString('utf8');
  const { payments, rows } = readBulkFile(localChecks ? composeTexts(text) : text, localChecks);
  return { body: { payments }, rows };
}

/** Returns true if a bulk's file is CSV: it doesn't begin like JSON. @see C-bulk-csv */
function isCsv(kind: SentKind, file: Uint8Array): boolean {
  const begins = /^\ufeff?\s*(.)/.exec(Buffer.from(file.subarray(0, 1024)).toString('utf8'))?.[1];
  return kind === 'bulk' && begins !== '{' && begins !== '[';
}

function createUnreadable(what: string): Fault {
  return new Fault('FILE_UNREADABLE', `The payment file ${what}.`, {
    hint: 'Fix the file, or start from the output of --print-body.',
  });
}

interface Found {
  readonly wrong: readonly FieldFault[];
  /** The flags of missing members. */
  readonly missing: readonly string[];
  /** The reasons why conditionally required members are missing. */
  readonly reasons: readonly string[];
}

/** Validates a body with the bank's own schema, before anything is sent. @see C-missing-payment-flags */
async function checkBody(kind: SentKind, source: Source): Promise<void> {
  const found = await listFaults(kind, source);
  if (found.wrong.length > 0) throw await createInvalid(kind, source, found);
  if (found.missing.length > 0) {
    throw new Fault('INPUT_MISSING', [formatMissing(found.missing), ...found.reasons].join('\n'), {
      missing: found.missing,
      hint: buildMissingHint(kind),
    });
  }
}

async function loadSchema(kind: SentKind): Promise<Schema<unknown>> {
  if (kind === 'domestic') return (await import('../wire/request-bodies.ts')).domesticPayment;
  return (await import('../wire/product-bodies.ts'))[SCHEMAS[kind]];
}

async function listFaults(kind: SentKind, { body, isFile = false }: Source): Promise<Found> {
  const { parseBody } = await import('../wire/parse.ts');
  const parsed = parseBody<unknown>(await loadSchema(kind), body);
  if (parsed.ok) return { wrong: [], missing: [], reasons: [] };
  const absent = parsed.faults.filter(({ path }) => isAbsent(kind, body, path));
  const asked = absent.filter(({ path }) => isAsked(kind, path) && !(isFile && path === 'payments'));
  const isConditional = ({ text }: FieldFault) => / is required ./.test(text);
  const missing = [...absent.filter((one) => !isConditional(one)), ...absent.filter(isConditional)];
  const flags = listMissingFlags(
    kind,
    body,
    missing.map(({ path }) => path),
  );
  return {
    wrong: parsed.faults.filter((fault) => !asked.includes(fault)),
    missing: flags.filter((flag) => !(isFile && flag === '--file')),
    reasons: asked.filter(isConditional).map(({ text }) => text),
  };
}

async function createInvalid(
  kind: SentKind,
  { body, rows }: Source,
  { wrong, missing, reasons }: Found,
): Promise<Fault> {
  const lines = rows
    ? (await import('./bulk-file.ts')).describeRowFaults(wrong, rows, body)
    : wrong.map(({ text }) => text);
  if (missing.length > 0) lines.push(formatMissing(missing), ...reasons);
  const flags = new Set(wrong.flatMap(({ path }) => listFlagsToChange(kind, path)));
  const change = `Change ${flags.size > 0 ? [...flags].join(', ') : rows ? 'the file' : 'the body'}`;
  const hint = kind === 'fees' ? `${change}.` : `${change}, or add --no-local-checks to send it unchanged.`;
  return new Fault('INPUT_INVALID', lines.join('\n'), { hint, ...(missing.length > 0 ? { missing } : {}) });
}

function formatMissing(missing: readonly string[]): string {
  return `Missing: ${missing.join(', ')}.`;
}

function buildMissingHint(kind: SentKind): string {
  if (kind === 'fees') return 'Add these flags, or add --example to fill them in.';
  if (kind === 'bulk') return 'Put the payments in --file, as CSV or JSON, or add --example to create two.';
  return 'Add them as flags or in --file, or add --example to fill them in.';
}
