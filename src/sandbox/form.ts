import { composeTexts, memberAt } from '../core/json-object.ts';
import { Fault } from '../errors.ts';
import { readJson } from '../payments/body.ts';
import type { FieldFault } from '../wire/field.ts';

/**
 * Values of flags and arguments: `name` of --name, `ACCOUNT` of an argument. Several values are joined by commas.
 */
export type GivenTexts = Readonly<Record<string, string | undefined>>;

/** The account of a body, as the bank returns it. */
export interface OwnAccount {
  readonly bban: string;
  readonly iban: string;
  readonly currency: string;
}

/** Known facts for a body besides the given values. */
export interface FormFacts {
  readonly own: OwnAccount;
  /** The bank's date. */
  readonly today: string;
}

/** A flag that sets members of a body. */
export type Field = readonly [
  /** The paths of the members that it sets, or of their parents. */
  members: string | readonly string[],
  description: string,
  /** Absent: the flag is a switch. */
  helpValue?: string,
  /** Returns the value of the first member; absent: the text. */
  value?: (text: string | undefined, given: GivenTexts) => unknown,
];

type Fields = Readonly<Record<string, Field>>;

/** One body of sandbox data as command-line flags. @see C-sandbox-data */
export interface SandboxForm {
  /** The name of a file's content: `the transactions`. */
  readonly holds: string;
  /** The beginning of the help of --file; absent: its content. */
  readonly fileHolds?: string;
  /** Arguments, which a file can't replace. */
  readonly required?: readonly string[];
  /** The flags that the body requires, by name, in the order of help. */
  readonly fields: Fields;
  readonly optional?: Fields;
  /** The flags of which one is required; the first excludes the others. */
  readonly oneOf?: readonly string[];
  /** The order of a member's flags in messages, if it differs. */
  readonly flags?: Readonly<Record<string, readonly string[]>>;
  /** Builds the body; absent: an object with the first member of each field. */
  readonly body?: (given: GivenTexts, known: FormFacts) => unknown;
  /** The bank's own schema. */
  readonly schema: keyof typeof import('../wire/sandbox.ts') & `sandbox${string}`;
}

export interface FormInput {
  readonly given: GivenTexts;
  /** The bytes of --file, which is the whole body. */
  readonly file?: Uint8Array | undefined;
}

/** Replaces the account, which only the bank knows, when the values are checked before a request. */
const UNKNOWN_ACCOUNT: OwnAccount = { bban: '', iban: '', currency: 'NOK' };

/**
 * Builds the bytes to send. A file is sent unchanged.
 * @param known without it, only what was given is checked
 * @throws Fault USAGE, INPUT_MISSING, INPUT_INVALID, FILE_UNREADABLE
 * @see C-sandbox-file
 */
export async function sandboxBody(
  form: SandboxForm,
  { given, file }: FormInput,
  { own = UNKNOWN_ACCOUNT, today = '2000-01-01' }: Partial<FormFacts> = {},
): Promise<Uint8Array> {
  if (file !== undefined) refuseBesideFile(form, given);
  const body =
    file === undefined
      ? buildBody(form, composeTexts(given), { own, today })
      : readJson(file, (what) => createUnreadable(form, what));
  const lacking = (form.required ?? []).filter((name) => given[name] === undefined);
  const [{ parseBody }, schemas] = [await import('../wire/parse.ts'), await import('../wire/sandbox.ts')];
  const parsed = parseBody<unknown>(schemas[form.schema], body);
  const faults = parsed.ok ? [] : parsed.faults;
  const isMissing = ({ path }: FieldFault) => file === undefined && memberAt(body, path) === undefined;
  const wrong = faults.filter((fault) => !isMissing(fault));
  if (wrong.length > 0) {
    throw file === undefined ? createInvalidFlags(form, wrong, given) : createInvalidFile(form, wrong);
  }
  const missing = faults.filter(isMissing).map(({ path }) => listFlags(form, path));
  if (lacking.length + missing.length > 0) throw createMissingInput(lacking, missing, form);
  return file ?? Buffer.from(JSON.stringify(body), 'utf8');
}

