import type { Room } from './mutation.ts';

export const certificates: Room = {
  name: 'certificates',
  tests: ['test/certificates/'],
  mutations: [
    {
      file: 'src/certificates/issue.ts',
      find: 'encodeSequence(encodeOid(OID.serverAuth), encodeOid(OID.clientAuth))',
      replace: 'encodeSequence(encodeOid(OID.serverAuth))',
      suffers: 'Banks refuse the TLS connection of a TPP that shows its QWAC.',
      by: 'test/certificates/issue-qwac.test.ts',
    },
    {
      file: 'src/certificates/trust.ts',
      find: 'isSignedBy(certificate, one)',
      replace: 'isSignedBy(certificate, certificate)',
      suffers: 'A certificate is said to have no issuer, though it stands in the same file.',
      by: 'test/certificates/chain.test.ts',
    },
    {
      file: 'src/certificates/certificate.ts',
      find: 'return OF_KEY + createHash',
      replace: 'return createHash',
      suffers: "Whoever writes the hash of a key into a certificate reads that TPP's payments.",
      by: 'test/certificates/tpp-identity.test.ts',
    },
  ],
};
