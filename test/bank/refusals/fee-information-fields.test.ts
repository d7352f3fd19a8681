import { describe, expect, it } from 'vitest';
import { createInitialData } from '../../../src/bank/domain/initial-data.ts';
import { cardOf } from '../../support/life/products.ts';
import { sweep } from '../../support/sweep.ts';
import { creditors } from './accounts.ts';
import { all, type Change, cardDebtor, set } from './changes.ts';
import { debtorMembers, debtorRules } from './domestic-rules.ts';
import { expectErrorBody, expectRefusal, faults } from './expectations.ts';
import { instantFee, itInforms } from './fee-information.ts';
import { feeInformation } from './kinds.ts';
import { bankOf, knownPsu, type Row } from './rows.ts';
import { listed, type Member, noBbanRows, noCurrency, nothing, requiredRows, typeRows } from './tables.ts';
import { isFirstAtItsPath } from './wired.ts';

const { path } = feeInformation;

const strings: readonly Member[] = [
  ['amount.amount', nothing],
  ['amount.currency', nothing],
  ['creditorAccount.bban', nothing],
  ['creditorAccount.currency', nothing],
];
const objects: readonly Member[] = ['amount', 'creditorAccount', 'debtorAccount'].map((name) => [
  name,
  nothing,
]);

describe('the body of fee information [D4-fee-information, D2-path]', () => {
  itInforms([
    ...requiredRows([...objects.filter(([name]) => name !== 'debtorAccount'), ...strings]),
    ...typeRows(
      strings,
      objects.filter(([name]) => name !== 'debtorAccount'),
    ),
    ...noBbanRows(),
    ...creditors.map(
      (bban): Row => ({
        what: `the creditor ${bban}`,
        change: set('creditorAccount.bban', bban),
        answer: 'created',
      }),
    ),
    ...listed('amount.currency', ['NOK', 'EUR', 'HRK', 'ZWD'], noCurrency),
    ...listed('creditorAccount.currency', ['NOK', 'JPY', 'TVD'], noCurrency),
    ...['colour', 'creditorAgent', 'requestedExecutionDate', 'remittanceInformationUnstructured'].map(
      (name): Row => ({ what: `${name}, which it does not know`, change: set(name, 7), answer: 'created' }),
    ),
    ...debtorRules,
    ...sweep(debtorMembers, isFirstAtItsPath()),
  ]);
});

describe('the debtor of fee information [D4-fee-information, D4-debtor, D4-card-debtor]', () => {
  const bank = bankOf();
  const send = (change: Change) => {
    const body = feeInformation.body(bank());
    change(body);
    return bank().send({ path, headers: knownPsu, body });
  };
  const card = (owner?: string) =>
    cardDebtor({
      identification: cardOf(bank(), owner).relatedAccount,
      schemeNameProprietary: 'creditCardAccount',
    });

  it('is an account or a card of the PSU', async () => {
    expect((await send(set('debtorAccount.bban', bank().accounts.debtorOther))).json).toEqual(instantFee);
    expect((await send(card())).json).toEqual(instantFee);
  });

  it('is not another PSU’s, card or account', async () => {
    const other = all(
      set('debtorAccount.bban', bank().accounts.foreign),
      set('creditorAccount.bban', creditors[0]),
    );
    expectRefusal(await send(other), {
      status: 400,
      code: 'RESOURCE_UNKNOWN',
      path: 'debtorAccount.bban',
    });
    expectRefusal(await send(card('01929010120')), {
      status: 400,
      code: 'RESOURCE_UNKNOWN',
      path: 'debtorAccount.other.identification',
    });
  });
});

/** In the order of the body. */
const repairs: readonly (readonly [fault: string, repair: Change])[] = [
  ['FORMAT_ERROR amount.amount', set('amount.amount', '100')],
  ['FORMAT_ERROR amount.currency', set('amount.currency', 'JPY')],
  ['FORMAT_ERROR creditorAccount.bban', set('creditorAccount.bban', '99940512340')],
  ['FORMAT_ERROR creditorAccount.currency', set('creditorAccount.currency', 'EUR')],
  ['FORMAT_ERROR debtorAccount.currency', set('debtorAccount.currency', 'NOK')],
  [
    'FORMAT_ERROR debtorAccount.other.identification',
    set('debtorAccount.other.identification', 'no-such-card'),
  ],
  [
    'FORMAT_ERROR debtorAccount.other.schemeNameProprietary',
    set('debtorAccount.other.schemeNameProprietary', 'creditCardAccount'),
  ],
];

describe('fee information with everything wrong [D4-fee-information, D2-together]', () => {
  const bank = bankOf();
  const send = (changes: readonly Change[]) => {
    const body = {
      debtorAccount: { other: { schemeNameProprietary: 'card', identification: '' }, currency: 'XXX' },
      creditorAccount: { currency: 'nok', bban: '123' },
      amount: { currency: 'KRONER', amount: '1e2' },
    };
    all(...changes)(body);
    return bank().send({ path, headers: knownPsu, body });
  };
  const done = (count: number) => repairs.slice(0, count).map(([, repair]) => repair);

  for (const [count] of repairs.entries()) {
    it(`has ${repairs.length - count} faults left after ${count} repairs`, async () => {
      const answer = await send(done(count));
      expect(answer.status).toBe(400);
      expect(faults(answer)).toEqual(repairs.slice(count).map(([fault]) => fault));
      expectErrorBody(answer);
    });
  }

  it('is told that the card is nobody’s when nothing is malformed any more', async () => {
    expectRefusal(await send(done(repairs.length)), {
      status: 400,
      code: 'RESOURCE_UNKNOWN',
      path: 'debtorAccount.other.identification',
    });
  });

  it('is taken when the debtor is the PSU’s', async () => {
    const [own] = createInitialData('psd2').accounts;
    const debtor = set('debtorAccount', { bban: own?.bban, currency: 'NOK' });
    const answer = await send([...done(repairs.length), debtor]);
    expect({ status: answer.status, json: answer.json }).toEqual({ status: 200, json: instantFee });
  });

  it('is told each member that is missing, an object once', async () => {
    const answer = await bank().send({ path, body: {} });
    expect(faults(answer)).toEqual(
      ['amount', 'creditorAccount', 'debtorAccount'].map((name) => `FORMAT_ERROR ${name}`),
    );
  });
});
