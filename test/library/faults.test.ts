import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Bank } from '../../src/library/bank-types.ts';
import { createBank } from '../../src/library/create-bank.ts';

const CUSTOMERS = '/v1/sandbox/customers';
const LIST = 'list sandbox customers';

let world: Bank;

beforeAll(async () => {
  world = await createBank();
});

afterAll(() => world.close());

describe('faults at a bank of a test [A-library-operator, D11-faults]', () => {
  it('strike the call they name, are listed with what they did, and are cleared', async () => {
    await using bank = await world.fork();
    const { fetch } = await bank.tpp();
    const { faultId } = await bank.faults.add({ fault: 'SYSTEM_ERROR', operation: LIST, call: 2 });
    const statuses = [];
    for (let call = 0; call < 3; call += 1) statuses.push((await fetch(CUSTOMERS)).status);
    expect(statuses).toEqual([200, 500, 200]);
    expect(await bank.faults.list()).toMatchObject([
      { faultId, fault: 'SYSTEM_ERROR', operation: LIST, call: 2, strikes: 1 },
    ]);
    await bank.faults.clear(faultId);
    expect(await bank.faults.list()).toEqual([]);
    await expect(bank.faults.clear(faultId)).rejects.toMatchObject({ details: { status: 404 } });
  });

  // The client of this program reads again by itself; a fetch does not, or a test would not see the drop.
  it('drop the connection of a fetch, which asks once', async () => {
    await using bank = await world.fork();
    const { fetch } = await bank.tpp();
    await bank.faults.add({ fault: 'dropped-after-commit', operation: LIST, call: 1 });
    const lost = await fetch(CUSTOMERS).catch((fault) => fault);
    expect([lost.name, lost.cause.code]).toEqual(['TypeError', 'ECONNRESET']);
    expect(await bank.faults.list()).toMatchObject([{ calls: 1, strikes: 1 }]);
    await using fork = await bank.fork();
    expect(await fork.faults.list()).toMatchObject([{ calls: 1, strikes: 1 }]);
    await bank.faults.clear();
    expect(await bank.faults.list()).toEqual([]);
  });
});
