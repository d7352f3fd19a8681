import { parseInstant } from '../../values/instant.ts';

/** An instant as a snapshot has it: to the millisecond, in UTC, so that equal ones are written alike. */
export function written(instant: number): string {
  return new Date(instant).toISOString();
}

/** One that its schema has read. */
export function instantOf(text: string): number {
  const instant = parseInstant(text);
  if (instant === undefined) throw new Error("an instant that passed the schema isn't one");
  return instant;
}
