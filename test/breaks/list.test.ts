import { describe, expect, it } from 'vitest';
import { listWays } from '../../src/breaks/break-request.ts';
import { Fault } from '../../src/errors.ts';
import { FINDING_CODES, listCauses } from '../../src/signing/findings.ts';
import { BREAKS, breakRequest } from '../support/breaks/every-way.ts';
import { isOnePlace, reasonWhyHidden } from './hidden-pairs.ts';
import { SHOWN } from './pairs.ts';
import { payment } from './requests.ts';

/** Codes that have causes and are said without one too. */
const WITHOUT_A_CAUSE = [
  'signature-missing',
  'encoded-word-format',
  'signature-header-format',
  'headers-format',
  'keyid-format',
  'certificate-unparseable',
  'digest-format',
  'signature-encoding',
  'key-mismatch',
  'signature-length',
  'signature-hash',
  'keyid-style',
];

const names = BREAKS.map(({ name }) => name);

function faultOf(broken: string | readonly string[], request = payment.request): Fault {
  try {
    breakRequest(broken, request, payment.signer, payment.options);
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
  throw new Error(`${String(broken)} was made`);
}

describe('the list of breaks [G4-breaks, G4-closed-table]', () => {
  it('has every code and every cause of the closed table, and nothing else', () => {
    const rows = FINDING_CODES.flatMap((code): string[] => {
      const causes = listCauses(code).map((cause) => `${code}/${cause}`);
      const isSaidAlone = causes.length === 0 || WITHOUT_A_CAUSE.includes(code);
      return isSaidAlone ? [code, ...causes] : causes;
    });
    expect(names).toEqual(rows);
  });

  it('says of each in one sentence what is done wrong', () => {
    for (const { name, code, cause } of BREAKS)
      expect(name).toBe(cause === undefined ? code : `${code}/${cause}`);
    const summaries = listWays().map(({ summary }) => summary);
    for (const summary of summaries) {
      expect(summary).toMatch(/^[A-Z][^!]*[^.!]\.$/);
      expect(summary.length).toBeLessThanOrEqual(120);
    }
    expect(new Set(summaries).size).toBe(summaries.length);
  });

  it('names the nearest one for a name there is not', () => {
    const near = (typed: string) => faultOf(typed).details.hint ?? '';
    expect(faultOf('digest-mismatch/reserialized').code).toBe('USAGE');
    expect(near('digest-mismatch/reserialized')).toBe(
      'Did you mean digest-mismatch/reserialised? To see all: --break list',
    );
    expect(near('')).toBe('To see all: --break list');
    expect(faultOf('toString').code).toBe('USAGE');
    expect(faultOf('__proto__').code).toBe('USAGE');
  });

  it('refuses two that change the same part, and takes the same one twice', () => {
    const fault = faultOf(['date-skew', 'date-skew-timezone']);
    expect(fault.code).toBe('USAGE');
    expect(fault.message).toBe('date-skew and date-skew-timezone change the same part of the request.');
    const { request, signer, options } = payment;
    expect(breakRequest(['date-missing', 'date-missing'], request, signer, options).headers).toBeDefined();
  });

  it('says what a request lacks', () => {
    const fault = faultOf('digest-mismatch/key-order', { ...payment.request, body: Buffer.from('[1]') });
    expect(fault.code).toBe('INPUT_INVALID');
    expect(fault.message).toBe(
      "digest-mismatch/key-order doesn't work with this request. It needs a JSON body with two members in one object.",
    );
  });

  it('refuses a line end in a header, as signing does', () => {
    const headers = [...payment.request.headers, ['PSU-ID', 'a\r\nX-Evil: 1'] as const];
    expect(faultOf('date-skew', { ...payment.request, headers }).code).toBe('INPUT_INVALID');
  });

  it('leaves few pairs aside', () => {
    const pairs = SHOWN.flatMap((first, place) =>
      SHOWN.slice(place + 1).map((second) => [first, second] as const),
    );
    const found = pairs.filter(
      ([first, second]) => !isOnePlace(first, second) && reasonWhyHidden(first, second) === undefined,
    );
    expect(pairs.length).toBeGreaterThan(8600);
    expect(found.length).toBeGreaterThan(7500);
  });
});
