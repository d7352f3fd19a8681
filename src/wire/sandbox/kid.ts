import type { KidMethod } from '../../values/kid.ts';
import { array, integer, object, oneOf, oneOfAnyCase, rule } from '../field.ts';

const MOST_RULES = 3;

const METHODS = new Set<unknown>(['MOD10', 'MOD11']);
const method = oneOf((value): value is KidMethod => METHODS.has(value), 'MOD10 or MOD11');

/** What an account takes as reference. @see D8-account-kid */
export const kidPolicy = object({
  use: oneOfAnyCase(['none', 'allowed', 'required'], 'none, allowed or required'),
  rules: array(object({ length: integer(2, 25), method }), { max: MOST_RULES }),
}).check(
  rule(({ use, rules }) => {
    if (typeof use !== 'string' || !Array.isArray(rules)) return undefined;
    const isNone = use.toLowerCase() === 'none';
    if (isNone === (rules.length === 0)) return undefined;
    return {
      at: ['rules'],
      text: isNone ? 'must be empty with use none' : `must have 1 to ${MOST_RULES} rules`,
    };
  }),
);
