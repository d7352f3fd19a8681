import { type DerNode, decodeDer } from '../../../src/certificates/der.ts';
import { derExtension } from '../../support/der-certificate.ts';
import { der, derInteger, derName } from '../../support/der-writer.ts';
import {
  basicConstraints,
  CA_EXTENSIONS,
  ecKeys,
  edKeys,
  keyUsage,
  named,
  purposes,
  qcStatements,
  rsaKeys,
  type Wanted,
} from '../../support/made-certificates.ts';
import {
  AT,
  type Case,
  ca,
  DAY,
  keysOf,
  party,
  qwac,
  ROOT,
  seal,
  sealBytes,
  TPP,
  tpp,
} from '../../support/production-bank.ts';

interface Refused {
  readonly begins: string;
  readonly status: number;
  readonly code: string;
}

/** One request to a bank of production policy, which lets it in unless it says how it is refused. */
type Row = readonly [name: string, asked: Case, refused?: Refused];
const refusedAs = (begins: string): Refused => ({ begins, status: 400, code: 'BAD_REQUEST' });
const forbidden = (begins: string): Refused => ({ begins, status: 403, code: 'FORBIDDEN' });
const untrusted = (words: string) =>
  refusedAs(`certificate-untrusted: The certificate doesn't lead to a CA that this bank trusts. ${words}`);
const OTHER_KEY = untrusted('A trusted CA has the name of its issuer, but another key');
const NO_SUCH_NAME = untrusted('No trusted CA has the name of its issuer.');
const NO_CA = untrusted("The certificate that issued it isn't a CA's");
const CRITICAL = untrusted("It, or a CA above it, has a critical extension this bank doesn't know");
const NO_FORM = untrusted('It, or a CA above it, breaks the form of RFC 5280.');
const CA_EXPIRED = untrusted('A CA above it has expired.');
const UNSAFE = untrusted('It, or a CA above it, is signed with an algorithm that is no longer safe');
const SHORT_KEY = untrusted("Its issuer's key is too short");
/** What stands in a registry's file. */
export const registryOf = (entry: object, name = TPP) => JSON.stringify({ [name]: entry });
const KNOWN = registryOf({ roles: ['PSP_AI'] });
const revoking = (...revokedSerials: string[]) => registryOf({ roles: ['PSP_AI'], revokedSerials });
const UNREGISTERED = forbidden('registry-unknown: ');
const sealed = (wanted: Parameters<typeof seal>[0]): Case => ({ seal: seal(wanted) });
const rsaRoot = () => party('RSA root', keysOf('RSA root', rsaKeys));
const middle = party('Issuing CA');
const inner = party('Inner CA');
const [ofMiddle, ofInner] = [seal({ issuer: middle }), seal({ issuer: inner })];
/** A chain of two CAs below the root. */
const BELOW = [ca(ROOT), ca(middle, { issuer: ROOT }), ca(inner, { issuer: middle })];
/** The chain below a root that allows so many CAs. */
const allowing = (count: number): Case => ({
  authorities: [ca(ROOT, { extensions: [basicConstraints(true, count)] }), ...BELOW.slice(1)],
  seal: ofInner,
});
const rooted = (wanted: Partial<Wanted>): Case => ({ authorities: [ca(ROOT, wanted)] });
/** A seal of a root of its own. */
const rootedIn = (name: string, keys: () => ReturnType<typeof rsaKeys>): Case => ({
  authorities: [ca(party(name, keysOf(name, keys)))],
  seal: seal({ issuer: party(name, keysOf(name, keys)) }),
});
const certified = (...extensions: Wanted['extensions'] & object): Case => sealed({ extensions });
const IMPOSTOR = { ...ROOT, keys: keysOf('impostor') };
const TPP_AS_CA = { name: ROOT.name, keys: tpp().keys };

const rsaSigned = (algorithm: Wanted['algorithm']): Case => ({
  authorities: [ca(rsaRoot())],
  seal: seal({ issuer: rsaRoot(), ...(algorithm === undefined ? {} : { algorithm }) }),
});

