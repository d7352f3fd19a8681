import { readdirSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { OpenPlaces } from '../../src/app/worlds/open-places.ts';
import { testWorlds } from '../support/worlds.ts';

afterEach(() => void vi.restoreAllMocks());

describe('the end of a bank with a world for each TPP [S11-worlds, A-server-close]', () => {
  it('leaves no world of nobody behind, though the others fail to close', async () => {
    const { opened, folder } = await testWorlds();
    const nobodys = () => readdirSync(folder).filter((name) => name.startsWith('nobodys'));
    expect(nobodys()).not.toEqual([]);
    const stay = new Error('worlds stay');
    vi.spyOn(OpenPlaces.prototype, 'close').mockRejectedValueOnce(stay);
    await expect(opened.close()).rejects.toBe(stay);
    expect(nobodys()).toEqual([]);
  });
});
