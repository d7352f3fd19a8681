/** Numbers below a limit, the same in every run from one seed. */
export type Numbers = (below: number) => number;

/** By mulberry32. */
export function numbers(seed: number): Numbers {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
