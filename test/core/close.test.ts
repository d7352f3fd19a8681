import { describe, expect, it } from 'vitest';
import { closeAll, withCleanup } from '../../src/core/close.ts';

/** What is ended, and told, when the ends do as they are said to. */
async function ending(ends: readonly (() => unknown)[]) {
  const unexpected: unknown[] = [];
  const ended: number[] = [];
  const noted = ends.map((end, place) => () => {
    ended.push(place);
    return end();
  });
  const failure = await closeAll(noted, (fault) => unexpected.push(fault)).then(
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

describe('work, and the end of what it needed [A-server-close]', () => {
  it('has its result once that has ended', async () => {
    const did: string[] = [];
    const work = async () => did.push('work');
    const end = async () => void did.push('end');
    expect(await withCleanup(work, end, noFault)).toBe(1);
    expect(did).toEqual(['work', 'end']);
  });

  it('tells why the work failed, and reports why the end did', async () => {
    const unexpected: unknown[] = [];
    const doing = withCleanup(fails('work'), fails('end'), (fault) => unexpected.push(fault));
    await expect(doing).rejects.toThrow('work');
    expect(unexpected).toEqual([new Error('end')]);
  });

  it('tells why the end alone failed', async () => {
    await expect(withCleanup(async () => 0, fails('end'), noFault)).rejects.toThrow('end');
  });
});

function noFault(fault: unknown): never {
  throw fault;
}
