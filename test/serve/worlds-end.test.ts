import { existsSync, readdirSync, rmSync } from 'node:fs';
import { afterEach, expect, it, vi } from 'vitest';
import { ResourcePool } from '../../src/serve/worlds/resource-pool.ts';
import { ONE, OTHER, testWorlds } from '../support/worlds.ts';

afterEach(() => void vi.restoreAllMocks());

it('the end of a bank with a world for each TPP leaves no world of nobody behind, though the others fail to close [S11-worlds, A-server-close]', async () => {
  const { opened, folder } = await testWorlds();
  const nobodys = () => readdirSync(folder).filter((name) => name.startsWith('nobodys'));
  expect(nobodys()).not.toEqual([]);
  const stay = new Error('worlds stay');
  vi.spyOn(ResourcePool.prototype, 'close').mockRejectedValueOnce(stay);
  await expect(opened.close()).rejects.toBe(stay);
  expect(nobodys()).toEqual([]);
});

it('a folder of worlds that is removed while a bank runs on it is made anew by nobody: each TPP gets 503, and what happened is told [S11-worlds, S1-files-changed]', async () => {
  const { opened, folder, send, unexpected } = await testWorlds();
  const list = { method: 'GET', path: '/v1/sandbox/customers' };
  expect((await send(ONE, list)).status).toBe(200);
  rmSync(folder, { recursive: true });
  for (const tpp of [ONE, OTHER]) expect((await send(tpp, list)).status, tpp).toBe(503);
  expect(unexpected).toMatchObject(
    ['.db was removed while in use', 'bank.db.worlds was removed while in use'].map((words) => ({
      code: 'STORE_DAMAGED',
      message: expect.stringContaining(words),
    })),
  );
  await opened.close();
  expect(existsSync(folder)).toBe(false);
});
