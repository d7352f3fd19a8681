import { describe, expect, it } from 'vitest';
import { createInitialData } from '../../src/bank/domain/initial-data.ts';
import type { PaymentFields, SentKind } from '../../src/payments/fields.ts';
import { buildPayment } from '../../src/payments/prepare.ts';
import { CURRENCIES, getMinorUnits } from '../../src/values/currencies.ts';
import { parseAmount } from '../../src/values/money.ts';
import type { SandboxAccount, SandboxCustomer } from '../../src/wire/answers/sandbox.ts';

const world = createInitialData('psd2');
const customers = world.customers as unknown as readonly SandboxCustomer[];
const accounts = world.accounts as unknown as readonly SandboxAccount[];
const psu = '15813963008';
const ownerOf = (bban: string) => accounts.find((account) => account.bban === bban)?.customerNumber;
const nameOf = (number: string | undefined) =>
  customers.find(({ customerNumber }) => customerNumber === number)?.customerName;

async function example(
  fields: PaymentFields = {},
  file?: object,
  source = { customers, accounts },
  nonce = 'a1',
  kind: SentKind = 'domestic',
) {
  const given = { kind, fields, file: file && Buffer.from(JSON.stringify(file)), localChecks: true };
  const { body } = await buildPayment(given, { ...source, nonce, today: '2026-12-31' });
  return JSON.parse(Buffer.from(body).toString());
}

function exampleOf(kind: SentKind, fields: PaymentFields = {}, file?: object) {
  return example(fields, file, undefined, undefined, kind);
}

describe('an example payment [C-example]', () => {
  it('goes from the first account of the first private customer to an account of another one', async () => {
    const body = await example();
    expect(ownerOf(body.debtorAccount.bban)).toBe(psu);
    const creditor = ownerOf(body.creditorAccount.bban);
    expect(creditor).toBeDefined();
    expect(creditor).not.toBe(psu);
    expect(body).toEqual({
      instructedAmount: { amount: '100.00', currency: 'NOK' },
      creditorName: nameOf(creditor),
      creditorAccount: { bban: expect.any(String), currency: 'NOK' },
      creditorAddress: { country: 'NO' },
      debtorAccount: { bban: expect.any(String), currency: 'NOK' },
      remittanceInformationUnstructured: expect.stringContaining('a1'),
    });
  });

  it('differs each time in its message alone', async () => {
    const bodies = await Promise.all(
      Array.from({ length: 100 }, (_, at) => example({}, undefined, undefined, at.toString(16))),
    );
    const messages = bodies.map((body) => body.remittanceInformationUnstructured.toLowerCase());
    expect(new Set(messages).size).toBe(100);
    for (const { remittanceInformationUnstructured: _, ...rest } of bodies) {
      expect(rest).toEqual({ ...(await example()), remittanceInformationUnstructured: undefined });
    }
  });

  it('keeps each field that is given', async () => {
    const fields: PaymentFields = {
      amount: '7.00',
      'to-name': 'Kari',
      country: 'SE',
      message: 'Hei',
      date: '2026-11-20',
      city: 'Oslo',
    };
    expect(await example(fields)).toEqual({
      ...(await example()),
      instructedAmount: { amount: '7.00', currency: 'NOK' },
      creditorName: 'Kari',
      creditorAddress: { city: 'Oslo', country: 'SE' },
      remittanceInformationUnstructured: 'Hei',
      requestedExecutionDate: '2026-11-20',
    });
  });

  it('keeps each member of a file', async () => {
    const file = { creditorName: 'Kari', extra: 1, instructedAmount: { amount: '9.00' } };
    expect(await example({}, file)).toEqual({
      ...(await example()),
      ...file,
      instructedAmount: { amount: '9.00', currency: 'NOK' },
    });
  });

  it.each(
    CURRENCIES.filter((code) => ['JPY', 'BHD', 'SEK', 'KRW', 'TND', 'XDR'].includes(code)),
  )('has a well-formed amount in %s, between two accounts in NOK', async (currency) => {
    const { instructedAmount, creditorAccount, debtorAccount } = await example({ currency });
    expect(instructedAmount.currency).toBe(currency);
    expect(parseAmount(instructedAmount.amount, currency)).toBe(
      100n * 10n ** BigInt(getMinorUnits(currency)),
    );
    expect([creditorAccount.currency, debtorAccount.currency]).toEqual(['NOK', 'NOK']);
  });

  it('has no message beside a KID or other references', async () => {
    for (const fields of [{ kid: '602243' }, { reference: ['a'] }]) {
      const body = await example(fields);
      expect(body).not.toHaveProperty('remittanceInformationUnstructured');
      expect(body.remittanceInformationStructuredArray).toHaveLength(1);
    }
  });

  it('pays from a card when one is given', async () => {
    expect((await example({ 'from-card': 'reference' })).debtorAccount).toEqual({
      other: { identification: 'reference', schemeNameProprietary: 'creditCardAccount' },
      currency: 'NOK',
    });
  });

  it.each(
    accounts.map(({ bban }) => bban),
  )('pays from %s to another customer than its owner', async (bban) => {
    const { debtorAccount, creditorAccount, creditorName } = await example({ 'from-bban': bban });
    expect(debtorAccount.bban).toBe(bban);
    expect(ownerOf(creditorAccount.bban)).not.toBe(ownerOf(bban));
    expect(creditorName).toBe(nameOf(ownerOf(creditorAccount.bban)));
  });

  it('names the owner of a given account of the bank', async () => {
    const { bban, customerNumber } = accounts.at(-1)!;
    const { creditorAccount, creditorName } = await example({ 'to-bban': bban });
    expect(creditorAccount).toEqual({ bban, currency: 'NOK' });
    expect(creditorName).toBe(nameOf(customerNumber));
  });

  it("takes the amount's currency for an account of another bank", async () => {
    const fields = { 'to-bban': '86011117947', currency: 'SEK', 'to-agent': 'DNBANOKK' };
    expect((await example(fields)).creditorAccount).toEqual({ bban: '86011117947', currency: 'SEK' });
  });

  it('needs the two customers, and says how to get them back', async () => {
    const own = accounts.filter(({ customerNumber }) => customerNumber === psu);
    for (const left of [[], own, accounts.filter(({ customerNumber }) => customerNumber !== psu)]) {
      await expect(example({}, undefined, { customers, accounts: left })).rejects.toThrowError(
        expect.objectContaining({
          code: 'INPUT_INVALID',
          details: { hint: expect.stringContaining('psd2 sandbox init') },
        }),
      );
    }
  });
});

