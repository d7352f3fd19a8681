import { isUtf8 } from 'node:buffer';
import { Fault } from '../errors.ts';
import { isObject, type JsonObject } from '../json-object.ts';
import type { FieldFault } from '../wire/field.ts';
import type { parseBody } from '../wire/parse.ts';
import type { ExampleSource } from './example.ts';
import { memberAt, readJson, withMember } from './json-body.ts';
import {
  type BodyKind,
  bodyOf,
  EXAMPLE_CURRENCY,
  flagsToChange,
  type PaymentFields,
  refuseForeignIbans,
  refuseOtherKinds,
} from './payment-fields.ts';
import { isAbsent, isAsked, missingFlags, withAccountCurrencies } from './required-fields.ts';
import { ambiguous, composed, readWrittenFields } from './written-fields.ts';

/** What goes over the wire as a body. */
export type SentKind = Exclude<BodyKind, 'bulk-item'>;

type Schema = Parameters<typeof parseBody<unknown>>[0];

/** The bank's own schema of each kind, loaded only where a body is checked. @see C-local-checks */
const SCHEMAS: Readonly<Record<SentKind, () => Promise<Schema>>> = {
  domestic: async () => (await import('../wire/request-bodies.ts')).domesticPayment,
  'cross-border': async () => (await import('../wire/request-bodies.ts')).crossBorderPayment,
  instant: async () => (await import('../wire/request-bodies.ts')).instantPayment,
  periodic: async () => (await import('../wire/request-bodies.ts')).periodicPayment,
  bulk: async () => (await import('../wire/request-bodies.ts')).bulkPayment,
  fees: async () => (await import('../wire/request-bodies.ts')).feeRequest,
};

export interface PreparePayment {
  readonly kind: SentKind;
  readonly fields: PaymentFields;
  /** The bytes of `--file` or stdin. */
  readonly file?: Uint8Array | undefined;
  /** What an example is filled from; absent: no example. */
  readonly example?: ExampleSource | undefined;
  readonly localChecks: boolean;
}

export interface PreparedPayment {
  /** The exact bytes to send. */
  readonly body: Uint8Array;
  /** Of payments that came as CSV, the row of each. */
  readonly rows?: readonly number[];
}

/**
 * The body to send. An unchanged JSON file goes as it is, not re-serialised; CSV is made into JSON.
 * @throws Fault USAGE, INPUT_MISSING, INPUT_INVALID, FILE_UNREADABLE
 * @see C-file-unchanged
 */
export async function preparePayment(asked: PreparePayment): Promise<PreparedPayment> {
  const { kind, file, example, localChecks } = asked;
  const typed = localChecks ? composed(asked.fields) : asked.fields;
  if (kind !== 'fees') refuseOtherKinds(kind, typed);
  const changed = example !== undefined || Object.values(typed).some((value) => value !== undefined);
  const sentAsItIs = file !== undefined && !isCsv(kind, file);
  if (sentAsItIs && !changed) {
    if (localChecks) await checkBody(kind, await readSource(kind, file));
    return { body: file };
  }
  const source = await readSource(kind, file, localChecks);
  const fields = localChecks ? writtenFields(kind, typed, source.body, example !== undefined) : typed;
  if (localChecks) refuseForeignIbans(kind, fields);
  const given = bodyOf(kind, fields, source.body);
  const whole = example ? (await import('./example.ts')).withExample(kind, given, example) : given;
  const body = debtorFirst(source, withAccountCurrencies(kind, await whole));
  if (localChecks) await checkBody(kind, { ...source, body });
  const bytes = Buffer.from(JSON.stringify(body), 'utf8');
  // Flags and an example that found nothing to change leave a file as it is, too.
  const same = sentAsItIs && bytes.equals(Buffer.from(JSON.stringify(source.body), 'utf8'));
  return { body: same ? file : bytes, ...(source.rows === undefined ? {} : { rows: source.rows }) };
}

/** A body that is made of a table begins with what is the same for all of its rows. */
function debtorFirst({ rows }: Source, body: JsonObject): JsonObject {
  if (rows === undefined) return body;
  const { payments, ...first } = body;
  return { ...first, payments };
}

/**
 * What the fields themselves say wrong, before an example fills the rest: nothing is opened for it.
 * @param isExample whether an example will fill what is not given
 * @throws Fault USAGE, INPUT_INVALID, FILE_UNREADABLE
 */
export async function checkGivenFields({
  kind,
  fields: typed,
  file,
  isExample = false,
}: Pick<PreparePayment, 'kind' | 'fields' | 'file'> & { readonly isExample?: boolean }): Promise<void> {
  const whole = composed(typed);
  if (kind !== 'fees') refuseOtherKinds(kind, whole);
  const source = await readSource(kind, file);
  const fields = writtenFields(kind, whole, source.body, isExample);
  refuseForeignIbans(kind, fields);
  const given = bodyOf(kind, fields, source.body);
  const body = isExample ? inExampleCurrency(given) : given;
  const checked = { ...source, body };
  const { wrong } = await faultsOf(kind, checked);
  const present = wrong.filter(({ path }) => !isAbsent(kind, body, path));
  if (present.length > 0) throw await invalid(kind, checked, { wrong: present, missing: [], reasons: [] });
}

/**
 * Fields as people write them, as a body has them.
 * @throws Fault INPUT_INVALID for an amount that can be read in two ways
 * @see C-written-amounts
 */
