import { Fault } from '../errors.ts';
import { EXIT } from './exit-codes.ts';
import { harmless } from './foreign-text.ts';
import { widest, widthOf } from './layout.ts';

/** What the person answered, by flag name without dashes, or by argument. */
export type Answers = Readonly<Record<string, string>>;

export interface Asking {
  readonly personIsThere: boolean;
  /** What each flag and argument means, by its name. */
  readonly words: Readonly<Record<string, { readonly description?: string | undefined }>>;
  /** What is wrong with the answers so far, so that each is asked until it is right. */
  readonly faultOf: (answers: Answers) => Promise<string | undefined>;
  /** What a person picks from, by the name of what is asked; everything else is typed. */
  readonly choices?: Readonly<Record<string, (answers: Answers) => Promise<readonly Choice[]>>>;
  /** Of these choices several may be taken. */
  readonly several?: readonly string[];
  /** What Enter alone answers. */
  readonly usual?: Readonly<Record<string, string>>;
  /** Flags of which one is given: which, is asked first. */
  readonly oneOf?: readonly string[];
}

/**
 * Acts; where something required is missing and a person is there, asks for each and acts once more. An answer may
 * make something else required.
 * @throws Fault INTERRUPTED when the person leaves; whatever `act` throws
 * @see C-asks-a-person, C-no-person
 */
export async function askingForMissing<T>(
  asking: Asking,
  act: (answers: Answers) => Promise<T>,
  given: Answers = {},
): Promise<T> {
  const { personIsThere, words } = asking;
  try {
    return await act(given);
  } catch (fault) {
    const missing =
      fault instanceof Fault && fault.code === 'INPUT_MISSING' ? (fault.details.missing ?? []) : [];
    const canBeAsked = missing.map(nameOf).every((name) => name in words && !(name in given));
    if (!personIsThere || missing.length === 0 || !canBeAsked) throw fault;
    const answers = await ask(missing, asking, given);
    return askingForMissing(asking, act, answers);
  }
}

function nameOf(written: string): string {
  return written.replace(/^--/, '');
}

async function ask(missing: readonly string[], asking: Asking, given: Answers): Promise<Answers> {
  const answers: Record<string, string> = { ...given };
  for (const group of grouped(missing, asking)) {
    const written = group.length > 1 ? await whichOf(group, asking) : group[0];
    if (written !== undefined) answers[nameOf(written)] = await answerTo(written, asking, answers);
  }
  return answers;
}

/** What is asked for at once: flags of which one is given stand together, where the first of them is missing. */
function grouped(missing: readonly string[], { oneOf = [] }: Asking): readonly (readonly string[])[] {
  const several = missing.filter((written) => oneOf.includes(written));
  return missing.flatMap((written) => {
    if (!several.includes(written)) return [[written]];
    return written === several[0] ? [several] : [];
  });
}

function whichOf(flags: readonly string[], { words }: Asking): Promise<string> {
  const choices = flags.map((flag) => ({ value: flag, about: [words[nameOf(flag)]?.description ?? ''] }));
  return askOne(`Which one? (${flags.join(', ')})`, choices);
}

async function answerTo(written: string, asking: Asking, answers: Answers): Promise<string> {
  const name = nameOf(written);
  const message = `${asking.words[name]?.description ?? name} (${written})`;
  const choices = await asking.choices?.[name]?.(answers);
  if (choices !== undefined) {
    const isOne = !asking.several?.includes(name);
    return isOne ? askOne(message, choices) : (await askSeveral(message, choices)).join(',');
  }
  const validate = async (value: string) => {
    if (value.trim() === '') return REQUIRED;
    return (await asking.faultOf({ ...answers, [name]: value.trim() })) ?? true;
  };
  return askText({ message, usual: asking.usual?.[name], validate });
}

/** What is picked instead of typed. */
export interface Choice {
  readonly value: string;
  /** What stands beside it, column by column. */
  readonly about: readonly string[];
  /** What is shown in place of the value. */
  readonly label?: string;
}

export const REQUIRED = 'This is required.';

