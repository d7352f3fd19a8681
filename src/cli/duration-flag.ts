import { parseDuration } from '../values/duration.ts';

/** The milliseconds of a duration from one second on; undefined for any other text, and one that is longer. */
export function millisecondsWithin(text: string, longestSeconds: number): number | undefined {
  const seconds = parseDuration(text);
  const isWithin = seconds !== undefined && seconds >= 1 && seconds <= longestSeconds;
  return isWithin ? seconds * 1000 : undefined;
}
