import { Fault } from '../errors.ts';

/** What the person answered, by flag name without dashes. */
export type Answers = Readonly<Record<string, string>>;

/**
 * Acts; where something required is missing and a person is there, asks for each and acts once more.
 * @param words what each flag means, by its name
 * @throws Fault INTERRUPTED when the person leaves; whatever `act` throws
 * @see cli.md Behaviour
 */
export async function askingForMissing<T>(
  personIsThere: boolean,
  words: Readonly<Record<string, { readonly description?: string | undefined }>>,
  act: (answers: Answers) => Promise<T>,
): Promise<T> {
  try {
    return await act({});
  } catch (fault) {
    const missing =
      fault instanceof Fault && fault.code === 'INPUT_MISSING' ? fault.details.missing : undefined;
    const flags = missing?.map((flag) => flag.replace(/^--/, '')) ?? [];
    if (!personIsThere || flags.length === 0 || !flags.every((flag) => flag in words)) throw fault;
    return act(await ask(flags, words));
  }
}

async function ask(
  flags: readonly string[],
  words: Readonly<Record<string, { readonly description?: string | undefined }>>,
): Promise<Answers> {
  const { default: input } = await import('@inquirer/input');
  const answers: Record<string, string> = {};
  try {
    for (const flag of flags) {
      const message = `${words[flag]?.description ?? flag} (--${flag})`;
      const isGiven = (value: string) => value.trim() !== '' || 'It is required.';
      answers[flag] = (await input({ message, validate: isGiven }, { output: process.stderr })).trim();
    }
  } catch (cause) {
    if (cause instanceof Error && cause.name === 'ExitPromptError') {
      throw new Fault('INTERRUPTED', 'Interrupted; nothing was sent.', { cause });
    }
    throw cause;
  }
  return answers;
}
