import { type DerNode, decodeDer } from '../../../src/certificates/der.ts';
import { derExtension } from '../../support/der-certificate.ts';
import { der, derInteger } from '../../support/der-writer.ts';
import { keyUsage, qcStatements } from '../../support/made-certificates.ts';
import { ca, ROOT, seal, sealBytes } from '../../support/production-bank.ts';
import { type Row, refusedAs, untrusted } from './row.ts';

const unparseable = refusedAs(
  "certificate-unparseable: TPP-Signature-Certificate isn't a readable certificate.",
);
const BYTE = Buffer.from([0]);
const NULL = der(0x05);

/** What is signed, the algorithm, the signature. */
const [signed, algorithm, bits] = decodeDer(seal().der).children as [DerNode, DerNode, DerNode];

const QC = qcStatements('seal');

/** Seals that the trusted CA has signed as they stand, or that were changed where nothing is signed. */
export const FORMS: readonly Row[] = [
  ...(
    [
      ['a seal with a byte behind it', Buffer.concat([seal().der, BYTE])],
      ['a seal with a value behind its signature', der(0x30, signed.der, algorithm.der, bits.der, NULL)],
      ['a seal with its roles twice', sealBytes({ extensions: [QC, qcStatements('seal', ['PSP_AS'])] })],
      ['a seal with a keyUsage twice', sealBytes({ extensions: [keyUsage(0xc0), QC, keyUsage(0x06)] })],
      [
        'a seal with an extension twice that nobody knows',
        sealBytes({ extensions: [QC, derExtension('1.2.3.4', NULL), derExtension('1.2.3.4', NULL)] }),
      ],
      [
        'a seal with bytes behind the value of an extension',
        sealBytes({
          extensions: [QC, derExtension('2.5.29.19', Buffer.concat([der(0x30), NULL]), true)],
        }),
      ],
      [
        'a seal with two lists of extensions in one field',
        sealBytes({ afterExtensions: [der(0x30, qcStatements('seal', ['PSP_AS']))] }),
      ],
      ['a seal with its extensions in two fields', sealBytes({ afterFields: [der(0xa3, der(0x30, QC))] })],
      ['a seal with a field behind its extensions', sealBytes({ afterFields: [derInteger(1n)] })],
    ] as const
  ).map(([name, shown]) => ({ name, asked: { shown }, refused: unparseable })),
  {
    name: 'a seal with another one behind it',
    asked: { shown: Buffer.concat([seal().der, seal({ serial: 6n }).der]) },
    refused: refusedAs('certificate-format: '),
  },
  {
    name: 'a seal with a byte behind the bytes of its signature',
    asked: { shown: der(0x30, signed.der, algorithm.der, der(0x03, bits.bytes, BYTE)) },
    refused: untrusted('A trusted CA has the name of its issuer, but another key'),
  },
  {
    name: 'a seal of a CA that says in bytes behind its basicConstraints how long its chains may be',
    asked: {
      authorities: [
        ca(ROOT, {
          extensions: [
            derExtension('2.5.29.19', der(0x30, der(0x01, Buffer.from([0xff])), derInteger(0n), NULL), true),
          ],
        }),
      ],
    },
    refused: untrusted('It, or a CA above it, breaks the form of RFC 5280.'),
  },
];
