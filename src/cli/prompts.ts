import { Fault } from '../errors.ts';
import { hasSwitch } from './command-line.ts';
import { EXIT } from './exit-codes.ts';
import { alignLines, cut, findWidest, getTerminalWidth } from './layout.ts';
import { isColourWanted, paint } from './output-style.ts';
import { sanitizeForTerminal } from './sanitize.ts';

/** The answers by flag name without dashes, or by argument. */
export type Answers = Readonly<Record<string, string>>;

export interface PromptOptions {
  readonly personIsThere: boolean;
  /** The descriptions of flags and arguments, by name. */
  readonly words: Readonly<Record<string, { readonly description?: string | undefined }>>;
  /** Validates the answers so far; a question repeats until its answer is valid. */
  readonly faultOf: (answers: Answers) => Promise<string | undefined>;
  /** Returns the choices, by question; answers to other questions are typed. */
  readonly choices?: Readonly<Record<string, (answers: Answers) => Promise<readonly Choice[]>>>;
  /** The questions that allow several choices. */
  readonly several?: readonly string[];
  /** The default answers by question. */
  readonly usual?: Readonly<Record<string, string>>;
  /** Alternative flags, of which the user first chooses one. */
  readonly oneOf?: readonly string[];
}

/**
 * Calls `act`; if it lacks required input and the session is interactive, asks for each missing value and calls it
 * again. An answer may make further values required.
 * @throws Fault INTERRUPTED if the user cancels; any error of `act`
 * @see C-asks-a-person, C-no-person
 */
export async function promptForMissing<T>(
  asking: PromptOptions,
  act: (answers: Answers) => Promise<T>,
  given: Answers = {},
): Promise<T> {
  const { personIsThere, words } = asking;
  try {
    return await act(given);
  } catch (fault) {
    const missing =
      fault instanceof Fault && fault.code === 'INPUT_MISSING' ? (fault.details.missing ?? []) : [];
    const canBeAsked = missing.map(parseName).every((name) => name in words && !(name in given));
    if (!personIsThere || missing.length === 0 || !canBeAsked) throw fault;
    const answers = await ask(missing, asking, given);
    return promptForMissing(asking, act, answers);
  }
}

function parseName(written: string): string {
  return written.replace(/^--/, '');
}

async function ask(missing: readonly string[], asking: PromptOptions, given: Answers): Promise<Answers> {
  const answers: Record<string, string> = { ...given };
  for (const group of groupQuestions(missing, asking)) {
    const written = group.length > 1 ? await askWhich(group, asking) : group[0];
    if (written !== undefined) answers[parseName(written)] = await askQuestion(written, asking, answers);
  }
  return answers;
}

/** Groups the missing flags into questions, and moves alternatives to the position of the first one. */
function groupQuestions(
  missing: readonly string[],
  { oneOf = [] }: PromptOptions,
): readonly (readonly string[])[] {
  const several = missing.filter((written) => oneOf.includes(written));
  return missing.flatMap((written) => {
    if (!several.includes(written)) return [[written]];
    return written === several[0] ? [several] : [];
  });
}

function askWhich(flags: readonly string[], { words }: PromptOptions): Promise<string> {
  const choices = flags.map((flag) => ({ value: flag, about: [words[parseName(flag)]?.description ?? ''] }));
  return askOne(`Which one? (${flags.join(', ')})`, choices);
}

async function askQuestion(written: string, asking: PromptOptions, answers: Answers): Promise<string> {
  const name = parseName(written);
  const choices = await asking.choices?.[name]?.(answers);
  if (choices !== undefined) {
    const isOne = !asking.several?.includes(name);
    const question = `Which ${name.toLowerCase().replaceAll('-', ' ')}? (${written})`;
    return isOne ? askOne(question, choices) : (await askSeveral(question, choices)).join(',');
  }
  const message = `${asking.words[name]?.description?.replace(/\.$/, '') ?? name} (${written})`;
  const validate = async (value: string) => {
    if (value.trim() === '') return REQUIRED;
    return (await asking.faultOf({ ...answers, [name]: value.trim() })) ?? true;
  };
  return askText({ message, usual: asking.usual?.[name], validate });
}

/** A choice. */
export interface Choice {
  readonly value: string;
  /** The columns beside the choice. */
  readonly about: readonly string[];
  /** The label in place of the value. */
  readonly label?: string;
  /** Shown below the choices while this one is selected, and as its answer: an id that no person chooses by. */
  readonly detail?: string;
}

export const REQUIRED = 'This is required.';

/** The maximum number of visible choices; the arrow keys scroll. */
const SHOWN_AT_ONCE = 15;

export interface TextQuestion {
  readonly message: string;
  /** The default answer. */
  readonly usual?: string | undefined;
  readonly validate: (value: string) => Promise<string | true>;
}

/** Asks for a text. @throws Fault INTERRUPTED if the user cancels, as in every question here */
export function askText({ message, usual, validate }: TextQuestion): Promise<string> {
  return askUnlessAborted(async () => {
    const { default: input } = await import('@inquirer/input');
    const question = { message, validate, ...(usual === undefined ? {} : { default: usual }) };
    return (await input({ ...question, theme: await createTheme() }, toStderr())).trim();
  });
}

