import type { ErrorCode } from './errors.ts';

/** One reason for which a bank with the production policy rejects a TPP. */
export interface AdmissionRow {
  readonly status: 400 | 403;
  readonly code: ErrorCode;
  /** True if the row is about the certificate in the header, not that of the connection. */
  readonly isOfHeader: boolean;
  readonly message: string;
  readonly remedy: string;
}

const HEADER = { status: 400, code: 'BAD_REQUEST', isOfHeader: true } as const;
const FORBIDDEN = { status: 403, code: 'FORBIDDEN', isOfHeader: true } as const;
const CONNECTION = { status: 400, code: 'BAD_REQUEST', isOfHeader: false } as const;

/**
 * The closed table of the production policy's checks beyond a valid signature, in their order. The handler and
 * `explain` read it.
 * @see D12-admission
 */
export const ADMISSIONS = {
  'tls-certificate-missing': {
    ...CONNECTION,
    message: 'The connection has no client certificate, and this bank requires mutual TLS.',
    remedy: "Show the TPP's QWAC in the TLS handshake: tlsCertFile and tlsKeyFile in a profile.",
  },
  'tls-certificate-unparseable': {
    ...CONNECTION,
    message: "The client certificate of the connection can't be read.",
    remedy: "Show the TPP's QWAC in the TLS handshake. psd2 cert lint FILE shows what is wrong with a file.",
  },
  'tls-certificate-type': {
    ...CONNECTION,
    message: "The client certificate of the connection isn't a website certificate (QWAC) for clients.",
    remedy: 'Show the QWAC in the TLS handshake, and keep the seal for signatures.',
  },
  'tls-certificate-expired': {
    ...CONNECTION,
    message: 'The client certificate of the connection has expired.',
    remedy: 'Show a valid QWAC in the TLS handshake.',
  },
  'tls-certificate-not-yet-valid': {
    ...CONNECTION,
    message: "The client certificate of the connection isn't valid yet.",
    remedy: "Show a QWAC that's valid today in the TLS handshake.",
  },
  'tls-certificate-untrusted': {
    ...CONNECTION,
    message: "The client certificate of the connection doesn't lead to a CA that this bank trusts.",
    remedy: "Show a QWAC from one of the bank's CAs in the TLS handshake.",
  },
  'certificate-untrusted': {
    ...HEADER,
    message: "The certificate doesn't lead to a CA that this bank trusts.",
    remedy: "Sign with a seal from one of the bank's CAs.",
  },
  'certificate-not-seal': {
    ...HEADER,
    message: "The certificate doesn't say that it's for electronic seals (QcType eseal).",
    remedy: 'Sign with the QSealC and its key.',
  },
  'tls-certificate-other-tpp': {
    ...CONNECTION,
    message: "The client certificate of the connection has another organizationIdentifier than the seal's.",
    remedy: 'Use a QWAC and a seal of the same TPP.',
  },
  'registry-unknown': {
    ...FORBIDDEN,
    message: "The bank's registry doesn't have this TPP.",
    remedy: "Have the bank's operator add its organizationIdentifier to the file of --registry.",
  },
  'registry-revoked': {
    ...HEADER,
    message: "The bank's registry says that this certificate is revoked.",
    remedy: "Sign with a certificate that isn't revoked.",
  },
  'tls-registry-revoked': {
    ...CONNECTION,
    message: "The bank's registry says that the client certificate of the connection is revoked.",
    remedy: "Show a QWAC that isn't revoked.",
  },
  'registry-role': {
    ...FORBIDDEN,
    message: "The bank's registry doesn't give this TPP the role this operation needs.",
    remedy: "Have the bank's operator add the role to the file of --registry.",
  },
} as const satisfies Readonly<Record<string, AdmissionRow>>;

export type AdmissionCode = keyof typeof ADMISSIONS;

/** Every code, in the order of the checks. */
export const ADMISSION_CODES = Object.keys(ADMISSIONS) as readonly AdmissionCode[];
