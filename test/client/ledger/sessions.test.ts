import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Ledger } from '../../../src/client/ledger/ledger.ts';
import type { CompletedSca, SessionKey } from '../../../src/client/ledger/types.ts';
import { Child, script } from '../../support/child.ts';
import { openTestLedger } from '../../support/ledger.ts';
import { runs } from '../../support/sweep.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const [KARI, OLA] = ['15813963008', '24820096994'];
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let file: string;
let ledger: Ledger;

beforeEach(() => {
  file = join(temporaryFolder(), 'client.db');
  ledger = openTestLedger(file);
  return () => ledger.end();
});

/** The id that is used. */
async function idOf(key: SessionKey = {}, now = 0): Promise<string> {
  return (await ledger.session(key, { now })).tppSessionId;
}

function sca(psuId: string, tppSessionId: string, more: Partial<CompletedSca> = {}): CompletedSca {
  return { psuId, tppSessionId, context: 'PRIVATE', at: 0, ...more };
}

describe('the TPP-Session-ID of PSUs who are not known yet [S10-one-session]', () => {
  it('is one for those of whom nothing is known, and one for each customer number', async () => {
    const nobodys = await idOf();
    expect(await idOf({ psuId: 'never-seen' })).toBe(nobodys);
    const [karis, olas] = [await idOf({ customerNumber: KARI }), await idOf({ customerNumber: OLA })];
    expect(new Set([nobodys, karis, olas]).size).toBe(3);
    expect(await idOf({ customerNumber: KARI })).toBe(karis);
  });

  it('has no hour before an SCA', async () => {
    expect(await idOf({}, 400 * 24 * HOUR)).toBe(await idOf({}, 0));
  });

  it('becomes that of the PSU who completes an SCA under it', async () => {
    const shared = await idOf({ customerNumber: KARI });
    await ledger.rememberSca(sca('kari', shared, { customerNumber: KARI }));
    expect([await idOf({ psuId: 'kari' }), await idOf({ customerNumber: KARI })]).toEqual([shared, shared]);
    expect(await idOf({ customerNumber: OLA })).not.toBe(shared);
  });

  // Two commands at once: the other's request leaves when the PSU has just become known.
  it('is not made anew for who saw nobody, when somebody has become known since', async () => {
    const shared = await idOf();
    await ledger.rememberSca(sca('kari', shared));
    expect(await idOf()).toBe(shared);
  });
});

describe('the hour of a TPP-Session-ID [I-authentication-7-hour, S10-one-session]', () => {
  it('ends 60 s early, counted from the last SCA', async () => {
    await ledger.rememberSca(sca('kari', 's', { at: 0 }));
    const last = 20 * MINUTE;
    await ledger.rememberSca(sca('kari', 's', { at: last }));
    const end = last + HOUR - MINUTE;
    expect(await ledger.session({ psuId: 'kari' }, { now: end - 1 })).toEqual({ tppSessionId: 's' });
    const next = await ledger.session({ psuId: 'kari' }, { now: end });
    expect(next).toEqual({ tppSessionId: expect.not.stringMatching(/^s$/) });
    expect(await idOf({ psuId: 'kari' }, end + 10 * HOUR)).toBe(next.tppSessionId);
  });
});

describe('a new TPP-Session-ID [S10-new-session, I-authentication-7-hour]', () => {
  it('says which one it ends, and is used from then on', async () => {
    await ledger.rememberSca(sca('kari', 's'));
    const fresh = await ledger.session({ psuId: 'kari' }, { now: 1, fresh: true });
    expect(fresh).toEqual({ tppSessionId: expect.not.stringMatching(/^s$/), ended: 's' });
    expect(await idOf({ psuId: 'kari' }, 2)).toBe(fresh.tppSessionId);
  });

  it('ends none where there is none, and none whose hour is over', async () => {
    expect(await ledger.session({}, { now: 0, fresh: true })).toEqual({ tppSessionId: 'id-1' });
    await ledger.rememberSca(sca('kari', 's'));
    const fresh = await ledger.session({ psuId: 'kari' }, { now: HOUR, fresh: true });
    expect(fresh).toEqual({ tppSessionId: 'id-2' });
  });

  it('gives way to an SCA under the old id that came after it, not to one before', async () => {
    await ledger.rememberSca(sca('kari', 'old', { at: 0 }));
    const { tppSessionId } = await ledger.session({ psuId: 'kari' }, { now: 10, fresh: true });
    await ledger.rememberSca(sca('kari', 'old', { at: 9 }));
    expect(await idOf({ psuId: 'kari' }, 11)).toBe(tppSessionId);
    await ledger.rememberSca(sca('kari', 'old', { at: 12 }));
    expect(await idOf({ psuId: 'kari' }, 13)).toBe('old');
  });
});

describe('the first TPP-Session-ID of several processes at once [S10-one-session, S7-one-store]', () => {
  it('is the same for all of them', async () => {
    const children = Array.from(
      // Two would do, if they met; four meet.
      { length: runs(4, 16) },
      (_, index) =>
        new Child(process.execPath, [...script('ledger-process'), 'session', file, `child${index}`]),
    );
    await Promise.all(children.map((child) => child.line(0)));
    for (const child of children) child.tell('go');
    const used = await Promise.all(children.map((child) => child.line(1)));
    expect([...new Set(used)]).toEqual([expect.stringMatching(/^child\d+-1$/)]);
    expect(await idOf()).toBe(used[0]);
    await Promise.all(children.map((child) => child.ended()));
  });
});
