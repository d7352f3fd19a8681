import * as z from 'zod/mini';
import { nearest } from '../nearest.ts';
import { INT32_MAX, INT32_MIN } from '../values/int32.ts';
import { isCalendarDate } from '../values/oslo.ts';
import { blankFault, textFault } from '../wire/field.ts';
import { MOST_FAULTS, sentence } from './faults.ts';

/** What an editor learns of a member from the published JSON Schema. @see C-seed-file */
export const SCHEMA_FACTS = z.registry<Readonly<Record<string, unknown>>>();

/**
 * What is wrong with a member and what to write, in the one text that a schema may give: each without its full stop,
 * the first to follow the member's name.
 */
export function words(fault: string, remedy: string): string {
  return `${fault}\n${remedy}`;
}

export interface Words {
  readonly fault: string;
  readonly remedy: string;
}

/** What `words` wrote, one after the other. */
export function readWords(message: string): readonly Words[] {
  const lines = message.split('\n');
  return lines.flatMap((fault, place) =>
    place % 2 === 0 ? [{ fault, remedy: sentence(lines[place + 1] ?? '') }] : [],
  );
}

/** Words for what isn't there or isn't of its kind. */
function kind(what: string, other: (input: unknown) => string | undefined = () => undefined) {
  return {
    error: ({ input }: { readonly input?: unknown }): string => {
      if (input === undefined) return words('is missing', `Add it: ${what}`);
      if (input === null) return words('is empty', `Write ${what}, or remove it`);
      return other(input) ?? words(`isn't ${what}`, `Write ${what}`);
    },
  };
}

/** A map of the seed file: a name that isn't a member is named with the nearest one that is. */
export function members<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const names = Object.keys(shape);
  const all = names.join(', ');
  const unknown = (name: string): string => {
    const meant = nearest(name, names);
    return words(
      "isn't a member here",
      meant === undefined ? `The members are ${all}` : `Did you mean ${meant}?`,
    );
  };
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.slice(0, MOST_FAULTS).map(unknown).join('\n')
        : kind(`a map with ${all}`, () => words("isn't a map", `Write a map with ${all}`)).error(issue),
  });
}

export function listOf<Item extends z.core.SomeType>(item: Item, what: string) {
  const list = `a list of ${what}, each after a -`;
  return z.array(
    item,
    kind(list, () => words("isn't a list", `Write ${list}`)),
  );
}

/** What YAML takes for a number or a truth value isn't the text that was written. @see S12-yaml */
function unquoted(input: unknown): string | undefined {
  return typeof input === 'number' || typeof input === 'boolean'
    ? words("isn't in quotes", 'Put it in quotes, so that it stays as it is written')
    : undefined;
}

/** A text that `faultOf` finds nothing wrong with. */
function textThat(
  what: string,
  faultOf: (text: string) => string | undefined,
  facts: object,
  remedy: string,
) {
  return z
    .string(kind(what, unquoted))
    .check(
      z.check((payload) => {
        const fault = faultOf(payload.value);
        if (fault === undefined) return;
        payload.issues.push({
          code: 'custom',
          message: words(fault, remedy),
          path: [],
          input: payload.value,
        });
      }),
    )
    .register(SCHEMA_FACTS, { ...facts });
}

/** A text that says something. @see D2-blank, D2-processable */
export function filled(what: string, max = Number.POSITIVE_INFINITY) {
  const limit = max === Number.POSITIVE_INFINITY ? {} : { maxLength: max };
  return textThat(
    what,
    (text) => textFault(text, max) ?? blankFault(text),
    { minLength: 1, ...limit, description: what },
    `Write ${what}`,
  );
}

/** A text that may be empty. */
export function optionalText(what: string, max: number) {
  return z.optional(
    textThat(
      what,
      (text) => textFault(text, max, 0),
      { maxLength: max, description: what },
      `Write ${what} of at most ${max} plain characters`,
    ),
  );
}

/** A text with a form of its own. */
export function formed(
  what: string,
  faultOf: (text: string) => string | undefined,
  { pattern, remedy }: { readonly pattern: string; readonly remedy: string },
) {
  return textThat(what, faultOf, { pattern, description: what }, remedy);
}

/** One of a list of codes, as the list writes it. */
export function oneOf<Code extends string>(codes: readonly [Code, ...Code[]], what: string) {
  return z
    .enum(
      codes,
      kind(what, () => words('has an unknown value', `Write ${what}`)),
    )
    .register(SCHEMA_FACTS, { description: what });
}

/** @see I-date */
export const date = formed('a date', (text) => (isCalendarDate(text) ? undefined : "isn't a real date"), {
  pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
  remedy: 'Write it as YYYY-MM-DD',
});

/** A whole number of int32. @see D8-whole-units */
export function whole(least: number, most: number, what = 'a whole number') {
  const quoted = (input: unknown) =>
    typeof input === 'string' && /^[+-]?[0-9]+$/.test(input)
      ? words('is in quotes', 'Remove the quotes')
      : undefined;
  const bounds = `Write a whole number from ${least} to ${most}`;
  return z
    .number(kind(what, quoted))
    .check(
      z.refine((value) => Number.isInteger(value), {
        error: words("isn't a whole number", bounds),
        abort: true,
      }),
      z.refine((value) => value >= least, words(`is less than ${least}`, bounds)),
      z.refine((value) => value <= most, words(`is more than ${most}`, bounds)),
    )
    .register(SCHEMA_FACTS, { type: 'integer', minimum: least, maximum: most, description: what });
}

/** @see D8-whole-units */
export function amount(what: string, least = INT32_MIN) {
  return whole(least, INT32_MAX, what);
}

/** @see C-seed-members */
export function truth(what: string) {
  return z.boolean(kind('true or false')).register(SCHEMA_FACTS, { description: what });
}
