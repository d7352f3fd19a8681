import * as z from 'zod/mini';
import type { Links } from '../link.ts';

/**
 * A part of an answer of account information, read by its schema: another bank may say more, which is kept, and must say
 * this. The type has what is ours alone: the bank makes what it says, and checks nothing of it.
 */
export function answer<S extends z.core.$ZodLooseShape>(shape: S): z.ZodMiniObject<S, z.core.$strip> {
  return z.looseObject(shape) as unknown as z.ZodMiniObject<S, z.core.$strip>;
}

const link = answer({ href: z.string(), verbs: z.array(z.enum(['GET', 'PUT', 'POST', 'DELETE'])) });

/** @see I-common-types */
export const links = z.record(z.string(), link) as unknown as z.ZodMiniType<Links>;

/** Money; a JSON number before amount-as-string was the default. @see D3-accept-fix-default */
export const amount = answer({ currency: z.string(), amount: z.union([z.string(), z.number()]) });
