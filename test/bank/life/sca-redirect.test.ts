import { describe, expect, it } from 'vitest';
import { openBank } from '../../../src/library.ts';
import { signerOf, type TestBank } from '../../support/bank.ts';
import { changesOf } from '../../support/life/books.ts';
import { Browser } from '../../support/life/browser.ts';
import { ask } from '../../support/life/information.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { play } from '../../support/life/operator.ts';
import { create, KARI, OLA, scaStatusOf, statusOf, type Wish } from '../../support/life/payments.ts';
import { decide, goOn, identify, parametersOf, toDecision, walk } from '../../support/life/walk.ts';
import { SiteBrowser } from '../../support/site.ts';

const bank = bankOfEach();
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const words = expect.stringMatching(/./);
const psuId = expect.stringMatching(UUID);
const kari = { number: KARI };

/** Approves a payment in a browser; answers where the PSU is sent. */
async function redirectOf(wish: Wish = {}): Promise<URL> {
  const { link, psu } = await create(bank(), wish);
  return walk(bank(), link, { number: psu }, 'confirm');
}

function to(uri: string, wish: Wish = {}): Wish {
  return { ...wish, headers: { ...wish.headers, 'TPP-Redirect-URI': uri } };
}

describe('the redirect after success [I-authentication-5, D6-redirect]', () => {
  it('carries psu-id, tpp-session-id and context, and nothing else', async () => {
    const redirect = await redirectOf({ session: 'my+session/1' });
    expect(redirect.origin + redirect.pathname).toBe('https://tpp.example/cb');
    expect(parametersOf(redirect)).toEqual({
      'psu-id': psuId,
      'tpp-session-id': 'my+session/1',
      context: 'PRIVATE',
    });
  });
  it.each<readonly [string, string]>([
    ['https://tpp.example', 'https://tpp.example/'],
    ['https://tpp.example/a/b', 'https://tpp.example/a/b'],
    ['http://127.0.0.1:8910/cb/x', 'http://127.0.0.1:8910/cb/x'],
    ['myapp://cb', 'myapp://cb'],
    ['myapp:cb', 'myapp:cb'],
    ['no.example.app:/cb', 'no.example.app:/cb'],
  ])('leads to any URI that the TPP gave: %s', async (uri, start) => {
    const redirect = await redirectOf(to(uri));
    expect(redirect.href.split('?')[0]).toBe(start);
    expect(Object.keys(parametersOf(redirect)).sort()).toEqual(['context', 'psu-id', 'tpp-session-id']);
  });

  const queries = ['state=a%20b%26c', 'state=1&state=2', 'empty=&flag', 'x=%C3%85', 'psu=1'];
  it.each(queries)("keeps the URI's own query: %s", async (query) => {
    for (const start of ['https://tpp.example/cb', 'myapp://cb']) {
      const redirect = await redirectOf(to(`${start}?${query}`));
      const given = [...new URLSearchParams(query)];
      expect([...redirect.searchParams].slice(0, given.length)).toEqual(given);
      expect(redirect.searchParams.get('psu-id')).toMatch(UUID);
    }
  });

  it("replaces its own names in the URI's query", async () => {
    const own = 'psu-id=evil&state=1&tpp-session-id=evil&context=CORPORATE&psu-id=worse';
    const redirect = await redirectOf(to(`https://tpp.example/cb?${own}`, { session: 'mine' }));
    expect(parametersOf(redirect)).toEqual({
      state: '1',
      'psu-id': psuId,
      'tpp-session-id': 'mine',
      context: 'PRIVATE',
    });
  });
});

