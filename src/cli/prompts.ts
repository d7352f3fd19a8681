import { Fault } from '../errors.ts';

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
 * Acts; where something required is missing and a person is there, asks for each and acts once more.
 * @throws Fault INTERRUPTED when the person leaves; whatever `act` throws
 * @see cli.md Behaviour
 */
export async function askingForMissing<T>(
  { personIsThere, words, faultOf }: Asking,
  act: (answers: Answers) => Promise<T>,
): Promise<T> {
  try {
    return await act({});
  } catch (fault) {
    const missing =
      fault instanceof Fault && fault.code === 'INPUT_MISSING' ? fault.details.missing : undefined;
    const flags = missing?.map((flag) => flag.replace(/^--/, '')) ?? [];
    if (!personIsThere || flags.length === 0 || !flags.every((flag) => flag in words)) throw fault;
    return act(await ask(flags.toSorted(currencyFirst), { words, faultOf }));
  }
}

/** An amount can be checked only in its currency. */
function currencyFirst(a: string, b: string): number {
  return Number(b === 'currency') - Number(a === 'currency');
}

async function ask(
  flags: readonly string[],
  { words, faultOf }: Pick<Asking, 'words' | 'faultOf'>,
): Promise<Answers> {
  const { default: input } = await import('@inquirer/input');
  const answers: Record<string, string> = {};
  try {
    for (const flag of flags) {
      const message = `${words[flag]?.description ?? flag} (--${flag})`;
      const validate = async (value: string) => {
        if (value.trim() === '') return 'It is required.';
        return (await faultOf({ ...answers, [flag]: value.trim() })) ?? true;
      };
      answers[flag] = (await input({ message, validate }, { output: process.stderr })).trim();
    }
  } catch (cause) {
    if (cause instanceof Error && cause.name === 'ExitPromptError') {
      throw new Fault('INTERRUPTED', 'Interrupted; nothing was sent.', { cause });
    }
    throw cause;
  }
  return answers;
}