function buildBody(form: SandboxForm, given: GivenTexts, known: FormFacts): unknown {
  if (form.body !== undefined) return form.body(given, known);
  const members = listFields(form).map(([name, [paths, , , value]]) => {
    const text = given[name];
    return [[paths].flat()[0], value === undefined ? text : value(text, given)];
  });
  return Object.fromEntries(members);
}

/** Lists the flags in the order of help. */
export function listFields({ fields, optional }: SandboxForm): readonly (readonly [string, Field])[] {
  return Object.entries({ ...fields, ...optional });
}

/** Lists the flags that set a member: those of the longest matching path. */
export function listFlags(form: SandboxForm, path: string): readonly string[] {
  const all = listFields(form).flatMap(([name, [members]]) =>
    [members].flat().map((member) => ({ member, flag: `--${name}` })),
  );
  const [best] = all
    .map(({ member }) => member)
    .filter((member) => path === member || path.startsWith(`${member}.`) || path.startsWith(`${member}[`))
    .sort((a, b) => b.length - a.length);
  if (best === undefined) return [];
  return form.flags?.[best] ?? all.filter(({ member }) => member === best).map(({ flag }) => flag);
}

function isGiven(given: GivenTexts, flag: string): boolean {
  return given[flag.slice('--'.length)] !== undefined;
}

/** Creates the fault for invalid flags, by name: the command's user doesn't see the body. */
function createInvalidFlags(form: SandboxForm, faults: readonly FieldFault[], given: GivenTexts): Fault {
  const wrong = faults.map(({ path, text }) => {
    const all = listFlags(form, path);
    const flags = all.filter((flag) => isGiven(given, flag));
    const flag = flags[0] ?? all[0];
    if (flag === undefined) return { text, flags, lacking: [] };
    const isNumber = WHOLE.test(given[flag.slice('--'.length)] ?? '');
    const what = text
      .slice(path.length)
      .replace(/, without quotes$/, isNumber ? '' : ', without spaces or decimals')
      .replaceAll(MEMBER, (member) => listFlags(form, path.replace(/\w+$/, member))[0] ?? member);
    return { text: `${flag}${what}`, flags, lacking: flags.length === 0 ? [flag] : [] };
  });
  const change = joinUnique(wrong.flatMap(({ flags }) => flags));
  const add = joinUnique(wrong.flatMap(({ lacking }) => lacking));
  const hint = [change && `Change ${change}.`, add && `Add ${add}.`].filter((text) => text !== '').join('\n');
  const lines = [...new Set(wrong.map(({ text }) => text))];
  return new Fault('INPUT_INVALID', lines.join('\n'), { hint: hint || 'Change the file.' });
}

/** Matches the name of another member of the body. */
const MEMBER = /\b[a-z]+[A-Z]\w*\b/g;

function createInvalidFile({ holds }: SandboxForm, faults: readonly FieldFault[]): Fault {
  const lines = [...new Set(faults.map(({ text }) => text))];
  const isTooLong = lines.some((line) => / at most \d+ items$/.test(line));
  const hint = isTooLong ? `Split ${holds} into several files, one per request.` : 'Change the file.';
  return new Fault('INPUT_INVALID', lines.join('\n'), { hint });
}

function joinUnique(flags: readonly string[]): string {
  return [...new Set(flags)].join(', ');
}

function createMissingInput(
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

function refuseBesideFile(form: SandboxForm, given: GivenTexts): void {
  const flags = listFields(form).flatMap(([name]) => (given[name] === undefined ? [] : `--${name}`));
  if (flags.length === 0) return;
  const named = flags.join(', ');
  throw new Fault('USAGE', `--file contains the whole body, so ${named} can't be used with it.`, {
    hint: `Change the file, or remove --file and pass ${form.holds} as flags.`,
  });
}

function createUnreadable({ holds }: SandboxForm, what: string): Fault {
  return new Fault('FILE_UNREADABLE', `The file with ${holds} ${what}.`, { hint: 'Fix the file.' });
}

const WHOLE = /^[+-]?\d+$/;

/** Converts to a JSON number; other text stays unchanged, for the schema to reject. */
export function convertToNumber(text: string | undefined): number | string | undefined {
  return text !== undefined && WHOLE.test(text) ? Number(text) : text;
}
