import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { pathText } from '../../src/wire/field.ts';
import { fitBody, parseBody } from '../../src/wire/parse.ts';
import { domesticPayment } from '../../src/wire/request-bodies.ts';

function payment() {
  return {
    instructedAmount: { amount: '100.50', currency: 'NOK' },
    creditorName: 'Ola Eksempel',
    creditorAccount: { bban: '86011117947', currency: 'NOK' },
    creditorAddress: { country: 'NO' },
    debtorAccount: { bban: '99901067291', currency: 'NOK' },
  };
}

function faults(body: unknown): readonly { path: string; text: string }[] {
  const parsed = parseBody(domesticPayment, body);
  return parsed.ok ? [] : parsed.faults;
}

const paths = (body: unknown) => faults(body).map(({ path }) => path);

describe('the order of faults [D2-together, D2-path]', () => {
  it("is the field table's, whatever the order of the members", () => {
    const body = {
      requestedExecutionDate: '2026-02-30',
      purposeCode: 'NONE',
      remittanceInformationStructuredArray: [
        { reference: 'x'.repeat(36) },
        { reference: 'right' },
        { referenceIssuer: '', referenceType: '', reference: '' },
      ],
      ultimateDebtor: 'x'.repeat(71),
      debtorAccount: { bban: 'x'.repeat(31), currency: 'kr' },
      creditorAddress: { country: 'Norge', street: 'x'.repeat(71) },
      creditorAccount: { currency: 'kr', bban: '86011117948' },
      creditorAgent: 'bank',
      creditorName: '',
      instructedAmount: { currency: 'kr', amount: '1e2' },
    };
    expect(paths(body)).toEqual([
      'instructedAmount.amount',
      'instructedAmount.currency',
      'creditorName',
      'creditorAgent',
      'creditorAccount.bban',
      'creditorAccount.currency',
      'creditorAddress.street',
      'creditorAddress.country',
      'debtorAccount.currency',
      'debtorAccount.bban',
      'ultimateDebtor',
      'remittanceInformationStructuredArray[0].reference',
      'remittanceInformationStructuredArray[2].reference',
      'remittanceInformationStructuredArray[2].referenceType',
      'remittanceInformationStructuredArray[2].referenceIssuer',
      'purposeCode',
      'requestedExecutionDate',
    ]);
  });

  it('puts a rule over several members where the member it names stands', () => {
    const body = {
      ...payment(),
      creditorName: '',
      creditorAccount: { bban: '86011117947', currency: 'SEK' },
      debtorAccount: { currency: 'NOK' },
      remittanceInformationUnstructured: 'Hei',
      remittanceInformationStructuredArray: [{ reference: '' }],
    };
    expect(paths(body)).toEqual([
      'creditorName',
      'creditorAgent',
      'debtorAccount',
      'remittanceInformationUnstructured',
      'remittanceInformationStructuredArray[0].reference',
    ]);
  });

  it('has one fault per member, not one per rule that it breaks', () => {
    expect(paths({ ...payment(), creditorName: 12 })).toEqual(['creditorName']);
    expect(paths({ ...payment(), instructedAmount: { amount: 12, currency: 'NOK' } })).toEqual([
      'instructedAmount.amount',
    ]);
  });
});

describe('paths of faults [D2-path]', () => {
  it('join members by dots and put places in brackets', () => {
    expect(pathText(['payments', 3, 'creditorName'])).toBe('payments[3].creditorName');
    expect(pathText([0, 'bookingDate'])).toBe('[0].bookingDate');
    expect(pathText(['a', 0, 1, 'b', 'c'])).toBe('a[0][1].b.c');
    expect(pathText([])).toBe('');
  });

  it('name the missing member, and the object where that is missing', () => {
    const { creditorName: _, creditorAccount: __, ...rest } = payment();
    expect(paths({ ...rest, instructedAmount: { currency: 'NOK' } })).toEqual([
      'instructedAmount.amount',
      'creditorName',
      'creditorAccount',
    ]);
  });

  it('begin the text, which says what is wrong', () => {
    for (const { path, text } of faults({ creditorName: '', instructedAmount: {} })) {
      expect(text.startsWith(`${path} `)).toBe(true);
      expect(text.length).toBeGreaterThan(path.length + 5);
    }
  });
});

describe('what a body reads as [D2-unknown-fields]', () => {
  it('is its own members, without those that nobody knows', () => {
    const body = { ...payment(), colour: 'blue', creditorAddress: { country: 'NO', planet: 'Earth' } };
    expect(parseBody(domesticPayment, body)).toEqual({ ok: true, value: payment() });
  });

  it('does not read members of a prototype', () => {
    const { creditorName, ...rest } = payment();
    const body = JSON.parse(`{"__proto__":{"creditorName":"${creditorName}"}}`);
    expect(paths(Object.assign(body, rest))).toEqual(['creditorName']);
  });
});

const list = z.object({ a: z.array(z.string()) });
const wrong = Array.from({ length: 200_000 }, () => 1);

it.each([
  ['from the start', wrong, 'a[0]'],
  ['after right ones', [...Array.from({ length: 20 }, () => 'x'), ...wrong], ''],
])('a body with more faults than zod can pass on is refused: %s [C-answer-invalid]', (_, a, path) => {
  expect(fitBody(list, { a })).toMatchObject({
    ok: false,
    faults: [{ path }, ...(path === '' ? [] : new Array(19).fill({}))],
  });
});
