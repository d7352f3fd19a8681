import { tmpdir } from 'node:os';
import { beforeAll, describe, expect, it } from 'vitest';
import { oneHome } from '../support/one-home.ts';

const { run, json } = oneHome();

const example = ['payments', 'create', '--domestic', '--example'];
const id = /^[A-Za-z0-9]{22}$/;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

// A Friday morning between two runs, so that none falls due under way.
beforeAll(() => run(['sandbox', 'clock', 'set', '2026-11-20T10:00:00+01:00'], { cwd: tmpdir() }));

async function statusOf(paymentId: string): Promise<string> {
  const { value } = await json(['status', paymentId]);
  return value.transactionStatus ?? value.error.tppMessages[0].code;
}

describe('payments create --sca approve [C-failed-payment, C-sca-flag, C-sca-outcome, C-status-of-now]', () => {
  it('gives the payment as read after the SCA, and in _meta the creation response and the SCA', async () => {
    const { code, value } = await json([...example, '--sca', 'approve']);
    expect(code).toBe(0);
    expect(value).toMatchObject({
      paymentId: expect.stringMatching(id),
      transactionStatus: 'ACTC',
      instructedAmount: { amount: '100.00', currency: 'NOK' },
    });
    expect(value._meta).toEqual({
      requestId: expect.stringMatching(uuid),
      status: 201,
      durationMs: expect.any(Number),
      profile: 'offline',
      created: expect.objectContaining({ paymentId: value.paymentId, transactionStatus: 'RCVD' }),
      sca: { scaStatus: 'FINALISED', transactionStatus: 'ACTC', psuId: expect.stringMatching(uuid) },
    });
    expect(await statusOf(value.paymentId)).toBe('ACTC');
  });

  it('names the same PSU each time, whoever is asked for it', async () => {
    const psuIds = [
      await json([...example, '--sca', 'approve']),
      await json([...example, '--sca', 'approve', '--as', '15813963008']),
      await json([...example, '--sca', 'approve', '--new-session']),
    ].map(({ value }) => value._meta.sca.psuId);
    expect(new Set(psuIds).size).toBe(1);
  });

  it('needs no SCA for a payment that is exempt', async () => {
    await run([...example, '--sca', 'approve']);
    const own = ['--from-bban', '99901067291', '--to-bban', '99901167601', '--amount', '10.00'];
    for (const way of ['approve', 'none']) {
      const { code, value } = await json([...example, ...own, '--sca', way]);
      expect(code).toBe(0);
      expect(value.transactionStatus).toBe('ACTC');
      expect(value._meta.sca).toEqual({
        scaStatus: 'EXEMPTED',
        transactionStatus: 'ACTC',
        psuId: expect.stringMatching(uuid),
      });
    }
    const { stdout } = await run([...example, ...own, '--sca', 'approve']);
    expect(stdout).toMatch(/^SCA +EXEMPTED {2}no SCA needed$/m);
  });

  it.each([
    ['a creation', false],
    ['a later start', true],
  ])('tells of an SCA that ended at its start, by %s [D11-fault-sca]', async (_, isLater) => {
    const authorise = async (fault: string) => {
      const args = [...example, '--as', '15813963008'];
      if (!isLater) await run(['sandbox', 'fault', 'add', fault]);
      const created = await json([...args, '--sca', 'none']);
      await run(['sandbox', 'fault', 'clear']);
      if (!isLater) return created;
      await run(['sandbox', 'fault', 'add', fault]);
      const started = await json(['payments', 'authorise', created.value.paymentId, '--sca', 'none']);
      await run(['sandbox', 'fault', 'clear']);
      return started;
    };
    const finalised = await authorise('FINALISED');
    expect(finalised).toMatchObject({
      code: 0,
      value: { _meta: { sca: { scaStatus: 'FINALISED', transactionStatus: 'ACTC' } } },
    });
    const failed = await authorise('FAILED');
    expect(failed.code).toBe(4);
    expect(failed.value.error).toMatchObject({
      code: 'SCA_FAILED',
      message: expect.stringMatching(
        /^The SCA \w{22} of payment \w{22} is FAILED \(ended without approval\), and the payment is RJCT \(rejected\)\.$/,
      ),
    });
  });

  it('says of a PSU who may not sign why, with the payment and its status, exit 4', async () => {
    const { code, value } = await json([...example, ...['--context', 'CORPORATE', '--sca', 'approve']]);
    expect(code).toBe(4);
    expect(value.error).toMatchObject({
      code: 'SCA_FAILED',
      exitCode: 4,
      message: expect.stringMatching(
        /^The SCA \w{22} of payment \w{22} is FAILED \(ended without approval\): 401 PSU_CREDENTIALS_INVALID, .+, and the payment is RJCT \(rejected\)\.$/,
      ),
    });
  });

  it('names the payment when its SCA can not be played', async () => {
    const { code, value } = await json([...example, '--sca', 'approve', '--agreement', 'nosuch']);
    expect(code).toBe(3);
    expect(value.error).toMatchObject({
      code: 'BANK_REFUSED',
      message: expect.stringMatching(
        /^Payment \w{22} was created\. The bank refused to approve the SCA: 400 /,
      ),
      hint: 'Change --agreement.',
      tppMessages: [{ code: 'RESOURCE_UNKNOWN', path: 'agreementId' }],
    });
  });
});

describe('payments create --sca decline [C-sca-flag, C-sca-declined]', () => {
  it('ends with the payment and its status, exit 4', async () => {
    const { code, value } = await json([...example, '--sca', 'decline']);
    expect(code).toBe(4);
    const [, paymentId = ''] = /payment (\w{22})/.exec(value.error.message) ?? [];
    expect(value).toEqual({
      error: {
        code: 'SCA_DECLINED',
        message: `The PSU declined payment ${paymentId}: 401 SCA_INVALID, the PSU declined, and the payment is RJCT (rejected).`,
        exitCode: 4,
        hint: `Check the payment's status:\npsd2 status ${paymentId}`,
        paymentId,
      },
    });
    expect(await statusOf(paymentId)).toBe('RJCT');
    const { stdout, stderr } = await run([...example, '--sca', 'decline']);
    expect(stdout).toBe('');
    expect(stderr).toMatch(
      /^Error: The PSU declined payment \w{22}: 401 SCA_INVALID, the PSU declined, and the payment is RJCT \(rejected\)\. \(SCA_DECLINED\)$/m,
    );
  });
});

describe('payments create --sca decline by a PSU who may not sign [C-sca-failed]', () => {
  it('is no refusal of the PSU: why it failed is told, exit 4', async () => {
    const decline = [...example, '--context', 'CORPORATE', '--sca', 'decline'];
    const { code, value } = await json(decline);
    expect(code).toBe(4);
    expect(value.error).toMatchObject({
      code: 'SCA_FAILED',
      message: expect.stringContaining('PSU_CREDENTIALS_INVALID'),
    });
  });
});
