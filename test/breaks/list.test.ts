import { describe, expect, it } from 'vitest';
import { listWays, signWithBreaks } from '../../src/breaks/break-request.ts';
import { WAYS } from '../../src/breaks/ways.ts';
import { Fault } from '../../src/errors.ts';
import { payment } from './requests.ts';

const ways = listWays();

function faultOf(broken: string | readonly string[], request = payment.request): Fault {
  try {
    signWithBreaks(broken, request, payment.signer, payment.options);
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
  throw new Error(`${String(broken)} was made`);
}

describe('the list of breaks [G4-breaks, G4-closed-table]', () => {
  it('has findings and causes of the closed table, and nothing else', () => {
    expect(ways.map(({ name }) => name).toSorted()).toEqual(Object.keys(WAYS).toSorted());
  });

  it('says of each in one sentence what is done wrong', () => {
    for (const { name, code, cause } of ways)
      expect(name).toBe(cause === undefined ? code : `${code}/${cause}`);
    const summaries = ways.map(({ summary }) => summary);
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
    expect(signWithBreaks(['date-missing', 'date-missing'], request, signer, options).headers).toBeDefined();
  });

  it('says what a request lacks', () => {
    const fault = faultOf('digest-mismatch/latin1', { ...payment.request, body: Buffer.from('[1]') });
    expect(fault.code).toBe('INPUT_INVALID');
    expect(fault.message).toBe(
      "digest-mismatch/latin1 doesn't work with this request. It needs a body with characters beyond ASCII.",
    );
  });

  it('refuses a line end in a header, as signing does', () => {
    const headers = [...payment.request.headers, ['PSU-ID', 'a\r\nX-Evil: 1'] as const];
    expect(faultOf('date-skew', { ...payment.request, headers }).code).toBe('INPUT_INVALID');
  });
});
