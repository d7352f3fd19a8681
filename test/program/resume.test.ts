import { mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { getOperation } from '../../src/client/operation.ts';
import type { Session } from '../../src/client/session.ts';
import { getTime } from '../../src/clock.ts';
import { Fault } from '../../src/errors.ts';
import { loadDriver } from '../../src/store/sqlite/driver.ts';
import type { Transport } from '../../src/transport/transport.ts';
import { homeWithKeys } from '../support/home-with-keys.ts';
import { losePayment, loseWrite, sessionOver } from '../support/lost-write.ts';
import { psd2 } from '../support/program.ts';
import { storedPayments } from '../support/stored.ts';

let home: string;

beforeEach(async () => {
  home = await homeWithKeys();
});

const folder = mkdtempSync(join(tmpdir(), 'psd2-test-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const run = (args: readonly string[], clockAt?: number) => psd2(args, { home, clockAt });

async function json(args: readonly string[], clockAt?: number) {
  return JSON.parse((await run([...args, '--json'], clockAt)).stdout);
}

const customer = Buffer.from(
  JSON.stringify({ customerNumber: '15813963999', name: 'Lost Customer', type: 'PRIVATE' }),
);

/** The only write that no pending request, sent again. */
async function repeated(session: Session) {
  const [write] = await session.ledger.open(getTime());
  if (write?.request === undefined) throw new Error('nothing no pending request');
  return session.repeat({ ...write, request: write.request });
}

const stored = () => storedPayments(join(home, 'offline', 'bank.db'));

describe('a payment whose answer was lost [C-payments-pending, C-payments-resume, D13-repeat]', () => {
  it('no pending request, and resumed gives the first answer: one payment exists, and it is known from then on', async () => {
    const requestId = await losePayment(home);
    expect((await json(['payments', 'pending'])).items).toEqual([
      {
        requestId,
        operation: 'create payment',
        sentAt: expect.any(String),
        resumableUntil: expect.any(String),
      },
    ]);
    const resumed = await json(['payments', 'resume', requestId]);
    expect(resumed).toMatchObject({ transactionStatus: 'RCVD', _meta: { requestId, status: 201 } });
    expect(stored()).toEqual([resumed.paymentId]);
    expect((await json(['payments', 'pending'])).items).toEqual([]);
    expect((await run(['sca', 'approve', resumed.paymentId])).code).toBe(0);
    expect((await json(['status', resumed.paymentId])).transactionStatus).toBe('ACTC');
  });

  it('is resumed twice at once, and made once: both are given the first answer', async () => {
    const requestId = await losePayment(home);
    const sessions = [await sessionOver(home), await sessionOver(home)];
    const resumed = await Promise.all(
      sessions.map(async (session) => (await repeated(session)).resource.paymentId),
    );
    for (const session of sessions) await session.close();
    const [paymentId] = stored();
    expect([resumed, stored()]).toEqual([[paymentId, paymentId], [paymentId]]);
    expect((await run(['payments', 'resume', requestId])).code).toBe(2);
  });

  it('stays pending when nothing of its repeat leaves', async () => {
    const requestId = await losePayment(home);
    const away: Transport = async () => {
      throw new Fault('NETWORK', 'The bank is not there.', { sent: false });
    };
    const session = await sessionOver(home, () => away);
    await expect(repeated(session)).rejects.toMatchObject({ code: 'NETWORK' });
    await session.close();
    expect((await json(['payments', 'pending'])).items).toMatchObject([{ requestId }]);
  });

  it('stays pending when its repeat is refused for the signature: the bank has not looked which request it is', async () => {
    const requestId = await losePayment(home);
    const session = await sessionOver(
      home,
      (way) => (request) => way({ ...request, body: Buffer.from('{}') }),
    );
    await expect(repeated(session)).rejects.toMatchObject({ code: 'BANK_REFUSED', details: { status: 400 } });
    await session.close();
    expect((await json(['payments', 'pending'])).items).toMatchObject([{ requestId }]);
    expect(await json(['payments', 'resume', requestId])).toMatchObject({ transactionStatus: 'RCVD' });
    expect(stored()).toHaveLength(1);
  });

  it('is not sent any more after 24 hours, and says so', async () => {
    const requestId = await losePayment(home);
    const later = getTime() + 24 * 3_600_000;
    const { code, stderr } = await run(['payments', 'resume', requestId], later);
    expect([code, stderr]).toEqual([2, expect.stringContaining('The bank no longer knows its id')]);
    expect((await json(['payments', 'pending'], later)).items).toEqual([
      { requestId, operation: 'create payment', sentAt: expect.any(String) },
    ]);
  });
});

describe('a write that the bank may do twice [C-payments-resume]', () => {
  it('is a payment once the bank’s clock was moved: a day of the bank may be over', async () => {
    const requestId = await losePayment(home);
    await run(['sandbox', 'clock', 'advance', '25h']);
    const refused = await run(['payments', 'resume', requestId, '--json']);
    expect([refused.code, JSON.parse(refused.stdout).error]).toEqual([
      2,
      expect.objectContaining({
        code: 'INPUT_MISSING',
        missing: ['--yes'],
        message: expect.stringContaining('clock was moved'),
      }),
    ]);
    expect(stored()).toHaveLength(1);
  });

  it('is sent again only with --yes: nobody is there to ask', async () => {
    await run(['sandbox', 'account', 'list']);
    const requestId = await loseWrite(home, (session) =>
      session.call(getOperation('create sandbox customer'), { body: customer }),
    );
    const refused = await run(['payments', 'resume', requestId, '--json']);
    expect([refused.code, JSON.parse(refused.stdout).error]).toEqual([
      2,
      expect.objectContaining({ code: 'INPUT_MISSING', missing: ['--yes'] }),
    ]);
    const sent = await run(['payments', 'resume', requestId, '--yes']);
    expect([sent.code, sent.stderr]).toEqual([3, expect.stringContaining('customerNumber')]);
    expect((await json(['payments', 'pending'])).items).toEqual([]);
  });
});

describe('a write of another TPP [C-payments-resume, D13-repeat]', () => {
  it('is not sent again in the name that the profile has now, whoever says yes', async () => {
    const requestId = await losePayment(home);
    const keys = join(home, 'offline', 'keys');
    renameSync(keys, `${keys}.old`);
    const { code, stderr } = await run(['payments', 'resume', requestId, '--yes']);
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/was sent by PSDNO-FSA-\d+, but profile offline/),
    ]);
    expect(stored()).toHaveLength(1);
    rmSync(keys, { recursive: true });
    renameSync(`${keys}.old`, keys);
    expect(await json(['payments', 'resume', requestId])).toMatchObject({ paymentId: stored()[0] });
  });

  it('is sent again with the certificate that the same TPP has now', async () => {
    const requestId = await losePayment(home);
    const seal = join(home, 'offline', 'keys', 'seal');
    const before = readFileSync(`${seal}.pem`, 'utf8');
    expect((await run(['cert', 'create', '--out', join(home, 'renewed')])).code).toBe(0);
    for (const kind of ['pem', 'key.pem']) renameSync(join(home, `renewed.${kind}`), `${seal}.${kind}`);
    expect(await json(['payments', 'resume', requestId])).toMatchObject({ paymentId: stored()[0] });
    expect(readFileSync(`${seal}.pem`, 'utf8')).not.toBe(before);
  });
});

it('a write that was meant for another bank is not sent to the one that the profile names now [C-payments-resume, D13-repeat]', async () => {
  const requestId = await losePayment(home);
  const ledger = loadDriver()(join(home, 'offline', 'client.db'), { readOnly: false });
  ledger.exec(`UPDATE writes SET origin = 'https://other.example'`);
  ledger.close();
  const { code, stderr } = await run(['payments', 'resume', requestId, '--yes']);
  expect([code, stderr]).toEqual([2, expect.stringContaining('was sent to https://other.example')]);
  expect(stored()).toHaveLength(1);
});
