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

async function statusOf(paymentId: string): Promise<string> {
  return (await json(['status', paymentId])).value.transactionStatus;
}

const meta = (status: number) => ({
  requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  status,
  durationMs: expect.any(Number),
  profile: 'offline',
});

describe('payments cancel before the PSU has approved [C-payments-cancel]', () => {
  it('is done at once, and says so', async () => {
    const paymentId = await made();
    expect(await run(['payments', 'cancel', paymentId])).toEqual({
      code: 0,
      stdout: `Payment ${paymentId} is cancelled.\n`,
      stderr: '',
    });
    expect(await statusOf(paymentId)).toBe('CANC');
  });

  it('is _meta alone with --json, and the id alone with --quiet', async () => {
    expect((await json(['payments', 'cancel', await made()])).value).toEqual({ _meta: meta(204) });
    const paymentId = await made();
    expect((await run(['payments', 'cancel', paymentId, '--quiet'])).stdout).toBe(`${paymentId}\n`);
  });

  it('needs nobody to repeat the PSU that --as gave at the creation', async () => {
    const paymentId = await made('--as', '15813963008');
    expect((await json(['payments', 'cancel', paymentId])).code).toBe(0);
  });
});

describe('payments cancel after the approval [C-payments-cancel, C-sca-flag]', () => {
  it('starts an SCA and leaves its link in the result', async () => {
    const paymentId = await made('--sca', 'approve');
    const { code, value } = await json(['payments', 'cancel', paymentId]);
    expect(code).toBe(0);
    expect(value).toMatchObject({
      transactionStatus: 'ACTC',
      scaStatus: expect.any(String),
      authorisationId: expect.stringMatching(/^\w{22}$/),
      _links: {
        scaRedirect: { href: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/sca\//) },
        scaStatus: { href: expect.stringContaining('/cancellation-authorisations/') },
      },
    });
    expect(value._meta).toEqual(meta(201));
    expect(await statusOf(paymentId)).toBe('ACTC');
    const { value: played } = await json(['sca', 'approve', paymentId]);
    expect(played).toMatchObject({ scaStatus: 'FINALISED', transactionStatus: 'CANC' });
  });

  it('is cancelled with --sca approve', async () => {
    const paymentId = await made('--sca', 'approve');
    const { code, value } = await json(['payments', 'cancel', paymentId, '--sca', 'approve']);
    expect(code).toBe(0);
    expect(value.transactionStatus).toBe('CANC');
    expect(value._meta.sca).toEqual({
      scaStatus: 'FINALISED',
      transactionStatus: 'CANC',
      psuId: expect.any(String),
    });
    expect(await statusOf(paymentId)).toBe('CANC');
  });

  it('shows people the payment, its status and the command that approves it [C-sca-command]', async () => {
    const paymentId = await made('--sca', 'approve');
    const { stdout } = await run(['payments', 'cancel', paymentId]);
    expect(stdout).toMatch(
      /^Payment \w{22} isn't cancelled yet: its PSU must approve that first\.\n\nPayment +\w{22}\nStatus +ACTC {2}authorised: .+\nAuthorisation +\w{22}\nSCA +\w+ {2}.+\nAuthorise with +psd2 sca approve \w{22}$/m,
    );
    const { stdout: approved } = await run(['payments', 'cancel', paymentId, '--sca', 'approve']);
    expect(approved).toMatch(/^Payment \w{22} is cancelled\.\n/);
    expect(approved).toMatch(/^Status +CANC {2}cancelled$/m);
    expect(approved).not.toContain('Authorise with');
  });

  it('leaves the payment as it is with --sca decline, exit 4', async () => {
    const paymentId = await made('--sca', 'approve');
    const { code, value } = await json(['payments', 'cancel', paymentId, '--sca', 'decline']);
    expect(code).toBe(4);
    expect(value.error).toMatchObject({
      code: 'SCA_DECLINED',
      message: `The PSU declined to cancel payment ${paymentId}: 401 SCA_INVALID, the PSU declined, and the payment is ACTC (authorised: not booked yet).`,
    });
    expect(await statusOf(paymentId)).toBe('ACTC');
  });
});

describe('payments cancel that is refused [C-payments-cancel, C-error-text]', () => {
  it('names the command that tells why', async () => {
    const paymentId = await made();
    await run(['payments', 'cancel', paymentId]);
    expect(await json(['payments', 'cancel', paymentId])).toMatchObject({
      code: 3,
      value: {
        error: {
          status: 409,
          tppMessages: [{ code: 'CONFLICT' }],
          hint: `Check the payment's status:\npsd2 status ${paymentId}`,
        },
      },
    });
  });

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

  it('is approved with --sca approve, and shows people the SCA', async () => {
    const paymentId = await made();
    const { code, stdout } = await run(['payments', 'authorise', paymentId, '--sca', 'approve']);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^Authorisation +\w{22}\nStatus +ACTC .+\nSCA +FINALISED .+\nPSU-ID +[0-9a-f-]{36}\nX-Request-ID/,
    );
    expect(await statusOf(paymentId)).toBe('ACTC');
  });

  it('is rejected with --sca decline, exit 4', async () => {
    const paymentId = await made();
    expect(await json(['payments', 'authorise', paymentId, '--sca', 'decline'])).toMatchObject({
      code: 4,
      value: {
        error: {
          code: 'SCA_DECLINED',
          message: `The PSU declined payment ${paymentId}: 401 SCA_INVALID, the PSU declined, and the payment is RJCT (rejected).`,
        },
      },
    });
    expect(await statusOf(paymentId)).toBe('RJCT');
  });

  it('is refused for a payment that waits for nobody, and for one that is not there', async () => {
    const paymentId = await made('--sca', 'approve');
    expect(await json(['payments', 'authorise', paymentId])).toMatchObject({
      code: 3,
      value: { error: { status: 409, hint: expect.stringContaining(`psd2 status ${paymentId}`) } },
    });
    expect(await json(['payments', 'authorise', 'nosuch'])).toMatchObject({
      code: 3,
      value: { error: { status: 404, tppMessages: [{ code: 'RESOURCE_UNKNOWN' }] } },
    });
  });
});
