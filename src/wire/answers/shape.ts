import * as z from 'zod/mini';
import type { Currency } from '../../values/currencies.ts';
import type { TppMessage } from '../errors.ts';
import { createKindError } from '../field.ts';
import type { Links } from '../link.ts';

/**
 * Creates the schema of a part of a response. Another bank must send these members, and may send more, which stay. The
 * type has only this bank's members: the bank builds its responses from it without checking them.
 */
export function answer<S extends z.core.$ZodLooseShape>(shape: S): z.ZodMiniObject<S, z.core.$strip> {
  return z.looseObject(shape, createKindError('an object')) as unknown as z.ZodMiniObject<S, z.core.$strip>;
}

/**
 * Types a schema more narrowly than it checks: another bank may have its own codes, or leave out members that this one
 * always sends.
 */
export function narrowType<T>(schema: z.ZodMiniType<unknown>): z.ZodMiniType<T> {
  return schema as z.ZodMiniType<T>;
}

export const text = z.string(createKindError('a string'));

/** Creates the required text members of a part. */
export function texts<const Names extends readonly string[]>(...names: Names) {
  return Object.fromEntries(names.map((name) => [name, text])) as { [Name in Names[number]]: typeof text };
}

/** Creates the optional text members of a part. */
export function optionalTexts<const Names extends readonly string[]>(...names: Names) {
  const member = z.optional(text);
  return Object.fromEntries(names.map((name) => [name, member])) as {
    [Name in Names[number]]: typeof member;
  };
}

/** A string that identifies or names something; must not be empty. */
export const filled = z.string(createKindError('a string')).check(z.minLength(1, 'must not be empty'));

export const number = z.number(createKindError('a number'));

/** Creates the schema of an array with any number of items. */
export function list<S extends z.core.SomeType>(item: S): z.ZodMiniType<readonly z.output<S>[]> {
  return z.array(item, createKindError('an array'));
}

/** Creates the schema of one of a closed list of codes. */
export function code<const T extends readonly string[]>(codes: T) {
  return z.enum(codes, createKindError(`one of ${codes.join(', ')}`));
}

const link = answer({ href: text, verbs: list(code(['GET', 'PUT', 'POST', 'DELETE'])) });

/** @see I-common-types */
export const links = narrowType<Links>(z.record(z.string(), link, createKindError('an object')));

/** An amount of money; a JSON number before amount-as-string was the default. @see D3-accept-fix-default */
export const amount = answer({
  currency: narrowType<Currency>(text),
  amount: z.union([z.string(), z.number()], createKindError('a string or a number')),
});

export type Amount = z.infer<typeof amount>;

/** An object without required members. */
export const nothing = narrowType<Record<string, never>>(answer({}));

/** Messages that the bank adds to a result. @see I-errors */
export const messages = z.optional(
  list(
    narrowType<TppMessage>(
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
