import { derExtension } from '../../support/der-certificate.ts';
import { der } from '../../support/der-writer.ts';
import {
  basicConstraints,
  CA_EXTENSIONS,
  ecKeys,
  edKeys,
  keyUsage,
  named,
  qcStatements,
  rsaKeys,
  type Wanted,
} from '../../support/made-certificates.ts';
import { AT, type Case, ca, DAY, keysOf, party, ROOT, seal, tpp } from '../../support/production-bank.ts';
import { type Row, refusedAs, untrusted } from './row.ts';

const rsaRoot = () => party('RSA root', keysOf('RSA root', rsaKeys));
const middle = party('Issuing CA');
const inner = party('Inner CA');

/** A chain of two CAs below the root, with what is changed of each. */
const below = (ofMiddle: Partial<Wanted> = {}, ofInner: Partial<Wanted> = {}) => [
  ca(ROOT),
  ca(middle, { issuer: ROOT, ...ofMiddle }),
  ca(inner, { issuer: middle, ...ofInner }),
];

const rsaSigned = (algorithm: Wanted['algorithm']): Case => ({
  authorities: [ca(rsaRoot())],
  seal: seal({ issuer: rsaRoot(), ...(algorithm === undefined ? {} : { algorithm }) }),
});

export const CHAIN: readonly Row[] = [
  { name: 'a seal of the trusted CA', asked: {} },
  {
    name: 'a seal of a CA below it, both in the file',
    asked: { authorities: below().slice(0, 2), seal: seal({ issuer: middle }) },
  },
  { name: 'a seal two CAs below it', asked: { authorities: below(), seal: seal({ issuer: inner }) } },
  {
    name: 'a seal of a CA that is trusted without its root',
    asked: { authorities: below().slice(1, 2), seal: seal({ issuer: middle }) },
  },
  {
    name: 'a seal of a CA with the same name and serial number, but another key',
    asked: { seal: seal({ issuer: { ...ROOT, keys: keysOf('impostor') } }) },
    refused: untrusted('A trusted CA has the name of its issuer, but another key'),
  },
  {
    name: 'a seal whose issuer is trusted beside another CA of the same name',
    asked: { authorities: [ca({ ...ROOT, keys: keysOf('twin') }), ca(ROOT)] },
  },
  {
    name: 'a seal of a CA that nobody trusts',
    asked: { seal: seal({ issuer: party('Another CA', keysOf('another')) }) },
    refused: untrusted('No trusted CA has the name of its issuer.'),
  },
  {
    name: 'a seal of a CA below the trusted one that is not in the file',
    asked: { seal: seal({ issuer: middle }) },
    refused: untrusted('No trusted CA has the name'),
  },
  {
    name: "a seal that names itself as its issuer, under the trusted CA's name",
    asked: {
      seal: seal({
        issuer: { name: ROOT.name, keys: tpp().keys },
        subject: { name: ROOT.name, keys: tpp().keys },
      }),
    },
    refused: untrusted('A trusted CA has the name of its issuer, but another key'),
  },
  {
    name: 'a seal issued with the key of another seal',
    asked: { seal: seal({ issuer: tpp('PSDNO-FSA-30000001') }) },
    refused: untrusted('No trusted CA has the name'),
  },
  {
    name: 'a seal issued by a certificate that is trusted but no CA',
    asked: {
      authorities: [ca(ROOT), ca(middle, { issuer: ROOT, extensions: [basicConstraints(false)] })],
      seal: seal({ issuer: middle }),
    },
    refused: untrusted("The certificate that issued it isn't a CA's"),
  },
  {
    name: 'a seal issued by one without basicConstraints',
    asked: { authorities: [ca(ROOT, { extensions: [] })] },
    refused: untrusted("The certificate that issued it isn't a CA's"),
  },
  {
    name: 'a seal of a CA that must not sign certificates',
    asked: { authorities: [ca(ROOT, { extensions: [basicConstraints(true), keyUsage(0x02)] })] },
    refused: untrusted('The CA that issued it must not sign certificates'),
  },
  {
    name: 'a seal of a CA without keyUsage',
    asked: { authorities: [ca(ROOT, { extensions: [basicConstraints(true)] })] },
  },
  {
    name: 'a seal below as many CAs as the root allows',
    asked: {
      authorities: [ca(ROOT, { extensions: [basicConstraints(true, 2)] }), ...below().slice(1)],
      seal: seal({ issuer: inner }),
    },
  },
  {
    name: 'a seal below more CAs than the root allows',
    asked: {
      authorities: [ca(ROOT, { extensions: [basicConstraints(true, 1)] }), ...below().slice(1)],
      seal: seal({ issuer: inner }),
    },
    refused: untrusted('There are more CAs above it than one of them allows'),
  },
  {
    name: 'a seal whose issuer has the same name in another string type',
    asked: { seal: seal({ issuer: { ...ROOT, name: named('Root CA', 0x13) } }) },
    refused: untrusted('No trusted CA has the name'),
  },
  {
    name: 'a seal whose issuer has a name that looks the same',
    asked: { seal: seal({ issuer: { ...ROOT, name: named('Rооt CA') } }) },
    refused: untrusted('No trusted CA has the name'),
  },
  {
    name: 'a seal with a critical extension that nobody knows',
    asked: { seal: seal({ extensions: [qcStatements('seal'), derExtension('1.2.3.4', der(0x05), true)] }) },
    refused: untrusted("It, or a CA above it, has a critical extension this bank doesn't know"),
  },
  {
    name: 'a seal of a CA whose names are constrained',
    asked: {
      authorities: [ca(ROOT, { extensions: [...CA_EXTENSIONS, derExtension('2.5.29.30', der(0x30), true)] })],
    },
    refused: untrusted("It, or a CA above it, has a critical extension this bank doesn't know"),
  },
  {
    name: 'a seal whose signature was changed',
    asked: {
      seal: seal({
        spoil: (signature) =>
          Buffer.concat([signature.subarray(0, -1), Buffer.from([signature.at(-1)! ^ 1])]),
      }),
    },
    refused: untrusted('A trusted CA has the name of its issuer, but another key'),
  },
  {
    name: 'a seal that says its algorithm in two ways',
    asked: { seal: seal({ innerAlgorithm: 'ec-sha384' }) },
    refused: untrusted('It, or a CA above it, breaks the form of RFC 5280.'),
  },
];

