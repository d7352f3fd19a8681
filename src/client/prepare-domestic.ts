import { isUtf8 } from 'node:buffer';
import { Fault } from '../errors.ts';
import { domesticPayment } from '../wire/domestic-payment.ts';
import type { FieldFault } from '../wire/field.ts';
import { parseBody } from '../wire/parse.ts';
import { parseStrictJson } from '../wire/strict-json.ts';
import {
  type DomesticFields,
  domesticBody,
  flagOf,
  hasFlag,
  type JsonBody,
  memberAt,
  missingFlags,
  namesDebtor,
  withAccountCurrencies,
} from './domestic-fields.ts';
import { type ExampleSource, withExample } from './example.ts';

export interface PrepareDomestic {
  readonly fields: DomesticFields;
  /** The bytes of `--file` or stdin. */
  readonly file?: Uint8Array | undefined;
  /** What an example is filled from; absent: no example. */
  readonly example?: ExampleSource | undefined;
  readonly localChecks: boolean;
}

/**
 * The exact body bytes to send. An unchanged file goes as it is, not re-serialised.
 * @throws Fault INPUT_MISSING, INPUT_INVALID, FILE_UNREADABLE
 * @see cli.md Behaviour
 */
export function prepareDomestic({ fields, file, example, localChecks }: PrepareDomestic): Uint8Array {
  const changed = example !== undefined || Object.values(fields).some((value) => value !== undefined);
  if (file && !changed) {
    if (localChecks) checkBody(readFile(file));
    return file;
  }
  const before = file ? readFile(file) : {};
  const given = domesticBody(fields, before);
  const body = withAccountCurrencies(example ? withExample(given, example) : given);
  if (localChecks) checkBody(body);
  const bytes = Buffer.from(JSON.stringify(body), 'utf8');
  // Flags and an example that found nothing to change leave a file as it is, too.
  return file && bytes.equals(Buffer.from(JSON.stringify(before), 'utf8')) ? file : bytes;
}

/** Read as strictly as the bank reads a body, so that nothing is dropped or replaced on the way. */
function readFile(bytes: Uint8Array): JsonBody {
  if (!isUtf8(bytes)) throw unreadable('is not UTF-8');
  const json = parseStrictJson(Buffer.from(bytes).toString('utf8'));
  if (!json.ok) throw unreadable(JSON_FAULTS[json.fault.kind]);
  const { value } = json;
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonBody;
  throw unreadable('holds no JSON object');
}

const JSON_FAULTS = {
  syntax: 'is not JSON',
  depth: 'is nested deeper than 32 levels',
  'repeated-key': 'gives a key twice',
} as const;

function unreadable(what: string): Fault {
  return new Fault('FILE_UNREADABLE', `The payment file ${what}.`, {
    hint: 'Mend the file that --file names, or start from one that --print-body prints.',
  });
}

/**
 * What the fields themselves say wrong, before an example fills the rest: nothing is opened for it.
 * @throws Fault INPUT_INVALID, FILE_UNREADABLE
 */
export function checkGivenFields({ fields, file }: Pick<PrepareDomestic, 'fields' | 'file'>): void {
  const body = domesticBody(fields, file ? readFile(file) : {});
  const { wrong } = faultsOf(body);
  const given = wrong.filter(({ path }) => !isAbsent(body, path));
  if (given.length > 0) throw invalid(given, []);
}

/** The same schema as the bank's, before anything is sent. */
function checkBody(body: JsonBody): void {
  const { wrong, missing } = faultsOf(body);
  if (wrong.length > 0) throw invalid(wrong, missing);
  if (missing.length > 0) {
    throw new Fault('INPUT_MISSING', inWords(missing), {
      missing,
      hint: 'Give them as flags or in --file, or add --example to have them filled in.',
    });
  }
}

/** What is wrong, and the flags of what is only missing. */
function faultsOf(body: JsonBody): { wrong: readonly FieldFault[]; missing: readonly string[] } {
  const parsed = parseBody(domesticPayment, body);
  if (parsed.ok) return { wrong: [], missing: [] };
  const absent = parsed.faults.map(({ path }) => path).filter((path) => isAbsent(body, path));
  const wrong = parsed.faults.filter(({ path }) => !(absent.includes(path) && hasFlag(path)));
  return { wrong, missing: missingFlags(body, absent) };
}

function invalid(wrong: readonly FieldFault[], missing: readonly string[]): Fault {
  const lines = wrong.map(({ text }) => text);
  if (missing.length > 0) lines.push(inWords(missing));
  return new Fault('INPUT_INVALID', lines.join('\n'), {
    hint: hintOf(wrong),
    ...(missing.length > 0 ? { missing } : {}),
  });
}

function inWords(missing: readonly string[]): string {
  return `Required and not given: ${missing.join(', ')}.`;
}

/** A debtor account that names no account is as good as none. */
function isAbsent(body: JsonBody, path: string): boolean {
  return memberAt(body, path) === undefined || (path === 'debtorAccount' && !namesDebtor(body));
}

function hintOf(faults: readonly FieldFault[]): string {
  const flags = faults.flatMap(({ path }) => flagOf(path) ?? []);
  const change = flags.length > 0 ? `Change ${flags.join(', ')}` : 'Change the body';
  return `${change}; --no-local-checks sends it as it is and lets the bank answer.`;
}
