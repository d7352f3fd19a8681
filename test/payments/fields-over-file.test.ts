import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/errors.ts';
import {
  type BodyKind,
  buildBody,
  listFlagsToChange,
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
    const paid = buildBody('cross-border', { 'to-bban': '123' }, file);
    expect(paid.creditorAccount).toEqual({ currency: 'EUR', bban: '123' });
    expect(JSON.stringify(paid.debtorAccount)).toBe(JSON.stringify(file.debtorAccount));
    expect(buildBody('domestic', { 'from-card': 'ref' }, file).debtorAccount).toEqual({
      currency: 'NOK',
      other: { identification: 'ref', schemeNameProprietary: 'creditCardAccount' },
    });
    expect(JSON.stringify(buildBody('domestic', { 'from-bban': bban }, file))).toBe(JSON.stringify(file));
  });

  it('are a message for a reference and back, unless both are given', () => {
    const kid = buildBody('domestic', { kid: '602243' }, file);
    expect(kid).not.toHaveProperty('remittanceInformationUnstructured');
    expect(kid).toHaveProperty('remittanceInformationStructuredArray');
    const message = buildBody('domestic', { message: 'Ny' }, kid);
    expect(message).not.toHaveProperty('remittanceInformationStructuredArray');
    expect(Object.keys(buildBody('domestic', { message: 'Ny', kid: '602243' }, {}))).toHaveLength(2);
  });

  it('name the flag to change for an item of a list, too', () => {
    expect(listFlagsToChange('periodic', 'monthsOfExecution[2]')).toEqual(['--months']);
    expect(listFlagsToChange('domestic', 'remittanceInformationStructuredArray[0].reference')).toEqual([
      '--reference',
    ]);
    expect(listFlagsToChange('domestic', 'x[0]')).toEqual([]);
  });
});

describe('an account at fault as a whole [C-local-checks, D4-debtor-as-creditor]', () => {
  it('is changed by the flags that can name it', () => {
    expect(listFlagsToChange('domestic', 'creditorAccount')).toEqual(['--to-bban']);
    expect(listFlagsToChange('cross-border', 'creditorAccount')).toEqual(['--to-bban', '--to-iban']);
    expect(listFlagsToChange('instant', 'debtorAccount')).toEqual(['--from-bban']);
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
