import { Fault } from '../../errors.ts';
import type { Check, CheckName } from './shapes.ts';

/** A check, and what later ones need of it: absent where it failed, or where there is nothing yet. */
export interface Found<T> {
  readonly check: Check;
  readonly value?: T;
}

export function good(name: CheckName, message: string): Check {
  return { name, ok: true, message };
}

export function bad(name: CheckName, message: string, remedy: string): Check {
  return { name, ok: false, message, remedy };
}

/**
 * Does what a check is about; a fault is what it found. A bug leaves as it came.
 * @param remedy where the fault says none
 */
export async function checked<T>(
  name: CheckName,
  remedy: string,
  act: () => Promise<Found<T>> | Found<T>,
): Promise<Found<T>> {
  try {
    return await act();
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
    return { check: bad(name, fault.message, fault.details.hint ?? remedy) };
  }
}
