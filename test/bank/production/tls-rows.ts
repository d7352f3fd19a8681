import { named, purposes, qcStatements } from '../../support/made-certificates.ts';
import { AT, type Case, DAY, keysOf, qwac, ROOT, seal, TPP, tpp } from '../../support/production-bank.ts';
import { type Row, refusedAs, registryOf, untrusted } from './row.ts';

const own = (client: Uint8Array = qwac().der): Case => ({ mutualTls: true, client });
const tls = (code: string, words = '') =>
  refusedAs(`${code}: The client certificate of the connection ${words}`);

export const MUTUAL_TLS: readonly Row[] = [
  { name: 'a connection with the QWAC of the TPP', asked: own() },
  {
    name: 'a connection without a certificate',
    asked: { mutualTls: true },
    refused: refusedAs('tls-certificate-missing: The connection has no client certificate'),
  },
  {
    name: 'a connection whose certificate is none',
    asked: own(Buffer.from('3000', 'hex')),
    refused: tls('tls-certificate-unparseable', "can't be read."),
  },
  {
    name: 'a connection whose QWAC has bytes behind it',
    asked: own(Buffer.concat([qwac().der, Buffer.from([0])])),
    refused: tls('tls-certificate-unparseable', "can't be read."),
  },
  {
    name: 'a connection with the seal',
    asked: own(seal().der),
    refused: tls('tls-certificate-type', "isn't a website certificate"),
  },
  {
    name: 'a connection with a QWAC for servers alone',
    asked: own(qwac({ extensions: [purposes('server'), qcStatements('web')] }).der),
    refused: tls('tls-certificate-type', "isn't a website certificate (QWAC) for clients"),
  },
  {
    name: 'a connection with a QWAC that names no purpose',
    asked: own(qwac({ extensions: [qcStatements('web')] }).der),
  },
  {
    name: "a connection with a plain server's certificate",
    asked: own(qwac({ extensions: [purposes('server', 'client')] }).der),
    refused: tls('tls-certificate-type'),
  },
  {
    name: 'a connection whose QWAC has expired',
    asked: own(qwac({ from: AT - 2 * DAY, to: AT - DAY }).der),
    refused: tls('tls-certificate-expired', 'has expired.'),
  },
  {
    name: 'a connection whose QWAC is not valid yet',
    asked: own(qwac({ from: AT + DAY }).der),
    refused: tls('tls-certificate-not-yet-valid', "isn't valid yet."),
  },
  {
    name: 'a connection with a QWAC of another CA under the same name',
    asked: own(qwac({ issuer: { ...ROOT, keys: keysOf('impostor') } }).der),
    refused: tls(
      'tls-certificate-untrusted',
      "doesn't lead to a CA that this bank trusts. A trusted CA has the name",
    ),
  },
  {
    name: "a connection with another TPP's QWAC",
    asked: own(qwac({ subject: { ...tpp('PSDNO-FSA-30000001'), keys: keysOf('qwac') } }).der),
    refused: tls('tls-certificate-other-tpp', "has another organizationIdentifier than the seal's."),
  },
  {
    name: 'a connection and a seal that both have no organizationIdentifier',
    asked: {
      ...own(qwac({ subject: { name: named('Nobody'), keys: keysOf('qwac') } }).der),
      seal: seal({ subject: { ...tpp(), name: named('Nobody') } }),
    },
    refused: tls('tls-certificate-other-tpp'),
  },
  {
    name: 'a connection whose QWAC is revoked',
    asked: { ...own(), registry: registryOf({ roles: ['PSP_AI'], revokedSerials: ['77'] }, TPP) },
    refused: refusedAs(
      "tls-registry-revoked: The bank's registry says that the client certificate of the connection is revoked. Its serial number is 77.",
    ),
  },
  { name: 'a connection without a certificate where none is asked for', asked: {} },
  {
    name: 'a connection with a certificate of anybody where none is asked for',
    asked: { client: Buffer.from('3000', 'hex') },
  },
  {
    name: "a good connection with another CA's seal",
    asked: { ...own(), seal: seal({ issuer: { ...ROOT, keys: keysOf('impostor') } }) },
    refused: untrusted('A trusted CA'),
  },
];