const CHAIN: readonly Row[] = [
  ['of the trusted CA', {}],
  ['of a CA below it, both in the file', { authorities: BELOW.slice(0, 2), seal: ofMiddle }],
  ['two CAs below it', { authorities: BELOW, seal: ofInner }],
  ['of a CA that is trusted without its root', { authorities: BELOW.slice(1, 2), seal: ofMiddle }],
  ['of a CA with the name, but of an impostor’s key', sealed({ issuer: IMPOSTOR }), OTHER_KEY],
  [
    'whose issuer is trusted beside another CA of the same name',
    { authorities: [ca({ ...ROOT, keys: keysOf('twin') }), ca(ROOT)] },
  ],
  ['of a CA that nobody trusts', sealed({ issuer: party('Another CA', keysOf('another')) }), NO_SUCH_NAME],
  ['of a CA below the trusted one that is not in the file', { seal: ofMiddle }, NO_SUCH_NAME],
  [
    "that names itself as its issuer, under the trusted CA's name",
    sealed({ issuer: TPP_AS_CA, subject: TPP_AS_CA }),
    OTHER_KEY,
  ],
  ['issued with the key of another seal', sealed({ issuer: tpp('PSDNO-FSA-30000001') }), NO_SUCH_NAME],
  [
    'issued by a certificate that is trusted but no CA',
    {
      authorities: [ca(ROOT), ca(middle, { issuer: ROOT, extensions: [basicConstraints(false)] })],
      seal: ofMiddle,
    },
    NO_CA,
  ],
  ['issued by one without basicConstraints', rooted({ extensions: [] }), NO_CA],
  [
    'of a CA that must not sign certificates',
    rooted({ extensions: [basicConstraints(true), keyUsage(0x02)] }),
    untrusted('The CA that issued it must not sign certificates'),
  ],
  ['of a CA without keyUsage', rooted({ extensions: [basicConstraints(true)] })],
  ['below as many CAs as the root allows', allowing(2)],
  [
    'below more CAs than the root allows',
    allowing(1),
    untrusted('There are more CAs above it than one of them allows'),
  ],
  [
    'whose issuer has the same name in another string type',
    sealed({ issuer: { ...ROOT, name: named('Root CA', 0x13) } }),
    NO_SUCH_NAME,
  ],
  [
    'whose issuer has a name that looks the same',
    sealed({ issuer: { ...ROOT, name: named('Rооt CA') } }),
    NO_SUCH_NAME,
  ],
  [
    'with a critical extension that nobody knows',
    sealed({ extensions: [qcStatements('seal'), derExtension('1.2.3.4', der(0x05), true)] }),
    CRITICAL,
  ],
  [
    'of a CA whose names are constrained',
    {
      authorities: [ca(ROOT, { extensions: [...CA_EXTENSIONS, derExtension('2.5.29.30', der(0x30), true)] })],
    },
    CRITICAL,
  ],
  [
    'whose signature was changed',
    {
      seal: seal({
        spoil: (signature) =>
          Buffer.concat([signature.subarray(0, -1), Buffer.from([signature.at(-1)! ^ 1])]),
      }),
    },
    OTHER_KEY,
  ],
  ['that says its algorithm in two ways', sealed({ innerAlgorithm: 'ec-sha384' }), NO_FORM],
];

const DATES: readonly Row[] = [
  [
    'that has expired',
    sealed({ from: AT - 2 * DAY, to: AT - DAY }),
    refusedAs('certificate-expired: The certificate has expired.'),
  ],
  ['in its last second', sealed({ to: AT })],
  [
    'that is not valid yet',
    sealed({ from: AT + DAY }),
    refusedAs("certificate-not-yet-valid: The certificate isn't valid yet."),
  ],
  ['whose CA has expired', rooted({ to: AT - DAY }), CA_EXPIRED],
  ['whose CA is not valid yet', rooted({ from: AT + DAY }), untrusted("A CA above it isn't valid yet.")],
  [
    'whose root has expired, above a CA that is valid',
    { authorities: [ca(ROOT, { to: AT - DAY }), ...BELOW.slice(1, 2)], seal: ofMiddle },
    CA_EXPIRED,
  ],
  [
    'whose CA was renewed with the same key',
    { authorities: [ca(ROOT, { to: AT - DAY }), ca(ROOT, { serial: 2n })] },
  ],
];

const ALGORITHMS: readonly Row[] = [
  ['signed with RSA', rsaSigned('rsa-sha256')],
  ['signed with RSA-PSS', rsaSigned('rsa-pss')],
  ['signed with Ed25519', rootedIn('Ed', edKeys)],
  ['signed with SHA-1', rsaSigned('rsa-sha1'), UNSAFE],
  ['signed with MD5', rsaSigned('rsa-md5'), UNSAFE],
  ['signed with RSA-PSS and SHA-1', rsaSigned('rsa-pss-sha1'), UNSAFE],
  ['signed with ECDSA and SHA-1', sealed({ algorithm: 'ec-sha1' }), UNSAFE],
  [
    'of a CA that was signed with SHA-1',
    {
      authorities: [ca(rsaRoot()), ca(middle, { issuer: rsaRoot(), algorithm: 'rsa-sha1' })],
      seal: ofMiddle,
    },
    UNSAFE,
  ],
  [
    'of a root that signed itself with SHA-1',
    { authorities: [ca(rsaRoot(), { algorithm: 'rsa-sha1' })], seal: seal({ issuer: rsaRoot() }) },
  ],
  [
    'signed with SHA-3',
    rsaSigned('rsa-sha3'),
    untrusted("It, or a CA above it, is signed with an algorithm this bank doesn't check"),
  ],
  ['of a CA whose key is short', rootedIn('Short', () => rsaKeys(1024)), SHORT_KEY],
  ['of a CA with a curve that is short', rootedIn('Curve', () => ecKeys('secp192k1')), SHORT_KEY],
];

