import { describe, expect, it } from 'vitest';
import { endAll } from '../../src/app/end-all.ts';

/** What is ended, and told, when the ends do as they are said to. */
async function ending(ends: readonly (() => unknown)[]) {
  const unexpected: unknown[] = [];
  const ended: number[] = [];
  const noted = ends.map((end, place) => () => {
    ended.push(place);
    return end();
  });
  const failure = await endAll(noted, (fault) => unexpected.push(fault)).then(
    () => 'none',
    (fault: unknown) => fault,
  );
  return { ended, failure, unexpected };
}

const fails = (text: string) => async () => {
  throw new Error(text);
};
const throws = (text: string) => () => {
  throw new Error(text);
};

describe('what is ended together [A-server-close]', () => {
  it('is ended in turn', async () => {
    expect(await ending([() => {}, async () => {}])).toEqual({
      ...{ ended: [0, 1], failure: 'none', unexpected: [] },
    });
  });

  it('is all ended, whatever fails: the first failure is thrown, the others are reported', async () => {
    const ends = [() => {}, fails('first'), throws('second'), fails('third'), () => {}];
    expect(await ending(ends)).toEqual({
      ended: [0, 1, 2, 3, 4],
      failure: new Error('first'),
      unexpected: [new Error('second'), new Error('third')],
    });
  });
});