/** Asks for a line of text, which may be empty. */
export function askLine(message: string): Promise<string> {
  return askText({ message, validate: async () => true });
}

/**
 * Asks for one of the choices.
 * @param usual the preselected choice; by default the first
 */
export function askOne(message: string, choices: readonly Choice[], usual?: string): Promise<string> {
  return askUnlessAborted(async () => {
    const { default: select } = await import('@inquirer/select');
    const list = { choices: formatChoices(choices), pageSize: SHOWN_AT_ONCE, loop: false };
    const shown = { message, ...list, theme: await createTheme() };
    return select(usual === undefined ? shown : { ...shown, default: usual }, toStderr());
  });
}

/** Asks for at least one of the choices. @param checked true if all are selected at first */
export function askSeveral(
  message: string,
  choices: readonly Choice[],
  checked = true,
): Promise<readonly string[]> {
  return askUnlessAborted(async () => {
    const { default: checkbox } = await import('@inquirer/checkbox');
    const ticked = formatChoices(choices).map((choice) => ({ ...choice, checked }));
    const list = { choices: ticked, required: true, pageSize: SHOWN_AT_ONCE, loop: false };
    return checkbox({ message, ...list, theme: await createTheme() }, toStderr());
  });
}

/** Asks for a yes; any other answer means no. */
export async function askConfirmation(message: string): Promise<boolean> {
  return /^y(es)?$/i.test(await askLine(`${message} (y/N)`));
}

/** Asks for a secret without echo. @see S8-passphrase */
export function askSecret(message: string): Promise<string> {
  return askUnlessAborted(async () => {
    const { default: input } = await import('@inquirer/input');
    const validate = (value: string) => (value === '' ? REQUIRED : true);
    const question = { message: `${message} (not shown)`, validate, transformer: () => '' };
    return input({ ...question, theme: await createTheme() }, toStderr());
  });
}

/** Creates the theme that removes the hints of a question once it is answered. @see C-picked */
async function createTheme() {
  const { bold } = await paint(isColourWanted(true, hasSwitch(process.argv, '--no-color'), process.env));
  const message = (text: string, status: string) => bold(status === 'done' ? removeHints(text) : text);
  return { style: { message } };
}

/** Removes what helps to answer: `Date, YYYY-MM-DD (--date), Enter to skip` becomes `Date`. */
function removeHints(text: string): string {
  return text.replaceAll(HINTS, '').replace(/^Which (.)(.*)\?$/, (_, first: string, rest: string) => {
    return first.toUpperCase() + rest;
  });
}

const HINTS = /,? \((?:--[^)]*|[A-Z-]+|not shown|y\/N)\)|, (?:Enter to skip|Backspace to clear|YYYY-MM-DD)/g;

function toStderr() {
  return { output: process.stderr };
}

/** Formats choices in aligned columns, cut to the terminal's width, because a wrapped row can't be told from two. */
function formatChoices(choices: readonly Choice[]) {
  const rows = choices.map(({ value, label = value, about }) =>
    [label, ...about].map((text) => sanitizeForTerminal(text)),
  );
  // A row of a label alone, such as the way back, needs no column.
  const full = rows.filter(({ length }) => length > 1);
  const columns = (rows[0] ?? []).map((_, place) => full.map((row) => row[place] ?? ''));
  const lines = alignLines(rows, {
    widths: columns.map(findWidest),
    areRight: columns.map((texts) => texts.every((text) => text === '' || AMOUNT.test(text))),
  });
  const room = getTerminalWidth(process.stderr.columns) - MARK_WIDTH;
  return choices.map(({ value, label = value, detail }, row) => {
    const below = detail === undefined ? undefined : sanitizeForTerminal(detail);
    return {
      value,
      name: cut(lines[row] ?? '', room),
      short: below ?? sanitizeForTerminal(label),
      ...(below === undefined ? {} : { description: below }),
    };
  });
}

const AMOUNT = /^-?[\d ]+(?:\.\d+)? [A-Z]{3}$/;
/** The width of the widest mark before a choice. */
const MARK_WIDTH = 3;

async function askUnlessAborted<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (cause) {
    if (cause instanceof Error && cause.name === 'ExitPromptError') {
      // After Ctrl-D the process is already exiting, so pending promises never settle.
      process.exitCode = EXIT.interrupted;
      throw new Fault('INTERRUPTED', 'Interrupted. Nothing was changed at the bank.', { cause });
    }
    throw cause;
  }
}

/**
 * Calls `act`; if it lacks a confirmation and the session is interactive, asks for it and calls `act` again.
 * @throws Fault INTERRUPTED if the user declines or cancels; any error of `act`
 */
export async function confirmAndRun<T>(
  personIsThere: boolean,
  act: (yes: boolean) => Promise<T>,
): Promise<T> {
  try {
    return await act(false);
  } catch (fault) {
    const isAsked = fault instanceof Fault && fault.details.missing?.join() === '--yes';
    if (!personIsThere || !isAsked) throw fault;
    if (await askConfirmation(`${fault.message} Send it anyway?`)) return act(true);
    throw new Fault('INTERRUPTED', 'Not sent. Nothing was changed at the bank.', { cause: fault });
  }
}
