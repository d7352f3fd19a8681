import { generateKeyPairSync } from 'node:crypto';
import type { Certificate } from '../../src/certificates/certificate.ts';
import type { LintOptions } from '../../src/certificates/lint/lint.ts';
import { der } from '../support/der-writer.ts';
import { certificateDer, certificateOf, keyUsage, SUBJECT, sequence, subject } from './qualified-parts.ts';

/** A certificate with one fault, or as few as can be. */
export interface LintCase {
  readonly certificate: () => Certificate;
  readonly options?: () => Partial<LintOptions>;
  /** Exactly what is found. */
  readonly found: readonly string[];
}

type Parts = Parameters<typeof certificateDer> extends [unknown, ...infer Rest] ? Rest : never;

export const seal = (...parts: Parts) => certificateOf(certificateDer('seal', ...parts));
export const web = (...parts: Parts) => certificateOf(certificateDer('web', ...parts));

export function spkiOf(type: 'ec' | 'small' | 'three'): Buffer {
  const pair =
    type === 'ec'
      ? generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
      : generateKeyPairSync('rsa', {
          modulusLength: type === 'small' ? 1024 : 2048,
          publicExponent: type === 'three' ? 3 : 65_537,
        });
  return pair.publicKey.export({ type: 'spki', format: 'der' });
}

export const named = (oid: string, value: string) =>
  subject(...SUBJECT.map((attribute) => (attribute[0] === oid ? ([oid, 0x0c, value] as const) : attribute)));

/** Of a certification authority. */
export const authority = (parts: Parts[1] = {}) =>
  certificateOf(
    certificateDer(
      'seal',
      {
        basicConstraints: [sequence(der(0x01, Buffer.from([0xff]))), true],
        keyUsage: [keyUsage(5, 6), true],
      },
      parts,
    ),
  );
