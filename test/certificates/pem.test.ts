import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readPem, writePem } from '../../src/certificates/pem.ts';
import { soon } from '../signing/soon.ts';

const seal = readFileSync(new URL('../vectors/eidas/seal.pem', import.meta.url), 'utf8');
const block = (base64: string) => `-----BEGIN X-----\n${base64}\n-----END X-----\n`;

describe('PEM texts [G2-pem, G2-base64-strict]', () => {
  it('reads the bytes that openssl reads', () => {
    const bytes = execFileSync('openssl', ['x509', '-outform', 'DER'], { input: seal });
    expect(readPem(seal)).toEqual({
      ok: true,
      blocks: [{ label: 'CERTIFICATE', der: new Uint8Array(bytes) }],
    });
  });

  it('reads several blocks in order, with text around them and any line ends', () => {
    const text = `about\r\n${block('AAE=').replaceAll('\n', '\r\n')}between\n${block('AgM=')}after`;
    const reading = readPem(text);
    expect(reading.ok && reading.blocks.map(({ der }) => [...der])).toEqual([
      [0, 1],
      [2, 3],
    ]);
  });

  it('leaves header lines out', () => {
    const reading = readPem(block('Proc-Type: 4,ENCRYPTED\n\nAAE='));
    expect(reading.ok && [...reading.blocks[0]!.der]).toEqual([0, 1]);
  });

  it('writes what openssl writes', () => {
    const reading = readPem(seal);
    expect(reading.ok && writePem(reading.blocks[0]!)).toBe(seal.slice(seal.indexOf('-----BEGIN')));
  });

  it('finds no block in a text without one', () => {
    expect(readPem('nothing here')).toEqual({ ok: true, blocks: [] });
  });

  it.each([
    ['characters of another alphabet', 'AA-_'],
    ['a length that can not be', 'AAAAA'],
    ['padding left out', 'AAE'],
    ['bits beyond the last byte', 'AAF='],
    ['padding inside', 'AA==AAAA'],
    ['nothing', ''],
  ])('refuses %s', (_, base64) => {
    expect(readPem(block(base64))).toEqual({ ok: false, reason: "the X isn't Base64 between its two lines" });
  });

  it('refuses a block that does not end, or ends as another', () => {
    expect(readPem('-----BEGIN X-----\nAAE=')).toEqual({ ok: false, reason: 'the X has no end' });
    expect(readPem(`-----BEGIN X-----\n${block('AAE=')}`)).toEqual({ ok: false, reason: 'the X has no end' });
    expect(readPem('-----BEGIN X-----\nAAE=\n-----END Y-----').ok).toBe(false);
  });

  it('takes no longer for thousands of first lines', () => {
    soon(() => readPem('-----BEGIN X-----\n'.repeat(50_000)));
  });
});
