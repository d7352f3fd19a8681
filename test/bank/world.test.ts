import { describe, expect, it } from 'vitest';
import { createInitialData } from '../../src/bank/domain/initial-data.ts';
import { openBank } from '../../src/library.ts';
import type { Peer } from '../../src/message.ts';
import { openTestBank, type Send, type TestBank } from '../support/bank.ts';
import { changeStore } from '../support/store-work.ts';
import { readStored } from '../support/stored.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { signedCreation } from '../support/tpp.ts';
import { expectCreated } from './refusals/expectations.ts';
import { bankOf } from './refusals/rows.ts';

const initialise: Send = { method: 'POST', path: '/v1/sandbox/initialize', rawBody: '' };
const list = (what: string): Send => ({ method: 'GET', path: `/v1/sandbox/${what}` });
const world = (bank: TestBank) => readStored(bank.path, 'SELECT * FROM world')[0];

describe('initialising the sandbox [D8-same-bytes, S6-initialise-clock, S7-generation, D8-initialise]', () => {
  const bank = bankOf();

  it('answers with the same bytes each time, whatever was done between', async () => {
    const first = await bank().send(initialise);
    expect(first.status).toBe(200);
    await bank().send();
    await changeStore(bank().path, `DELETE FROM customers WHERE number = '310999016'`);
    await changeStore(bank().path, `UPDATE accounts SET name = 'Changed'`);
    bank().now += 86_400_000;
    expect((await bank().send(initialise)).text).toBe(first.text);
  });

  it('puts the clock right, raises the generation and lets the sequence go on', async () => {
    await bank().send();
    await changeStore(
      bank().path,
      'UPDATE world SET clock_offset_ms = 5000, watermark_ms = watermark_ms + 5000',
    );
    const before = world(bank());
    await bank().send(initialise);
    expect(world(bank())).toMatchObject({
      seed: 'psd2',
      clock_offset_ms: 0,
      watermark_ms: bank().now,
      generation: Number(before?.generation) + 1,
      sequence: before?.sequence,
    });
  });

  it('gives no id of before again', async () => {
    const ids: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      for (let made = 0; made < 3; made += 1) {
        const { json } = await bank().send();
        ids.push(json.paymentId, json._links.scaStatus.href.split('/').at(-1));
      }
      await bank().send(initialise);
    }
    expect(new Set(ids).size).toBe(18);
    for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9]{22}$/);
  });

  it('ends payments, authorisations and answers kept for repeats', async () => {
    const request = { headers: { 'X-Request-ID': 'before-initialise' }, body: bank().payment() };
    const before = await bank().send(request);
    await bank().send(initialise);
    for (const table of ['payments', 'authorisations', 'requests', 'sessions']) {
      expect(readStored(bank().path, `SELECT COUNT(*) AS n FROM ${table}`)).toEqual([{ n: 0 }]);
    }
    const after = await bank().send(request);
    expectCreated(after);
    expect(after.json.paymentId).not.toBe(before.json.paymentId);
  });
});

describe('lists of the sandbox [D8-lists, D8-int32-ends, I-sandbox-customer, I-sandbox-account]', () => {
  const bank = bankOf();

  it('have what initialise made, in its shapes and order', async () => {
    const { customers, accounts } = (await bank().send(initialise)).json;
    expect((await bank().send(list('customers'))).json).toEqual(customers);
    expect((await bank().send(list('accounts'))).json).toEqual(accounts);
  });

  it('are arrays at the top, there without initialising too', async () => {
    const fresh = await openTestBank({ file: 'none' });
    try {
      const [customers, accounts] = [await fresh.send(list('customers')), await fresh.send(list('accounts'))];
      expect([customers.status, accounts.status]).toEqual([200, 200]);
      expect(customers.json).toHaveLength(4);
      expect(accounts.json).toHaveLength(8);
      expect(customers.json).toEqual((await bank().send(list('customers'))).json);
    } finally {
      await fresh.close();
    }
  });

  it('floor a balance that is not whole, below zero too, and stop at the ends of int32', async () => {
    await bank().send(initialise);
    const [account] = (await bank().send(list('accounts'))).json;
    const set = (amountMinor: bigint) =>
      changeStore(
        bank().path,
        'UPDATE balances SET balance_minor = ? WHERE account = ?',
        amountMinor,
        account.id,
      );
    const shown = async () => (await bank().send(list('accounts'))).json[0].balances[0].balanceAmount.amount;
    for (const [amountMinor, whole] of [
      [199n, 1],
      [-1n, -1],
      [-100n, -1],
      [-101n, -2],
      [0n, 0],
      [214_748_364_799n, 2 ** 31 - 1],
      [214_748_364_800n, 2 ** 31 - 1],
      [10n ** 18n, 2 ** 31 - 1],
      [-214_748_364_800n, -(2 ** 31)],
      [-214_748_364_801n, -(2 ** 31)],
      [-(10n ** 18n), -(2 ** 31)],
    ] as const) {
      await set(amountMinor);
      expect(await shown()).toBe(whole);
    }
  });
});

