import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTpp } from '../../docs/examples/library/tpp.mjs';
import type { Bank } from '../../src/library/bank-types.ts';
import { createBank } from '../../src/library/create-bank.ts';

const PAYMENT = { from: '99901067291', to: '99901271948', amount: '100.50', message: 'Rent' };
const WEDNESDAY = '2026-11-18T10:00:00+01:00';
let world: Bank;

beforeAll(async () => {
  world = await createBank({ clock: WEDNESDAY });
});

afterAll(() => world.close());

async function tppOf(bank: Bank) {
  return createTpp({ baseUrl: bank.url, fetch: (await bank.tpp()).fetch, psu: '15813963008' });
}

/** What the sandbox lists of its accounts. */
async function accountsOf(bank: Bank): Promise<readonly { readonly bban: string }[]> {
  return (await (await (await bank.tpp()).fetch('/v1/sandbox/accounts')).json()) as never;
}

describe('a bank in the process of a test [A-create-bank]', () => {
  it('begins at the time it is given, with the same world at any time', async () => {
    await using later = await createBank({ clock: new Date('2031-03-03T09:00:00Z') });
    expect((await later.clock.now()).toISOString()).toMatch(/^2031-03-03T09:00:0/);
    expect(await accountsOf(later)).toEqual(await accountsOf(world));
  });

  // A world that was founded at this machine's time would take every run before it for done.
  it('books a payment at the next run after that time', async () => {
    await using bank = await createBank({ clock: '2021-06-09T10:00:00+02:00' });
    const tpp = await tppOf(bank);
    const { paymentId, scaRedirect } = await tpp.pay(PAYMENT);
    await bank.approve(scaRedirect);
    await bank.clock.advance('1d');
    expect(await tpp.status(paymentId)).toBe('ACSC');
  });

  it('says what the bank says of a clock that it can’t have, and leaves nothing open', async () => {
    const refused = createBank({ clock: '1999-01-01T00:00:00Z' });
    await expect(refused).rejects.toMatchObject({ code: 'BANK_REFUSED', details: { status: 400 } });
  });

  it('has its paths below the base path', async () => {
    await using bank = await createBank({ basePath: '/api-sandbox' });
    const { fetch } = await bank.tpp();
    expect(bank.url).toMatch(/\/api-sandbox$/);
    expect((await fetch(`${bank.url}/v1/sandbox/accounts`)).status).toBe(200);
    expect((await fetch('/v1/sandbox/accounts')).status).toBe(404);
    await bank.clock.advance('1h');
  });
});

describe('its operator [A-library-operator]', () => {
  it('approves by the link scaRedirect or an id, and says where the PSU goes', async () => {
    await using bank = await world.fork();
    const tpp = await tppOf(bank);
    const first = await tpp.pay(PAYMENT);
    const played = await bank.approve(first.scaRedirect);
    expect(played).toMatchObject({ scaStatus: 'FINALISED', paymentId: first.paymentId });
    expect(played.redirect).toContain('https://tpp.example/callback?psu-id=');
    const second = await tpp.pay({ ...PAYMENT, message: 'Power' });
    const declined = await bank.decline(second.paymentId, { as: '15813963008' });
    expect(declined).toMatchObject({ scaStatus: 'FAILED', transactionStatus: 'RJCT' });
    expect(await bank.runBatch()).toMatchObject({ bankDay: '2026-11-18', settled: 1 });
  });

  it('grants what the PSU chooses of a consent', async () => {
    await using bank = await world.fork();
    const { fetch } = await bank.tpp();
    const headers = {
      'TPP-Session-ID': 'one',
      'TPP-Redirect-URI': 'https://tpp.example/callback',
      'X-PSU-IDENTITY': '15813963008',
      'x-accept-fix': 'amount-as-string',
    };
    const answer = await fetch('/v1/accounts', { headers });
    const { _links } = (await answer.json()) as never as { _links: { scaRedirect: { href: string } } };
    expect(answer.status).toBe(401);
    const { accounts = [] } = await bank.approve(_links.scaRedirect.href, { accounts: 'all' });
    expect(accounts.length).toBeGreaterThan(1);
    const { accounts: shown } = (await (await fetch('/v1/accounts', { headers })).json()) as never as {
      accounts: readonly object[];
    };
    expect(shown).toHaveLength(2);
  });

  it('sets the clock, and throws what isn’t a time', async () => {
    const { clock } = await world.fork();
    expect((await clock.set(new Date('2027-01-05T08:00:00Z'))).toISOString()).toMatch(/^2027-01-05T08:0/);
    expect((await clock.advance('2h')).toISOString()).toMatch(/^2027-01-05T10:0/);
    expect(Math.abs((await clock.reset()).getTime() - Date.now())).toBeLessThan(600_000);
    await expect(clock.advance('soon')).rejects.toThrow('"soon" isn\'t a duration.');
    await expect(clock.set(new Date('soon'))).rejects.toThrow("The date for the bank's clock is invalid.");
    await expect(clock.set('soon')).rejects.toMatchObject({ code: 'BANK_REFUSED' });
  });

  it('is at the handler of fetch with each of its acts', async () => {
    await using bank = await world.fork();
    const body = JSON.stringify({ now: '2027-01-05T08:00:00Z' });
    const headers = { 'Content-Type': 'application/json' };
    const answer = await bank.fetch('/operator/clock/set', { method: 'POST', headers, body });
    expect([answer.status, (await answer.json()) as never]).toMatchObject([
      200,
      { now: expect.stringMatching(/^2027-01-05T09:00/) },
    ]);
  });
});

