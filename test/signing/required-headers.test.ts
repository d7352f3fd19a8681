import { describe, expect, it } from 'vitest';
import { verify } from '../../src/signing/verify.ts';
import { clock, tpp } from './broken.ts';
import { AT, type Handmade, handmade, paymentRequest } from './tpp.ts';

const OTHERS = [
  ['x-accept-fix', 'x'],
  ['TPP-Session-ID', 's-1'],
  ['PSU-IP-Address', '192.0.2.1'],
] as const;

const found = (parts: Handmade, requiredHeaders = true) =>
  verify(handmade(tpp, parts), { at: AT, clock, requiredHeaders });
const asked = (target: string, method = 'POST') =>
  found({ request: paymentRequest({ method, target, body: Buffer.alloc(0) }) }).findings;

describe('headers that the operation asks for [G4-required-header-absent]', () => {
  it('are named in one warning, and the signature is valid all the same', () => {
    const { findings, valid } = found({});
    expect(valid).toBe(true);
    expect(findings.map(({ code, severity, header }) => [code, severity, header])).toEqual([
      ['required-header-absent', 'warning', 'x-accept-fix'],
    ]);
    expect(findings[0]?.message).toContain('Missing: x-accept-fix, TPP-Session-ID, PSU-IP-Address.');
  });

  it('are no fault where they are there, nor where nobody asked for them to be looked for', () => {
    const request = paymentRequest({ headers: [...paymentRequest().headers, ...OTHERS] });
    expect(found({ request }).verdict).toBe('valid');
    expect(found({}, false).verdict).toBe('valid');
  });

  it('depend on the operation, and are not known of a path of no operation', () => {
    expect(asked('/v1/accounts', 'GET')[0]?.message).toContain('Missing: TPP-Session-ID.');
    expect(asked('/v1/sandbox/initialize')).toEqual([]);
    expect(asked('/v2/payments')).toEqual([]);
  });

  it('are told once, where the signature lists one that is not sent', () => {
    const request = paymentRequest({
      headers: [...paymentRequest().headers.filter(([name]) => name !== 'TPP-Redirect-URI'), ...OTHERS],
    });
    const { findings } = found({
      request,
      names: ['date', 'digest', 'x-request-id', 'psu-id', 'tpp-redirect-uri'],
    });
    expect(findings.map(({ code }) => code)).not.toContain('required-header-absent');
  });
});
