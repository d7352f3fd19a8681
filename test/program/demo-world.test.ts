import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isBankDay } from '../../src/values/bank-calendar.ts';
import { addDays } from '../../src/values/oslo.ts';
import { homeWithKeys } from '../support/home-with-keys.ts';
import { psd2 } from '../support/program.ts';
import { START } from '../support/stopped-clock.ts';
import { readAllStored } from '../support/stored.ts';

const KARI_ACCOUNT = '99901067291';
const TODAY = '2026-11-18';

async function makeHome() {
  const home = await homeWithKeys(START);
  return { home, clockAt: START, store: join(home, 'offline', 'bank.db') };
}

const QUESTIONS = [
  `SELECT bban, booking_date AS date, amount_minor AS minor FROM transactions
     JOIN accounts ON accounts.id = account ORDER BY bban, booking_date, transactions.id`,
  'SELECT listed_date AS date, details FROM card_transactions ORDER BY listed_date, id',
  'SELECT owner_number AS owner, type FROM agreements ORDER BY place',
  `SELECT bban, balance_minor AS minor, (SELECT SUM(amount_minor) FROM booking_lines
     WHERE booking_lines.account = accounts.id) AS lines FROM balances JOIN accounts ON accounts.id = account ORDER BY bban`,
  'SELECT SUM(amount_minor) AS sum FROM booking_lines',
];

function readWorld(store: string) {
  const [transactions = [], cards = [], agreements = [], balances = [], [all] = []] = readAllStored(
    store,
    QUESTIONS,
  );
  return { transactions, cards, agreements, balances, sum: all?.sum };
}

describe('the demo data [D8-demo]', () => {
  it('is there after first use and init --demo, not after init; no balance differs', async () => {
    const [used, bare] = [await makeHome(), await makeHome()];
    await psd2(['payments', 'create', '--domestic', '--example', '--quiet'], used);
    await psd2(['sandbox', 'init', '--quiet'], bare);
    const [demo, initial] = [readWorld(used.store), readWorld(bare.store)];
    expect([initial.transactions, initial.cards, initial.agreements.length]).toEqual([[], [], 2]);
    expect(demo.balances).toEqual(initial.balances);
    expect(demo.balances.every(({ minor, lines }) => minor === lines)).toBe(true);
    expect([demo.sum, initial.sum].map(Number)).toEqual([0, 0]);
    expect(demo.agreements.slice(2)).toEqual([{ owner: '310999024', type: 'CORPORATE' }]);
    const json = await psd2(['sandbox', 'init', '--demo', '--yes', '--json'], bare);
    expect(JSON.parse(json.stdout).agreements).toHaveLength(3);
    expect(readWorld(bare.store)).toEqual(demo);
    await psd2(['sandbox', 'init', '--yes', '--quiet'], used);
    expect(readWorld(used.store)).toEqual(initial);
  });

  it('has 90 days up to yesterday, booked on bank days, more than a page, and never below zero', async () => {
    const at = await makeHome();
    await psd2(['sandbox', 'account', 'list', '--quiet'], at);
    const { transactions, cards, balances } = readWorld(at.store);
    const dates = [...transactions, ...cards].map(({ date }) => String(date));
    expect(dates.filter((date) => !isBankDay(date) || date >= TODAY || date < addDays(TODAY, -90))).toEqual(
      [],
    );
    expect(transactions.filter(({ bban }) => bban === KARI_ACCOUNT).length).toBeGreaterThan(200);
    for (const { bban, minor } of balances) {
      const moves = transactions.filter((one) => one.bban === bban).map((one) => BigInt(Number(one.minor)));
      let balance = BigInt(Number(minor)) - moves.reduce((sum, moved) => sum + moved, 0n);
      const lowest = moves.reduce((least, moved) => {
        balance += moved;
        return balance < least ? balance : least;
      }, balance);
      expect(lowest, String(bban)).toBeGreaterThanOrEqual(0n);
    }
  });

  it('is refused of a bank elsewhere', async () => {
    const at = await makeHome();
    const [certFile, keyFile] = ['seal.pem', 'seal.key.pem'].map((name) =>
      join(at.home, 'offline', 'keys', name),
    );
    const far = {
      bank: 'sandbox',
      baseUrl: 'https://127.0.0.1:1',
      certFile,
      keyFile,
      psuIpAddress: '192.0.2.1',
    };
    const profiles = { far };
    writeFileSync(join(at.home, 'settings.json'), JSON.stringify({ profiles }), { mode: 0o600 });
    const { code, stderr } = await psd2(['sandbox', 'init', '--demo', '--profile', 'far'], at);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('which has no demo data') });
  });
});
