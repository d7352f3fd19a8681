import { describe, expect, it } from 'vitest';
import { openBank } from '../../../src/library.ts';
import type { TestBank } from '../../support/bank.ts';
import { changesOf } from '../../support/life/books.ts';
import { Browser } from '../../support/life/browser.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { create, KARI, scaStatusOf, statusOf } from '../../support/life/payments.ts';
import { decide, goOn, identify, parametersOf, toDecision } from '../../support/life/walk.ts';

const bank = bankOfEach();

/** Another process at the same world. */
async function beside<T>(basePath: string, work: (door: Pick<TestBank, 'door'>) => Promise<T>): Promise<T> {
  const unexpected: unknown[] = [];
  const other = openBank({
    path: bank().path,
    basePath,
    clock: () => bank().now,
    onUnexpected: (fault) => unexpected.push(fault),
  });
  try {
    return await work({ door: other.handle });
  } finally {
    await other.close();
    expect(unexpected).toEqual([]);
  }
}

describe('steps that come to two processes, or twice [S1-refusal-durable, S9-confirm-repeated]', () => {
  it('count wrong numbers together', async () => {
    const payment = await create(bank());
    const first = new Browser(bank());
    let page = await identify(first, await first.open(payment.link), '99999999999');
    page = await identify(first, page, '99999999999');
    expect(await scaStatusOf(bank(), payment)).toBe('RECEIVED');
    const end = await beside('', async (door) => first.at(door, () => identify(first, page, '99999999999')));
    expect(parametersOf(end.leavesTo!)).toMatchObject({ code: 'PSU_CREDENTIALS_INVALID' });
    expect(await statusOf(bank(), payment)).toBe('RJCT');
  });

  it('go on in another process with the same cookie', async () => {
    const payment = await create(bank());
    const browser = new Browser(bank());
    const page = await identify(browser, await browser.open(payment.link), KARI);
    const end = await beside('', (door) =>
      browser.at(door, async () => decide(browser, await goOn(browser, page), 'confirm')),
    );
    expect(parametersOf(end.leavesTo!)).toHaveProperty('psu-id');
  });

  it('confirm once, although the button was pressed three times at once', async () => {
    const payment = await create(bank());
    const browser = new Browser(bank());
    const page = await toDecision(browser, await browser.open(payment.link), { number: KARI });
    const presses = [1, 2, 3].map(() => decide(browser, page, 'confirm', { follow: false }));
    const ends = await Promise.all(presses);
    expect(new Set(ends.map(({ leavesTo }) => leavesTo)).size).toBe(1);
    expect(ends[0]?.leavesTo).toContain('psu-id');
    expect(changesOf(bank(), payment)).toEqual(['RCVD→ACTC']);
  });
});
