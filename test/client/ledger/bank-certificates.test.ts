import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Ledger } from '../../../src/client/ledger/ledger.ts';
import { openTestLedger } from '../../support/ledger.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const ORIGIN = 'https://bank.example';
const OTHER = 'https://other.example';
const [FIRST, SECOND] = ['a'.repeat(64), 'b'.repeat(64)];

let file: string;
let ledger: Ledger;

beforeEach(() => {
  file = join(temporaryFolder(), 'client.db');
  ledger = openTestLedger(file);
  return () => ledger.end();
});

describe("what is known of a bank's certificate [D10-response-check]", () => {
  it('is the first one, until somebody says that it is another', async () => {
    expect(await ledger.pin(ORIGIN)).toBeUndefined();
    expect(await ledger.keepFirstPin(ORIGIN, { fingerprint: FIRST, at: 1 })).toBe(FIRST);
    expect(await ledger.keepFirstPin(ORIGIN, { fingerprint: SECOND, at: 2 })).toBe(FIRST);
    expect(await ledger.pin(ORIGIN)).toEqual({ fingerprint: FIRST, at: 1 });
    expect(await ledger.replacePin(ORIGIN, { fingerprint: SECOND, at: 3 })).toEqual({
      fingerprint: FIRST,
      at: 1,
    });
    expect(await ledger.pin(ORIGIN)).toEqual({ fingerprint: SECOND, at: 3 });
  });

  it('is of one bank: another has its own', async () => {
    await ledger.keepFirstPin(ORIGIN, { fingerprint: FIRST, at: 1 });
    expect(await ledger.replacePin(OTHER, { fingerprint: SECOND, at: 2 })).toBeUndefined();
    expect((await ledger.pin(ORIGIN))?.fingerprint).toBe(FIRST);
  });

  it('is one, of all that several processes see at once, and each is told which', async () => {
    const others = [openTestLedger(file), openTestLedger(file), openTestLedger(file)];
    const kept = await Promise.all(
      [ledger, ...others].map((one, place) =>
        one.keepFirstPin(ORIGIN, { fingerprint: String(place).repeat(64), at: place }),
      ),
    );
    expect(new Set(kept).size).toBe(1);
    expect((await ledger.pin(ORIGIN))?.fingerprint).toBe(kept[0]);
    await Promise.all(others.map((one) => one.end()));
  });
});
