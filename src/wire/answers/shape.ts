import * as z from 'zod/mini';
import type { Currency } from '../../values/currencies.ts';
import type { TppMessage } from '../errors.ts';
import { expected } from '../field.ts';
import type { Links } from '../link.ts';

/**
 * A part of an answer, read by its schema: another bank may say more, which is kept, and must say this. The type has what
 * is ours alone: the bank makes what it says, and checks nothing of it.
 */
export function answer<S extends z.core.$ZodLooseShape>(shape: S): z.ZodMiniObject<S, z.core.$strip> {
  return z.looseObject(shape, expected('an object')) as unknown as z.ZodMiniObject<S, z.core.$strip>;
}

/**
 * Types a schema more narrowly than it checks: another bank may have codes of its own, or leave out what ours always
 * sends.
 */
export function typed<T>(schema: z.ZodMiniType<unknown>): z.ZodMiniType<T> {
  return schema as z.ZodMiniType<T>;
}

export const text = z.string(expected('a string'));

/** Members of a part that are texts. */
export function texts<const Names extends readonly string[]>(...names: Names) {
  return Object.fromEntries(names.map((name) => [name, text])) as { [Name in Names[number]]: typeof text };
}

/** Members of a part that are texts, each if it's there. */
export function optionalTexts<const Names extends readonly string[]>(...names: Names) {
  const member = z.optional(text);
  return Object.fromEntries(names.map((name) => [name, member])) as {
    [Name in Names[number]]: typeof member;
  };
}

/** A string that identifies or names something: an empty one does neither. */
export const filled = z.string(expected('a string')).check(z.minLength(1, 'must not be empty'));

export const number = z.number(expected('a number'));

/** Any number of items. */
export function list<S extends z.core.SomeType>(item: S): z.ZodMiniType<readonly z.output<S>[]> {
  return z.array(item, expected('an array'));
}

/** One of a closed list of codes. */
export function code<const T extends readonly string[]>(codes: T) {
  return z.enum(codes, expected(`one of ${codes.join(', ')}`));
}

const link = answer({ href: text, verbs: list(code(['GET', 'PUT', 'POST', 'DELETE'])) });

/** @see I-common-types */
export const links = typed<Links>(z.record(z.string(), link, expected('an object')));

/** Money; a JSON number before amount-as-string was the default. @see D3-accept-fix-default */
export const amount = answer({
  currency: typed<Currency>(text),
  amount: z.union([z.string(), z.number()], expected('a string or a number')),
});

export type Amount = z.infer<typeof amount>;

/** An object of which nothing is required. */
export const nothing = typed<Record<string, never>>(answer({}));

/** Messages that the bank adds to a result. @see I-errors */
export const messages = z.optional(
  list(
    typed<TppMessage>(
      answer({
        category: code(['ERROR', 'WARNING']),
        code: filled,
        path: z.optional(text),
        text: z.optional(text),
      }),
    ),
  ),
);

/** @see D1-tpp-contact */
export const tppContactKept = answer({ email: filled });
