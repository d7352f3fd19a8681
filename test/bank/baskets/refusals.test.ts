import { beforeAll, describe, expect, it } from 'vitest';
import { signerOf } from '../../support/bank.ts';
import { basketCreation, createBasket, idsOf, received, sendBasket } from '../../support/life/baskets.ts';
import { accountOf } from '../../support/life/firm.ts';
import { create, KARI, OLA, type Payment } from '../../support/life/payments.ts';
import { createAs } from '../../support/life/products.ts';
import { reach } from '../../support/life/states.ts';
import { expectErrorBody, expectRefusal, faults } from '../refusals/expectations.ts';
import { bankOf, malformed } from '../refusals/rows.ts';

const stranger = signerOf('PSDNO-FSA-39999991');
const nobody = 'AAAAAAAAAAAAAAAAAAAAAA';
const unknown = (path: string) => ({ status: 400, code: 'RESOURCE_UNKNOWN', path });

describe('the body of a basket [D5-basket-body, D2-together]', () => {
  const bank = bankOf();
  let ids: string[];
  beforeAll(async () => {
    ids = idsOf(await received(bank(), 2));
  });
  it.each<readonly [string, () => unknown, string | null]>([
    ['no object', () => ids, null],
    ['a text', () => 'payments', null],
    ['no paymentIds', () => ({}), 'paymentIds'],
    ['paymentIds null', () => ({ paymentIds: null }), 'paymentIds'],
    ['paymentIds one id', () => ({ paymentIds: ids[0] }), 'paymentIds'],
    ['paymentIds an object', () => ({ paymentIds: { 0: ids[0] } }), 'paymentIds'],
    ['paymentIds empty', () => ({ paymentIds: [] }), 'paymentIds'],
    ['an id twice', () => ({ paymentIds: [ids[0], ids[1], ids[0]] }), 'paymentIds'],
    ['a number', () => ({ paymentIds: [ids[0], 5] }), 'paymentIds[1]'],
    ['null', () => ({ paymentIds: [null, ids[0]] }), 'paymentIds[0]'],
    ['an object', () => ({ paymentIds: [ids[0], ids[1], { paymentId: ids[0] }] }), 'paymentIds[2]'],
    ['a list', () => ({ paymentIds: [[ids[0]]] }), 'paymentIds[0]'],
  ])('is refused with %s', async (_, body, path) => {
    expectRefusal(await bank().send(basketCreation(body())), malformed(path));
  });

  it('is told all that is malformed at once, before anything else of it is looked at', async () => {
    const body = { consentIds: ['c'], paymentIds: [5, nobody, nobody, null] };
    expect(faults(await bank().send(basketCreation(body)))).toEqual([
      'FORMAT_ERROR paymentIds',
      'FORMAT_ERROR paymentIds[0]',
      'FORMAT_ERROR paymentIds[3]',
    ]);
  });

  it('may have members that the interface does not know', async () => {
    const answer = await bank().send(basketCreation({ colour: 'blue', paymentIds: ids }));
    expect(answer.status, answer.text).toBe(201);
  });
});

describe('what a basket can not hold, each by itself [D5-basket-refusals, I-basket-mix]', () => {
  const bank = bankOf();

  it("another TPP's payment, in the same words, and one of another PSU than the request names", async () => {
    const [good] = (await received(bank(), 1)) as [Payment];
    const theirs = await create(bank(), { psu: KARI, as: stranger });
    const answer = await sendBasket(bank(), [theirs, good]);
    expectRefusal(answer, unknown('paymentIds[0]'));
    const none = await sendBasket(bank(), [{ paymentId: nobody }, good]);
    expect(answer.text.replaceAll(theirs.paymentId, '')).toBe(none.text.replaceAll(nobody, ''));
    expectRefusal(await sendBasket(bank(), [good], { psu: OLA }), unknown('paymentIds[0]'));
  });
});

describe('a basket with everything wrong [D5-basket-refusals, D2-together-domain]', () => {
  const bank = bankOf();
  /** Each fault, and the member that makes it; members of conflicts come last. */
  let wrong: readonly (readonly [string, Payment | { readonly paymentId: string }])[];
  let good: readonly Payment[];

  beforeAll(async () => {
    const first = await create(bank(), { psu: KARI });
    const theirs = await create(bank(), { psu: KARI, as: stranger });
    const from = await accountOf(bank(), OLA);
    const ofOla = await create(bank(), { psu: OLA, from, to: bank().accounts.debtor });
    const approved = await reach(bank(), 'ACTC', { psu: KARI });
    const [taken] = (await received(bank(), 1)) as [Payment];
    await createBasket(bank(), [taken]);
    wrong = [
      ['', first],
      ['RESOURCE_UNKNOWN', { paymentId: nobody }],
      ['RESOURCE_UNKNOWN', theirs],
      ['REFERENCE_MIX_INVALID', await createAs(bank(), 'bulk', { psu: KARI })],
      ['REFERENCE_MIX_INVALID', await createAs(bank(), 'periodic', { psu: KARI })],
      ['REFERENCE_MIX_INVALID', ofOla],
      ['CONFLICT', approved],
      ['CONFLICT', taken],
    ];
    // No authorisations of their own: there may be only so many.
    good = await received(
      bank(),
      wrong.map(() => ({ headers: { 'TPP-Explicit-Authorisation-Preferred': 'true' } })),
    );
  });

  /** The creation with the members at these places repaired. */
  const sent = (repaired: readonly number[], consents = true, psu: string | null = null) => {
    const members = wrong.map(([, member], place) => (repaired.includes(place) ? good[place]! : member));
    const consentIds = consents ? { consentIds: ['consent-1'] } : {};
    return bank().send(
      basketCreation({ ...consentIds, paymentIds: idsOf(members) }, { headers: { 'X-PSU-IDENTITY': psu } }),
    );
  };
  const left = (status: number, repaired: readonly number[]) =>
    wrong.flatMap(([code], place) => {
      const isConflict = code === 'CONFLICT';
      if (code === '' || repaired.includes(place) || isConflict !== (status === 409)) return [];
      return [`${code} paymentIds[${place}]`];
    });
  const CONSENTS = 'REFERENCE_MIX_INVALID consentIds';
  const OF_BODY = [1, 2, 3, 4, 5];

  it('is told every fault at once but the conflicts', async () => {
    const answer = await sent([]);
    expect(answer.status).toBe(400);
    expect(faults(answer).toSorted()).toEqual([...left(400, []), CONSENTS].toSorted());
    const ofMembers = faults(answer).filter((fault) => fault !== CONSENTS);
    expect(ofMembers).toEqual(left(400, []));
    expectErrorBody(answer);
  });

  it('must name the PSU then, since the bank knows it', async () => {
    const answer = await sent(OF_BODY, false);
    expectRefusal(answer, { status: 400, code: 'HTTP_HEADER_REQUIRED', path: 'PSU-ID' });
  });

  it('is told the conflicts once nothing else is wrong, and is made once they are gone', async () => {
    const answer = await sent(OF_BODY, false, KARI);
    expect(answer.status).toBe(409);
    expect(faults(answer)).toEqual(['CONFLICT paymentIds[6]', 'CONFLICT paymentIds[7]']);
    expect(faults(await sent([...OF_BODY, 6], false, KARI))).toEqual(['CONFLICT paymentIds[7]']);
    expect(faults(await sent([...OF_BODY, 7], false, KARI))).toEqual(['CONFLICT paymentIds[6]']);
    expect((await sent([...OF_BODY, 6, 7], false, KARI)).status).toBe(201);
  });
});
