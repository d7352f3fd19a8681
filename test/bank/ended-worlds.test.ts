import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../src/bank/exchange.ts';
import type { WorldState } from '../../src/bank/store/tables/world.ts';
import { EndedWorlds } from '../../src/bank/worlds.ts';

const WORLD = { generation: 1n } as WorldState;

describe('a request that ended the world [S7-restore, S2-own-savepoint]', () => {
  it('has not lost its own when it is run again; those that had begun have', () => {
    const worlds = new EndedWorlds();
    const [ending, other] = [{} as Exchange, {} as Exchange];
    for (const exchange of [ending, other]) worlds.begin(exchange);
    expect(worlds.hasLost(ending, WORLD)).toBe(false);
    worlds.end(ending);
    expect(worlds.hasLost(ending, WORLD)).toBe(false);
    expect(worlds.hasLost(other, WORLD)).toBe(true);
  });
});