describe('a fork [A-library-fork]', () => {
  it('has what the other had, and neither sees what happens in the other', async () => {
    await using one = await world.fork();
    const tpp = await tppOf(one);
    const { paymentId, scaRedirect } = await tpp.pay(PAYMENT);
    await using other = await one.fork();
    await one.approve(scaRedirect);
    await other.decline(paymentId);
    await other.clock.advance('3d');
    expect([await tpp.status(paymentId), await (await tppOf(other)).status(paymentId)]).toEqual([
      'ACTC',
      'RJCT',
    ]);
    expect((await one.clock.now()).toISOString()).toMatch(/^2026-11-18/);
    expect((await other.clock.now()).toISOString()).toMatch(/^2026-11-21/);
  });

  it('stays when what it was forked from is closed', async () => {
    const parent = await world.fork();
    await using fork = await parent.fork();
    await parent.close();
    expect(await accountsOf(fork)).toEqual(await accountsOf(world));
    await expect(parent.fork()).rejects.toThrow('This bank is closed.');
  });
});

const CUSTOMERS = '/v1/sandbox/customers';
const LIST = 'list sandbox customers';

describe('faults at a bank of a test [A-library-operator, D11-faults]', () => {
  it('strike the call they name, are listed with what they did, and are cleared', async () => {
    await using bank = await world.fork();
    const { fetch } = await bank.tpp();
    const { faultId } = await bank.faults.add({ fault: 'SYSTEM_ERROR', operation: LIST, call: 2 });
    const statuses = [];
    for (let call = 0; call < 3; call += 1) statuses.push((await fetch(CUSTOMERS)).status);
    expect(statuses).toEqual([200, 500, 200]);
    expect(await bank.faults.list()).toMatchObject([
      { faultId, fault: 'SYSTEM_ERROR', operation: LIST, call: 2, strikes: 1 },
    ]);
    await bank.faults.clear(faultId);
    expect(await bank.faults.list()).toEqual([]);
    await expect(bank.faults.clear(faultId)).rejects.toMatchObject({ details: { status: 404 } });
  });

  // The client of this program reads again by itself; a fetch does not, or a test would not see the drop.
  it('drop the connection of a fetch, which asks once', async () => {
    await using bank = await world.fork();
    const { fetch } = await bank.tpp();
    await bank.faults.add({ fault: 'dropped-after-commit', operation: LIST, call: 1 });
    const lost = await fetch(CUSTOMERS).catch((fault) => fault);
    expect([lost.name, lost.cause.code]).toEqual(['TypeError', 'ECONNRESET']);
    expect(await bank.faults.list()).toMatchObject([{ calls: 1, strikes: 1 }]);
    expect(await (await bank.fork()).faults.list()).toMatchObject([{ calls: 1, strikes: 1 }]);
    await bank.faults.clear();
    expect(await bank.faults.list()).toEqual([]);
  });
});

/** As from JavaScript, where nothing checks types. */
const create = (...given: unknown[]) => (createBank as (...given: unknown[]) => Promise<unknown>)(...given);

describe('options of the library [A-library-options]', () => {
  // One that is passed over makes a test that says something else than it does.
  it.each([
    [{ clok: new Date() }, 'createBank has no option "clok".', 'Did you mean clock?'],
    [{ base_path: '/x' }, 'createBank has no option "base_path".', 'Did you mean basePath?'],
    [
      { xyzzy: 1 },
      'createBank has no option "xyzzy".',
      'Options: clock, seed, basePath, terseErrors, policy, authorities, registry, mutualTls, clientCertificate, signResponses, onUnexpected.',
    ],
    ['world.yaml', 'createBank takes an object of options, not a string.', expect.stringContaining('seed')],
    [null, 'createBank takes an object of options, not null.', expect.any(String)],
  ])('of createBank that are none are refused: %j', async (given, message, hint) => {
    await expect(create(given)).rejects.toMatchObject({ code: 'INPUT_INVALID', message, details: { hint } });
  });

  it('of its methods too', async () => {
    await using bank = await createBank();
    const asked = bank as unknown as Record<'seed' | 'serve', (...given: unknown[]) => Promise<unknown>>;
    const world = { version: 1, customers: [] };
    await expect(asked.seed(world, { prunes: true })).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      details: { hint: 'Did you mean prune?' },
    });
    await expect(asked.serve({ prot: 1 })).rejects.toMatchObject({ details: { hint: 'Did you mean port?' } });
  });
});
