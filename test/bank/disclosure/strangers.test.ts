import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { byPsuId } from '../../support/known-psu.ts';
import { KARI } from '../../support/life/payments.ts';
import { CREATIONS, initiation } from '../../support/life/products.ts';
import { isLong, oneIn, sweep } from '../../support/sweep.ts';
import {
  ACCOUNTS,
  amountProbes,
  answersOf,
  everyProbe,
  followed,
  KARIS_SESSION,
  MONEY,
  OTHERS,
  openWorlds,
  type Probe,
  STRANGERS,
  type World,
} from './worlds.ts';

/** Worlds that are closed after the tests of the surrounding describe. */
function worldsOf(changes: Parameters<typeof openWorlds>[0]): () => World[] {
  let worlds: World[] = [];
  beforeAll(async () => {
    worlds = await openWorlds(changes);
  });
  afterAll(async () => {
    for (const { bank } of worlds) {
      expect(bank.unexpected).toEqual([]);
      await bank.close();
    }
  });
  return () => worlds;
}

/** The worlds that answer a probe otherwise than the first one. */
async function toldApart(worlds: readonly World[], probes: readonly Probe[]): Promise<string[]> {
  const [first] = worlds;
  // Signed once: the same bytes go to every world.
  const requests = probes.map(({ what }) => first!.bank.signed(what));
  const heard = await Promise.all(worlds.map((world) => answersOf(world, requests)));
  return worlds.flatMap(({ name }, place) =>
    probes
      .filter((_, at) => heard[place]![at] !== heard[0]![at])
      .map((probe) => `${probe.name}: the account ${name}`),
  );
}

const WAYS = Object.entries(STRANGERS).map(([name, headers], way) => ({ name, headers, way }));

/** Each way has amounts of its own, so that all 100 are tried; in the long run each has all, of every product. */
function probesFor(world: World | undefined, { headers, way }: (typeof WAYS)[number]) {
  const all = isLong ? everyProbe(world!.bank, headers) : amountProbes(world!.bank, headers);
  return sweep(all, (_, place) => place % WAYS.length === way);
}

const KINDS = ['instant', 'cross-border', 'bulk'] as const;
const FOLLOWED = WAYS.flatMap((way) => KINDS.map((kind, place) => ({ ...way, kind, place })));

describe('a bisection by a stranger [D4-disclosure, D4-no-funds-preferred, D4-fee-information]', () => {
  const worlds = worldsOf({ ...MONEY, ...ACCOUNTS, ...OTHERS });

  it.each(WAYS)('learns nothing of account and money, named by $name', async (way) => {
    expect(await toldApart(worlds(), probesFor(worlds()[0], way))).toEqual([]);
  });
});

describe('what a stranger does with a payment that was made [D4-disclosure, S9-owner-before-payment]', () => {
  const worlds = worldsOf({ ...MONEY, ...ACCOUNTS });
  // Each way once, each product twice.
  const rows = sweep(FOLLOWED, ({ way, place }) => way % KINDS.length === place);

  it.each(rows)('is answered alike whatever the account is: $kind, by $name', async (row) => {
    const { kind, name, headers } = row;
    const [first, ...others] = worlds();
    const what = {
      path: CREATIONS[kind],
      body: initiation(first!.bank, kind, { amount: '2000.00' }),
      headers: { 'X-Request-ID': `${kind}-${name.length}`, 'TPP-Redirect-Preferred': 'false', ...headers },
    };
    const heard = await followed(first!, what);
    expect(heard[0]).toMatch(/^\[201,/);
    for (const world of others) {
      expect({ [world.name]: await followed(world, what) }).toEqual({ [world.name]: heard });
    }
  });
});

describe('a bisection with PSU-ID [D4-disclosure, D4-debtor]', () => {
  const money = worldsOf(MONEY);
  const accounts = worldsOf(ACCOUNTS);
  const probes = (worlds: readonly World[]) => amountProbes(worlds[0]!.bank, byPsuId());

  it('learns nothing of money', async () => {
    expect(await toldApart(money(), sweep(probes(money()), oneIn(5)))).toEqual([]);
  });

  it('is told of existence, owner, currency and right', async () => {
    const apart = await toldApart(accounts(), probes(accounts()).slice(0, 4));
    for (const name of Object.keys(ACCOUNTS)) expect(apart.join('\n')).toContain(`the account ${name}`);
  });

  it('gets one answer for an account that is nobody’s and one that is another’s', async () => {
    const [, nobodys, anothers] = accounts();
    expect(await toldApart([nobodys!, anothers!], sweep(probes(accounts()), oneIn(10)))).toEqual([]);
  });
});

describe('a bisection with an SCA of the PSU in the session [D4-disclosure, D4-instant-funds]', () => {
  const worlds = worldsOf(MONEY);

  it('is told of the money: the probes can tell the worlds apart', async () => {
    const headers = { 'X-PSU-IDENTITY': KARI, 'TPP-Session-ID': KARIS_SESSION };
    const probes = sweep(amountProbes(worlds()[0]!.bank, headers), oneIn(4));
    const apart = await toldApart(worlds(), probes);
    for (const name of Object.keys(MONEY)) expect(apart.join('\n')).toContain(`the account ${name}`);
  });
});
