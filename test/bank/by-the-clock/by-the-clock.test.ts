import { beforeAll, describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../../src/wire/operations.ts';
import { openTestBank } from '../../support/bank.ts';
import { DAY, MINUTE } from '../../support/life/days.ts';
import { copyOf } from '../../support/stored.ts';
import { CALLS, outcomeOf, type Story, tell } from './calls.ts';

/** Since the SCA, in the TPP-Session-ID that it was in; each in a world of its own. */
const TIMES = {
  '59 minutes': 59 * MINUTE,
  '61 minutes': 61 * MINUTE,
  '179 days': 179 * DAY,
  '181 days': 181 * DAY,
};

type Row = readonly [string, string, string, string];
const always = (outcome: string): Row => [outcome, outcome, outcome, outcome];
const afterTheHour = (within: string, after: string): Row => [within, after, after, after];
const withinTheHour = afterTheHour('200', '401 SCA_EXPIRED');
const within180Days: Row = ['200', '200', '200', '401 CONSENT_EXPIRED'];
/** Its payments were approved, and then the runs came. */
const settled: Row = ['200 ACTC', '200 ACTC', '200 ACSC', '200 ACSC'];
/** No other asks for an SCA. @see D3-information-operations */
const WITH_SESSION = OPERATIONS.filter(({ listener, hasSession }) => listener === 'interface' && hasSession);

const TABLE: Readonly<Record<string, Row>> = {
  'read fee information': always('200'),
  // Without an SCA of its own within the hour.
  'create payment': afterTheHour('201 ACTC', '201 RCVD'),
  'read payment': always('200 ACTC'),
  'read payment status': always('200 ACTC'),
  'cancel payment': always('204'),
  'start authorisation': always('201 RECEIVED'),
  'list authorisations': always('200'),
  'read authorisation': always('200 FINALISED'),
  'start cancellation authorisation': always('201 RECEIVED'),
  'list cancellation authorisations': always('200'),
  'read cancellation authorisation': always('200 FAILED'),
  'create basket': always('201 RCVD'),
  'read basket': settled,
  'read basket status': settled,
  'delete basket': always('204'),
  'start basket authorisation': afterTheHour('201 PSU_IDENTIFIED', '201 RECEIVED'),
  'list basket authorisations': always('200'),
  'read basket authorisation': always('200 FINALISED'),
  'list accounts': withinTheHour,
  'list card accounts': withinTheHour,
  'read user': withinTheHour,
  'read user by its other name': withinTheHour,
  'list agreements': withinTheHour,
  'read account': within180Days,
  'read account balances': within180Days,
  'list account transactions': within180Days,
  'read account transaction': within180Days,
  'read card account': within180Days,
  'read card account balances': within180Days,
  'list card account transactions': within180Days,
  'create bank-offered consent': always('201'),
  'create consent': always('201'),
};

describe('every operation by the clock [A-by-the-clock, D6-hour, D6-180-days, I-authentication-10]', () => {
  const heard: Record<string, string[]> = {};
  beforeAll(async () => {
    const bank = await openTestBank();
    const story: Story = await tell(bank);
    const file = copyOf(bank.path);
    await bank.close();
    for (const since of Object.values(TIMES)) {
      const later = await openTestBank({ now: bank.now + since, file });
      for (const [name, send] of Object.entries(CALLS)) {
        heard[name] = [...(heard[name] ?? []), outcomeOf(await send(later, story))];
      }
      expect(later.unexpected).toEqual([]);
      await later.close();
    }
  });

  it('is in the table', () => {
    expect(Object.keys(TABLE).toSorted()).toEqual(WITH_SESSION.map(({ name }) => name).toSorted());
    expect(Object.keys(heard).toSorted()).toEqual(Object.keys(TABLE).toSorted());
  });

  it.each(Object.keys(TABLE))('%s', (name) => {
    expect(heard[name]).toEqual(TABLE[name]);
  });
});
