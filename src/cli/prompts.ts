import { Fault } from '../errors.ts';
import { EXIT } from './exit-codes.ts';

/** What the person answered, by flag name without dashes. */
export type Answers = Readonly<Record<string, string>>;

export interface Asking {
  readonly personIsThere: boolean;
  /** What each flag means, by its name. */
  readonly words: Readonly<Record<string, { readonly description?: string | undefined }>>;
  /** What is wrong with the answers so far, so that each is asked until it is right. */
  readonly faultOf: (answers: Answers) => Promise<string | undefined>;
}

/**
 * Acts; where something required is missing and a person is there, asks for each and acts once more. An answer may
 * make something else required.
 * @throws Fault INTERRUPTED when the person leaves; whatever `act` throws
 * @see cli.md Behaviour
 */
export async function askingForMissing<T>(
  asking: Asking,
  act: (answers: Answers) => Promise<T>,
  given: Answers = {},
): Promise<T> {
  const { personIsThere, words, faultOf } = asking;
  try {
    return await act(given);
  } catch (fault) {
    const missing =
      fault instanceof Fault && fault.code === 'INPUT_MISSING' ? fault.details.missing : undefined;
    const flags = missing?.map((flag) => flag.replace(/^--/, '')) ?? [];
    const canBeAsked = flags.every((flag) => flag in words && !(flag in given));
    if (!personIsThere || flags.length === 0 || !canBeAsked) throw fault;
    const answers = await ask(flags.toSorted(currencyFirst), { words, faultOf }, given);
    return askingForMissing(asking, act, answers);
  }
}

/** An amount can be checked only in its currency. */
function currencyFirst(a: string, b: string): number {
  return Number(b === 'currency') - Number(a === 'currency');
}

async function ask(
  flags: readonly string[],
  { words, faultOf }: Pick<Asking, 'words' | 'faultOf'>,
  given: Answers,
): Promise<Answers> {
  const answers: Record<string, string> = { ...given };
  for (const flag of flags) {
    const message = `${words[flag]?.description ?? flag} (--${flag})`;
    const validate = async (value: string) => {
      if (value.trim() === '') return 'It is required.';
      return (await faultOf({ ...answers, [flag]: value.trim() })) ?? true;
    };
    answers[flag] = (await prompt({ message, validate })).trim();
  }
  return answers;
}

/**
 * Asks for a secret; nothing of what is typed is shown.
 * @throws Fault INTERRUPTED when the person leaves
 * @see safety.md §8
 */
export function askSecret(message: string): Promise<string> {
  const validate = (value: string) => (value === '' ? 'It is required.' : true);
  return prompt({ message: `${message} (not shown)`, validate, transformer: () => '' });
}

/**
 * Asks for a line of text, which may be empty.
 * @throws Fault INTERRUPTED when the person leaves
 */
export async function askLine(message: string): Promise<string> {
  return (await prompt({ message })).trim();
}

type Question = Parameters<typeof import('@inquirer/input').default>[0];

async function prompt(question: Question): Promise<string> {
  const { default: input } = await import('@inquirer/input');
  try {
    return await input(question, { output: process.stderr });
  } catch (cause) {
    if (cause instanceof Error && cause.name === 'ExitPromptError') {
      // After Ctrl-D the process is ending already, and nothing that is awaited from here on comes to its end.
      process.exitCode = EXIT.interrupted;
      throw new Fault('INTERRUPTED', 'Interrupted; nothing was changed at the bank.', { cause });
    }
    throw cause;
  }
}
