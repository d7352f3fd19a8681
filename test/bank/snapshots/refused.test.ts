import { describe, expect, it } from 'vitest';
import { openHttps } from '../../../src/library.ts';
import { openTestBank } from '../../support/bank.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { create } from '../../support/life/payments.ts';
import { keptOf, restore, type SnapshotRecord, take } from '../../support/life/snapshots.ts';
import { served } from '../../support/served-bank.ts';

const bank = bankOfEach();
type Records = readonly SnapshotRecord[];
const AT = '2026-01-02T10:00:00.000Z';
const PAID = { status: 'ACSC', debtor: '99901067291', approval: { place: 1, at: AT } };
const OUTCOMES = { settled: -1, sent: 0, waiting: 0, rejected: 0, held: 0 };
const AUTHORISATION = {
  ...{ authorisation: 900, scaStatus: 'FINALISED', tpp: 'T', tppName: 'T' },
  ...{ createdAt: AT, endedAt: AT },
};

/** What a hand can break in a snapshot, and where it is told. */
const BROKEN: readonly (readonly [string, (records: Records) => readonly unknown[], RegExp])[] = [
  ['no header', (all) => all.slice(1), /^records\[0\] must be the only one with "snapshot": 2$/],
  ['nothing', () => [], /^records\[0\] must be the only one/],
  [
    'a later version',
    changed('snapshot', { snapshot: 3 }),
    /^records\[0\]\.snapshot must be 1 to 2: another version/,
  ],
  ['a clock out of its years', changed('snapshot', { clockOffset: 1e15 }), /clockOffset must not move/],
  ['a kind that is none', added({ planet: 'Earth' }), /isn't known: its first member must be one of/],
  [
    'a member that is none',
    changed('customer', { shoeSize: 43 }),
    /has members that aren't known: shoeSize$/,
  ],
  ['a member that lacks', changed('customer', { name: undefined }), /\.name is required$/],
  ['a wrong type', changed('customer', { type: 'ALIEN' }), /\.type must be one of PRIVATE, CORPORATE$/],
  ['a customer without a name', changed('customer', { name: ' ' }), /\.name must not be blank/],
  ['a name with a control character', changed('account', { name: 'a\u001bb' }), /\.name has a character/],
  [
    'an account with a name too long',
    changed('account', { name: 'a'.repeat(71) }),
    /\.name has 71 characters/,
  ],
  ['an agreement without a name', changed('agreement', { agreement: '' }), /\.agreement must not be empty/],
  ['a customer twice', twice('customer'), /\.customer stands in the snapshot twice$/],
  ['an account twice', twice('account'), /\.account stands in the snapshot twice$/],
  ['a card twice', twice('card'), /\.card stands in the snapshot twice$/],
  ['an agreement twice', twice('agreement'), /\.agreement stands in the snapshot twice$/],
  ['a payment twice', twice('payment'), /\.payment stands in the snapshot twice$/],
  [
    'an account of nobody',
    changed('account', { customer: '1' }),
    /\.customer is "1", which the snapshot lacks$/,
  ],
  ['a bban that is none', changed('account', { account: '12' }), /\.account must be a bban of 11 digits$/],
  [
    'a balance in other decimals',
    changed('account', { balance: '1.5' }),
    /\.balance must have the decimals of NOK$/,
  ],
  [
    'a transaction of no account',
    added(entryOf({ transaction: '99990000000' })),
    /\.transaction is "99990000000", which the snapshot lacks$/,
  ],
  ['a transaction with a part of a unit', added(entryOf({ amount: '1.50' })), /\.amount must be whole units/],
  [
    'an engagement in no agreement',
    added({ engagement: '15813963008', agreement: 'None of 1', account: '99901067291', roles: [] }),
    /\.agreement is "None of 1", which the snapshot lacks$/,
  ],
  [
    'a consent with no account',
    added({ consent: '15813963008', tpp: 'T', accounts: ['1'] }),
    /\.accounts is "1", which the snapshot lacks$/,
  ],
  [
    'a payment from no account',
    changed('payment', { debtor: '1' }),
    /\.debtor is "1", which the snapshot lacks$/,
  ],
  [
    'a status without approval',
    changed('payment', { status: 'ACTC' }),
    /\.approval and debtor are required in ACTC$/,
  ],
  [
    'a booked status without booking',
    changed('payment', { status: 'ACSC' }),
    /\.booked is required in ACSC$/,
  ],
  [
    'a payment on its way from no account',
    changed('payment', {
      ...{ status: 'ACTC', debtor: 'id:gone' },
      approval: { place: 1, at: '2026-01-02T10:00:00.000Z' },
    }),
    /\.debtor isn't an account of this snapshot, which ACTC needs$/,
  ],
  // Each use would be tried when the world is saved.
  [
    'a key used too often',
    added({ used: 'customer', key: '15813963008', times: 100_001 }),
    /\.times must be /,
  ],
  // The next thing would get a number that no snapshot can say.
  ['a number after which there is none', changed('payment', { payment: 2 ** 53 - 1 }), /\.payment must be /],
  // Each was a 500, or went into the books.
  [
    'a balance too large with the rest',
    changed('account', { balance: '92233720368547758.07' }),
    /\.balance makes the amounts in NOK more than the books can hold$/,
  ],
  [
    'transactions that add up to too much',
    (all) => [...all, ...Array.from({ length: 3 }, () => entryOf({ amount: '9000000000000000.00' }))],
    /\.amount makes the amounts in NOK more/,
  ],
  [
    'a card transaction without its members',
    added({ cardTransaction: '4925xxxxxxxx3595 of 15813963008', details: { a: 1 } }),
    /\.details must have a date and an amount in NOK/,
  ],
  ['a step that none takes', steps('RCVD', ['RCVD', 'ACSC']), /\.steps\[0\] can't be: RCVD doesn't become/],
  [
    'steps with a gap',
    steps('ACSP', ['RCVD', 'ACTC'], ['ACCP', 'ACSP']),
    /\.steps\[1\]\.from must be ACTC, to which the step before leads$/,
  ],
  ['steps to another status', steps('RCVD', ['RCVD', 'CANC']), /\.status must be CANC, to which the steps/],
  [
    'money booked in another currency',
    changed('payment', { ...PAID, booked: { at: AT, to: '99901067291', currency: 'EUR' } }),
    /\.booked\.currency must be NOK, that of the account$/,
  ],
  [
    "money booked to the bank's fees",
    changed('payment', { ...PAID, booked: { at: AT, to: 'id:FEES', currency: 'NOK' } }),
    /\.booked\.to is the bank's own account$/,
  ],
  [
    'a debtor in another currency',
    debitedIn('EUR'),
    /\.initiation\.debtorAccount\.currency must be NOK, that of the debtor's account$/,
  ],
  ['a bulk that is a payment', changed('payment', { bulk: 1 }), /\.bulk isn't a bulk of this snapshot$/],
  ['a bulk of nothing', added({ bulk: 901, initiation: {} }), /\.bulk has no payment/],
  [
    "a basket with another TPP's payment",
    added({ basket: 901, tpp: 'T', state: 'LIVE', payments: [1] }),
    /\.payments has a payment of another TPP$/,
  ],
  [
    'an authorisation of nothing',
    added({ ...AUTHORISATION, of: 999, purpose: 'payment' }),
    /\.of isn't a payment of this snapshot$/,
  ],
  [
    'a basket authorisation of a payment',
    added({ ...AUTHORISATION, of: 1, purpose: 'basket' }),
    /\.of isn't a basket of this snapshot$/,
  ],
  ['a PSU twice', repeated({ psu: '1', tpp: 'T', lastSca: AT }), /\.psu stands in the snapshot twice$/],
  ['a former account twice', repeated({ formerAccount: '99901067305' }), /\.formerAccount stands/],
  ['a used key twice', repeated({ used: 'customer', key: '1', times: 2 }), /\.used stands/],
  [
    'an instant that no clock shows',
    changed('payment', { createdAt: '9999-12-31T23:59:59Z' }),
    /\.createdAt must be a date-time with Z, of the years 1970 to 2199$/,
  ],
  [
    'a run that settled less than none',
    added({ run: AT, at: AT, bankDay: '2026-01-02', isLastOfDay: true, outcomes: OUTCOMES }),
    /\.outcomes\.settled must be /,
  ],
  ['a product that is none', changed('payment', { product: 'x' }), /\.product isn't a product of this bank$/],
];

function added(record: object) {
  return (all: Records) => [...all, record];
}

function changed(kind: string, members: object) {
  return (all: Records) => {
    const place = all.findIndex((record) => kind in record);
    return all.map((record, at) =>
      at === place ? JSON.parse(JSON.stringify({ ...record, ...members })) : record,
    );
  };
}

function steps(status: string, ...path: readonly (readonly [string, string])[]) {
  const taken = path.map(([from, to]) => ({ from, to, at: AT }));
  return changed('payment', { ...PAID, status, steps: taken });
}

function debitedIn(currency: string) {
  return (all: Records) => {
    const { initiation } = all.find((record) => 'payment' in record) as { initiation: object };
    const members = { ...PAID, status: 'ACTC', initiation: { ...initiation, debtorAccount: { currency } } };
    return changed('payment', members)(all);
  };
}

function repeated(record: object) {
  return (all: Records) => [...all, record, record];
}

function twice(kind: string) {
  return (all: Records) => [...all, all.find((record) => Object.keys(record)[0] === kind)];
}

function entryOf(members: object) {
  const from = { debtorName: 'A', creditorAccount: 'own', bankTransactionCode: 'PMNT-RCDT-DMCT' };
  return { transaction: '99901067291', bookingDate: '2026-01-02', amount: '1.00', ...from, ...members };
}

it('a snapshot that is wrong is refused with the place of what is wrong, and nothing is done [D16-restore-checked]', async () => {
  await create(bank());
  const records = await take(bank());
  const before = keptOf(bank());
  for (const [what, break_, told] of BROKEN) {
    const { status, json, text } = await restore(bank(), break_(records));
    expect(status, `${what}: ${text.slice(0, 300)}`).toBe(400);
    const texts = json.tppMessages.map((message: { text: string }) => message.text);
    expect(texts, what).toContainEqual(expect.stringMatching(told));
  }
  expect(keptOf(bank())).toEqual(before);
});

describe('a request that comes while the world is restored or reset [S7-restore]', () => {
  it('is answered in the new world', async () => {
    const records = await take(bank());
    for (const end of [
      () => restore(bank(), records),
      () => bank().send({ path: '/v1/sandbox/initialize', rawBody: '' }),
    ]) {
      const [ended, late] = await Promise.all([end(), bank().send()]);
      expect([ended.status, late.status]).toEqual([200, 201]);
      expect((await take(bank())).filter((record) => 'payment' in record)).toHaveLength(1);
    }
  });

  it('is answered when it came first, and what a refused restore leaves is the same world', async () => {
    const records = await take(bank());
    const [early, ended] = await Promise.all([bank().send(), restore(bank(), records)]);
    expect([early.status, ended.status]).toEqual([201, 200]);
    const [refused, late] = await Promise.all([restore(bank(), []), bank().send()]);
    expect([refused.status, late.status]).toEqual([400, 201]);
  });
});

const TOKEN = 'a-token-for-the-operator-of-this-test';
const MIB = 1024 * 1024;

describe("a body at the operator's port [D16-snapshot-size, S12-body-limit]", () => {
  it('may have 32 MiB where it is a snapshot, and 1 MiB where it is not', async () => {
    const { server } = await served({ operatorToken: TOKEN });
    const way = await openHttps({ origin: server.operatorUrl ?? '' });
    const statusOf = async (path: string, bytes: number) => {
      const body = Buffer.alloc(bytes, ' ');
      const headers = [
        ['Authorization', `Bearer ${TOKEN}`],
        ['Content-Type', 'application/json'],
      ] as const;
      const { status, body: answer } = await way.send({ method: 'POST', target: path, headers, body });
      return `${status} ${JSON.parse(Buffer.from(answer).toString()).tppMessages[0].text}`;
    };
    expect(await statusOf('/operator/snapshot', 2 * MIB)).toMatch(/^400 the body isn't JSON/);
    expect(await statusOf('/operator/clock/set', MIB + 1)).toBe('413 the body is larger than 1 MiB');
    await way.close();
  });

  it('is refused above', async () => {
    const bank = await openTestBank();
    const request = {
      method: 'POST',
      target: '/operator/snapshot',
      headers: [],
      body: Buffer.alloc(32 * MIB + 1),
    };
    const { status, body } = await bank.handle(request, { address: '127.0.0.1', operator: true });
    expect(status).toBe(413);
    expect(Buffer.from(body).toString()).toContain('the body is larger than 32 MiB');
    await bank.close();
  });
});
