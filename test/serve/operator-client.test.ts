import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withOperator } from '../../src/serve/operator-client.ts';
import { findServed, writeServedFile } from '../../src/serve/served-file.ts';
import { followRequests, listRequests } from '../../src/serve/window/follow.ts';
import { contextIn } from '../support/command-context.ts';
import { served } from '../support/served-bank.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const TOKEN = 'the-operators-token-of-this-test';
const ADDRESS = { operatorUrl: 'http://127.0.0.1:1', operatorTokenFile: '/t' };
/** No system gives a process this id. */
const NOBODY = 2 ** 31 - 1;

describe('the file by which a served bank is found [C-serve-found]', () => {
  it('is ours alone, and goes with the bank', () => {
    const folder = temporaryFolder();
    const remove = writeServedFile(folder, ADDRESS, process.pid);
    expect(statSync(join(folder, `served-${process.pid}.json`)).mode & 0o777).toBe(0o600);
    expect(findServed(folder, process.getuid?.())).toEqual(ADDRESS);
    remove();
    expect(findServed(folder, process.getuid?.())).toBeUndefined();
  });

  it('is removed if its process is gone, and not read if others can', () => {
    const folder = temporaryFolder();
    writeServedFile(folder, ADDRESS, NOBODY);
    expect(findServed(folder, process.getuid?.())).toBeUndefined();
    expect(readdirSync(folder)).toEqual([]);
    const shared = join(folder, `served-${process.pid}.json`);
    writeFileSync(shared, JSON.stringify(ADDRESS), { mode: 0o644 });
    expect(() => findServed(folder, process.getuid?.())).toThrow(
      expect.objectContaining({ code: 'PERMISSIONS' }),
    );
    expect(findServed(join(folder, 'none'), undefined)).toBeUndefined();
  });
});

describe('commands at a served bank [C-requests]', () => {
  it('list requests, and follow them until the bank ends, with none left out', async () => {
    const { server, send } = await served({ operatorToken: TOKEN });
    const home = temporaryFolder();
    const folder = join(home, 'offline');
    mkdirSync(folder);
    const operatorTokenFile = join(folder, 'token');
    writeFileSync(operatorTokenFile, `${TOKEN}\n`, { mode: 0o600 });
    writeServedFile(folder, { operatorUrl: server.operatorUrl ?? '', operatorTokenFile }, process.pid);
    const ask = (target: string) => send({ method: 'GET', target, headers: [], body: new Uint8Array() });
    for (const target of ['/v1/accounts', '/none', '/v1/user']) await ask(target);
    const context = contextIn(home);
    await withOperator(context, undefined, async (operator) => {
      const listed = await listRequests(operator, { status: '400', limit: 1 });
      expect(listed.map(({ id }) => id)).toEqual([3]);
      await expect(operator.stream('/operator/none')).rejects.toMatchObject({ code: 'BANK_REFUSED' });
      const followed = followRequests(operator, { status: '4xx' }, 2);
      const next = async () => (await followed.next()).value?.id;
      expect([await next(), await next()]).toEqual([2, 3]);
      const coming = next();
      await ask('/v1/user');
      expect(await coming).toBe(4);
      const end = followed.next();
      await server.close();
      expect((await end).done).toBe(true);
    });
  });
});
