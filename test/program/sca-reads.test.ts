import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { oneHome } from '../support/one-home.ts';
import { openStored } from '../support/stored.ts';

const { run, json, folder } = oneHome();
const KARI = '15813963008';
const STRANGE = 'a6920608-8f02-4bdb-8114-fa4632dbdfa4';
let [paymentId, basketId, psuId] = ['', '', ''];

beforeAll(async () => {
  const HERE = { cwd: tmpdir() };
  await run(['sandbox', 'clock', 'set', '2026-11-18T10:00:00+01:00'], HERE);
  const created = await json(
    ['payments', 'create', '--instant', '--example', '--as', KARI, '--sca', 'approve'],
    HERE,
  );
  ({ paymentId } = created.value);
  psuId = created.value._meta.sca.psuId;
  const member = await json(['payments', 'create', '--domestic', '--example'], HERE);
  basketId = (await json(['basket', 'create', member.value.paymentId], HERE)).value.basketId;
});

/** What a profile knows once the bank's store is another: a PSU-ID that the bank has never told. */
beforeEach(async () => {
  await run(['user', '--as', KARI, '--sca', 'approve'], { cwd: tmpdir() });
  const ledger = openStored(join(folder(), 'offline', 'client.db'), { readOnly: false });
  for (const table of ['psus', 'payments', 'baskets']) {
    ledger.exec(`UPDATE ${table} SET psu_id = '${STRANGE}' WHERE psu_id IS NOT NULL`);
  }
  ledger.exec('DELETE FROM sessions');
  ledger.close();
});

describe('payments and baskets of a PSU whom the bank does not know [C-sca-read-again]', () => {
  const reads = () => [
    ['payments', 'get', paymentId],
    ['status', paymentId],
    ['status', paymentId, '--watch'],
    ['payments', 'fees', '--example', '--as', KARI],
    ['basket', 'get', basketId],
    ['basket', 'status', basketId],
    ['basket', 'delete', basketId],
  ];

  it.each([0, 1, 2, 3, 4, 5, 6])('are read again after the SCA: read %d', async (place) => {
    const { code, value } = await json([...(reads()[place] ?? []), '--sca', 'approve']);
    expect({ code, error: value.error }).toEqual({ code: 0, error: undefined });
    const { value: known } = await json(['session', 'list']);
    expect(known.items).toMatchObject([{ psuId, customerNumber: KARI }]);
  });

  it('has the link in the error where nobody authorises', async () => {
    const { code, value } = await json(['payments', 'get', paymentId, '--sca', 'none']);
    expect({ code, link: value.error.scaRedirect }).toEqual({
      code: 4,
      link: expect.stringContaining('/sca/'),
    });
  });

  it('is not read where the PSU declines', async () => {
    const { code, value } = await json(['payments', 'get', paymentId, '--sca', 'decline']);
    expect({ code, error: value.error.code }).toEqual({ code: 4, error: 'SCA_DECLINED' });
  });
});
