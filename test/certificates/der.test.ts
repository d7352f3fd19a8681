import { describe, expect, it } from 'vitest';
import {
  decodeDer,
  decodeOr,
  MAX_DER_BYTES,
  readBoolean,
  readInteger,
  readOid,
} from '../../src/certificates/der.ts';
import { soon } from '../signing/soon.ts';
import { der, derInteger, derOid } from '../support/der-writer.ts';

const reasonOf = (hex: string) => read(Buffer.from(hex, 'hex'));

/** What decoding comes to: a value, or the reason why there is none. */
function read(bytes: Uint8Array): 'read' | string {
  return decodeOr(
    () => decodeDer(bytes) && 'read',
    (reason) => reason,
  );
}

function nested(levels: number): Buffer {
  let value = der(0x30);
  for (let level = 1; level < levels; level++) value = der(0x30, value);
  return value;
}

describe('strict DER reader [S12-der-strict]', () => {
  it('reads a value with its content, its whole encoding and the values in it', () => {
    const node = decodeDer(Buffer.from('3006020105040161', 'hex'));
    expect(node.tag).toBe(0x30);
    expect(node.children.map(({ tag }) => tag)).toEqual([0x02, 0x04]);
    expect(Buffer.from(node.children[1]!.bytes).toString()).toBe('a');
    expect(Buffer.from(node.children[1]!.der).toString('hex')).toBe('040161');
  });

  it.each([
    ['nothing', '', 'truncated at byte 0'],
    ['a tag alone', '30', 'truncated at byte 1'],
    ['a length beyond the end', '300502', 'truncated: the value at byte 0 says 5 bytes, but only 1 follow'],
    [
      'an inner length beyond the outer end',
      '300304050000',
      'truncated: the value at byte 2 says 5 bytes, but only 1 follow',
    ],
    ['bytes after the end', '050000', '1 bytes follow the end of the value'],
    ['an indefinite length', '30800000', 'an indefinite length at byte 1'],
    ['a length of one octet written with two', '04810161', 'a length written longer than needed at byte 1'],
    [
      'a length of two octets that begins with zero',
      '0482008061',
      'a length written longer than needed at byte 1',
    ],
    ['a length of four octets', '048401000000', 'a length of 4 octets at byte 1'],
    ['a length of 127 octets', '04ff', 'a length of 127 octets at byte 1'],
    ['a huge length', '0483ffffff', 'truncated: the value at byte 0 says 16777215 bytes, but only 0 follow'],
    ['a tag of several octets', '1f8101', 'a tag number above 30 at byte 0'],
    ['an end-of-contents mark', '0000', 'an end-of-contents mark at byte 0'],
    ['a string in pieces', '2403040161', 'tag 0x24 at byte 0 is not DER'],
    ['a SEQUENCE that is not constructed', '1000', 'tag 0x10 at byte 0 is not DER'],
  ])('refuses %s', (_, hex, reason) => {
    expect(reasonOf(hex)).toBe(reason);
  });

  it('reads 16 levels and refuses the 17th', () => {
    expect(read(nested(15))).toBe('read');
    expect(read(der(0x30, nested(14), der(0x02, Buffer.from([1]))))).toBe('read');
    expect(read(nested(17))).toBe('nested deeper than 16 at byte 30');
  });

  it('reads 64 KiB and refuses a byte more', () => {
    expect(read(der(0x04, Buffer.alloc(MAX_DER_BYTES - 4)))).toBe('read');
    expect(read(der(0x04, Buffer.alloc(MAX_DER_BYTES - 3)))).toBe(
      'it has 65537 bytes, more than the limit of 65536',
    );
  });

  it('reads 64 KiB of the smallest values within milliseconds', () => {
    const crowded = der(0x30, Buffer.alloc(MAX_DER_BYTES - 4, Buffer.from('0500', 'hex')));
    expect(soon(() => read(crowded), 200)).toBe('read');
  });
});

describe('primitive values of DER [S12-der-values]', () => {
  it.each([
    ['020100', 0n],
    ['02017f', 127n],
    ['02020080', 128n],
    ['0201ff', -1n],
    ['0202ff7f', -129n],
    ['020900de730ec5733ead1b', 0xde730ec5733ead1bn],
  ])('reads INTEGER %s', (hex, value) => {
    expect(readInteger(decodeDer(Buffer.from(hex, 'hex')), 'it')).toBe(value);
  });

  it.each(['0200', '0202007f', '0202ff80'])('refuses INTEGER %s', (hex) => {
    expect(() => readInteger(decodeDer(Buffer.from(hex, 'hex')), 'it')).toThrow(/^it is an/);
  });

  it.each([
    '0.9.2342.19200300.100.1.25',
    '1.2.840.113549.1.1.1',
    '2.5.4.97',
    '2.999.12345678901234567890',
  ])('reads OBJECT IDENTIFIER %s', (dotted) => {
    expect(readOid(decodeDer(derOid(dotted)), 'it')).toBe(dotted);
  });

  it.each([
    '0600',
    '0602802a',
    '06022a81',
    '06022a80',
    `068181${'01'.repeat(129)}`,
  ])('refuses OBJECT IDENTIFIER %s', (hex) => {
    expect(() => readOid(decodeDer(Buffer.from(hex, 'hex')), 'it')).toThrow(/^it is an OBJECT IDENTIFIER/);
  });

  it('reads BOOLEAN as 00 and FF and nothing else', () => {
    expect(readBoolean(decodeDer(Buffer.from('010100', 'hex')), 'it')).toBe(false);
    expect(readBoolean(decodeDer(Buffer.from('0101ff', 'hex')), 'it')).toBe(true);
    expect(() => readBoolean(decodeDer(Buffer.from('010101', 'hex')), 'it')).toThrow(
      "it isn't a BOOLEAN of DER",
    );
  });

  it('names what has another type than asked for', () => {
    expect(() => readOid(decodeDer(derInteger(1n)), 'the name')).toThrow('the name has tag 0x02, not 0x06');
    expect(() => readOid(undefined, 'the name')).toThrow('the name is missing');
  });
});
