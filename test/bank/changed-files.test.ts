import { copyFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { type OpenedBank, openBank } from '../../src/library.ts';
import { openTestBank, type TestBank } from '../support/bank.ts';
import { HARMS } from '../support/harms.ts';
import { storedPayments } from '../support/stored.ts';

async function bankOfTest(): Promise<TestBank> {
  const bank = await openTestBank();
  onTestFinished(() => bank.close());
  return bank;
}

/** As another process does it. */
function openedAgain(path: string): OpenedBank {
  const bank = openBank({ path, onUnexpected: () => {} });
  onTestFinished(() => bank.close());
  return bank;
}

it.each(
  HARMS,
)('a bank whose file is changed under it answers 503 from then on, and tells why: $name [S1-files-changed, S1-503]', async ({
  act,
  words,
}) => {
  const bank = await bankOfTest();
  expect((await bank.send({})).status).toBe(201);
  act(bank.path);
  expect((await bank.send({})).status).toBe(503);
  expect(bank.unexpected[0]).toMatchObject({
    code: 'STORE_DAMAGED',
    message: expect.stringMatching(words),
    details: { hint: expect.stringMatching(/^Stop every psd2 that uses it\. Put the right file back/) },
  });
  const read = await bank.send({ method: 'GET', path: '/v1/sandbox/accounts' });
  expect({ status: read.status, retryAfter: read.header('Retry-After') }).toEqual({
    status: 503,
    retryAfter: '60',
  });
  expect(read.text).toContain('needs repair');
  expect(read.text).not.toContain(bank.path);
});

it('a bank that is closed has all of it in its file, for a copy: when it was alone, and beside another that has it open [S3-checkpoint]', async () => {
  for (const isAlone of [true, false]) {
    const bank = await bankOfTest();
    const other = openedAgain(bank.path);
    if (!isAlone) await other.open();
    const { json } = await bank.send({});
    const copy = `${bank.path}.copy`;
    const closing = openedAgain(bank.path);
    await closing.open();
    await closing.close();
    copyFileSync(bank.path, copy);
    expect(storedPayments(copy)).toEqual([json.paymentId]);
    expect(storedPayments(bank.path)).toEqual([json.paymentId]);
  }
});
