import { expect, it } from 'vitest';
import { keepConsent } from '../../../src/bank/store/tables/psus.ts';
import { ownedBy } from '../../support/life/information.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { KARI } from '../../support/life/payments.ts';
import { inStore } from '../../support/store-work.ts';
import { readStored } from '../../support/stored.ts';
import { get, remove } from '../sandbox/calls.ts';

const bank = bankOfEach();
const stored = (table: string) => readStored(bank().path, `SELECT COUNT(*) AS rows FROM ${table}`)[0]?.rows;

it('what is deleted leaves the consents more of them than one work takes [D8-deleting, D8-deleting-customer, D6-consent]', async () => {
  const [gone = ''] = ownedBy(bank(), KARI).accounts;
  await inStore(bank().path, function* () {
    for (let place = 0; place < 2_100; place += 1)
      yield* keepConsent(`PSDNO-FSA-${place}`, KARI, undefined, [gone]);
  });
  await remove(bank(), `/accounts/${gone}`);
  await get(bank(), '/accounts');
  expect(stored('consent_accounts')).toBe(0);
  expect(stored('consents')).toBe(2_100);
});
