import { describe, expect, it } from 'vitest';
import { dropUndefined } from '../../src/core/members.ts';
import { createBankSettings } from '../../src/session/open-bank.ts';
import { echo, RawClient, serveHandler } from '../support/served.ts';

describe('members that are undefined', () => {
  it('are left out, others kept as they are', () => {
    expect(Object.entries(dropUndefined({ a: undefined, b: null, c: 0, d: '' }))).toEqual([
      ['b', null],
      ['c', 0],
      ['d', ''],
    ]);
    expect(dropUndefined(undefined)).toEqual({});
  });

  it("erase no policy and no seed of a bank's settings", () => {
    const wait = async () => {};
    const given = { wait, onUnexpected: () => {}, policy: undefined, seed: undefined };
    expect(createBankSettings(given)).toMatchObject({ policy: 'sandbox', seed: expect.any(String) });
  });

  it('erase no limit of a server', async () => {
    const server = await serveHandler(echo, { limits: { requests: undefined, waitMilliseconds: 10 } });
    const client = await RawClient.connect(server.port);
    client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    const [answer] = await client.answers(1);
    expect(answer?.startLine).toBe('HTTP/1.1 200 OK');
  });
});
