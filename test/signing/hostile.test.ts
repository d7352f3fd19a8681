import { describe, expect, it } from 'vitest';
import type { HttpRequest } from '../../src/message.ts';
import { createVerifier } from '../../src/signing/verifier.ts';
import { verify } from '../../src/signing/verify.ts';
import { AT, BODY, handmade, makeTpp, paymentRequest, sentWith } from './tpp.ts';

const tpp = makeTpp();
const MEGABYTE = 1024 * 1024;
const long = (text: string) => text.repeat(Math.ceil(MEGABYTE / text.length));

const TEXTS: Readonly<Record<string, string>> = {
  letters: long('a'),
  blanks: `a${long(' ')}b`,
  quotes: long('",'),
  parameters: `keyId="${long('",keyId="')}`,
  'word starts': long('=?'),
  words: long('=?utf-8?B?QUFB?= '),
  'a word': `=?utf-8?Q?${long('=41')}?=`,
  backslashes: long('\\'),
  commas: long(','),
  'line ends': long('\r\n '),
  octets: Buffer.from(Array.from({ length: MEGABYTE }, (_, place) => (place * 7919) % 251)).toString(
    'latin1',
  ),
  'lone surrogates': long('\ud800é'),
  'PEM starts': long('-----BEGIN CERTIFICATE-----'),
  percents: long('%41'),
  base64: long('MIIB'),
  'a huge serial': `keyId="SN=${long('F')},CA=CN=x",algorithm="rsa-sha256",headers="date",signature="AAAA"`,
  'a huge issuer': `keyId="SN=1,CA=${long('CN=a,')}",algorithm="rsa-sha256",headers="date",signature="AAAA"`,
  'a huge list': `keyId="SN=1,CA=CN=x",algorithm="rsa-sha256",headers="${long('date ')}",signature="AAAA"`,
  'deep DER': Buffer.from('0\x80'.repeat(30_000), 'latin1').toString('base64'),
};

/** Of the processor, the shortest of three: other tests run beside this one. */
function milliseconds(work: () => void): number {
  const times = [0, 1, 2].map(() => {
    const start = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}

const DIGEST = `SHA-256=${Buffer.alloc(32).toString('base64')}`;
const hostile: Record<string, HttpRequest> = {
  'an empty request': { method: '', target: '', headers: [['', '']], body: new Uint8Array() },
  'twenty thousand headers': {
    ...handmade(tpp),
    headers: [
      ...handmade(tpp).headers,
      ...Array.from({ length: 20_000 }, (_, count) => ['psu-id', `v${count}`] as const),
    ],
  },
  'twelve members in the wrong order': handmade(tpp, {
    request: paymentRequest({
      body: Buffer.from(
        JSON.stringify(Object.fromEntries(Array.from({ length: 12 }, (_, count) => [`k${count}`, count]))),
      ),
    }),
    headers: { Digest: DIGEST },
  }),
  'deep JSON': handmade(tpp, {
    request: paymentRequest({ body: Buffer.from(long('{"a":[')) }),
    headers: { Digest: DIGEST },
  }),
  'invalid UTF-8': handmade(tpp, {
    request: paymentRequest({ body: Buffer.alloc(MEGABYTE, 0xc3) }),
    headers: { Digest: DIGEST },
  }),
};
for (const [name, text] of Object.entries(TEXTS)) {
  hostile[`Signature of ${name}`] = handmade(tpp, { wrap: () => text });
  hostile[`certificate of ${name}`] = handmade(tpp, { sent: sentWith('TPP-Signature-Certificate', text) });
  hostile[`Date of ${name}`] = handmade(tpp, { sent: sentWith('Date', text) });
  hostile[`Digest of ${name}`] = handmade(tpp, { sent: sentWith('Digest', text) });
  hostile[`PSU-ID of ${name}`] = handmade(tpp, { sent: sentWith('PSU-ID', text) });
  hostile[`target of ${name}`] = { ...handmade(tpp, { names: ['(request-target)'] }), target: text };
  hostile[`body of ${name}`] = handmade(tpp, {
    request: paymentRequest({ body: Buffer.from(text) }),
    headers: { Digest: DIGEST },
  });
}

describe('hostile input [S12-signature-search, G2-hostile]', () => {
  it.each(Object.entries(hostile))('gets a finding soon: %s', (_, request) => {
    const check = createVerifier();
    const spent = milliseconds(() => expect(check(request, { at: AT }).valid).toBe(false));
    expect(spent).toBeLessThan(200);
  });

  it('is searched for at most 20 ms and 64 KiB where the server says so', () => {
    const recovery = { milliseconds: 20, bytes: 64 * 1024 };
    const request = hostile['twelve members in the wrong order']!;
    expect(milliseconds(() => verify(request, { at: AT, recovery }))).toBeLessThan(60);
    const large = handmade(tpp, {
      request: paymentRequest({ body: Buffer.alloc(65 * 1024, BODY) }),
      headers: { Digest: DIGEST },
    });
    expect(verify(large, { at: AT, recovery }).findings[0]).toMatchObject({
      code: 'digest-mismatch',
      cause: 'not-searched',
    });
  });

  it('cannot make two lines of one value', () => {
    const request = handmade(tpp, {
      headers: { 'PSU-ID': 'a\ntpp-redirect-uri: b' },
      names: ['date', 'digest', 'x-request-id', 'psu-id', 'tpp-redirect-uri'],
    });
    expect(verify(request, { at: AT }).verdict).toBe('signature-invalid');
  });
});
