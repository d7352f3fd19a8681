import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepCall, keepConsent } from '../../../src/bank/store/tables/psus.ts';
import { type Send, signerOf, type TestBank } from '../../support/bank.ts';
import { byPsuId } from '../../support/known-psu.ts';
import { consent, ownedBy, UNATTENDED } from '../../support/life/information.ts';
import { FIRM, KARI, OLA } from '../../support/life/payments.ts';
import { makeMany } from '../../support/life/transactions.ts';
import { changeStore, inStore } from '../../support/store-work.ts';
import { sweep } from '../../support/sweep.ts';
import { cardTransaction, made } from '../sandbox/calls.ts';
import { answersOf, KARIS_SESSION, MONEY, openWorlds, type World } from './worlds.ts';

const TPP = 'PSDNO-FSA-39999990';
const OTHER_TPP = 'PSDNO-FSA-39999992';
const OLAS_SESSION = 'of-ola';
type Change = (bank: TestBank) => Promise<void>;

const first = (sql: string): Change => {
  return (bank) => changeStore(bank.path, `UPDATE accounts SET ${sql} WHERE bban = ?`, bank.accounts.debtor);
};
const card = (sql: string): Change => {
  return (bank) => changeStore(bank.path, `UPDATE card_accounts SET ${sql} WHERE customer_number = ?`, KARI);
};

/** What others have, which is nothing of Ola's, nor of who names Kari without her consent. */
const OTHERS: Readonly<Record<string, Change>> = {
  'has a billion': MONEY['has a billion']!,
  'is not there': first(`id = 'ZZZZZZZZZZZZZZZZZZZZZZ'`),
  'has another number': first(`bban = '99909999999', iban = 'NO1299909999999'`),
  'is a company’s': first(`customer_number = '${FIRM}'`),
  'is called otherwise': first(`name = 'Hemmelig', product = 'Hemmelig'`),
  'may not be paid from': first('may_pay = 0'),
  'has a card beside it that is not there': card(`id = 'YYYYYYYYYYYYYYYYYYYYYY'`),
  'has a card beside it with another limit': card('credit_limit = 1'),
  'is of a PSU of another name': (bank) =>
    changeStore(bank.path, `UPDATE customers SET name = 'Hemmelig' WHERE number = ?`, KARI),
  'has had transactions': async (bank) => {
    await makeMany(bank, ids.accounts[0]!, 3);
  },
  'has a card beside it that has had some': async (bank) => {
    await made(bank, `/card-accounts/${ids.cards[0]}/transactions`, [cardTransaction()]);
  },
  'is shown to another TPP': async (bank) => {
    const { accounts, cards } = ownedBy(bank, KARI);
    await inStore(bank.path, () => keepConsent(OTHER_TPP, KARI, undefined, [...accounts, ...cards]));
  },
  'was read four times by another TPP': (bank) =>
    inStore(bank.path, function* () {
      const { accounts } = ownedBy(bank, OLA);
      for (const account of [...ids.accounts, ...accounts]) {
        const call = { tpp: OTHER_TPP, psu: OLA, account, operation: 'read account' };
        for (const place of [0, 1, 2, 3]) yield* keepCall(call, place, bank.now);
      }
    }),
};

/** Kari's, as they are before any change. */
let ids: ReturnType<typeof ownedBy>;

/** Who asks, none of whom is told anything of Kari's accounts. */
const ASKERS: Readonly<Record<string, Pick<Send, 'headers' | 'as'>>> = {
  'another PSU, who has consented to all that is theirs': {
    headers: { ...byPsuId(OLA), 'TPP-Session-ID': OLAS_SESSION },
  },
  'another PSU, unattended and in no session': { headers: { ...byPsuId(OLA), ...UNATTENDED } },
  'another PSU by their number, in the owner’s session': {
    headers: { 'X-PSU-IDENTITY': OLA, 'TPP-Session-ID': KARIS_SESSION },
  },
  'a TPP that the owner has not consented to': { headers: { ...byPsuId(), 'TPP-Session-ID': KARIS_SESSION } },
  'the same by the owner’s number': { headers: { 'X-PSU-IDENTITY': KARI } },
  'another TPP by the owner’s psu-id of the first': {
    headers: byPsuId(),
    as: signerOf('PSDNO-FSA-39999991'),
  },
};

