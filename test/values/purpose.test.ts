import { describe, expect, it } from 'vitest';
import { isPurposeCode, PURPOSE_CODES } from '../../src/values/purpose.ts';

describe('purpose codes [I-purpose-code]', () => {
  it('are the fourteen of the interface', () => {
    expect(PURPOSE_CODES.join(' ')).toBe(
      'INVS SALA IDCP CASH CORT INTC PENS SSBE SUPP TAXS TREA VATX LOAN OTHR',
    );
    expect(PURPOSE_CODES.every(isPurposeCode)).toBe(true);
  });

  it.each(['sala', 'BONU', '', undefined])('are not %j', (value) => {
    expect(isPurposeCode(value)).toBe(false);
  });
});