describe('an example of every kind [C-example-kinds]', () => {
  const nok = { currency: 'NOK' };

  it("cross-border: to the other customer's IBAN, of so much that the bank warns of nothing", async () => {
    const { creditorAccount, instructedAmount, ...rest } = await exampleOf('cross-border');
    const creditor = accounts.find(({ iban }) => iban === creditorAccount.iban);
    expect(creditorAccount).toEqual({ iban: creditor?.iban, ...nok });
    expect(creditor?.customerNumber).not.toBe(psu);
    expect(instructedAmount).toEqual({ amount: '100000.00', ...nok });
    expect(rest).toEqual({
      regulatoryReportingCode: '14',
      regulatoryReportingInformation: 'psd2 example',
      creditorName: nameOf(creditor?.customerNumber),
      debtorAccount: { bban: expect.any(String), ...nok },
      remittanceInformationUnstructured: expect.stringContaining('a1'),
    });
  });

  it('cross-border: pays what the product is meant for in another currency, too', async () => {
    const { instructedAmount } = await exampleOf('cross-border', { currency: 'EUR' });
    expect(instructedAmount).toEqual({ amount: '10000.00', currency: 'EUR' });
  });

  it.each([
    ['100000.00', 'NOK', true],
    ['99999.99', 'NOK', false],
    // 8 695.65 EUR at 11.50 is NOK 99 999.975, which half even makes 99 999.98.
    ['8695.65', 'EUR', false],
    ['8695.66', 'EUR', true],
  ])('cross-border: %s %s has the regulatory fields: %s', async (amount, currency, has) => {
    const body = await exampleOf('cross-border', { amount, currency });
    expect('regulatoryReportingCode' in body).toBe(has);
    expect('regulatoryReportingInformation' in body).toBe(has);
  });

  it('cross-border: names an account that is given in its own way', async () => {
    const { creditorAccount } = await exampleOf('cross-border', { 'to-iban': 'GB29NWBK60161331926819' });
    expect(creditorAccount).toEqual({ iban: 'GB29NWBK60161331926819', ...nok });
    const { debtorAccount } = await exampleOf('cross-border', { 'from-iban': accounts[1]!.iban });
    expect(debtorAccount).toEqual({ iban: accounts[1]!.iban, ...nok });
  });

  it("periodic: Monthly from the day after the bank's", async () => {
    const body = await exampleOf('periodic');
    expect(body).toEqual({ ...(await example()), startDate: '2027-01-01', frequency: 'Monthly' });
    expect(await exampleOf('periodic', { frequency: 'MonthlyVariable' })).toMatchObject({
      monthsOfExecution: [expect.any(String), expect.any(String)],
    });
  });

  it('bulk: two payments to accounts of two other customers, with messages that differ', async () => {
    const { debtorAccount, payments } = await exampleOf('bulk');
    expect(ownerOf(debtorAccount.bban)).toBe(psu);
    expect(payments).toHaveLength(2);
    const owners = payments.map((item: { creditorAccount: { bban: string } }) =>
      ownerOf(item.creditorAccount.bban),
    );
    expect(new Set([...owners, psu]).size).toBe(3);
    const messages = payments.map((item: Record<string, string>) => item.remittanceInformationUnstructured);
    expect(new Set(messages).size).toBe(2);
    for (const item of payments) expect(item).not.toHaveProperty('debtorAccount');
  });

  it('bulk: fills what given payments lack', async () => {
    const file = { payments: [{ creditorName: 'Kari' }, { instructedAmount: { amount: '7.00' } }] };
    expect((await exampleOf('bulk', {}, file)).payments).toMatchObject([
      { creditorName: 'Kari', instructedAmount: { amount: '100.00' } },
      { instructedAmount: { amount: '7.00', ...nok } },
    ]);
  });

  it('fees: of the same two accounts', async () => {
    const { instructedAmount: amount, creditorAccount, debtorAccount } = await example();
    expect(await exampleOf('fees')).toEqual({ amount, creditorAccount, debtorAccount });
  });
});
