import { describe, expect, it } from 'vitest';
import { Fault } from '../../../src/errors.ts';
import type { Transport } from '../../../src/transport/transport.ts';
import { openSeedBank } from '../../support/seed-bank.ts';
import { BOTH, COMPANY, PEOPLE } from './worlds.ts';

/** Loses the nth write on its way there, or its answer on its way back. */
function losing(nth: number, isDone: boolean): (send: Transport) => Transport {
  let writes = 0;
  return (send) => async (request) => {
    writes += request.method === 'GET' ? 0 : 1;
    if (writes < nth) return send(request);
    if (writes === nth && isDone) await send(request);
    throw new Fault('NETWORK', 'The connection is gone.', { sent: true });
  };
}

/** Holds every fourth request back until another one is answered, or none is under way. */
function shuffled(): (send: Transport) => Transport {
  let count = 0;
  let underWay = 0;
  const held: (() => void)[] = [];
  const release = () => {
    for (const go of held.splice(0)) go();
  };
  return (send) => async (request) => {
    count += 1;
    if (count % 4 === 1) {
      setImmediate(() => underWay === 0 && release());
      await new Promise<void>((go) => held.push(go));
    }
    underWay += 1;
    try {
      return await send(request);
    } finally {
      underWay -= 1;
      release();
    }
  };
}

describe('a world is the same [C-seed-converges, D8-natural-key, D8-list-order]', () => {
  it('whatever was applied first and whatever arrived first', async () => {
    const [one, other, slow] = [openSeedBank(), openSeedBank(), openSeedBank()];
    await one.apply(BOTH);
    await other.apply({ 'people.yaml': PEOPLE });
    const { ids } = await other.apply({ 'company.yaml': COMPANY, 'people.yaml': PEOPLE });
    slow.between = shuffled();
    await slow.apply(BOTH);
    expect(ids).toEqual((await one.apply(BOTH)).ids);
    const lists = await one.lists();
    expect(await other.lists()).toEqual(lists);
    expect(await slow.lists()).toEqual(lists);
  });

  it('after an apply that was interrupted, once before its request and once before its answer', async () => {
    const whole = openSeedBank();
    const { ids } = await whole.apply(BOTH);
    const lists = await whole.lists();
    for (const [nth, isDone] of [
      [2, true],
      [6, false],
      [11, true],
    ] as const) {
      const bank = openSeedBank();
      bank.between = losing(nth, isDone);
      await expect(bank.apply(BOTH)).rejects.toThrow('The connection is gone.');
      bank.between = (send) => send;
      expect((await bank.apply(BOTH)).ids).toEqual(ids);
      expect(await bank.lists()).toEqual(lists);
    }
  });

  it('and nothing is kept of its writes that a repeat by hand could make twice', async () => {
    const bank = openSeedBank();
    bank.between = losing(11, true);
    await expect(bank.apply(BOTH)).rejects.toMatchObject({ code: 'NETWORK' });
    expect(await bank.session.ledger.open(Date.now())).toEqual([]);
  });
});
