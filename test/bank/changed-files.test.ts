import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
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
  it.each(HARMS)('answers 503 from then on, and tells why: $name', async ({ act, words, restart }) => {
    const bank = await bankOfTest();
    const { acknowledged, after } = await underLoad(bank, act);
    expect(new Set(after)).toEqual(new Set([503]));
    expect(bank.unexpected[0]).toMatchObject({
      code: 'STORE_DAMAGED',
      message: expect.stringMatching(words),
      details: { hint: 'Stop every psd2 that uses it and start again. It then tells you what to do.' },
    });
    const read = await bank.send({ method: 'GET', path: '/v1/sandbox/accounts' });
    expect({ status: read.status, retryAfter: read.header('Retry-After') }).toEqual({
      status: 503,
      retryAfter: '60',
    });
    expect(read.text).toContain('needs repair');
    expect(read.text).not.toContain(bank.path);
    const opening = openedAgain(bank.path).open();
    if (restart === undefined) {
      await opening;
      expect(storedPayments(bank.path)).toEqual(expect.arrayContaining(acknowledged));
    } else {
      await expect(opening).rejects.toMatchObject({
        code: 'STORE_DAMAGED',
        message: expect.stringMatching(restart),
      });
    }
  });
});

async function create(bank: TestBank, count: number): Promise<string[]> {
  const made: string[] = [];
  for (let place = 0; place < count; place++) {
    const { status, json } = await bank.send({});
    expect(status).toBe(201);
    made.push(json.paymentId);
  }
  return made;
}

/** Another process that ends takes the log into the file. */
async function takeInLog(path: string): Promise<void> {
  const other = openedAgain(path);
  await other.open();
  await other.close();
}

/** What docs/adr/0018 tells of it. */
describe('a file that is not smaller, copied over the one in use [S1-files-overwritten]', () => {
  it('is not seen by a write that finds its pages in memory or in the log, and refused by the next opening', async () => {
    const bank = await bankOfTest();
    await create(bank, 12);
    writeFileSync(bank.path, Buffer.alloc(readFileSync(bank.path).length, 'x'));
    await create(bank, 1);
    await expect(openedAgain(bank.path).open()).rejects.toMatchObject({
      code: 'STORE_DAMAGED',
      message: expect.stringMatching(/bank\.db is damaged: /),
    });
  });

  it('takes no write any longer once SQLite has found it', async () => {
    const bank = await bankOfTest();
    await create(bank, 12);
    await takeInLog(bank.path);
    writeFileSync(bank.path, Buffer.alloc(readFileSync(bank.path).length, 'x'));
    const read = await bank.send({ method: 'GET', path: '/v1/sandbox/accounts' });
    const write = await bank.send({});
    expect([read.status, write.status]).toEqual([503, 503]);
    expect(bank.unexpected).toMatchObject([
      { message: expect.stringContaining('is not a database') },
      { message: expect.stringContaining('is damaged') },
    ]);
  });

  it('is not seen at all when it is the same bank of before, whole', async () => {
    const bank = await bankOfTest();
    const first = await create(bank, 6);
    await takeInLog(bank.path);
    const before = readFileSync(bank.path);
    await create(bank, 12);
    await takeInLog(bank.path);
    const { length } = readFileSync(bank.path);
    writeFileSync(bank.path, Buffer.concat([before, Buffer.alloc(length - before.length)]));
    const [last] = await create(bank, 1);
    await takeInLog(bank.path);
    expect(storedPayments(bank.path)).toEqual([...first, last]);
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
