import { describe, expect, it } from 'vitest';
import { openHttps } from '../../../src/library.ts';
import { openTestBank } from '../../support/bank.ts';
import { served } from '../../support/served-bank.ts';

const TOKEN = 'a-token-for-the-operator-of-this-test';
const MIB = 1024 * 1024;

describe("a body at the operator's port [D16-snapshot-size, S12-body-limit]", () => {
  it('may have 32 MiB where it is a snapshot, and 1 MiB where it is not', async () => {
    const { server } = await served({ operatorToken: TOKEN });
    const way = await openHttps({ origin: server.operatorUrl ?? '' });
    const statusOf = async (path: string, bytes: number) => {
      const body = Buffer.alloc(bytes, ' ');
      const headers = [
        ['Authorization', `Bearer ${TOKEN}`],
        ['Content-Type', 'application/json'],
      ] as const;
      const { status, body: answer } = await way.send({ method: 'POST', target: path, headers, body });
      return `${status} ${JSON.parse(Buffer.from(answer).toString()).tppMessages[0].text}`;
    };
    expect(await statusOf('/operator/snapshot', 2 * MIB)).toMatch(/^400 the body isn't JSON/);
    expect(await statusOf('/operator/clock/set', MIB + 1)).toBe('413 the body is larger than 1 MiB');
    await way.close();
  });

  it('is refused above', async () => {
    const bank = await openTestBank();
    const request = {
      method: 'POST',
      target: '/operator/snapshot',
      headers: [],
      body: Buffer.alloc(32 * MIB + 1),
    };
    const { status, body } = await bank.door(request, { address: '127.0.0.1', operator: true });
    expect(status).toBe(413);
    expect(Buffer.from(body).toString()).toContain('the body is larger than 32 MiB');
    await bank.close();
  });
});
