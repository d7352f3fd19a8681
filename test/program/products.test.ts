import { tmpdir } from 'node:os';
import { beforeAll, describe, expect, it } from 'vitest';
import { inTurn } from '../support/in-turn.ts';
import { oneHome } from '../support/one-home.ts';

const { run, json } = oneHome();

// A Wednesday morning between two runs, so that none falls due under way.
beforeAll(() => run(['sandbox', 'clock', 'set', '2026-11-18T10:00:00+01:00'], { cwd: tmpdir() }));

const KINDS = ['cross-border', 'instant', 'periodic', 'bulk'] as const;

async function made(kind: string, ...more: string[]): Promise<string> {
  return (await run(['payments', 'create', `--${kind}`, '--example', ...more, '--quiet'])).stdout.trim();
}

async function statusOf(paymentId: string): Promise<string> {
  return (await json(['status', paymentId])).value.transactionStatus;
}

describe('payments create of every kind [C-create-kinds, C-example-kinds]', () => {
  it('says the warning of a member that the product does not use', async () => {
    const create = ['payments', 'create', '--domestic'];
    const { stdout } = await run([...create, '--example', '--print-body']);
    const input = JSON.stringify({ ...JSON.parse(stdout), serviceLevel: 'SDVA' });
    expect((await run([...create, '--file', '-'], { input })).stdout.replaceAll(/\n +/g, ' ')).toMatch(
      /^Warning +FORMAT_ERROR: serviceLevel isn't used by norwegian-domestic-credit-transfers and is ignored$/m,
    );
  });

  it('prints the body of each kind, which --file takes again', async () => {
    for (const kind of KINDS) {
      const create = ['payments', 'create', `--${kind}`];
      const { stdout } = await run([...create, '--example', '--print-body']);
      expect(await json([...create, '--file', '-'], { input: stdout })).toMatchObject({
        code: 0,
        value: { transactionStatus: 'RCVD' },
      });
    }
  });
});

describe('the life of a payment of every kind [C-create-kinds, C-payment-product]', () => {
  it('needs no --product: what was made is remembered', async () => {
    const ids = await inTurn(KINDS, (kind) => made(kind));
    for (const [place, paymentId] of ids.entries()) {
      expect([KINDS[place], await statusOf(paymentId)]).toEqual([KINDS[place], 'RCVD']);
      const { code, value } = await json(['payments', 'authorise', paymentId, '--sca', 'approve']);
      expect({ code, sca: value._meta.sca.scaStatus }).toEqual({ code: 0, sca: 'FINALISED' });
    }
    expect(await inTurn(ids, statusOf)).toEqual(['ACTC', 'ACSC', 'ACTC', 'ACTC']);
    await run(['sandbox', 'batch', 'run']);
    expect(await inTurn(ids, statusOf)).toEqual(['ACWP', 'ACSC', 'ACTC', 'ACSC']);
    await run(['sandbox', 'batch', 'run']);
    expect(await inTurn(ids, statusOf)).toEqual(['ACSC', 'ACSC', 'ACTC', 'ACSC']);
  });

  it('ends by a cancellation with an SCA of its own, but of what is booked', async () => {
    for (const kind of ['cross-border', 'periodic', 'bulk']) {
      const paymentId = await made(kind, '--sca', 'approve');
      expect((await json(['payments', 'cancel', paymentId, '--sca', 'approve'])).code).toBe(0);
      expect(await statusOf(paymentId)).toBe('CANC');
    }
    const booked = await made('instant', '--sca', 'approve');
    expect((await json(['payments', 'cancel', booked])).value.error.tppMessages[0].code).toBe('CONFLICT');
  });
});
