import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/errors.ts';
import {
  type BodyKind,
  bodyOf,
  flagsToChange,
  type PaymentFields,
  refuseForeignIbans,
} from '../../src/payments/fields.ts';

const iban = 'NO9386011117947';
const bban = '86011117947';

describe('fields over a file [C-create-flags, C-file-unchanged]', () => {
  const file = {
    creditorAccount: { iban, currency: 'EUR' },
    debtorAccount: { currency: 'NOK', bban },
    remittanceInformationUnstructured: 'Hei',
  };

  it('take the place of whatever named the account, and leave the rest and its order', () => {
    const paid = bodyOf('cross-border', { 'to-bban': '123' }, file);
    expect(paid.creditorAccount).toEqual({ currency: 'EUR', bban: '123' });
    expect(JSON.stringify(paid.debtorAccount)).toBe(JSON.stringify(file.debtorAccount));
    expect(bodyOf('domestic', { 'from-card': 'ref' }, file).debtorAccount).toEqual({
      currency: 'NOK',
      other: { identification: 'ref', schemeNameProprietary: 'creditCardAccount' },
    });
    expect(JSON.stringify(bodyOf('domestic', { 'from-bban': bban }, file))).toBe(JSON.stringify(file));
  });

  it('are a message for a reference and back, unless both are given', () => {
    const kid = bodyOf('domestic', { kid: '602243' }, file);
    expect(kid).not.toHaveProperty('remittanceInformationUnstructured');
    expect(kid).toHaveProperty('remittanceInformationStructuredArray');
    const message = bodyOf('domestic', { message: 'Ny' }, kid);
    expect(message).not.toHaveProperty('remittanceInformationStructuredArray');
    expect(Object.keys(bodyOf('domestic', { message: 'Ny', kid: '602243' }, {}))).toHaveLength(2);
  });

  it('name the flag to change for an item of a list, too', () => {
    expect(flagsToChange('periodic', 'monthsOfExecution[2]')).toEqual(['--months']);
    expect(flagsToChange('domestic', 'remittanceInformationStructuredArray[0].reference')).toEqual([
      '--reference',
    ]);
    expect(flagsToChange('domestic', 'x[0]')).toEqual([]);
  });
});

describe('an account at fault as a whole [C-local-checks, D4-debtor-as-creditor]', () => {
  it('is changed by the flags that can name it', () => {
    expect(flagsToChange('domestic', 'creditorAccount')).toEqual(['--to-bban']);
    expect(flagsToChange('cross-border', 'creditorAccount')).toEqual(['--to-bban', '--to-iban']);
    expect(flagsToChange('instant', 'debtorAccount')).toEqual(['--from-bban']);
  });
});

describe('an IBAN where a bban is wanted [C-local-checks]', () => {
  const refused = (fields: PaymentFields, kind: BodyKind = 'domestic') => {
    try {
      refuseForeignIbans(kind, fields);
      return undefined;
    } catch (fault) {
      return fault instanceof Fault ? fault : undefined;
    }
  };

  it('is a Norwegian one, or refused by the flag that gave it', () => {
    expect(refused({ 'from-iban': iban, 'to-iban': iban })).toBeUndefined();
    expect(refused({ 'to-iban': 'DE89370400440532013000' })?.message).toBe(
      "--to-iban isn't a Norwegian IBAN",
    );
    expect(refused({ 'from-iban': 'NO9486011117947' })?.message).toMatch(
      /^--from-iban has wrong check digits/,
    );
    expect(refused({ 'from-iban': 'x' })?.details.hint).toContain('Change --from-iban,');
  });

  it('is any one across borders', () => {
    expect(refused({ 'to-iban': 'DE89370400440532013000' }, 'cross-border')).toBeUndefined();
  });
});
