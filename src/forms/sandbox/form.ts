import { Fault } from '../../errors.ts';
import type { FieldFault } from '../../wire/field.ts';
import type { parseBody } from '../../wire/parse.ts';
import { memberAt, readJson } from '../json-body.ts';
import { composed } from '../written-fields.ts';

/** What flags and arguments gave: `name` of --name, `ACCOUNT` of an argument. Several values are joined by commas. */
export type Given = Readonly<Record<string, string | undefined>>;

/** What the bank has said of the account that a body is about. */
export interface OwnAccount {
  readonly bban: string;
  readonly iban: string;
  readonly currency: string;
}

/** What a body is made of besides what was given. */
export interface Known {
  readonly own: OwnAccount;
  /** The bank's date. */
  readonly today: string;
}

/** One sort of sandbox data as a command line gives it. @see C-sandbox-data */
export interface SandboxForm {
  /** What a file holds: `the transactions`. */
  readonly holds: string;
  /** Arguments, which nothing but the command line gives. */
  readonly required?: readonly string[];
  /** The flags that give a member of the body, or what is below it; of several one is enough. */
  readonly flags: Readonly<Record<string, readonly string[]>>;
  readonly body: (given: Given, known: Known) => unknown;
  /** The bank's own. */
  readonly schema: () => Promise<Parameters<typeof parseBody<unknown>>[0]>;
}

export interface FormInput {
  readonly given: Given;
  /** The bytes of --file, which is the whole body. */
  readonly file?: Uint8Array | undefined;
}

/** Stands for what only the bank knows, where what was typed is looked at before it is asked. */
const NOT_KNOWN: Known = { own: { bban: '', iban: '', currency: 'NOK' }, today: '2000-01-01' };

/**
 * The bytes to send. A file goes as it is.
 * @param known without it what was given is checked alone
 * @throws Fault USAGE, INPUT_MISSING, INPUT_INVALID, FILE_UNREADABLE
 * @see C-sandbox-file
 */
export async function sandboxBody(
  form: SandboxForm,
  { given, file }: FormInput,
  known: Partial<Known> = {},
): Promise<Uint8Array> {
  if (file !== undefined) refuseBesideFile(form, given);
  const body =
    file === undefined
      ? form.body(composed(given), { ...NOT_KNOWN, ...known })
      : readJson(file, unreadable(form));
  const lacking = (form.required ?? []).filter((name) => given[name] === undefined);
  const { missing, wrong } = await faultsOf(form, body, given, file !== undefined);
  if (wrong.length > 0) throw invalid(form, wrong, file !== undefined);
  if (lacking.length + missing.length > 0) throw missingInput(lacking, missing, form);
  return file ?? Buffer.from(JSON.stringify(body), 'utf8');
}

interface Wrong {
  readonly text: string;
  /** What to change. */
  readonly flags: readonly string[];
  /** What to give, where it is of what nobody gave. */
  readonly lacking?: readonly string[];
}

interface Found {
  readonly wrong: readonly Wrong[];
  /** The flags of what is required and not given; of several one is enough. */
  readonly missing: readonly (readonly string[])[];
}

async function faultsOf(form: SandboxForm, body: unknown, given: Given, isFile: boolean): Promise<Found> {
  const { parseBody } = await import('../../wire/parse.ts');
  const parsed = parseBody(await form.schema(), body);
  if (parsed.ok) return { wrong: [], missing: [] };
  if (isFile) return { wrong: parsed.faults.map(({ text }) => ({ text, flags: [] })), missing: [] };
  const isMissing = ({ path }: FieldFault) => memberAt(body, path) === undefined;
  return {
    wrong: parsed.faults
      .filter((fault) => !isMissing(fault))
      .map((fault) => inWordsOfFlags(form, fault, given)),
    missing: parsed.faults.filter(isMissing).map(({ path }) => flagsOf(form, path)),
  };
}

