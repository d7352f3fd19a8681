import { Fault } from '../errors.ts';
import { askOne, askSeveral, askText, type Choice, REQUIRED } from './questions.ts';

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
