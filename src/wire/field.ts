import * as z from 'zod/mini';
import { isObject } from '../core/json-object.ts';
import { countCodePoints, describeRemedy, findFirstUnprocessable, isBlank } from '../values/text.ts';

/**
 * One broken rule of a body: the member's path (D2-path: joined by dots, array indexes in brackets) and the required
 * change. The code is FORMAT_ERROR for every rule that needs no state.
 */
export interface FieldFault {
  readonly path: string;
  readonly text: string;
}

type PathStep = string | number | symbol;

interface RuleFault {
  /** The path below the object of the rule; absent: the object itself. */
  readonly at?: readonly PathStep[];
  readonly text: string;
}

/**
 * Creates a rule over several members, which is checked even when one of them is already invalid.
 * @see D2-together-between-fields
 */
export function rule(
  check: (value: Partial<Record<string, unknown>>) => RuleFault | readonly RuleFault[] | undefined,
): z.core.$ZodCheck<unknown> {
  return z.check<unknown>(
    (payload) => {
      for (const fault of [check(payload.value as Record<string, unknown>) ?? []].flat()) {
        payload.issues.push({
          code: 'custom',
          message: fault.text,
          path: [...(fault.at ?? [])],
          input: payload.value,
        });
      }
    },
    { when: ({ value }) => isObject(value) },
  );
}

/** Creates the error text for a member of the wrong kind. @see D2-null: null in a required member counts as that */
export function createKindError(what: string) {
  return {
    error: ({ input }: { input?: unknown }) => {
      if (input === undefined) return 'is required';
      return input === null ? 'is null' : `must be ${what}`;
    },
  };
}

/** Creates the schema of an object of the body; unknown members are ignored (D2-unknown-fields). */
export function object<S extends z.core.$ZodLooseShape>(shape: S) {
  return z.object(shape, createKindError('an object'));
}

/** Far more than any message of the interface needs; a longer array is rejected before its items are parsed. */
const MOST_ITEMS = 1000;

export function array<S extends z.core.SomeType>(item: S, { min = 0, max = MOST_ITEMS } = {}) {
  const short = z
    .array(z.unknown(), createKindError('an array'))
    .check(z.minLength(min, 'must not be empty'), z.maxLength(max, `must have at most ${max} items`));
  return z.pipe(short, z.array(item));
}

/** Creates the schema of a member that this kind of body must not have. */
export function absent(reason: string) {
  return z.optional(z.unknown().check(z.refine((value) => value === undefined, `isn't allowed: ${reason}`)));
}

export function boolean() {
  return z.boolean(createKindError('true or false'));
}

/** Creates the schema of a whole number within bounds. */
export function integer(min: number, max: number) {
  const what = `a whole number from ${min} to ${max}, without quotes`;
  return z
    .number(createKindError(what))
    .check(z.refine((value) => Number.isInteger(value) && value >= min && value <= max, `must be ${what}`));
}

/** Creates the schema of one of a closed list of codes, in any case; parsed to the list's spelling. */
export function oneOfAnyCase<T extends string>(codes: readonly T[], what: string) {
  const known = new Map(codes.map((code) => [code.toLowerCase(), code]));
  // ASCII only: U+212A is not a k, although its lower case is.
  const codeOf = (value: string) => (/^[A-Za-z]+$/.test(value) ? known.get(value.toLowerCase()) : undefined);
  return z.pipe(
    string().check(z.refine((value) => codeOf(value) !== undefined, `must be ${what}`)),
    z.transform((value) => codeOf(value) as T),
  );
}

/** Creates the schema of any string; checks add its rules. */
export function string() {
  return z.string(createKindError('a string'));
}

/**
 * Creates the schema of a text of `min` to `max` code points, every character processable.
 * @see D2-processable-characters, D2-processable, D2-characters, I-characters
 */
export function text(max: number, min = 1) {
  return string().check(withoutFault((value) => textFault(value, max, min)));
}

/**
 * Creates the schema of a required text that isn't blank.
 * @see D2-blank
 */
export function createFilledText(max: number) {
  return text(max).check(withoutFault(blankFault));
}

/** Checks a text with a function that returns a fault, worded to follow the field's name, or undefined. */
export function withoutFault(faultOf: (value: string) => string | undefined) {
  return z.check<string>((payload) => {
    const fault = faultOf(payload.value);
    if (fault) payload.issues.push({ code: 'custom', message: fault, path: [], input: payload.value });
  });
}

export function blankFault(value: string): string | undefined {
  return isBlank(value) ? 'must not be blank' : undefined;
}

/** Creates the schema of one of a closed list of codes. */
export function createOneOf<T extends string>(is: (value: string) => value is T, what: string) {
  return string().check(z.refine((value) => is(value), `must be ${what}`)) as unknown as z.ZodMiniType<T, T>;
}

/** Creates the schema of a string that follows one rule; `what` describes it. */
export function stringThat(holds: (value: string) => boolean, what: string) {
  return string().check(z.refine(holds, `must be ${what}`));
}

export function textFault(value: string, max: number, min = 1): string | undefined {
  const length = countCodePoints(value);
  if (length < min) return min === 1 ? 'must not be empty' : `must have at least ${min} characters`;
  if (length > max) return `has ${length} characters, but at most ${max} are allowed`;
  const character = findFirstUnprocessable(value);
  if (character) {
    const { codePoint, position } = character;
    const code = codePoint.toString(16).toUpperCase().padStart(4, '0');
    const advice = describeRemedy(codePoint, [...value][position - 2] ?? '');
    const told = `has a character that can't be processed, U+${code} at position ${position}`;
    return advice === undefined ? told : `${told}: ${advice}`;
  }
  return undefined;
}

/** Formats the steps of a path as the interface does: `payments[3].creditorName`. */
export function pathText(steps: readonly PathStep[]): string {
  return steps.reduce<string>(
    (path, step) =>
      typeof step === 'number' ? `${path}[${step}]` : path ? `${path}.${String(step)}` : String(step),
    '',
  );
}

type SafeResult<T> =
  | { readonly success: true; readonly data: T }
  | { readonly success: false; readonly error: { readonly issues: readonly z.core.$ZodIssue[] } };

/** The number of elements of each list that are parsed again if the whole has too many faults. */
const SAMPLE = 20;

/**
 * Parses as `safeParse` does. Zod passes the faults of a list as arguments of one call, and more than about 100,000
 * overflow the stack: then only the first elements of each list are parsed and reported.
 * @param message the text of the only fault, if those first elements are valid
 * @see C-answer-invalid, C-seed-file
 */
export function parseSafely<T>(
  schema: z.ZodMiniType<T>,
  value: unknown,
  message = 'has more mistakes than can be listed',
): SafeResult<T> {
  try {
    return z.safeParse(schema, value);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const sampled = z.safeParse(schema, takeSample(value));
    if (!sampled.success) return sampled;
    return { success: false, error: { issues: [{ code: 'custom', path: [], message, input: value }] } };
  }
}

function takeSample(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.slice(0, SAMPLE).map(takeSample);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, takeSample(member)]));
}