/** Every list is asked for by each, and of the rest a quarter: all of them in the long run. */
const LISTS = 4;
const WAYS = 4;

function requestsOf(bank: TestBank): Send[] {
  const { accounts, cards } = ids;
  const mixed = [...accounts, ...cards, ...ownedBy(bank, OLA).accounts, 'AAAAAAAAAAAAAAAAAAAAAA'];
  const ones = mixed.flatMap((id) => [`accounts/${id}`, `card-accounts/${id}`]);
  const paths = [
    'accounts',
    'card-accounts',
    'user',
    'agreements',
    ...ones.flatMap((one) => [one, `${one}/balances`, `${one}/transactions`]),
  ];
  return paths.map((path) => ({
    method: 'GET',
    path: `/v1/${path}`,
    query: 'withBalance=true&bookingStatus=both',
  }));
}

async function openThem(): Promise<World[]> {
  return openWorlds(
    Object.fromEntries(
      Object.entries(OTHERS).map(([name, change]) => [
        name,
        async (bank: TestBank) => {
          await prepare(bank);
          await change(bank);
        },
      ]),
    ),
  );
}

async function prepare(bank: TestBank): Promise<void> {
  ids ??= ownedBy(bank, KARI);
  await consent(bank, { psu: OLA, session: OLAS_SESSION });
}

describe('account information of a stranger [D6-outside-consent, D2-consent-codes, D6-four-calls, D4-disclosure]', () => {
  let worlds: World[] = [];
  beforeAll(async () => {
    worlds = await openThem();
    await prepare(worlds[0]!.bank);
  });
  afterAll(async () => {
    for (const { bank } of worlds) {
      expect(bank.unexpected).toEqual([]);
      await bank.close();
    }
  });

  const quarter = (way: number) => (_: Send, place: number) => place % WAYS === way % WAYS;

  const heard = async (
    send: Pick<Send, 'headers' | 'as'>,
    isWanted: (what: Send, place: number) => boolean,
  ) => {
    const [{ bank }] = worlds as [World];
    const headers = { 'PSU-Context': null, ...send.headers };
    const whats = sweep(requestsOf(bank), (what, place) => place < LISTS || isWanted(what, place));
    const requests = whats.map((what, place) =>
      // Signed once: the same bytes go to every world.
      bank.signed({ ...what, ...send, headers: { ...headers, 'X-Request-ID': `${place}` } }),
    );
    return Promise.all(worlds.map((world) => answersOf(world, requests)));
  };

  it.each(
    Object.entries(ASKERS).map(([name, send], way) => ({ name, send, way })),
  )('is the same in every world: $name', async ({ send, way }) => {
    const [as, ...others] = await heard(send, quarter(way));
    for (const [place, answers] of others.entries()) {
      expect({ [worlds[place + 1]!.name]: answers }).toEqual({ [worlds[place + 1]!.name]: as });
    }
  });

  it('is another one to who may be told: the requests can tell the worlds apart', async () => {
    for (const { bank } of worlds) {
      const { accounts, cards } = ownedBy(bank, KARI);
      await inStore(bank.path, () => keepConsent(TPP, KARI, undefined, [...accounts, ...cards]));
    }
    const send = { headers: { ...byPsuId(), 'TPP-Session-ID': KARIS_SESSION } };
    const [as, ...others] = await heard(send, ({ path }) => path?.endsWith('transactions') === true);
    const apart = others.filter((answers) => JSON.stringify(answers) !== JSON.stringify(as));
    // But for what is of the right to pay and of another TPP.
    expect(apart).toHaveLength(Object.keys(OTHERS).length - 3);
  });
});
