import { describe, expect, it } from 'vitest';
import type { Header, HttpResponse } from '../../src/message.ts';
import { writeHttpDate } from '../../src/signing/http-date.ts';
import { type SignedOfAnswer, signAnswer } from '../../src/signing/sign.ts';
import { type AnswerTerms, computeFingerprint, verifyAnswer } from '../../src/signing/verify.ts';
import { rsaKeys } from '../support/keys.ts';
import { AT, makeTpp } from './tpp.ts';

const bank = makeTpp({ roles: ['PSP_AS'] });
const ID = '99391c7e-ad88-49ec-a2ad-99ddcb1f7721';
const OTHER_ID = '0f7fbb07-8a94-4c5f-9b4e-2a4e8d3b9c11';
const TERMS: AnswerTerms = { requestId: ID, sentAt: AT, answeredAt: AT };

interface Signed extends Partial<SignedOfAnswer> {
  readonly body?: string;
  readonly signer?: typeof bank;
}

/** As the bank signs it. */
function answer({ body = '{"a":1}', signer = bank, ...of }: Signed = {}): HttpResponse {
  const { date = writeHttpDate(AT), requestId } = { requestId: ID, ...of };
  const headers: Header[] = [['Date', date]];
  if (requestId !== undefined) headers.push(['X-Request-ID', requestId]);
  headers.push(['Content-Type', 'application/json']);
  signAnswer(headers, Buffer.from(body), { date, requestId }, signer);
  return { status: 200, headers, body: Buffer.from(body) };
}

function without(response: HttpResponse, ...names: readonly string[]): HttpResponse {
  return { ...response, headers: response.headers.filter(([name]) => !names.includes(name)) };
}

function replaced(response: HttpResponse, name: string, change: (value: string) => string): HttpResponse {
  const headers = response.headers.map(([one, value]): Header => [one, one === name ? change(value) : value]);
  return { ...response, headers };
}

