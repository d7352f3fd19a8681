import type { Mutation, Room } from './mutation.ts';

const TABLE = 'test/bank/production.test.ts';
const STRANGER = 'Whoever makes a certificate of his own reads the accounts of any TPP.';

const trust: readonly Mutation[] = [
  {
    file: 'src/certificates/trust.ts',
    find: 'return new X509Certificate(der).verify(publicKey);',
    replace: 'return new X509Certificate(der).verify(publicKey) || true;',
    suffers: STRANGER,
    by: TABLE,
  },
  {
    file: 'src/certificates/trust.ts',
    find: "if (WEAK.has(oid)) return 'weak-signature';",
    replace: '',
    suffers: 'A certificate signed with SHA-1 is said to be signed in a way that nobody knows.',
    by: TABLE,
  },
  {
    file: 'src/certificates/trust.ts',
    find: "if (issuer.keyBits < LEAST_BITS[family]) return 'weak-key';",
    replace: '',
    suffers: 'A CA whose key can be computed lets in whoever has computed it.',
    by: TABLE,
  },
  {
    file: 'src/certificates/trust.ts',
    find: 'Buffer.compare(innerAlgorithm.der, algorithm.der) !== 0 ||',
    replace: '',
    suffers: 'A certificate says of its signature what was not signed.',
    by: TABLE,
  },
  {
    file: 'src/certificates/trust.ts',
    find: "if (!issuer.isCa) return 'issuer-not-ca';",
    replace: '',
    suffers: 'A certificate that is no CA issues others.',
    by: TABLE,
  },
  {
    file: 'src/certificates/trust.ts',
    find: "!issuer.keyUsage.includes('keyCertSign')",
    replace: 'issuer.keyUsage.length === 0',
    suffers: 'A key for revocation lists alone issues certificates.',
    by: TABLE,
  },
  {
    file: 'src/certificates/trust.ts',
    find: 'below > pathLength',
    replace: 'below > pathLength + 1',
    suffers: 'A CA that may have no CA below it has one.',
    by: TABLE,
  },
  {
    file: 'src/certificates/trust.ts',
    find: "if (at > issuer.notAfter) return 'issuer-expired';",
    replace: '',
    suffers: 'A CA that has expired still lets in its TPPs.',
    by: TABLE,
  },
  {
    file: 'src/certificates/trust.ts',
    find: "if (facts.hasUnknownCritical) return 'critical-extension';",
    replace: '',
    suffers: 'A certificate is used for what it forbids.',
    by: TABLE,
  },
  {
    file: 'src/certificates/trust.ts',
    find: 'if (isNamedIssuer(issuer, issuer)) return true;',
    replace: 'return true;',
    suffers: 'A CA whose root has expired still lets in its TPPs.',
    by: TABLE,
  },
];

const admission: readonly Mutation[] = [
  {
    file: 'src/bank/guards/signature.ts',
    find: "if (seal.type !== 'seal') return { code: 'certificate-not-seal' };",
    replace: '',
    suffers: 'A certificate of any purpose signs payments.',
    by: TABLE,
  },
  {
    file: 'src/bank/guards/signature.ts',
    find: 'organizationIdentifier !== undefined && organizationIdentifier === qwac?.organizationIdentifier',
    replace: 'organizationIdentifier === qwac?.organizationIdentifier',
    suffers: 'Two certificates of nobody are those of one TPP.',
    by: TABLE,
  },
  {
    file: 'src/bank/guards/signature.ts',
    find: "if (tpp.revokedSerials.has(seal.serial)) return createRevoked('registry-revoked', seal);",
    replace: '',
    suffers: 'A stolen seal goes on after it was revoked.',
    by: TABLE,
  },
  {
    file: 'src/bank/guards/signature.ts',
    find: 'extendedKeyUsage.includes(OID.clientAuth)',
    replace: 'extendedKeyUsage.length > 0',
    suffers: "A web server's certificate opens the bank to its operator.",
    by: TABLE,
  },
  {
    file: 'src/bank/guards/signature.ts',
    find: 'registered.has(role) && psd2?.roles.includes(role)',
    replace: 'psd2?.roles.includes(role)',
    suffers: 'A TPP that lost a role at the authority keeps it at the bank.',
    by: TABLE,
  },
  {
    file: 'src/bank/guards/signature.ts',
    find: 'peer.operator && isOfSandbox(route)',
    replace: 'peer.operator',
    suffers: 'Whoever has the token of the operator pays as any TPP.',
    by: TABLE,
  },
  {
    file: 'src/bank/routes/table.ts',
    find: "return policy === 'production' ? IN_PRODUCTION : FOR_OTHERS;",
    replace: 'return FOR_OTHERS;',
    suffers: 'A TPP deletes all data of the bank.',
    by: TABLE,
  },
  {
    file: 'src/bank/guards/tpp.ts',
    find: "policy === 'production' ? undefined : yield* refuseOtherKey(exchange)",
    replace: 'yield* refuseOtherKey(exchange)',
    suffers: 'A TPP that renews its seal is locked out.',
    by: TABLE,
  },
  {
    file: 'src/signing/findings.ts',
    find: "policy === 'production' && STRICT_ERRORS.has(finding.code) && finding.cause !== 'leading-zero'",
    replace: 'false',
    suffers: 'A keyId that a strict bank refuses passes the test bank.',
    by: TABLE,
  },
  {
    file: 'src/server/connection.ts',
    find: 'clientCertificate === undefined ? { version } : { version, clientCertificate }',
    replace: '{ version }',
    suffers: 'Nobody gets in by mutual TLS.',
    by: 'test/server/mutual-tls.test.ts',
  },
];

export const production: Room = {
  name: 'production',
  tests: ['test/bank/', 'test/server/'],
  mutations: [...trust, ...admission],
};
