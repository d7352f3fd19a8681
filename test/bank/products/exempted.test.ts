import { describe, expect, it } from 'vitest';
import { HOUR } from '../../support/life/days.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { approve, runBatch } from '../../support/life/operator.ts';
import {
  AUTHORISATIONS,
  call,
  create,
  KARI,
  listed,
  readStatus,
  scaStatusOf,
  start,
  statusOf,
} from '../../support/life/payments.ts';
import {
  ABROAD,
  approvedAs,
  createAs,
  ibanOf,
  type Kind,
  type ProductWish,
  sendAs,
} from '../../support/life/products.ts';

const bank = bankOfEach();
const explicit = { headers: { 'TPP-Explicit-Authorisation-Preferred': 'true' } };

/** The status of each kind once it is exempted. */
const EXEMPTED = { domestic: 'ACTC', instant: 'ACSC', 'cross-border': 'ACTC' } as const;
const kinds = Object.keys(EXEMPTED) as (keyof typeof EXEMPTED)[];

/** To Kari's other account, in the session of the tests. */
const own = (wish: ProductWish = {}): ProductWish => ({
  psu: KARI,
  to: bank().accounts.debtorOther,
  amount: '500.00',
  ...wish,
});

async function sessionWithSca(): Promise<void> {
  await approve(bank(), await create(bank(), { psu: KARI }));
}

describe('a small payment of a product between own accounts [D4-exempted, I-exempted]', () => {
  it.each(kinds)('needs no SCA while that of the session is valid: %s', async (kind) => {
    await sessionWithSca();
    const payment = await createAs(bank(), kind, own());
    expect(payment.created.json.transactionStatus).toBe(EXEMPTED[kind]);
    expect(payment.created.json._links).not.toHaveProperty('scaRedirect');
    expect(payment.created.json._links).not.toHaveProperty('startAuthorisation');
    expect(await statusOf(bank(), payment)).toBe(EXEMPTED[kind]);
    const [id] = await listed(bank(), payment);
    expect(await scaStatusOf(bank(), payment, id)).toBe('EXEMPTED');
    await runBatch(bank());
    await runBatch(bank());
    expect(await statusOf(bank(), payment)).toBe('ACSC');
  });

  it.each(kinds)('is exempted at its start when the TPP starts the authorisation: %s', async (kind) => {
    await sessionWithSca();
    const payment = await createAs(bank(), kind, own(explicit));
    expect(payment.created.json.transactionStatus).toBe('RCVD');
    const { answer, authorisationId } = await start(bank(), payment);
    expect(answer.json).toMatchObject({ scaStatus: 'EXEMPTED', authorisationId });
    expect(answer.json._links).not.toHaveProperty('scaRedirect');
    expect(await statusOf(bank(), payment)).toBe(EXEMPTED[kind]);
  });

  it('is exempted by its bban, and by bban and iban together', async () => {
    await sessionWithSca();
    const { debtorOther } = bank().accounts;
    const iban = ibanOf(bank(), debtorOther);
    for (const creditorAccount of [
      { bban: debtorOther, currency: 'NOK' },
      { bban: debtorOther, iban, currency: 'NOK' },
    ]) {
      const body = { creditorAccount, creditorAgent: 'DNBANOKK' };
      const payment = await createAs(bank(), 'cross-border', own({ body }));
      expect(payment.created.json.transactionStatus).toBe('ACTC');
    }
  });
});

describe('a small instant payment between own accounts that lacks funds [D4-exempted, D4-instant-funds]', () => {
  const all = { amount: '249900.00', to: '99930700017' };

  it('is refused at its creation, exempted or not', async () => {
    await sessionWithSca();
    await approvedAs(bank(), 'instant', { ...all, psu: KARI });
    const { status, json } = await sendAs(bank(), 'instant', own({ amount: '97.00' }));
    expect([status, json.tppMessages[0].code]).toEqual([400, 'PAYMENT_FAILED']);
    const { created } = await createAs(bank(), 'instant', own({ amount: '96.00' }));
    expect(created.json.transactionStatus).toBe('ACSC');
  });

  it('is rejected at its start when the money went before', async () => {
    await sessionWithSca();
    const payment = await createAs(bank(), 'instant', own(explicit));
    await approvedAs(bank(), 'instant', { ...all, psu: KARI });
    await call(bank(), payment, 'POST', AUTHORISATIONS);
    expect((await readStatus(bank(), payment)).json).toMatchObject({
      transactionStatus: 'RJCT',
      fundsAvailable: false,
    });
  });
});

const broken: readonly (readonly [string, () => ProductWish])[] = [
  ['one øre more', () => own({ amount: '500.01' })],
  ['500 of a dearer currency', () => own({ currency: 'EUR' })],
  ['to another customer', () => own({ to: bank().accounts.foreign })],
  ['in another session', () => own({ session: 'another' })],
  [
    'more than an hour after the SCA',
    () => {
      bank().now += HOUR + 1000;
      return own();
    },
  ],
  ['of a PSU whom no header names', () => ({ to: bank().accounts.debtorOther, amount: '500.00' })],
];
const breaks = (['instant', 'cross-border'] as const).flatMap((kind) =>
  broken.map(([what, wish]) => [`${kind}, ${what}`, kind, wish] as const),
);

describe('a payment of a product that breaks one condition of the exemption [D4-exempted]', () => {
  it.each(breaks)('needs its own SCA: %s', async (_, kind, wish) => {
    await sessionWithSca();
    const payment = await createAs(bank(), kind, wish());
    expect(payment.created.json.transactionStatus).toBe('RCVD');
    expect(payment.link).not.toBe('');
    expect(await scaStatusOf(bank(), payment)).not.toBe('EXEMPTED');
  });

  it('needs its own SCA: cross-border, to an account abroad', async () => {
    await sessionWithSca();
    const body = { creditorAccount: { iban: ABROAD, currency: 'NOK' } };
    const payment = await createAs(bank(), 'cross-border', own({ body }));
    expect(payment.created.json.transactionStatus).toBe('RCVD');
  });

  const never: readonly Kind[] = ['periodic', 'bulk'];
  it.each(never)('is never exempted, however small: %s', async (kind) => {
    await sessionWithSca();
    const payment = await createAs(bank(), kind, own({ amount: '1.00' }));
    expect(payment.created.json.transactionStatus).toBe('RCVD');
    expect(payment.link).not.toBe('');
    expect((await approve(bank(), payment)).scaStatus).toBe('FINALISED');
    const later = await createAs(bank(), kind, own({ amount: '1.00', ...explicit }));
    const { answer } = await start(bank(), later);
    expect(answer.json.scaStatus).not.toBe('EXEMPTED');
    expect(answer.json._links).toHaveProperty('scaRedirect');
    expect(await statusOf(bank(), later)).toBe('RCVD');
  });
});