it('the ledger of the initial data sums to zero per currency and booking, each opening against OPENING [D9-double-entry, D9-balance-is-lines]', async () => {
  const bank = await openTestBank();
  try {
    await bank.send(initialise);
    const lines = 'SELECT booking, currency, SUM(amount_minor) AS sum, COUNT(*) AS lines FROM booking_lines';
    const perBooking = readStored(bank.path, `${lines} GROUP BY booking, currency`);
    expect(perBooking).toHaveLength(10);
    for (const { sum, lines: count } of perBooking) expect([sum, count]).toEqual([0, 2]);
    expect(readStored(bank.path, `${lines} GROUP BY currency`)).toMatchObject([{ currency: 'NOK', sum: 0 }]);
    const { accounts, cardAccounts } = createInitialData('psd2');
    const opened = [...accounts, ...cardAccounts].reduce((sum, { openingMinor }) => sum + openingMinor, 0n);
    const opening = `SELECT SUM(amount_minor) AS sum FROM booking_lines WHERE account = 'OPENING'`;
    expect(readStored(bank.path, opening)).toEqual([{ sum: -Number(opened) }]);
  } finally {
    await bank.close();
  }
});

it("the bank's time never goes below the last one seen [S6-watermark]", async () => {
  const bank = await openTestBank({ now: Date.parse('2026-11-18T15:29:00+01:00') });
  const effectiveDateOf = async () => {
    const { paymentId } = (await bank.send()).json;
    const [row] = readStored(
      bank.path,
      `SELECT effective_date, created_at_ms FROM payments WHERE id = '${paymentId}'`,
    );
    return { date: row?.effective_date, createdAt: Number(row?.created_at_ms) };
  };
  try {
    expect((await effectiveDateOf()).date).toBe('2026-11-18');
    bank.now = Date.parse('2026-11-18T15:31:00+01:00');
    const seen = bank.now;
    expect(await effectiveDateOf()).toEqual({ date: '2026-11-19', createdAt: seen });
    bank.now = Date.parse('2026-11-18T08:00:00+01:00');
    expect(await effectiveDateOf()).toEqual({ date: '2026-11-19', createdAt: seen });
    expect((await bank.send()).header('Date')).toBe('Wed, 18 Nov 2026 07:00:00 GMT');
    bank.now = seen + 1;
    expect((await effectiveDateOf()).createdAt).toBe(seen + 1);
  } finally {
    await bank.close();
  }
});

describe('what comes from the seed, and what never does [S8-secrets, D1-ids, S8-numbers-from-seed]', () => {
  const at = Date.parse('2026-11-18T10:00:00+01:00');
  const peer: Peer = { address: '127.0.0.1', operator: true };
  const firstCreated = async (seed: string) => {
    const bank = openBank({
      path: `${temporaryFolder()}/bank.db`,
      seed,
      clock: () => at,
      onUnexpected: (fault) => {
        throw fault;
      },
    });
    const [debtor] = createInitialData(seed).accounts;
    const body = {
      instructedAmount: { amount: '100.50', currency: 'NOK' },
      creditorName: 'Ola Eksempel',
      creditorAccount: { bban: '86011117947', currency: 'NOK' },
      creditorAddress: { country: 'NO' },
      debtorAccount: { bban: debtor?.bban, currency: 'NOK' },
    };
    const response = await bank.handle(signedCreation({ body, at }), peer);
    await bank.close();
    expect(response.status).toBe(201);
    const { paymentId, _links } = JSON.parse(Buffer.from(response.body).toString());
    const [authorisationId = '', secret = ''] = _links.scaRedirect.href.split('/').slice(-2);
    return { paymentId, authorisationId, secret };
  };

  it('is the same id, and another secret, in two banks with one seed', async () => {
    const [one, two] = [await firstCreated('same'), await firstCreated('same')];
    expect(two.paymentId).toBe(one.paymentId);
    expect(two.authorisationId).toBe(one.authorisationId);
    expect(two.secret).not.toBe(one.secret);
  });

  it('is a secret of at least 128 bits, another in each link', async () => {
    const bank = await openTestBank();
    try {
      const secrets: string[] = [];
      for (let made = 0; made < 20; made += 1) {
        secrets.push((await bank.send()).json._links.scaRedirect.href.split('/').at(-1));
      }
      expect(new Set(secrets).size).toBe(20);
      for (const secret of secrets)
        expect(Buffer.from(secret, 'base64url').length * 8).toBeGreaterThanOrEqual(128);
    } finally {
      await bank.close();
    }
  });
});
