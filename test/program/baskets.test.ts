import { tmpdir } from 'node:os';
import { beforeAll, describe, expect, it } from 'vitest';
import { oneHome } from '../support/one-home.ts';

const { run, json } = oneHome();

// A Wednesday morning between two runs, so that none falls due under way.
beforeAll(() => run(['sandbox', 'clock', 'set', '2026-11-18T10:00:00+01:00'], { cwd: tmpdir() }));

async function made(kind: string, ...more: string[]): Promise<string> {
  return (await run(['payments', 'create', `--${kind}`, '--example', ...more, '--quiet'])).stdout.trim();
}

async function basketOf(...paymentIds: string[]): Promise<string> {
  return (await run(['basket', 'create', ...paymentIds, '--quiet'])).stdout.trim();
}

describe('a basket whose PSU has no psu-id yet [C-basket-psu-id, D3-basket-authorisation-psu]', () => {
  it('asks for the PSU first: a link with --sca none, one command with --sca approve', async () => {
    const basketId = await basketOf(await made('domestic'));
    const asked = await json(['basket', 'authorise', basketId]);
    expect(asked.value.error).toMatchObject({
      code: 'SCA_NEEDED',
      scaRedirect: expect.stringContaining('/sca/'),
    });
    const { code, stderr, value } = await json(['basket', 'authorise', basketId, '--sca', 'approve']);
    expect(code, stderr).toBe(0);
    expect(stderr).toContain('GET /v1/user');
    expect(value._meta.sca).toMatchObject({ scaStatus: 'FINALISED', transactionStatus: 'ACTC' });
    expect((await json(['basket', 'create', await made('domestic'), '--sca', 'approve'])).stderr).toBe('');
  });
});

describe('a basket of payments [C-basket, C-basket-remembered]', () => {
  it('lets its payments go when it is deleted', async () => {
    const paymentId = await made('domestic');
    const basketId = await basketOf(paymentId);
    const own = await json(['payments', 'authorise', paymentId]);
    expect(own.value.error.tppMessages[0].text).toContain('basket');
    expect(await run(['basket', 'delete', basketId])).toEqual({
      code: 0,
      stdout: `Basket ${basketId} deleted. Its payments are unchanged.\n`,
      stderr: '',
    });
    expect((await run(['basket', 'status', basketId])).stdout).toMatch(/^Status +CANC {2}cancelled$/m);
    expect((await json(['payments', 'authorise', paymentId, '--sca', 'approve'])).code).toBe(0);
  });
});
