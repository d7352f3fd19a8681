import { describe, expect, it } from 'vitest';
import { listWays, signWithBreaks } from '../../src/breaks/break-request.ts';
import type { Capture } from '../../src/captures/capture.ts';
import { readCapture } from '../../src/captures/read.ts';
import { Fault } from '../../src/errors.ts';
import type { HttpRequest } from '../../src/message.ts';
import { buildReport } from '../../src/signatures/report.ts';
import { redactReport } from '../../src/signatures/share.ts';
import { verify } from '../../src/signing/verify.ts';
import { AT, payment } from '../breaks/requests.ts';

const { signer } = payment;
const SECRETS = ['5a2c1f7e-3f6e', '310999016', '192.0.2.77', '99901067291', '1234.56', 'Ødegård', 'Husleie'];
const BODY = JSON.stringify({
  instructedAmount: { amount: '1234.56', currency: 'NOK' },
  debtorAccount: { bban: '99901067291' },
  creditorName: 'Kari Ødegård',
  remittanceInformationUnstructured: 'Husleie mars',
});
const unsigned: HttpRequest = {
  method: 'POST',
  target: '/v1/payments/norwegian-domestic-credit-transfers?creditor=99901067291',
  headers: [
    ['Host', 'bank.example'],
    ['X-Request-ID', '0f2b1c3d-6a5e-4a8b-9c7d-1e2f3a4b5c6d'],
    ['PSU-ID', '5a2c1f7e-3f6e-4c8a-9d55-1c2b3a4d5e6f'],
    ['PSU-Corporate-ID', '310999016'],
    ['PSU-IP-Address', '192.0.2.77'],
  ],
  body: Buffer.from(BODY),
};

function report(request: HttpRequest, notes: Capture['notes'] = []) {
  const verification = verify(request, { at: AT });
  const capture: Capture = { format: 'http', request, notes };
  const shown = buildReport(capture, verification, { at: AT });
  return { shown, passedOn: redactReport(shown, request, notes) };
}

/** Signed wrongly; a way that needs another body is given none. */
function broken(name: string): HttpRequest {
  try {
    return signWithBreaks(name, unsigned, signer, { date: AT });
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return signWithBreaks(name, { ...unsigned, body: Buffer.of() }, signer, { date: AT });
  }
}

function handmadeList(headers: string): HttpRequest {
  const signature = `keyId="SN=1,CA=CN=x",algorithm="rsa-sha256",headers="${headers}",signature="AAAA"`;
  return { ...unsigned, headers: [...unsigned.headers, ['Signature', signature]] };
}

describe('a report that can be passed on [C-verify-share]', () => {
  it('holds no value of a body, no PSU, address or account, no Digest and no signature, whatever the fault', () => {
    const told = listWays().flatMap(({ name }) => {
      const { shown, passedOn } = report(broken(name));
      const text = JSON.stringify(passedOn);
      const hashes = JSON.stringify(shown).match(/SHA-256=[A-Za-z0-9+/]{43}=|[A-Za-z0-9+/]{300,}/g) ?? [];
      return [...SECRETS, ...hashes]
        .filter((secret) => text.includes(secret))
        .map((secret) => `${name}: ${secret}`);
    });
    expect(told).toEqual([]);
  });

  it('keeps verdict, findings, names, Date and X-Request-ID, and how long each value was', () => {
    const { shown, passedOn } = report(
      signWithBreaks('signature-invalid/crlf', unsigned, signer, { date: AT }),
    );
    expect(passedOn.verdict).toBe(shown.verdict);
    expect(passedOn.findings.map(({ code, cause }) => [code, cause])).toEqual(
      shown.findings.map(({ code, cause }) => [code, cause]),
    );
    expect(passedOn.signingString?.split('\n')).toEqual([
      expect.stringMatching(/^date: \w{3}, /),
      'digest: SHA-256=<44>',
      'x-request-id: 0f2b1c3d-6a5e-4a8b-9c7d-1e2f3a4b5c6d',
      'psu-id: <36>',
      'psu-corporate-id: <9>',
    ]);
    expect(passedOn.request.target).toMatch(/^\/v1\/payments\/norwegian-domestic-credit-transfers\?/);
    expect(passedOn.request.body).toEqual({
      instructedAmount: { amount: '<string, 7>', currency: '<string, 3>' },
      debtorAccount: { bban: '<string, 11>' },
      creditorName: '<string, 12>',
      remittanceInformationUnstructured: '<string, 12>',
    });
  });

  it('tells the place of a difference that was struck out', () => {
    const [first] = report(broken('signature-invalid-value/case')).passedOn.findings;
    expect(first?.code).toBe('signature-invalid-value');
    expect(first?.expected === first?.found).toBe(
      /The difference begins in line \d/.test(first?.message ?? ''),
    );
  });

  it('strikes out what notes quote of code and of URLs, and keeps the names of variables', () => {
    const signature =
      'keyId=\\"SN=1,CA=CN=x\\",algorithm=\\"rsa-sha256\\",headers=\\"date\\",signature=\\"AAAA\\"';
    const captured = [
      `fetch("https://b.test/v1/" + enc("Kari Ødegård"), { method: "POST", headers: { Signature: "${signature}" }, body: JSON.stringify({ creditorName: up("Ødegård Kari") }) })`,
      `fetch("https://b.test/v1/x/Kari Ødegård", { headers: { Signature: "${signature}" } })`,
      `curl "https://b.test/v1/" -H "Signature: ${signature}" -d "{\\"a\\":\\"$(echo Kari) $AMOUNT\\"}"`,
    ].map((text) => readCapture(Buffer.from(text), { readFile: () => new Uint8Array() }));
    const texts = captured.map(({ request, notes }) => JSON.stringify(report(request, notes).passedOn));
    expect(captured.map(({ notes }) => notes.length > 0)).toEqual([true, true, true]);
    expect(texts.filter((text) => /Kari|degård|deg%C3/.test(text))).toEqual([]);
    expect(texts[2]).toContain('The shell replaces $AMOUNT in the body');
  });

  it('strikes out a value of the request that is listed as a header', () => {
    const request = handmadeList('date 310999016');
    expect(JSON.stringify(report(request).passedOn)).not.toContain('310999016');
  });

  it('tells no place within a hash, where it says nothing', () => {
    const [first] = report(broken('digest-mismatch/trailing-newline')).passedOn.findings;
    expect(first?.code).toBe('digest-mismatch');
    expect(first?.message).not.toContain('The difference begins');
  });

  it('strikes out an account in the path', () => {
    const target = '/v1/accounts/99901067291/balances';
    const { passedOn } = report({ ...unsigned, target, method: 'GET' });
    expect(passedOn.request.target).toBe('/v1/accounts/***/balances');
  });

  it('says of a body that is no JSON how long it is', () => {
    const body = Buffer.from('creditor=Kari');
    const { passedOn } = report(
      signWithBreaks('signature-invalid/crlf', { ...unsigned, body }, signer, { date: AT }),
    );
    expect(passedOn.request.body).toBe("<13 bytes that aren't JSON>");
  });
});
