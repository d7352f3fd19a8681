import { beforeAll, describe, expect, it } from 'vitest';
import { openTestBank, type TestBank } from '../../support/bank.ts';
import { Child, script } from '../../support/child.ts';
import { expectBooksInBalance } from '../../support/life/books.ts';
import { at, THURSDAY, WEDNESDAY } from '../../support/life/days.ts';
import { approvedAs } from '../../support/life/products.ts';
import { copyOf, integrityOf, readStored } from '../../support/stored.ts';

/** In bulks and by itself: more than one chunk of a run. */
const BULKS = [500, 100];
const SINGLE = 20;
const PAYMENTS = BULKS.reduce((sum, items) => sum + items, SINGLE);
const OPENED = at(WEDNESDAY, '16:00');
/** A store with all of them approved, made once. */
let approved: Uint8Array;
beforeAll(async () => {
  const bank = await openTestBank({ now: OPENED });
  for (const items of BULKS) {
    await approvedAs(bank, 'bulk', { amounts: Array.from({ length: items }, () => '1.00') });
  }
  for (let made = 0; made < SINGLE; made += 1) {
    await approvedAs(bank, 'domestic', { amount: '1.00' });
  }
  approved = copyOf(bank.path);
  await bank.close();
});

function bankWithApprovedPayments(): Promise<TestBank> {
  return openTestBank({ now: OPENED, file: approved });
}

/** A process that will find the runs of Thursday due. */
async function sleeper(bank: TestBank): Promise<Child> {
  const child = new Child(process.execPath, [
    ...script('bank-process'),
    bank.path,
    String(at(THURSDAY, '16:00')),
  ]);
  expect(await child.line(0)).toBe('ready');
  return child;
}

function expectEachBookedOnce(bank: TestBank): void {
  const rows = (sql: string) => readStored(bank.path, sql);
  expect(rows('SELECT DISTINCT status FROM payments')).toEqual([{ status: 'ACSC' }]);
  const booked = rows(`SELECT p.approval AS approval FROM bookings b JOIN payments p ON p.sequence = b.payment
    ORDER BY b.sequence`).map(({ approval }) => Number(approval));
  expect(booked).toHaveLength(PAYMENTS);
  expect(booked).toEqual(booked.toSorted((a, b) => a - b));
  expect(rows('SELECT state, bank_day, settled FROM runs')).toEqual([
    { state: 'DONE', bank_day: THURSDAY, settled: PAYMENTS },
  ]);
  expectBooksInBalance(bank);
  expect(integrityOf(bank.path)).toBe('ok');
}

describe('two processes that catch up at once [S5-one-runner, S5-catch-up]', () => {
  it('book each payment once, in the order of approval', async () => {
    const bank = await bankWithApprovedPayments();
    const children = await Promise.all([sleeper(bank), sleeper(bank)]);
    for (const child of children) child.tell('go');
    for (const child of children) expect(await child.line(1)).toMatch(/^200 /);
    expectEachBookedOnce(bank);
    await bank.close();
  });

  it('need only one of them: what a killed process began the other ends', async () => {
    const bank = await bankWithApprovedPayments();
    const [killed, survivor] = await Promise.all([sleeper(bank), sleeper(bank)]);
    killed?.tell('go');
    while (Number(readStored(bank.path, 'SELECT SUM(settled) AS n FROM runs')[0]?.n) === 0) {
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await killed?.kill();
    survivor?.tell('go');
    expect(await survivor?.line(1)).toMatch(/^200 /);
    expectEachBookedOnce(bank);
    await bank.close();
  });
});
