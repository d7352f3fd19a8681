import * as z from 'zod/mini';
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
 * Makes the schema of an answer whose type is declared elsewhere. A member of the type without a schema fails to compile.
 */
export function answerAs<T extends object>(
  shape: {
    readonly [Member in keyof T]-?: z.ZodMiniType<unknown>;
  },
): z.ZodMiniType<T> {
  return answer(shape as z.core.$ZodLooseShape) as unknown as z.ZodMiniType<T>;
}

export const text = z.string(expected('a string'));

/** A string that identifies or names something: an empty one does neither. */
export const filled = z.string(expected('a string')).check(z.minLength(1, 'must not be empty'));

export const number = z.number(expected('a number'));

/** Any number of items. */
export function list<S extends z.core.SomeType>(item: S): z.ZodMiniArray<S> {
  return z.array(item, expected('an array'));
}

/** One of a closed list of codes. */
export function code<const T extends readonly string[]>(codes: T) {
  return z.enum(codes, expected(`one of ${codes.join(', ')}`));
}

const link = answer({ href: text, verbs: list(code(['GET', 'PUT', 'POST', 'DELETE'])) });

/** @see I-common-types */
export const links = z.record(z.string(), link, expected('an object')) as unknown as z.ZodMiniType<Links>;

/** Money; a JSON number before amount-as-string was the default. @see D3-accept-fix-default */
export const amount = answer({
  currency: text,
  amount: z.union([z.string(), z.number()], expected('a string or a number')),
});

/** An object of which nothing is required. */
export const nothing = answer({}) as unknown as z.ZodMiniType<Record<string, never>>;