const unparseable = refusedAs(
  "certificate-unparseable: TPP-Signature-Certificate isn't a readable certificate.",
);
const BYTE = Buffer.from([0]);
const NULL = der(0x05);
/** What is signed, the algorithm, the signature. */
const [signed, algorithm, bits] = decodeDer(seal().der).children as [DerNode, DerNode, DerNode];
const QC = qcStatements('seal');

/** Seals that the trusted CA has signed as they stand, or that were changed where nothing is signed. */
const FORMS: readonly Row[] = [
  ...(
    [
      ['with a byte behind it', Buffer.concat([seal().der, BYTE])],
      ['with a value behind its signature', der(0x30, signed.der, algorithm.der, bits.der, NULL)],
      ['with its roles twice', sealBytes({ extensions: [QC, qcStatements('seal', ['PSP_AS'])] })],
      ['with a keyUsage twice', sealBytes({ extensions: [keyUsage(0xc0), QC, keyUsage(0x06)] })],
      [
        'with an extension twice that nobody knows',
        sealBytes({ extensions: [QC, derExtension('1.2.3.4', NULL), derExtension('1.2.3.4', NULL)] }),
      ],
      [
        'with bytes behind the value of an extension',
        sealBytes({
          extensions: [QC, derExtension('2.5.29.19', Buffer.concat([der(0x30), NULL]), true)],
        }),
      ],
      [
        'with two lists of extensions in one field',
        sealBytes({ afterExtensions: [der(0x30, qcStatements('seal', ['PSP_AS']))] }),
      ],
      ['with its extensions in two fields', sealBytes({ afterFields: [der(0xa3, der(0x30, QC))] })],
      ['with a field behind its extensions', sealBytes({ afterFields: [derInteger(1n)] })],
    ] as const
  ).map(([name, shown]): Row => [name, { shown }, unparseable]),
  [
    'with another one behind it',
    { shown: Buffer.concat([seal().der, seal({ serial: 6n }).der]) },
    refusedAs('certificate-format: '),
  ],
  [
    'with a byte behind the bytes of its signature',
    { shown: der(0x30, signed.der, algorithm.der, der(0x03, bits.bytes, BYTE)) },
    OTHER_KEY,
  ],
  [
    'of a CA that says in bytes behind its basicConstraints how long its chains may be',
    {
      authorities: [
        ca(ROOT, {
          extensions: [
            derExtension('2.5.29.19', der(0x30, der(0x01, Buffer.from([0xff])), derInteger(0n), NULL), true),
          ],
        }),
      ],
    },
    NO_FORM,
  ],
];

const TYPE: readonly Row[] = [
  [
    'a QWAC in place of the seal',
    certified(qcStatements('web')),
    refusedAs('certificate-type: The certificate is a website certificate (QWAC).'),
  ],
  [
    'a certificate that says no type',
    certified(qcStatements('none')),
    refusedAs("certificate-not-seal: The certificate doesn't say that it's for electronic seals"),
  ],
  [
    'a certificate without a PSD2 statement',
    certified(keyUsage(0xc0)),
    refusedAs('certificate-no-psd2: The certificate has no PSD2 statement'),
  ],
  [
    'without the role of the operation',
    certified(qcStatements('seal', ['PSP_PI'])),
    forbidden('certificate-role: The certificate lacks the role this operation needs.'),
  ],
  ['with the role of the operation alone', certified(qcStatements('seal', ['PSP_AI']))],
];

