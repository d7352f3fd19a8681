import { Fault } from '../errors.ts';
import { nearest } from '../nearest.ts';

/**
 * What a caller in JavaScript may give: an option that isn't one would be passed over, and the test would be about another
 * bank than it says.
 * @param what takes them: `createBank`
 * @throws Fault INPUT_INVALID
 * @see A-library-options
 */
export function expectOptions(what: string, given: unknown, names: readonly string[]): void {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new Fault('INPUT_INVALID', `${what} takes an object of options, not ${wordFor(given)}.`, {
      hint: `Options: ${names.join(', ')}.`,
    });
  }
  const unknown = Object.keys(given).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  const meant = nearest(unknown, names);
  throw new Fault('INPUT_INVALID', `${what} has no option ${JSON.stringify(unknown)}.`, {
    hint: meant === undefined ? `Options: ${names.join(', ')}.` : `Did you mean ${meant}?`,
  });
}

function wordFor(given: unknown): string {
  if (given === null) return 'null';
  return Array.isArray(given) ? 'a list' : `a ${typeof given}`;
}
