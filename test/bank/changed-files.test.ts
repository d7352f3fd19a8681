import { copyFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type OpenedBank, openBank } from '../../src/library.ts';
import { openTestBank, type TestBank } from '../support/bank.ts';
import { HARMS } from '../support/harms.ts';
import { storedPayments } from '../support/stored.ts';

const IN_FLIGHT = 4;
const BEFORE = 8;
const AFTER = 8;

interface Load {
  readonly acknowledged: string[];
  /** Statuses of what was begun after the harm. */
  readonly after: number[];
}

async function bankOfTest(): Promise<TestBank> {
  const bank = await openTestBank();
  onTestFinished(() => bank.close());
  return bank;
}

/** Creates payments, several at a time; does the harm in between. */
async function underLoad(bank: TestBank, act: (path: string) => void): Promise<Load> {
  const load: Load = { acknowledged: [], after: [] };
  let isHarmed = false;
  const createOneByOne = async () => {
    while (load.after.length < AFTER) {
      const isAfter = isHarmed;
      const { status, json } = await bank.send({});
      if (status === 201) load.acknowledged.push(json.paymentId);
      if (isAfter) load.after.push(status);
      if (isHarmed || load.acknowledged.length < BEFORE) continue;
      isHarmed = true;
      act(bank.path);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, createOneByOne));
  return load;
}

/** As another process does it. */
function openedAgain(path: string): OpenedBank {
  const bank = openBank({ path, onUnexpected: () => {} });
  onTestFinished(() => bank.close());
  return bank;
}

describe('a bank whose file is changed by somebody else under load [S1-files-changed, S1-503]', () => {
  it.each(HARMS)('answers 503 from then on, and tells why: $name', async ({ act, words }) => {
    const bank = await bankOfTest();
    const { after } = await underLoad(bank, act);
    expect(new Set(after)).toEqual(new Set([503]));
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
});

describe('a bank that is closed [S3-checkpoint]', () => {
  it('has all of it in its file, for a copy: when it was alone, and beside another that has it open', async () => {
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
});