const REGISTRY: readonly Row[] = [
  ['a TPP that the registry has', { registry: KNOWN }],
  [
    'a TPP that the registry does not have',
    { registry: registryOf({ roles: ['PSP_AI'] }, 'PSDNO-FSA-30000001') },
    forbidden("registry-unknown: The bank's registry doesn't have this TPP."),
  ],
  [
    'a TPP without organizationIdentifier where there is a registry',
    { registry: KNOWN, seal: seal({ subject: { ...tpp(), name: derName([[['2.5.4.3', 0x0c, TPP]]]) } }) },
    UNREGISTERED,
  ],
  [
    'a TPP whose organizationIdentifier is __proto__',
    { registry: KNOWN, seal: seal({ subject: tpp('__proto__') }) },
    UNREGISTERED,
  ],
  [
    'a TPP whose organizationIdentifier differs in case',
    { registry: KNOWN, seal: seal({ subject: tpp(TPP.toLowerCase()) }) },
    UNREGISTERED,
  ],
  [
    'a TPP that the registry does not give the role',
    { registry: registryOf({ roles: ['PSP_PI', 'PSP_AS'] }) },
    forbidden(
      "registry-role: The bank's registry doesn't give this TPP the role this operation needs. It has PSP_PI, PSP_AS, but PSP_AI is required.",
    ),
  ],
  [
    'that is revoked',
    { registry: revoking('FF', '1A2B') },
    refusedAs(
      "registry-revoked: The bank's registry says that this certificate is revoked. Its serial number is 1A2B.",
    ),
  ],
  [
    'that is revoked, its serial number written as openssl does',
    { registry: revoking('00:1a:2b') },
    refusedAs('registry-revoked: '),
  ],
  ['whose successor is revoked', { registry: revoking('1A2C') }],
];

const own = (client: Uint8Array = qwac().der): Case => ({ mutualTls: true, client });
const tls = (code: string, words = '') =>
  refusedAs(`${code}: The client certificate of the connection ${words}`);

const UNREADABLE = tls('tls-certificate-unparseable', "can't be read.");
const web = (...extensions: Wanted['extensions'] & object): Case => own(qwac({ extensions }).der);

const MUTUAL_TLS: readonly Row[] = [
  ['a connection with the QWAC of the TPP', own()],
  [
    'a connection without a certificate',
    { mutualTls: true },
    refusedAs('tls-certificate-missing: The connection has no client certificate'),
  ],
  ['a connection whose certificate is none', own(Buffer.from('3000', 'hex')), UNREADABLE],
  [
    'a connection whose QWAC has bytes behind it',
    own(Buffer.concat([qwac().der, Buffer.from([0])])),
    UNREADABLE,
  ],
  ['a connection with the seal', own(seal().der), tls('tls-certificate-type', "isn't a website certificate")],
  [
    'a connection with a QWAC for servers alone',
    web(purposes('server'), qcStatements('web')),
    tls('tls-certificate-type', "isn't a website certificate (QWAC) for clients"),
  ],
  ['a connection with a QWAC that names no purpose', web(qcStatements('web'))],
  [
    "a connection with a plain server's certificate",
    web(purposes('server', 'client')),
    tls('tls-certificate-type'),
  ],
  [
    'a connection whose QWAC has expired',
    own(qwac({ from: AT - 2 * DAY, to: AT - DAY }).der),
    tls('tls-certificate-expired', 'has expired.'),
  ],
  [
    'a connection whose QWAC is not valid yet',
    own(qwac({ from: AT + DAY }).der),
    tls('tls-certificate-not-yet-valid', "isn't valid yet."),
  ],
  [
    'a connection with a QWAC of another CA under the same name',
    own(qwac({ issuer: IMPOSTOR }).der),
    tls('tls-certificate-untrusted', "doesn't lead to a CA that this bank trusts. A trusted CA has the name"),
  ],
  [
    "a connection with another TPP's QWAC",
    own(qwac({ subject: { ...tpp('PSDNO-FSA-30000001'), keys: keysOf('qwac') } }).der),
    tls('tls-certificate-other-tpp', "has another organizationIdentifier than the seal's."),
  ],
  [
    'a connection and a seal that both have no organizationIdentifier',
    {
      ...own(qwac({ subject: { name: named('Nobody'), keys: keysOf('qwac') } }).der),
      seal: seal({ subject: { ...tpp(), name: named('Nobody') } }),
    },
    tls('tls-certificate-other-tpp'),
  ],
  [
    'a connection whose QWAC is revoked',
    { ...own(), registry: revoking('77') },
    refusedAs(
      "tls-registry-revoked: The bank's registry says that the client certificate of the connection is revoked. Its serial number is 77.",
    ),
  ],
  ['a connection without a certificate where none is asked for', {}],
  ['a connection of anybody where none is asked for', { client: Buffer.from('3000', 'hex') }],
  [
    "a good connection with another CA's seal",
    { ...own(), seal: seal({ issuer: IMPOSTOR }) },
    untrusted('A trusted CA'),
  ],
];

export const ROWS = [...CHAIN, ...FORMS, ...DATES, ...ALGORITHMS, ...TYPE, ...REGISTRY, ...MUTUAL_TLS];
