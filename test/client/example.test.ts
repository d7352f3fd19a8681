import { describe, expect, it } from 'vitest';
import { initialData } from '../../src/bank/domain/initial-data.ts';
import type { DomesticFields } from '../../src/client/domestic-fields.ts';
import { prepareDomestic } from '../../src/client/prepare-domestic.ts';
import { CURRENCIES, minorUnits } from '../../src/values/currencies.ts';
import { parseAmount } from '../../src/values/money.ts';
import type { SandboxAccount, SandboxCustomer } from '../../src/wire/sandbox.ts';

const world = initialData('psd2');
const customers = world.customers as unknown as readonly SandboxCustomer[];
const accounts = world.accounts as unknown as readonly SandboxAccount[];
const psu = '15813963008';
const ownerOf = (bban: string) => accounts.find((account) => account.bban === bban)?.customerNumber;
const nameOf = (number: string | undefined) =>
  customers.find(({ customerNumber }) => customerNumber === number)?.customerName;

function example(fields: DomesticFields = {}, file?: object, source = { customers, accounts }, nonce = 'a1') {
  const bytes = prepareDomestic({
    fields,
    file: file && Buffer.from(JSON.stringify(file)),
    example: { ...source, nonce },
    localChecks: true,
  });
  return JSON.parse(Buffer.from(bytes).toString());
}

describe('an example payment [C-example]', () => {
  it('goes from the first account of the first private customer to an account of another one', () => {
    const body = example();
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

  it('differs each time in its message alone', () => {
    const bodies = Array.from({ length: 100 }, (_, at) => example({}, undefined, undefined, at.toString(16)));
    const messages = bodies.map((body) => body.remittanceInformationUnstructured.toLowerCase());
    expect(new Set(messages).size).toBe(100);
    for (const { remittanceInformationUnstructured: _, ...rest } of bodies) {
      expect(rest).toEqual({ ...example(), remittanceInformationUnstructured: undefined });
    }
  });

  it('keeps each field that is given', () => {
    const fields: DomesticFields = {
      amount: '7.00',
      toName: 'Kari',
      country: 'SE',
      message: 'Hei',
      date: '2026-11-20',
      city: 'Oslo',
    };
    expect(example(fields)).toEqual({
      ...example(),
      instructedAmount: { amount: '7.00', currency: 'NOK' },
      creditorName: 'Kari',
      creditorAddress: { city: 'Oslo', country: 'SE' },
      remittanceInformationUnstructured: 'Hei',
      requestedExecutionDate: '2026-11-20',
    });
  });

  it('keeps each member of a file', () => {
    const file = { creditorName: 'Kari', extra: 1, instructedAmount: { amount: '9.00' } };
    expect(example({}, file)).toEqual({
      ...example(),
      ...file,
      instructedAmount: { amount: '9.00', currency: 'NOK' },
    });
  });

  it('leaves a whole file as it is, byte for byte', () => {
    const file = Buffer.from(JSON.stringify(example(), null, 3));
    const source = { customers, accounts, nonce: '0ff' };
    const bytes = prepareDomestic({ fields: {}, file, example: source, localChecks: true });
    expect(Buffer.from(bytes).equals(file)).toBe(true);
  });

  it.each(
    CURRENCIES.filter((code) => ['JPY', 'BHD', 'SEK', 'KRW', 'TND', 'XDR'].includes(code)),
  )('has a well-formed amount in %s, between two accounts in NOK', (currency) => {
    const { instructedAmount, creditorAccount, debtorAccount } = example({ currency });
    expect(instructedAmount.currency).toBe(currency);
    expect(parseAmount(instructedAmount.amount, currency)).toBe(100n * 10n ** BigInt(minorUnits(currency)));
    expect([creditorAccount.currency, debtorAccount.currency]).toEqual(['NOK', 'NOK']);
  });

  it('has no message beside a KID or other references', () => {
    for (const fields of [{ kid: '602243' }, { references: [{ reference: 'a' }] }]) {
      const body = example(fields);
      expect(body).not.toHaveProperty('remittanceInformationUnstructured');
      expect(body.remittanceInformationStructuredArray).toHaveLength(1);
    }
  });

  it('pays from a card when one is given', () => {
    expect(example({ fromCard: 'reference' }).debtorAccount).toEqual({
      other: { identification: 'reference', schemeNameProprietary: 'creditCardAccount' },
      currency: 'NOK',
    });
  });

  it.each(accounts.map(({ bban }) => bban))('pays from %s to another customer than its owner', (bban) => {
    const { debtorAccount, creditorAccount, creditorName } = example({ fromBban: bban });
    expect(debtorAccount.bban).toBe(bban);
    expect(ownerOf(creditorAccount.bban)).not.toBe(ownerOf(bban));
    expect(creditorName).toBe(nameOf(ownerOf(creditorAccount.bban)));
  });

  it('names the owner of a given account of the bank', () => {
    const { bban, customerNumber } = accounts.at(-1)!;
    const { creditorAccount, creditorName } = example({ toBban: bban });
    expect(creditorAccount).toEqual({ bban, currency: 'NOK' });
    expect(creditorName).toBe(nameOf(customerNumber));
  });

  it("takes the amount's currency for an account of another bank", () => {
    const fields = { toBban: '86011117947', currency: 'SEK', toAgent: 'DNBANOKK' };
    expect(example(fields).creditorAccount).toEqual({ bban: '86011117947', currency: 'SEK' });
  });

  it('needs the two customers, and says how to get them back', () => {
    const own = accounts.filter(({ customerNumber }) => customerNumber === psu);
    for (const left of [[], own, accounts.filter(({ customerNumber }) => customerNumber !== psu)]) {
      expect(() => example({}, undefined, { customers, accounts: left })).toThrowError(
        expect.objectContaining({
          code: 'INPUT_INVALID',
          details: { hint: expect.stringContaining('psd2 sandbox init') },
        }),
      );
    }
  });

  it('is checked like any other', () => {
    expect(() => example({ amount: '100.5' })).toThrowError(/^instructedAmount\.amount must have 2 decimals/);
  });
});
