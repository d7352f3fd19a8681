import { tmpdir } from 'node:os';
import { beforeAll, describe, expect, it } from 'vitest';
import { oneHome } from '../support/one-home.ts';

const { run, json } = oneHome();

const example = ['payments', 'create', '--domestic', '--example'];

// A Friday morning between two runs, so that none falls due under way.
beforeAll(() => run(['sandbox', 'clock', 'set', '2026-11-20T10:00:00+01:00'], { cwd: tmpdir() }));

async function made(...more: string[]): Promise<string> {
  return (await run([...example, ...more, '--quiet'])).stdout.trim();
}

const meta = (status: number) => ({
  requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  status,
  durationMs: expect.any(Number),
  profile: 'offline',
});

describe('payments cancel before the PSU has approved [C-payments-cancel]', () => {
  it('needs nobody to repeat the PSU that --as gave at the creation', async () => {
    const paymentId = await made('--as', '15813963008');
    expect((await json(['payments', 'cancel', paymentId])).code).toBe(0);
  });
});

describe('payments cancel that is refused [C-payments-cancel, C-error-text]', () => {
  it('names what an unknown id may lack, and the id when it is missing', async () => {
    expect(await json(['payments', 'cancel', 'nosuch'])).toMatchObject({
      code: 3,
      value: { error: { status: 404, hint: 'Check the id, --product and --as.' } },
    });
    const elsewhere = ['payments', 'cancel', await made(), '--product', 'sepa-credit-transfers'];
    expect((await json(elsewhere)).value.error.tppMessages[0].code).toBe('PRODUCT_INVALID');
    expect((await json(['payments', 'cancel'])).value.error.missing).toEqual(['ID']);
  });
});

describe('payments authorise [C-payments-authorise]', () => {
  it('starts an SCA in the place of the open one, and leaves its link in the result', async () => {
    const { value: created } = await json(example);
    const { code, value } = await json(['payments', 'authorise', created.paymentId]);
    expect(code).toBe(0);
    expect(value).toMatchObject({
      scaStatus: 'RECEIVED',
      authorisationId: expect.stringMatching(/^\w{22}$/),
    });
    expect(value._links.scaRedirect.href).not.toBe(created._links.scaRedirect.href);
    expect(value._meta).toEqual(meta(201));
    const first = created._links.scaStatus.href.split('/').at(-1);
    expect((await json(['sca', 'approve', first])).value.error.tppMessages[0].code).toBe('CONFLICT');
    expect((await json(['sca', 'approve', value.authorisationId])).code).toBe(0);
  });
});