/** How many are shown at once; the rest comes with the arrow keys. */
const SHOWN_AT_ONCE = 15;

export interface TextQuestion {
  readonly message: string;
  /** What Enter alone answers. */
  readonly usual?: string | undefined;
  readonly validate: (value: string) => Promise<string | true>;
}

/** @throws Fault INTERRUPTED when the person leaves, as every question here */
export function askText({ message, usual, validate }: TextQuestion): Promise<string> {
  return untilLeft(async () => {
    const { default: input } = await import('@inquirer/input');
    const question = { message, validate, ...(usual === undefined ? {} : { default: usual }) };
    return (await input(question, toStderr())).trim();
  });
}

/** A line of text, which may be empty. */
export function askLine(message: string): Promise<string> {
  return askText({ message, validate: async () => true });
}

/**
 * One of those that there are.
 * @param usual the one that Enter alone answers; else the first
 */
export function askOne(message: string, choices: readonly Choice[], usual?: string): Promise<string> {
  return untilLeft(async () => {
    const { default: select } = await import('@inquirer/select');
    const shown = { message, choices: inColumns(choices), pageSize: SHOWN_AT_ONCE, loop: false };
    return select(usual === undefined ? shown : { ...shown, default: usual }, toStderr());
  });
}

/** At least one of them; all are ticked at first. */
export function askSeveral(message: string, choices: readonly Choice[]): Promise<readonly string[]> {
  return untilLeft(async () => {
    const { default: checkbox } = await import('@inquirer/checkbox');
    const ticked = inColumns(choices).map((choice) => ({ ...choice, checked: true }));
    return checkbox({ message, choices: ticked, required: true, loop: false }, toStderr());
  });
}

/** Asks for a yes; anything else is a no. */
export async function confirmed(message: string): Promise<boolean> {
  return /^y(es)?$/i.test(await askLine(`${message} (y/N)`));
}

/**
 * Asks for a secret; nothing of what is typed is shown.
 * @see S8-passphrase
 */
export function askSecret(message: string): Promise<string> {
  return untilLeft(async () => {
    const { default: input } = await import('@inquirer/input');
    const validate = (value: string) => (value === '' ? REQUIRED : true);
    return input({ message: `${message} (not shown)`, validate, transformer: () => '' }, toStderr());
  });
}

function toStderr() {
  return { output: process.stderr };
}

function inColumns(choices: readonly Choice[]): { value: string; name: string; short: string }[] {
  const rows = choices.map(({ value, label = value, about }) =>
    [label, ...about].map((text) => harmless(text)),
  );
  const widths = (rows[0] ?? []).map((_, place) => widest(rows.map((row) => row[place] ?? '')));
  return choices.map(({ value, label = value }, row) => {
    const texts = (rows[row] ?? []).map(
      (text, place) => text + ' '.repeat((widths[place] ?? 0) - widthOf(text)),
    );
    return { value, name: texts.join('  ').trimEnd(), short: harmless(label) };
  });
}

async function untilLeft<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (cause) {
    if (cause instanceof Error && cause.name === 'ExitPromptError') {
      // After Ctrl-D the process is ending already, and nothing that is awaited from here on comes to its end.
      process.exitCode = EXIT.interrupted;
      throw new Fault('INTERRUPTED', 'Interrupted. Nothing was changed at the bank.', { cause });
    }
    throw cause;
  }
}

/**
 * Acts; where somebody must say yes to what may follow, and a person is there, asks and acts once more.
 * @throws Fault INTERRUPTED when the person says no, or leaves; whatever `act` throws
 */
export async function agreed<T>(personIsThere: boolean, act: (yes: boolean) => Promise<T>): Promise<T> {
  try {
    return await act(false);
  } catch (fault) {
    const isAsked = fault instanceof Fault && fault.details.missing?.join() === '--yes';
    if (!personIsThere || !isAsked) throw fault;
    if (await confirmed(`${fault.message} Send it anyway?`)) return act(true);
    throw new Fault('INTERRUPTED', 'Not sent. Nothing was changed at the bank.', { cause: fault });
  }
}