describe('the redirect after failure [I-authentication-6, D6-redirect]', () => {
  it.each<readonly [string, () => Promise<URL>, object]>([
    [
      'declined',
      async () => walk(bank(), (await create(bank())).link, kari, 'decline'),
      { status: '401', code: 'SCA_INVALID', message: words },
    ],
    [
      'a fault of the bank',
      async () => new URL((await play(bank(), 'fail', (await create(bank())).paymentId)).redirect!),
      { system: 'sca', status: '500', code: 'SYSTEM_ERROR', message: words },
    ],
    [
      'not theirs to sign',
      async () => walk(bank(), (await create(bank())).link, { number: OLA }, 'confirm'),
      { status: '401', code: 'PSU_CREDENTIALS_INVALID', message: words },
    ],
  ])('carries status, code and message, and nothing else: %s', async (_, fail, parameters) => {
    expect(parametersOf(await fail())).toEqual(parameters);
  });

  it.each([
    ['a consent', 'accounts'],
    ['a session', 'user'],
  ])('speaks of no debtor account where nothing is paid: %s', async (_, path) => {
    const asked = await ask(bank(), path, { headers: { 'PSU-ID': null, 'PSU-Context': 'CORPORATE' } });
    const browser = new SiteBrowser(bank(), new URL(asked.json._links.scaRedirect.href).pathname);
    await browser.open();
    const back = await browser.press('identify', { number: KARI });
    expect(parametersOf(new URL(back.header('Location') ?? ''))).toEqual({
      status: '401',
      code: 'PSU_CREDENTIALS_INVALID',
      message: 'the PSU may not act in this context',
    });
  });

  it("keeps the URI's own query and replaces its own names there", async () => {
    const own = 'state=1&status=200&code=OK&code=FINE&message=evil';
    const { link } = await create(bank(), to(`https://tpp.example/cb?${own}`));
    const parameters = parametersOf(await walk(bank(), link, kari, 'decline'));
    expect(parameters).toEqual({ state: '1', status: '401', code: 'SCA_INVALID', message: words });
    expect(parameters.message).not.toContain('evil');
  });
});

describe('the psu-id [I-authentication-5, D6-psu-id, D3-psu-id-of-tpp]', () => {
  const idOf = async (wish: Wish = {}): Promise<string> =>
    parametersOf(await redirectOf(wish))['psu-id'] ?? '';

  it('is the same the next time, in any session, and after the sandbox was initialised', async () => {
    const first = await idOf();
    expect(await idOf()).toBe(first);
    expect(await idOf({ session: 'another' })).toBe(first);
    expect(await idOf({ psu: KARI })).toBe(first);
    await bank().send({ method: 'POST', path: '/v1/sandbox/initialize', rawBody: '' });
    expect(await idOf()).toBe(first);
  });

  it('is another for another PSU, and for another TPP', async () => {
    const { json } = await bank().send({ method: 'GET', path: '/v1/sandbox/accounts' });
    const from = json.find((one: { customerNumber: string }) => one.customerNumber === OLA).bban;
    const payment = await create(bank(), { from, to: bank().accounts.debtor });
    const ofOla = parametersOf(await walk(bank(), payment.link, { number: OLA }, 'confirm'))['psu-id'];
    const ofStranger = await idOf({ as: signerOf('PSDNO-FSA-39999991') });
    expect(new Set([await idOf(), ofOla, ofStranger]).size).toBe(3);
  });
});

/** Another process at the same world. */
async function beside<T>(
  basePath: string,
  work: (other: Pick<TestBank, 'handle'>) => Promise<T>,
): Promise<T> {
  const unexpected: unknown[] = [];
  const other = openBank({
    path: bank().path,
    basePath,
    clock: () => bank().now,
    onUnexpected: (fault) => unexpected.push(fault),
  });
  try {
    return await work({ handle: other.handle });
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
    const end = await beside('', async (other) =>
      first.at(other, () => identify(first, page, '99999999999')),
    );
    expect(parametersOf(end.leavesTo!)).toMatchObject({ code: 'PSU_CREDENTIALS_INVALID' });
    expect(await statusOf(bank(), payment)).toBe('RJCT');
  });

  it('go on in another process with the same cookie', async () => {
    const payment = await create(bank());
    const browser = new Browser(bank());
    const page = await identify(browser, await browser.open(payment.link), KARI);
    const end = await beside('', (other) =>
      browser.at(other, async () => decide(browser, await goOn(browser, page), 'confirm')),
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