/** A fault names the flag, which is all of the body that its writer knows. */
function inWordsOfFlags(form: SandboxForm, { path, text }: FieldFault, given: Given): Wrong {
  const all = flagsOf(form, path);
  const flags = all.filter((flag) => given[nameOf(flag)] !== undefined);
  const flag = flags[0] ?? all[0];
  if (flag === undefined) return { text, flags };
  const isNumber = WHOLE.test(given[nameOf(flag)] ?? '');
  const what = text
    .slice(path.length)
    .replace(/, without quotes$/, isNumber ? '' : ', without spaces or decimals')
    .replaceAll(MEMBER, (member) => flagsOf(form, path.replace(/\w+$/, member))[0] ?? member);
  return { text: `${flag}${what}`, flags, ...(flags.length === 0 ? { lacking: [flag] } : {}) };
}

/** Another member of the body. */
const MEMBER = /\b[a-z]+[A-Z]\w*\b/g;

/** The flags that give a member: those of the longest path that leads to it. */
export function flagsOf({ flags }: Pick<SandboxForm, 'flags'>, path: string): readonly string[] {
  const leads = (known: string) =>
    path === known || path.startsWith(`${known}.`) || path.startsWith(`${known}[`);
  const [best] = Object.keys(flags)
    .filter(leads)
    .sort((a, b) => b.length - a.length);
  return best === undefined ? [] : (flags[best] ?? []);
}

function nameOf(flag: string): string {
  return flag.replace(/^--/, '');
}

function invalid({ holds }: SandboxForm, wrong: readonly Wrong[], isFile: boolean): Fault {
  const lines = [...new Set(wrong.map(({ text }) => text))];
  const isTooLong = isFile && lines.some((line) => / at most \d+ items$/.test(line));
  const hint = isTooLong ? `Split ${holds} into several files, one per request.` : changesOf(wrong, isFile);
  return new Fault('INPUT_INVALID', lines.join('\n'), { hint });
}

function changesOf(wrong: readonly Wrong[], isFile: boolean): string {
  const flags = [...new Set(wrong.flatMap((one) => one.flags))].join(', ');
  const lacking = [...new Set(wrong.flatMap((one) => one.lacking ?? []))].join(', ');
  if (isFile || flags + lacking === '') return 'Change the file.';
  return [flags && `Change ${flags}.`, lacking && `Add ${lacking}.`].filter((text) => text !== '').join('\n');
}

function missingInput(
  lacking: readonly string[],
  missing: readonly (readonly string[])[],
  { holds }: SandboxForm,
): Fault {
  const flags = [...new Set(missing.map((several) => several.join(' or ')))];
  const hint =
    flags.length > 0 ? `Add them as flags, or ${holds} in --file.` : 'Add --help to see an example.';
  return new Fault('INPUT_MISSING', `Missing: ${[...lacking, ...flags].join(', ')}.`, {
    missing: [...lacking, ...new Set(missing.flat())],
    hint,
  });
}

function refuseBesideFile(form: SandboxForm, given: Given): void {
  const flags = [...new Set(Object.values(form.flags).flat())].filter(
    (flag) => flag.startsWith('--') && given[nameOf(flag)] !== undefined,
  );
  if (flags.length === 0) return;
  throw new Fault('USAGE', `--file contains the whole body, so ${flags.join(', ')} can't be used with it.`, {
    hint: `Change the file, or remove --file and pass ${form.holds} as flags.`,
  });
}

function unreadable({ holds }: SandboxForm): (what: string) => Fault {
  return (what) =>
    new Fault('FILE_UNREADABLE', `The file with ${holds} ${what}.`, {
      hint: 'Fix the file.',
    });
}

const WHOLE = /^[+-]?\d+$/;

/** A whole number as JSON has it; what is none stays as it was typed, for the schema to refuse. */
export function whole(text: string | undefined): number | string | undefined {
  return text !== undefined && WHOLE.test(text) ? Number(text) : text;
}

/** A balance of an account as requests write it; none where none is given. */
export function balance(type: string, amount: string | undefined, currency: string | undefined): object[] {
  if (amount === undefined) return [];
  return [{ balanceAmount: { currency, amount: whole(amount) }, balanceType: type }];
}
