import * as z from 'zod/mini';
import { findNearest } from '../core/nearest.ts';
import { INT32_MAX, INT32_MIN } from '../values/int32.ts';
import { isCalendarDate } from '../values/oslo.ts';
import { blankFault, textFault } from '../wire/field.ts';
import { formatSentence, MOST_FAULTS } from './faults.ts';

/** Facts that the published JSON Schema tells editors. @see C-seed-file */
export const SCHEMA_FACTS = z.registry<Readonly<Record<string, unknown>>>();

/**
 * Joins fault and remedy into the one text that a schema allows; each without a full stop, the fault worded to follow
 * the member's name.
 */
export function joinWords(fault: string, remedy: string): string {
  return `${fault}\n${remedy}`;
}

export interface Words {
  readonly fault: string;
  readonly remedy: string;
}

/** Splits what `joinWords` joined. */
export function readWords(message: string): readonly Words[] {
  const lines = message.split('\n');
  return lines.flatMap((fault, place) =>
    place % 2 === 0 ? [{ fault, remedy: formatSentence(lines[place + 1] ?? '') }] : [],
  );
}

/** Creates the message for a missing value or one of the wrong kind. */
function createKindMessage(what: string, other: (input: unknown) => string | undefined = () => undefined) {
  return {
    error: ({ input }: { readonly input?: unknown }): string => {
      if (input === undefined) return joinWords('is missing', `Add it: ${what}`);
      if (input === null) return joinWords('is empty', `Write ${what}, or remove it`);
      return other(input) ?? joinWords(`isn't ${what}`, `Write ${what}`);
    },
  };
}

/** Creates the schema of a map of the seed file: an unknown name is reported with the nearest member. */
export function createMembersSchema<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const names = Object.keys(shape);
  const all = names.join(', ');
  const unknown = (name: string): string => {
    const meant = findNearest(name, names);
    return joinWords(
      "isn't a member here",
      meant === undefined ? `The members are ${all}` : `Did you mean ${meant}?`,
    );
  };
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.slice(0, MOST_FAULTS).map(unknown).join('\n')
        : createKindMessage(`a map with ${all}`, () =>
            joinWords("isn't a map", `Write a map with ${all}`),
          ).error(issue),
  });
}

export function createListSchema<Item extends z.core.SomeType>(item: Item, what: string) {
  const list = `a list of ${what}, each after a -`;
  return z.array(
    item,
    createKindMessage(list, () => joinWords("isn't a list", `Write ${list}`)),
  );
}

/** Describes an unquoted value that YAML reads as a number or boolean. @see S12-yaml */
function describeUnquoted(input: unknown): string | undefined {
  return typeof input === 'number' || typeof input === 'boolean'
    ? joinWords("isn't in quotes", 'Put it in quotes, so that it stays as it is written')
    : undefined;
}

/** Creates the schema of a text in which `faultOf` finds no fault. */
function createCheckedText(
  what: string,
  faultOf: (text: string) => string | undefined,
  facts: object,
  remedy: string,
) {
  return z
    .string(createKindMessage(what, describeUnquoted))
    .check(
      z.check((payload) => {
        const fault = faultOf(payload.value);
        if (fault === undefined) return;
        payload.issues.push({
          code: 'custom',
          message: joinWords(fault, remedy),
          path: [],
          input: payload.value,
        });
      }),
    )
    .register(SCHEMA_FACTS, { ...facts });
}

/** Creates the schema of a text that isn't blank. @see D2-blank, D2-processable */
export function createFilledText(what: string, max = Number.POSITIVE_INFINITY) {
  const limit = max === Number.POSITIVE_INFINITY ? {} : { maxLength: max };
  return createCheckedText(
    what,
    (text) => textFault(text, max) ?? blankFault(text),
    { minLength: 1, ...limit, description: what },
    `Write ${what}`,
  );
}

/** Creates the schema of a text that may be empty. */
export function createOptionalText(what: string, max: number) {
  return z.optional(
    createCheckedText(
      what,
      (text) => textFault(text, max, 0),
      { maxLength: max, description: what },
      `Write ${what} of at most ${max} plain characters`,
    ),
  );
}

/** Creates the schema of a text with a format. */
export function createFormedText(
  what: string,
  faultOf: (text: string) => string | undefined,
  { pattern, remedy }: { readonly pattern: string; readonly remedy: string },
) {
  return createCheckedText(what, faultOf, { pattern, description: what }, remedy);
}

/** Creates the schema of one of a list of codes, spelled as in the list. */
export function createOneOf<Code extends string>(codes: readonly [Code, ...Code[]], what: string) {
  return z
    .enum(
      codes,
      createKindMessage(what, () => joinWords('has an unknown value', `Write ${what}`)),
    )
    .register(SCHEMA_FACTS, { description: what });
}

/** @see I-date */
export const date = createFormedText(
  'a date',
  (text) => (isCalendarDate(text) ? undefined : "isn't a real date"),
  {
    pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
    remedy: 'Write it as YYYY-MM-DD',
  },
);

/** Creates the schema of a whole number of int32. @see D8-whole-units */
export function createWholeNumber(least: number, most: number, what = 'a whole number') {
  const quoted = (input: unknown) =>
    typeof input === 'string' && /^[+-]?[0-9]+$/.test(input)
      ? joinWords('is in quotes', 'Remove the quotes')
      : undefined;
  const bounds = `Write a whole number from ${least} to ${most}`;
  return z
    .number(createKindMessage(what, quoted))
    .check(
      z.refine((value) => Number.isInteger(value), {
        error: joinWords("isn't a whole number", bounds),
        abort: true,
      }),
      z.refine((value) => value >= least, joinWords(`is less than ${least}`, bounds)),
      z.refine((value) => value <= most, joinWords(`is more than ${most}`, bounds)),
    )
    .register(SCHEMA_FACTS, { type: 'integer', minimum: least, maximum: most, description: what });
}

/** @see D8-whole-units */
export function createAmount(what: string, least = INT32_MIN) {
  return createWholeNumber(least, INT32_MAX, what);
}

/** @see C-seed-members */
export function createBoolean(what: string) {
  return z.boolean(createKindMessage('true or false')).register(SCHEMA_FACTS, { description: what });
}
