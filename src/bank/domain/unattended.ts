/** How often a TPP may ask without the PSU, once the hour of their SCA is over. @see D6-four-calls */

const MOST_CALLS = 4;

/** The calls that hold places, by place, each with its time in milliseconds since 1970 of the bank's clock. */
type Places = ReadonlyMap<number, number>;

/**
 * The place that a call may take: one that no call has, or whose call is `counted` milliseconds old.
 * @returns undefined when all are taken
 */
export function freePlace(calls: Places, now: number, counted: number): number | undefined {
  for (let place = 0; place < MOST_CALLS; place += 1) {
    const calledAt = calls.get(place);
    if (calledAt === undefined || calledAt + counted <= now) return place;
  }
  return undefined;
}

/** When the first of the places is free again. */
export function freeFrom(calls: Places, counted: number): number {
  return Math.min(...calls.values()) + counted;
}
