import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { OpenWrite, WriteEntry } from '../../../src/client/ledger/types.ts';
import { loadDriver } from '../../../src/store/sqlite/driver.ts';
import { Child, script } from '../../support/child.ts';
import { openTestLedger } from '../../support/ledger.ts';
import { readStored } from '../../support/stored.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const HOUR = 3_600_000;

function entry(requestId: string, at = 1): WriteEntry {
  const target = '/v1/payments/norwegian-domestic-credit-transfers';
  return {
    ...{ requestId, operation: 'create payment', method: 'POST', target, bodyDigest: 'SHA-256=x', at },
    headers: [['X-Request-ID', requestId]],
    origin: 'https://bank.example',
    body: Buffer.from('{"a":"ø"}'),
  };
}

/** As it is told while its answer is not known. */
function pending(requestId: string, at?: number): OpenWrite {
  const { headers, body, method, target, bodyDigest: _, ...write } = entry(requestId, at);
  return { ...write, request: { method, target, headers, body } };
}

function newFile(): string {
  return join(temporaryFolder(), 'client.db');
}

describe('the writes of a ledger [S10-write-ledger]', () => {
  it('are open until their answer is known, oldest first', async () => {
    const ledger = openTestLedger(newFile());
    for (const requestId of ['c', 'a', 'b']) await ledger.begin(entry(requestId));
    expect(await ledger.open(1)).toEqual([pending('c'), pending('a'), pending('b')]);
    await ledger.close('a', 201);
    await ledger.close('b', 503);
    await ledger.close('never-begun', 200);
    expect(await ledger.open(1)).toEqual([pending('c')]);
    await ledger.end();
  });

  it('are forgotten when they did not leave, unless they did once before', async () => {
    const ledger = openTestLedger(newFile());
    await ledger.begin(entry('unsent', 5));
    await ledger.drop('unsent', 5);
    await ledger.begin(entry('lost', 6));
    await ledger.begin(entry('lost', 7));
    await ledger.drop('lost', 7);
    expect(await ledger.open(7)).toEqual([pending('lost', 6)]);
    await ledger.end();
  });

  it('are open again, under their first time, when they are sent once more', async () => {
    const ledger = openTestLedger(newFile());
    await ledger.begin(entry('again', 1));
    await ledger.begin(entry('again', 2));
    expect(await ledger.open(1)).toEqual([pending('again', 1)]);
    await ledger.close('again', 500);
    await ledger.begin(entry('again', 3));
    expect(await ledger.open(1)).toEqual([pending('again', 1)]);
    await ledger.end();
  });

  it('are forgotten 24 h after they left when they have an answer, and 30 days after it without', async () => {
    const file = newFile();
    const ledger = openTestLedger(file);
    for (const requestId of ['answered', 'lost']) await ledger.begin(entry(requestId, 0));
    await ledger.close('answered', 201);
    const kept = async () => {
      const rows = readStored(file, 'SELECT request_id FROM writes ORDER BY sequence');
      return rows.map(({ request_id }) => request_id);
    };
    await ledger.begin(entry('late', 24 * HOUR - 1));
    expect(await kept()).toEqual(['answered', 'lost', 'late']);
    await ledger.begin(entry('later', 24 * HOUR));
    expect(await kept()).toEqual(['lost', 'late', 'later']);
    expect(await ledger.open(30 * 24 * HOUR - 1)).toHaveLength(3);
    expect((await ledger.open(30 * 24 * HOUR)).map(({ requestId }) => requestId)).toEqual(['late', 'later']);
    await ledger.end();
  });
});

describe('what a repeat of a write needs [D13-repeat]', () => {
  const contents = (file: string) =>
    readStored(file, 'SELECT method, target, body_digest, headers, body FROM writes ORDER BY sequence');
  const NOTHING = { method: '', target: '', body_digest: '', headers: null, body: null };

  it('is erased by the answer', async () => {
    const file = newFile();
    const ledger = openTestLedger(file);
    await ledger.begin(entry('answered'));
    await ledger.close('answered', 201);
    expect(contents(file)).toEqual([NOTHING]);
    await ledger.end();
  });

  it('is erased after 24 h, by the next write and by whoever asks; the write stays', async () => {
    const file = newFile();
    const ledger = openTestLedger(file);
    await ledger.begin(entry('lost', 0));
    expect((await ledger.open(24 * HOUR - 1))[0]?.request).toBeDefined();
    expect((await ledger.open(24 * HOUR)).map(({ requestId, request }) => [requestId, request])).toEqual([
      ['lost', undefined],
    ]);
    expect(contents(file)).toEqual([NOTHING]);
    await ledger.begin(entry('old', 24 * HOUR));
    await ledger.begin(entry('new', 48 * HOUR));
    expect(contents(file).map(({ body }) => body)).toEqual([null, null, expect.any(String)]);
    await ledger.end();
  });

  it('is erased after 24 h by a command that sends no write', async () => {
    const file = newFile();
    const ledger = openTestLedger(file);
    await ledger.begin(entry('lost', 0));
    await ledger.session({}, { now: 24 * HOUR });
    expect(contents(file)).toEqual([NOTHING]);
    await ledger.end();
  });
});

describe('a write whose process was killed [S10-write-ledger]', () => {
  it('is in the ledger as soon as its message has left, whole', async () => {
    const file = newFile();
    const child = new Child(process.execPath, [...script('ledger-process'), 'call', file, 'request-1']);
    expect(await child.line(0)).toBe('left');
    await child.kill();
    const ledger = openTestLedger(file);
    expect(await ledger.open(1)).toEqual([
      {
        requestId: 'request-1',
        operation: 'make thing',
        at: 1,
        origin: 'https://bank.example',
        request: expect.objectContaining({
          method: 'POST',
          target: '/v1/things?a=b',
          body: Buffer.from('{}'),
        }),
      },
    ]);
    await ledger.end();
  });
});

describe("a ledger's file [S8-store-modes, S7-newer-refused, A-ledger-at-first-use]", () => {
  it('is made by the first use, 0600 with what SQLite puts beside it', async () => {
    const file = newFile();
    const ledger = openTestLedger(file);
    expect(existsSync(file)).toBe(false);
    expect(await ledger.open(1)).toEqual([]);
    const made = readdirSync(dirname(file)).map((name) => statSync(join(dirname(file), name)).mode & 0o777);
    expect(made).toEqual([0o600, 0o600, 0o600]);
    await ledger.end();
  });

  it('is not made by a ledger that is ended unused', async () => {
    const file = newFile();
    await openTestLedger(file).end();
    expect(existsSync(file)).toBe(false);
  });

  it('is refused by words when a newer program made it', async () => {
    const file = newFile();
    writeFileSync(file, '', { mode: 0o600 });
    const database = loadDriver()(file, { readOnly: false });
    database.exec('PRAGMA user_version = 99');
    database.close();
    const ledger = openTestLedger(file);
    await expect(ledger.begin(entry('a'))).rejects.toMatchObject({
      code: 'STORE_UNUSABLE',
      message: expect.stringMatching(/client\.db has version 99, but this program only knows versions up to/),
    });
    await ledger.end();
  });
});