describe("a bank's answer [D10-response-check]", () => {
  it('is signed by who signed it, whatever roles that certificate has', () => {
    const verdict = verifyAnswer(answer(), TERMS);
    expect(verdict).toMatchObject({ kind: 'signed', fingerprint: computeFingerprint(bank.certificate) });
    expect(verifyAnswer(answer({ signer: makeTpp() }), TERMS).kind).toBe('signed');
  });

  it('is signed without a body too, and without an X-Request-ID where none was sent', () => {
    expect(verifyAnswer(answer({ body: '' }), TERMS).kind).toBe('signed');
    const unnamed = answer({ requestId: undefined });
    expect(verifyAnswer(unnamed, { ...TERMS, requestId: undefined }).kind).toBe('signed');
  });

  it('is unsigned when nothing of a signature is there; a Digest alone is none', () => {
    const bare = without(answer(), 'Signature', 'ASPSP-Signature-Certificate');
    expect(verifyAnswer(bare, TERMS)).toEqual({ kind: 'unsigned' });
    expect(verifyAnswer(without(bare, 'Digest'), TERMS)).toEqual({ kind: 'unsigned' });
  });

  it.each([
    'Signature',
    'ASPSP-Signature-Certificate',
    'Digest',
    'Date',
  ])('fails when of its signature only %s is missing, of an empty body too', (name) => {
    for (const body of ['{"a":1}', '']) {
      const verdict = verifyAnswer(without(answer({ body }), name), TERMS);
      expect(verdict).toEqual({ kind: 'failed', fault: 'incomplete', found: name });
    }
  });

  it('fails with another body, and with what was in it taken out', () => {
    for (const body of ['{"a":2}', '{"a":1} ', ''])
      expect(verifyAnswer({ ...answer(), body: Buffer.from(body) }, TERMS)).toMatchObject({
        kind: 'failed',
        fault: 'digest',
      });
  });

  it('fails with another body whose Digest was made anew', () => {
    const other = answer({ body: '{"a":2}' });
    const digest = other.headers.find(([name]) => name === 'Digest')?.[1] ?? '';
    const forged = { ...replaced(answer(), 'Digest', () => digest), body: other.body };
    expect(verifyAnswer(forged, TERMS)).toMatchObject({ kind: 'failed', fault: 'signature' });
  });

  it('fails with an X-Request-ID that is not the one that was signed', () => {
    const forged = replaced(answer({ requestId: OTHER_ID }), 'X-Request-ID', () => ID);
    expect(verifyAnswer(forged, TERMS)).toMatchObject({ kind: 'failed', fault: 'signature' });
  });

  it('fails when it is in order, but of another request, or of none', () => {
    expect(verifyAnswer(answer({ requestId: OTHER_ID }), TERMS)).toEqual({
      ...{ kind: 'failed', fault: 'request-id', found: OTHER_ID },
    });
    expect(verifyAnswer(answer({ requestId: undefined }), TERMS)).toMatchObject({
      ...{ fault: 'request-id', found: '' },
    });
  });

  it('fails when X-Request-ID was put there unsigned, or twice', () => {
    const unsigned = answer({ requestId: undefined });
    const named = { ...unsigned, headers: [...unsigned.headers, ['X-Request-ID', ID] as const] };
    expect(verifyAnswer(named, TERMS)).toMatchObject({
      fault: 'signature',
      finding: 'required-header-not-signed',
    });
    const twice = { ...answer(), headers: [['X-Request-ID', ID] as const, ...answer().headers] };
    expect(verifyAnswer(twice, TERMS).kind).toBe('failed');
  });

  it.each(['date', 'digest'])('fails when %s is not signed', (name) => {
    const names = ['date', 'digest', 'x-request-id'];
    const list = names.filter((one) => one !== name).join(' ');
    const forged = replaced(answer(), 'Signature', (value) => value.replace(names.join(' '), list));
    expect(verifyAnswer(forged, TERMS)).toMatchObject({ kind: 'failed', fault: 'signature' });
  });

  it("fails with another certificate of the same key's size, and with none that can be read", () => {
    const other = makeTpp({ keys: rsaKeys('other') });
    const forged = replaced(answer(), 'ASPSP-Signature-Certificate', () => other.certificateHeader);
    expect(verifyAnswer(forged, TERMS)).toMatchObject({ fault: 'signature', finding: 'key-mismatch' });
    const garbled = replaced(answer(), 'ASPSP-Signature-Certificate', (value) => value.slice(0, 200));
    expect(verifyAnswer(garbled, TERMS)).toMatchObject({ fault: 'certificate' });
  });

  it('fails with a certificate whose time is over, at the time of the answer', () => {
    const late = Date.UTC(2046, 0, 1);
    const expired = answer({ date: writeHttpDate(late) });
    expect(verifyAnswer(expired, { ...TERMS, sentAt: late, answeredAt: late })).toMatchObject({
      fault: 'certificate',
      finding: 'certificate-expired',
    });
  });

  it('may have a Date up to 60 seconds off, and no more; a Date between request and answer is never off', () => {
    const at = (sentAt: number, answeredAt: number) =>
      verifyAnswer(answer(), { ...TERMS, sentAt: AT + sentAt * 1000, answeredAt: AT + answeredAt * 1000 });
    expect(at(60, 60).kind).toBe('signed');
    expect(at(-60, -60).kind).toBe('signed');
    expect(at(61, 61)).toMatchObject({ kind: 'failed', fault: 'date', found: writeHttpDate(AT) });
    expect(at(-61, -61)).toMatchObject({ kind: 'failed', fault: 'date' });
    expect(at(-3600, 3600).kind).toBe('signed');
    expect(at(-3600, -61)).toMatchObject({ kind: 'failed', fault: 'date' });
  });

  it('is judged by what is worst: whose it is comes before which request it is of', () => {
    const old = answer({ requestId: OTHER_ID, date: writeHttpDate(AT - 3_600_000) });
    expect(verifyAnswer(old, TERMS)).toMatchObject({ fault: 'request-id' });
    expect(verifyAnswer({ ...old, body: Buffer.from('x') }, TERMS)).toMatchObject({ fault: 'digest' });
  });
});
