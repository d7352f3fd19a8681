import { generateKeyPairSync } from 'node:crypto';
import type { Certificate } from '../../src/certificates/certificate.ts';
import type { LintOptions } from '../../src/certificates/lint/rule.ts';
import { der } from '../support/der-writer.ts';
import { rsaPublicKey, spkiOf } from '../support/keys.ts';
import { certificateOf } from '../support/read-certificate.ts';
import { certificateDer, keyUsage, SUBJECT, sequence, subject } from './qualified-parts.ts';

/** A certificate with one fault, or as few as can be. */
export interface LintCase {
  readonly certificate: () => Certificate;
  readonly options?: (() => Partial<LintOptions>) | undefined;
  /** Exactly what is found. */
  readonly found: readonly string[];
}

type Given = LintCase['certificate'] | readonly [LintCase['certificate'], LintCase['options']];

/** Cases by what is found, with commas between. */
export const casesOf = (groups: Readonly<Record<string, readonly Given[]>>): LintCase[] =>
  Object.entries(groups).flatMap(([found, cases]) =>
    cases.map((one) => {
      const [certificate, options] = typeof one === 'function' ? [one] : one;
      return { certificate, options, found: found === '' ? [] : found.split(', ') };
    }),
  );

type Parts = Parameters<typeof certificateDer> extends [unknown, ...infer Rest] ? Rest : never;

export const seal = (...parts: Parts) => certificateOf(certificateDer('seal', ...parts));
export const web = (...parts: Parts) => certificateOf(certificateDer('web', ...parts));

export function keyOf(type: 'ec' | 'small' | 'three'): Buffer {
  if (type === 'ec') return spkiOf(generateKeyPairSync('ec', { namedCurve: 'prime256v1' }));
  return spkiOf({ publicKey: type === 'small' ? rsaPublicKey(1024) : rsaPublicKey(2048, 3) });
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
