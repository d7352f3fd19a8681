import { ISSUER_TEXT, type Made, sealOf } from './stack.ts';

/** keyIds as the certificate libraries of TPPs write them. */

export const ORG = '2.5.4.97=#0c0f4e54524e4f2d393939393939393930';
export const by = (keyId: string): Made => ({ keyId });
export const serial = (text: string) => by(`SN=${text},CA=${ISSUER_TEXT}`);
export const issuer = (text: string) => by(`SN=A1B2C3D4E5F6,CA=${text}`);
export const parts = (organisation: string) => [
  'CN=Example Qualified CA 1',
  organisation,
  'O=Example Trust Services AS',
  'C=NO',
];
export const reversed = (organisation: string, joint = ',') => parts(organisation).toReversed().join(joint);

type Names = NonNullable<Parameters<typeof sealOf>[0]>['issuer'];
export const from = (names: NonNullable<Names>, text: string): Made => ({
  certificate: sealOf({ issuer: names }),
  keyId: `SN=A1B2C3D4E5F6,CA=${text}`,
});
export const C = [['2.5.4.6', 0x13, 'NO']] as const;
export const utf16 = (text: string) => Buffer.from(text, 'utf16le').swap16();
export const named = (tag: number, content: string | Uint8Array): NonNullable<Names> => [
  C,
  [['2.5.4.3', tag, content]],
];
export const several: NonNullable<Names> = [
  C,
  [
    ['2.5.4.11', 0x0c, 'Seals'],
    ['2.5.4.3', 0x0c, 'A+B'],
  ],
];
export const quoted: NonNullable<Names> = [
  C,
  [['2.5.4.10', 0x0c, 'Bank, Sons & Co "Trust" \\ GmbH']],
  [['2.5.4.3', 0x0c, 'CA; <1>']],
];
export const mail: NonNullable<Names> = [
  C,
  [['1.2.840.113549.1.9.1', 0x16, 'ca@example.test']],
  [['2.5.4.3', 0x0c, 'CA']],
];
