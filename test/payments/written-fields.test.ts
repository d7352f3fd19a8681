import { describe, expect, it } from 'vitest';
import { readBulkFile } from '../../src/payments/bulk-file.ts';
import { readWrittenFields } from '../../src/payments/fields.ts';

describe('account numbers as people write them [C-written-amounts]', () => {
  it.each(['9990.10.67291', '9990 10 67291', '9990\u00a010\u00a067291'])('are a bban: %s', (written) => {
    const bban = '99901067291';
    const { fields } = readWrittenFields({ 'from-bban': written, 'to-bban': written }, 'NOK');
    expect(fields).toEqual({ 'from-bban': bban, 'to-bban': bban });
    const { payments } = readBulkFile(`to-name;to-bban;amount;currency\nOla;${written};100,50;NOK\n`);
    expect(payments[0]).toMatchObject({ creditorAccount: { bban }, instructedAmount: { amount: '100.50' } });
  });

  it.each([
    ['NO93 8601 1117 947', 'NO9386011117947'],
    ['no93.8601.1117.947', 'NO9386011117947'],
    ['gb29 nwbk 6016 1331 9268 19', 'GB29NWBK60161331926819'],
    ['not an IBAN', 'not an IBAN'],
  ])('are an IBAN: %s', (written, iban) => {
    const { fields } = readWrittenFields({ 'from-iban': written, 'to-iban': written }, 'NOK');
    expect(fields).toEqual({ 'from-iban': iban, 'to-iban': iban });
  });
});
