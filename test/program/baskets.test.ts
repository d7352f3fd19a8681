import { tmpdir } from 'node:os';
import { beforeAll, describe, expect, it } from 'vitest';
import { inTurn } from '../support/in-turn.ts';
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

async function statusOf(paymentId: string): Promise<string> {
  return (await json(['status', paymentId])).value.transactionStatus;
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
  it('is signed with one SCA that approves them all', async () => {
    const ids = [await made('domestic'), await made('cross-border'), await made('instant')];
    const { code, value } = await json(['basket', 'create', ...ids]);
    expect({ code, status: value.transactionStatus }).toEqual({ code: 0, status: 'RCVD' });
    const { basketId } = value;
    expect((await json(['basket', 'get', basketId])).value).toMatchObject({
      payments: ids,
      transactionStatus: 'RCVD',
    });
    const authorised = await json(['basket', 'authorise', basketId, '--sca', 'approve']);
    expect(authorised.code).toBe(0);
    expect(authorised.value._meta.sca).toEqual({
      scaStatus: 'FINALISED',
      transactionStatus: 'ACTC',
      psuId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(await inTurn(ids, statusOf)).toEqual(['ACTC', 'ACTC', 'ACSC']);
    expect((await json(['basket', 'status', basketId])).value.transactionStatus).toBe('ACTC');
  });

  it('is signed as it is made with --sca, and shows what it has become', async () => {
    const paymentId = await made('domestic');
    const { code, value } = await json(['basket', 'create', paymentId, '--sca', 'approve']);
    expect({ code, status: value.transactionStatus }).toEqual({ code: 0, status: 'ACTC' });
    expect(value._meta.created).toMatchObject({ basketId: value.basketId, transactionStatus: 'RCVD' });
    expect(value._meta.sca).toMatchObject({ scaStatus: 'FINALISED', transactionStatus: 'ACTC' });
    const { stdout } = await run(['basket', 'create', await made('domestic'), '--sca', 'approve']);
    expect(stdout).toMatch(/^Status +ACTC .*\nSCA +FINALISED /m);
  });

  it('is one whose open link the operator plays by the id of the basket', async () => {
    const paymentId = await made('domestic');
    const basketId = await basketOf(paymentId);
    const { stdout } = await run(['basket', 'authorise', basketId]);
    expect(stdout).toMatch(/^Authorise with +psd2 sca approve \w{22}$/m);
    const played = await json(['sca', 'approve', basketId]);
    expect(played).toMatchObject({ code: 0, stderr: '', value: { basketId, transactionStatus: 'ACTC' } });
    expect(await statusOf(paymentId)).toBe('ACTC');
  });

  it('that the PSU declines is rejected whole, exit 4', async () => {
    const paymentId = await made('domestic');
    const basketId = await basketOf(paymentId);
    const { code, value } = await json(['basket', 'authorise', basketId, '--sca', 'decline']);
    expect(code).toBe(4);
    expect(value.error).toMatchObject({
      code: 'SCA_DECLINED',
      message: `The PSU declined basket ${basketId}: 401 SCA_INVALID, the PSU declined, and the basket is RJCT (rejected).`,
      hint: `Check the basket's status:\npsd2 basket status ${basketId}`,
    });
    expect(await statusOf(paymentId)).toBe('RJCT');
  });

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

describe('payments that can not be in one basket [C-basket, C-error-text]', () => {
  it('are named by their ids, each with its reason', async () => {
    const [domestic, bulk] = [await made('domestic'), await made('bulk')];
    const { code, value } = await json(['basket', 'create', domestic, bulk, 'nosuch']);
    expect(code).toBe(3);
    expect(value.error.tppMessages).toMatchObject([
      { code: 'REFERENCE_MIX_INVALID', path: 'paymentIds[1]' },
      { code: 'RESOURCE_UNKNOWN', path: 'paymentIds[2]' },
    ]);
    expect(value.error.hint).toContain(`Remove ${bulk}: `);
    expect(value.error.hint).toContain('Remove nosuch: ');
    expect(value.error.hint).not.toContain(domestic);
  });

  it('are none without an id, exit 2', async () => {
    expect((await json(['basket', 'create'])).value.error).toMatchObject({ exitCode: 2, missing: ['ID'] });
    const empty = await json(['basket', 'create', 'kQ3nV0b1cT8sYpR5dW2xZa', '']);
    expect(empty.value.error).toMatchObject({ code: 'USAGE', message: 'ID is empty.' });
  });
});
