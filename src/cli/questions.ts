import { Fault } from '../errors.ts';
import { EXIT } from './exit-codes.ts';
import { harmless } from './foreign-text.ts';
import { widest, widthOf } from './layout.ts';

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
