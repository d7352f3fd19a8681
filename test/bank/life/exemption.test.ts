import { describe, expect, it } from 'vitest';
import { signerOf, type TestBank } from '../../support/bank.ts';
import { HOUR } from '../../support/life/days.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { approve } from '../../support/life/operator.ts';
import {
  AUTHORISATIONS,
  create,
  KARI,
  listed,
  OLA,
  scaStatusOf,
  start,
  statusOf,
  type Wish,
} from '../../support/life/payments.ts';

const bank = bankOfEach();

/** From Kari's account to her other one, in a session with a valid SCA. */
const own = (wish: Wish = {}): Wish => ({
  psu: KARI,
  to: bank().accounts.debtorOther,
  amount: '500.00',
  ...wish,
});

/** The session of the tests gets its SCA from any payment's. */
async function sessionWithSca(of: TestBank, wish: Wish = {}): Promise<void> {
  await approve(of, await create(of, { psu: KARI, ...wish }));
}

describe('a small payment between own accounts [D4-exempted, I-exempted]', () => {
  it('needs no SCA while that of the session is valid', async () => {
    await sessionWithSca(bank());
    const payment = await create(bank(), own());
    expect(payment.created.json.transactionStatus).toBe('ACTC');
    expect(payment.created.json._links).not.toHaveProperty('scaRedirect');
    expect(await statusOf(bank(), payment)).toBe('ACTC');
    const [id] = await listed(bank(), payment);
    expect(await scaStatusOf(bank(), payment, id)).toBe('EXEMPTED');
  });

  it('is exempted at its start when the TPP starts the authorisation itself', async () => {
    await sessionWithSca(bank());
    const explicit = { headers: { 'TPP-Explicit-Authorisation-Preferred': 'true' } };
    const payment = await create(bank(), own(explicit));
    expect(payment.created.json.transactionStatus).toBe('RCVD');
    const { answer, authorisationId } = await start(bank(), payment);
    expect(answer.json).toEqual({
      scaStatus: 'EXEMPTED',
      authorisationId,
      _links: {
        scaStatus: { href: `${payment.path}/${AUTHORISATIONS}/${authorisationId}`, verbs: ['GET'] },
      },
    });
    expect(await statusOf(bank(), payment)).toBe('ACTC');
    expect(await scaStatusOf(bank(), payment, authorisationId)).toBe('EXEMPTED');
  });
});

const stranger = signerOf('PSDNO-FSA-39999991');

/** Each condition broken once; every other one holds. */
const broken: readonly (readonly [string, (of: TestBank) => Wish | Promise<Wish>])[] = [
  ['one øre more', () => own({ amount: '500.01' })],
  ['500 of a dearer currency', () => own({ currency: 'EUR' })],
  ['to another customer', (of) => own({ to: of.accounts.foreign })],
  ['to an account of another bank', () => own({ to: '99930700017' })],
  ['in another session', () => own({ session: 'another' })],
  ['by another TPP in a session of the same name', () => own({ as: stranger })],
  [
    'more than an hour after the SCA',
    (of) => {
      of.now += HOUR + 1000;
      return own();
    },
  ],
  ['of a PSU whom no header names', () => ({ to: bank().accounts.debtorOther, amount: '500.00' })],
];

describe('a payment that breaks one condition of the exemption [D4-exempted, D6-session]', () => {
  it.each(broken)('needs its own SCA: %s', async (_, wish) => {
    await sessionWithSca(bank());
    const payment = await create(bank(), await wish(bank()));
    expect(payment.created.json.transactionStatus).toBe('RCVD');
    expect(payment.link).not.toBe('');
    expect((await listed(bank(), payment)).length).toBe(1);
    expect(await scaStatusOf(bank(), payment)).not.toBe('EXEMPTED');
  });

  it('needs its own SCA: no SCA in the session at all', async () => {
    expect((await create(bank(), own())).created.json.transactionStatus).toBe('RCVD');
  });

  it("needs its own SCA: another PSU's SCA in a session of the same name", async () => {
    const { json } = await bank().send({ method: 'GET', path: '/v1/sandbox/accounts' });
    const ofOla = json.filter((one: { customerNumber: string }) => one.customerNumber === OLA);
    const [from, to] = ofOla.map(({ bban }: { bban: string }) => bban);
    await sessionWithSca(bank());
    const payment = await create(bank(), { psu: OLA, from, to, amount: '1.00' });
    expect(payment.created.json.transactionStatus).toBe('RCVD');
  });

  it('needs its own SCA: started by a PSU who does not own the debtor account', async () => {
    await sessionWithSca(bank());
    const { debtorOther, foreign } = bank().accounts;
    const explicit = { headers: { 'TPP-Explicit-Authorisation-Preferred': 'true' } };
    const payment = await create(bank(), { from: foreign, to: debtorOther, amount: '1.00', ...explicit });
    expect((await start(bank(), payment)).answer.json.scaStatus).toBe('RECEIVED');
    expect(await statusOf(bank(), payment)).toBe('RCVD');
  });
});
