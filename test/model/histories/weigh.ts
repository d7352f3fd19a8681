import fc from 'fast-check';

type Weighed = readonly [weight: number, arbitrary: fc.Arbitrary<unknown>];
type Drawn<A> = A extends fc.Arbitrary<infer T> ? T : never;

/** Draws from one of several, each as often as its weight says. */
export function weigh<const All extends readonly Weighed[]>(
  ...all: All
): fc.Arbitrary<Drawn<All[number][1]>> {
  const given = all.map(([weight, arbitrary]) => ({ weight, arbitrary }));
  return fc.oneof(...given) as fc.Arbitrary<Drawn<All[number][1]>>;
}

/** Draws one text alone. */
export function be<const Text extends string>(text: Text): fc.Arbitrary<Text> {
  return fc.constant(text);
}
