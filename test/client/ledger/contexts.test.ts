import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Ledger } from '../../../src/client/ledger/ledger.ts';
import type { CompletedSca } from '../../../src/client/ledger/types.ts';
import { openTestLedger } from '../../support/ledger.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const KARI = '15813963008';
const HOUR = 3_600_000;
const [ONE, OTHER] = ['0a6d5b1e-4b8f-4a53-8d9c-7c1f8a3f6e22', '1b7d5b1e-4b8f-4a53-8d9c-7c1f8a3f6e22'];

let file: string;
let ledger: Ledger;

beforeEach(() => {
  file = join(temporaryFolder(), 'client.db');
  ledger = openTestLedger(file);
  return () => ledger.end();
});

function sca(more: Partial<CompletedSca> = {}): CompletedSca {
  return { psuId: 'kari', context: 'PRIVATE', tppSessionId: 's', at: 1, bankAt: 500, ...more };
}

const kari = { psuId: 'kari', context: 'PRIVATE', scaAt: 500, tppSessionId: 's', hourEndsAt: 1 + HOUR };

describe('what is remembered of an SCA [S10-stored-psu, C-session-list]', () => {
  it('is by the bank’s clock when it was, by ours when its hour ends', async () => {
    await ledger.rememberSca(sca({ customerNumber: KARI }));
    expect(await ledger.known()).toEqual([{ ...kari, customerNumber: KARI }]);
  });

  it('is the PSU’s last one, the last PSU first', async () => {
    await ledger.rememberSca(sca());
    await ledger.rememberSca(sca({ psuId: 'ola', at: 3, tppSessionId: 'o' }));
    const corporate = { psuCorporateId: ONE, context: 'CORPORATE' } as const;
    await ledger.rememberSca(sca({ ...corporate, at: 4, bankAt: 600 }));
    expect(await ledger.known()).toEqual([
      { ...kari, ...corporate, scaAt: 600, hourEndsAt: 4 + HOUR },
      expect.objectContaining({ psuId: 'ola', tppSessionId: 'o' }),
    ]);
  });

  it('has no session once the bank has let go of it, and no hour before an SCA in the new one', async () => {
    await ledger.rememberSca(sca());
    await ledger.endSession('s');
    const { tppSessionId: _, hourEndsAt: __, ...without } = kari;
    expect(await ledger.known()).toEqual([without]);
    const { tppSessionId } = await ledger.session({ psuId: 'kari' }, { now: 2 });
    expect(await ledger.known()).toEqual([{ ...without, tppSessionId }]);
  });
});

describe('consents [C-consent-show, S10-stored-psu]', () => {
  it('are one for each context in which accounts were chosen, whatever the last SCA was for', async () => {
    await ledger.rememberSca(sca({ consents: true }));
    await ledger.rememberSca(sca({ psuCorporateId: ONE, context: 'CORPORATE', consents: true }));
    await ledger.rememberSca(sca({ psuCorporateId: OTHER, context: 'CORPORATE' }));
    await ledger.rememberSca(sca());
    expect(await ledger.consents()).toEqual([kari, { ...kari, psuCorporateId: ONE, context: 'CORPORATE' }]);
  });

  it('go one by one, and with their PSU', async () => {
    await ledger.rememberSca(sca({ consents: true }));
    await ledger.rememberSca(sca({ psuCorporateId: ONE, context: 'CORPORATE', consents: true }));
    await ledger.forgetConsent('kari', ONE);
    expect(await ledger.consents()).toEqual([kari]);
    await ledger.forgetPsu('kari');
    expect(await ledger.consents()).toEqual([]);
    await ledger.rememberSca(sca());
    expect(await ledger.consents()).toEqual([]);
  });
});

describe('agreements of a PSU [S10-stored-psu]', () => {
  it('are found by either name, of this PSU alone', async () => {
    await ledger.rememberSca(sca({ psuCorporateId: ONE, context: 'CORPORATE', agreement: 'mock' }));
    const known = { psuCorporateId: ONE, agreement: 'mock' };
    expect(await ledger.agreement('kari', 'mock')).toEqual(known);
    expect(await ledger.agreement('kari', ONE.toUpperCase())).toEqual(known);
    expect(await ledger.agreement('ola', 'mock')).toBeUndefined();
    expect(await ledger.agreement('kari', '')).toBeUndefined();
  });
});
