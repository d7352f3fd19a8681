import { describe, expect, it } from 'vitest';
import { ibanOf } from './accounts.ts';
import { all, type Change, set, without } from './changes.ts';
import { crossBorder } from './kinds.ts';
import { bankOf } from './rows.ts';

const bank = bankOf();

const euro = set('instructedAmount', { amount: '10000.00', currency: 'EUR' });
const iban = (country: string, bban: string) => set('creditorAccount.iban', ibanOf(country, bban));
const byBic = (bic: string): Change =>
  all(without('creditorAccount.iban'), set('creditorAccount.bban', '1234567'), set('creditorAgent', bic));
/** Names a SEPA country by everything but the IBAN, which is looked at first. */
const agentAndAddress = all(
  set('creditorAgent', 'DEUTDEFF'),
  set('creditorAddress', { country: 'DE' }),
  iban('AE', '0331234567890123456'),
);

type Expected = readonly [
  what: string,
  code: string | undefined,
  change: Change,
  fee: string,
  warns: boolean,
];

/** The fee is 65.00 NOK, 115.00 more for 10 000.00 EUR, 150.00 more with URGP, 300.00 more with SDVA. */
const rows: readonly Expected[] = [
  ['no code, NOK', undefined, () => {}, '65.00', false],
  ['URGP, NOK to a SEPA country', 'URGP', () => {}, '215.00', false],
  ['SDVA, NOK to a SEPA country', 'SDVA', () => {}, '365.00', false],
  ['SEPA, NOK', 'SEPA', () => {}, '65.00', false],
  ['NURG, NOK', 'NURG', () => {}, '65.00', false],
  ['another code, NOK', 'G001', () => {}, '65.00', true],
  ['a code of one character, NOK', '9', () => {}, '65.00', true],
  ['URGP, EUR to a SEPA country', 'URGP', euro, '180.00', true],
  ['SDVA, EUR to a SEPA country', 'SDVA', euro, '180.00', true],
  ['SEPA, EUR to a SEPA country', 'SEPA', euro, '180.00', true],
  ['NURG, EUR to a SEPA country', 'NURG', euro, '180.00', true],
  ['URGP, EUR outside by the IBAN alone', 'URGP', all(euro, agentAndAddress), '330.00', false],
  ['URGP, EUR outside by the BIC', 'URGP', all(euro, byBic('CHASUS33')), '330.00', false],
  ['NURG, EUR outside by the BIC', 'NURG', all(euro, byBic('CHASUS33')), '180.00', false],
  ['URGP, EUR to a territory by the BIC', 'URGP', all(euro, byBic('BARCGGSP')), '180.00', true],
];

describe('the fee and the warning of a service level [D4-service-level, D4-fees]', () => {
  it.each(rows)('%s: %s', async (_, code, change, fee, warns) => {
    const body = crossBorder.body(bank());
    all(change, ...(code === undefined ? [] : [set('serviceLevel', code)]))(body);
    const query = 'allowLogicalDuplicate=true';
    const { status, json, text } = await bank().send({ path: crossBorder.path, query, body });
    expect(status, text).toBe(201);
    expect(json.transactionFees).toEqual({ amount: fee, currency: 'NOK' });
    const warning = { category: 'WARNING', code: 'FORMAT_ERROR', path: 'serviceLevel' };
    expect(json.tppMessages ?? []).toEqual(
      warns ? [{ ...warning, text: expect.stringContaining(`serviceLevel ${code} has no effect`) }] : [],
    );
  });
});