export const DATES: readonly Row[] = [
  {
    name: 'a seal that has expired',
    asked: { seal: seal({ from: AT - 2 * DAY, to: AT - DAY }) },
    refused: refusedAs('certificate-expired: The certificate has expired.'),
  },
  { name: 'a seal in its last second', asked: { seal: seal({ to: AT }) } },
  {
    name: 'a seal that is not valid yet',
    asked: { seal: seal({ from: AT + DAY }) },
    refused: refusedAs("certificate-not-yet-valid: The certificate isn't valid yet."),
  },
  {
    name: 'a seal whose CA has expired',
    asked: { authorities: [ca(ROOT, { to: AT - DAY })] },
    refused: untrusted('A CA above it has expired.'),
  },
  {
    name: 'a seal whose CA is not valid yet',
    asked: { authorities: [ca(ROOT, { from: AT + DAY })] },
    refused: untrusted("A CA above it isn't valid yet."),
  },
  {
    name: 'a seal whose root has expired, above a CA that is valid',
    asked: {
      authorities: [ca(ROOT, { to: AT - DAY }), ...below().slice(1, 2)],
      seal: seal({ issuer: middle }),
    },
    refused: untrusted('A CA above it has expired.'),
  },
  {
    name: 'a seal whose CA was renewed with the same key',
    asked: { authorities: [ca(ROOT, { to: AT - DAY }), ca(ROOT, { serial: 2n })] },
  },
];

export const ALGORITHMS: readonly Row[] = [
  { name: 'a seal signed with RSA', asked: rsaSigned('rsa-sha256') },
  { name: 'a seal signed with RSA-PSS', asked: rsaSigned('rsa-pss') },
  {
    name: 'a seal signed with Ed25519',
    asked: {
      authorities: [ca(party('Ed', keysOf('Ed', edKeys)))],
      seal: seal({ issuer: party('Ed', keysOf('Ed', edKeys)) }),
    },
  },
  {
    name: 'a seal signed with SHA-1',
    asked: rsaSigned('rsa-sha1'),
    refused: untrusted('It, or a CA above it, is signed with an algorithm that is no longer safe'),
  },
  {
    name: 'a seal signed with MD5',
    asked: rsaSigned('rsa-md5'),
    refused: untrusted('It, or a CA above it, is signed with an algorithm that is no longer safe'),
  },
  {
    name: 'a seal signed with RSA-PSS and SHA-1',
    asked: rsaSigned('rsa-pss-sha1'),
    refused: untrusted('It, or a CA above it, is signed with an algorithm that is no longer safe'),
  },
  {
    name: 'a seal signed with ECDSA and SHA-1',
    asked: { seal: seal({ algorithm: 'ec-sha1' }) },
    refused: untrusted('It, or a CA above it, is signed with an algorithm that is no longer safe'),
  },
  {
    name: 'a seal of a CA that was signed with SHA-1',
    asked: {
      authorities: [ca(rsaRoot()), ca(middle, { issuer: rsaRoot(), algorithm: 'rsa-sha1' })],
      seal: seal({ issuer: middle }),
    },
    refused: untrusted('It, or a CA above it, is signed with an algorithm that is no longer safe'),
  },
  {
    name: 'a seal of a root that signed itself with SHA-1',
    asked: { authorities: [ca(rsaRoot(), { algorithm: 'rsa-sha1' })], seal: seal({ issuer: rsaRoot() }) },
  },
  {
    name: 'a seal signed with SHA-3',
    asked: rsaSigned('rsa-sha3'),
    refused: untrusted("It, or a CA above it, is signed with an algorithm this bank doesn't check"),
  },
  {
    name: 'a seal of a CA whose key is short',
    asked: {
      authorities: [
        ca(
          party(
            'Short',
            keysOf('Short', () => rsaKeys(1024)),
          ),
        ),
      ],
      seal: seal({ issuer: party('Short', keysOf('Short')) }),
    },
    refused: untrusted("Its issuer's key is too short"),
  },
  {
    name: 'a seal of a CA with a curve that is short',
    asked: {
      authorities: [
        ca(
          party(
            'Curve',
            keysOf('Curve', () => ecKeys('secp192k1')),
          ),
        ),
      ],
      seal: seal({ issuer: party('Curve', keysOf('Curve')) }),
    },
    refused: untrusted("Its issuer's key is too short"),
  },
];
