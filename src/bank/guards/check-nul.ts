import { type Refusal, refuse } from '../answer.ts';
import type { Guard } from '../routes/route.ts';

/**
 * Nothing that is looked for or kept has U+0000: a store that ends a text there would take two for one.
 * @see S12-nul
 */
export const checkNul: Guard = ({ request: { target, headers } }) => {
  if (target.includes('%00') || target.includes('\0')) return refuseNul('the path or the query');
  for (const [name, value] of headers) if (value.includes('\0')) return refuseNul(name, name);
  return undefined;
};

/** @param path of the member or header */
export function refuseNul(what: string, path?: string): Refusal {
  return refuse(400, 'FORMAT_ERROR', `${what} contains the character U+0000: remove it`, path);
}

/** Whether any text of a value that was read from JSON has it. */
export function hasNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  if (typeof value !== 'object' || value === null) return false;
  for (const [name, member] of Object.entries(value)) if (name.includes('\0') || hasNul(member)) return true;
  return false;
}