function writtenFields(
  kind: SentKind,
  fields: PaymentFields,
  body: JsonObject,
  isExample: boolean,
): PaymentFields {
  const ofBody = memberAt(body, kind === 'fees' ? 'amount.currency' : 'instructedAmount.currency');
  const currency = fields.currency ?? ofBody ?? (isExample ? EXAMPLE_CURRENCY : undefined);
  const { fields: written, readings } = readWrittenFields(fields, currency);
  if (readings === undefined) return written;
  throw new Fault('INPUT_INVALID', `--amount ${ambiguous(fields.amount ?? '', readings)}`, {
    hint: `Change --amount${kind === 'fees' ? '' : ', or add --no-local-checks to send it unchanged'}.`,
  });
}

/** An amount has the decimals of its currency, which an example fills where none is given. */
function inExampleCurrency(body: JsonObject): JsonObject {
  const path = memberAt(body, 'amount.amount') === undefined ? 'instructedAmount' : 'amount';
  const isGiven = memberAt(body, `${path}.amount`) !== undefined;
  const hasCurrency = memberAt(body, `${path}.currency`) !== undefined;
  return isGiven && !hasCurrency ? withMember(body, `${path}.currency`, EXAMPLE_CURRENCY) : body;
}

interface Source {
  readonly body: JsonObject;
  /** Whether it came from a file, in which a bulk's payments can be looked for. */
  readonly isFile?: boolean;
  readonly rows?: readonly number[];
}

/** @param composes whether CSV, which no body is, is read as people mean it */
async function readSource(kind: SentKind, file: Uint8Array | undefined, composes = true): Promise<Source> {
  if (file === undefined) return { body: {} };
  if (file.byteLength === 0) throw unreadable('is empty');
  if (!isCsv(kind, file)) return { body: readObject(file), isFile: true };
  if (!isUtf8(file)) throw unreadable("isn't UTF-8");
  const { readBulkFile } = await import('./bulk-file.ts');
  const text = Buffer.from(file).toString('utf8');
  const { payments, rows } = readBulkFile(composes ? composed(text) : text, composes);
  return { body: { payments }, rows };
}

/** The payments of a bulk come as CSV too: whatever does not begin as JSON does. @see C-bulk-csv */
function isCsv(kind: SentKind, file: Uint8Array): boolean {
  const begins = /^\ufeff?\s*(.)/.exec(Buffer.from(file.subarray(0, 1024)).toString('utf8'))?.[1];
  return kind === 'bulk' && begins !== '{' && begins !== '[';
}

function readObject(bytes: Uint8Array): JsonObject {
  const value = readJson(bytes, unreadable);
  if (isObject(value)) return value;
  throw unreadable("isn't a JSON object");
}

function unreadable(what: string): Fault {
  return new Fault('FILE_UNREADABLE', `The payment file ${what}.`, {
    hint: 'Fix the file, or start from the output of --print-body.',
  });
}

interface Found {
  readonly wrong: readonly FieldFault[];
  /** The flags of what is only missing. */
  readonly missing: readonly string[];
  /** Why something is missing that is not always required. */
  readonly reasons: readonly string[];
}

/** The same schema as the bank's, before anything is sent. @see C-missing-payment-flags */
async function checkBody(kind: SentKind, source: Source): Promise<void> {
  const found = await faultsOf(kind, source);
  if (found.wrong.length > 0) throw await invalid(kind, source, found);
  if (found.missing.length > 0) {
    throw new Fault('INPUT_MISSING', [inWords(found.missing), ...found.reasons].join('\n'), {
      missing: found.missing,
      hint: hintOfMissing(kind),
    });
  }
}

async function faultsOf(kind: SentKind, { body, isFile = false }: Source): Promise<Found> {
  const { parseBody: parse } = await import('../wire/parse.ts');
  const parsed = parse(await SCHEMAS[kind](), body);
  if (parsed.ok) return { wrong: [], missing: [], reasons: [] };
  const absent = parsed.faults.filter(({ path }) => isAbsent(kind, body, path));
  const asked = absent.filter(({ path }) => isAsked(kind, path) && !(isFile && path === 'payments'));
  const missing = missingFlags(
    kind,
    body,
    absent.map(({ path }) => path),
  );
  return {
    wrong: parsed.faults.filter((fault) => !asked.includes(fault)),
    missing: isFile ? missing.filter((flag) => flag !== '--file') : missing,
    reasons: asked.filter(({ text }) => / is required ./.test(text)).map(({ text }) => text),
  };
}

async function invalid(
  kind: SentKind,
  { body, rows }: Source,
  { wrong, missing, reasons }: Found,
): Promise<Fault> {
  const lines = rows
    ? (await import('./bulk-file.ts')).faultsInRows(wrong, rows, body)
    : wrong.map(({ text }) => text);
  if (missing.length > 0) lines.push(inWords(missing), ...reasons);
  return new Fault('INPUT_INVALID', lines.join('\n'), {
    hint: hintOf(kind, wrong, rows !== undefined),
    ...(missing.length > 0 ? { missing } : {}),
  });
}

function inWords(missing: readonly string[]): string {
  return `Missing: ${missing.join(', ')}.`;
}

function hintOfMissing(kind: SentKind): string {
  if (kind === 'fees') return 'Add these flags, or add --example to fill them in.';
  if (kind === 'bulk') return 'Put the payments in --file, as CSV or JSON, or add --example to create two.';
  return 'Add them as flags or in --file, or add --example to fill them in.';
}

function hintOf(kind: SentKind, faults: readonly FieldFault[], isTable: boolean): string {
  const flags = new Set(faults.flatMap(({ path }) => flagsToChange(kind, path)));
  const rest = isTable ? 'Change the file' : 'Change the body';
  const change = flags.size > 0 ? `Change ${[...flags].join(', ')}` : rest;
  return kind === 'fees' ? `${change}.` : `${change}, or add --no-local-checks to send it unchanged.`;
}
