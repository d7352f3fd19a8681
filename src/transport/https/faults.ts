import { Fault, type FaultDetails } from '../../errors.ts';
import { describeSentRequest } from '../transport.ts';
import { NoTunnel } from './proxy.ts';

/** The limits of a client in time and size. @see S10-client-limits */
export interface HttpsLimits {
  /** The time for TCP and TLS. */
  readonly connectMilliseconds: number;
  /** The time from the request's first byte to the response's last. */
  readonly answerMilliseconds: number;
  readonly headBytes: number;
  readonly bodyBytes: number;
}

export const HTTPS_LIMITS: HttpsLimits = {
  connectMilliseconds: 10_000,
  answerMilliseconds: 60_000,
  headBytes: 64 * 1024,
  bodyBytes: 32 * 1024 * 1024,
};

/** One exchange without a response. */
export interface Failure {
  readonly error: NodeJS.ErrnoException;
  /** True if any byte of the request may have been sent. */
  readonly hasLeft: boolean;
  /** True if any byte of a response arrived. */
  readonly isAnswered: boolean;
}

/** The code of a response that took too long; not one of Node's or undici's. */
export const ANSWER_TIMEOUT = 'PSD2_ANSWER_TIMEOUT';

/** Facts for the message about a failure. */
interface Wanted {
  /** Host and port as in a URL. */
  readonly host: string;
  readonly method: string;
  readonly limits: HttpsLimits;
  /** True if a client certificate is presented. */
  readonly hasClient: boolean;
}

type Words = readonly [message: string, hint: string, failing?: FaultDetails['failing']];

/**
 * Creates the fault of a failure: its explanation, and whether any of the request was sent.
 * @see S10-network-words
 */
export function createNetworkFault(failure: Failure, wanted: Wanted): Fault {
  const { error } = failure;
  const code = error.code ?? '';
  const hasLeft = failure.hasLeft && !isRefusedHandshake(failure);
  if (code === 'UND_ERR_INVALID_ARG') {
    return new Fault('INPUT_INVALID', `HTTP can't carry this request: ${error.message}.`, { cause: error });
  }
  const [message, hint, failing = 'connection']: Words =
    (error instanceof NoTunnel ? [error.message, error.hint] : describeError(code, error, wanted)) ??
    (hasLeft
      ? describeLoss(wanted, failure)
      : [`Can't connect to ${wanted.host}: ${error.message}.`, CHECK_PLACE]);
  return new Fault('NETWORK', message, {
    hint: hasLeft ? `${hint} ${describeSentRequest(wanted.method)}` : hint,
    ...{ sent: hasLeft, failing, cause: error },
  });
}

const CHECK_PLACE = "Check the bank's host and port, and the network.";
const CHECK_CLOCK = "Check this machine's clock. If it's right, the bank must renew its certificate.";
const CHECK_CA =
  "If it's the right bank, set caFile in the profile to its certificate's CA. psd2 never skips the check.";
const CHECK_TLS = 'Check that the port serves HTTPS, with TLS 1.2 or newer.';

const GIVE_CERTIFICATE =
  'set tlsCertFile and tlsKeyFile in the profile to the certificate that the bank knows.';

/** Alerts about our own certificate; in TLS 1.3 they arrive after the handshake is complete on our side. */
const OUR_CERTIFICATE_ABSENT = /^ERR_SSL_.*ALERT_CERTIFICATE_REQUIRED$/;
const OUR_CERTIFICATE_REFUSED =
  /^ERR_SSL_.*ALERT_(?:UNKNOWN_CA|BAD_CERTIFICATE|UNSUPPORTED_CERTIFICATE|CERTIFICATE_[A-Z]+|ACCESS_DENIED)$/;

/** Checks for a rejected client certificate: the server has read nothing after it (RFC 8446 4.4.2.4). */
function isRefusedHandshake({ error, isAnswered }: Failure): boolean {
  const code = error.code ?? '';
  return !isAnswered && (OUR_CERTIFICATE_ABSENT.test(code) || OUR_CERTIFICATE_REFUSED.test(code));
}

function describeAlert(code: string): string {
  return code
    .replace(/^.*ALERT_/, '')
    .toLowerCase()
    .replaceAll('_', ' ');
}

/** Describes a lost connection: some servers close it like this when they require a client certificate. */
function describeLoss({ host, hasClient }: Wanted, { isAnswered }: Failure): Words {
  const message = `${host} closed the connection before its answer was complete.`;
  if (isAnswered || hasClient) return [message, 'Check the network.'];
  return [message, `Check the network. If the bank requires mutual TLS, ${GIVE_CERTIFICATE}`];
}

type Describe = (wanted: Wanted) => Words;

const describeUnknownHost: Describe = ({ host }) => [
  `Host not found: ${host}.`,
  'Check the spelling and the network.',
];

const describeUnreachable: Describe = ({ host }) => [`${host} can't be reached from here.`, CHECK_PLACE];

const describeConnectTimeout: Describe = ({ host, limits }) => [
  `${host} didn't accept the connection within ${limits.connectMilliseconds / 1000} s.`,
  CHECK_PLACE,
];

const DESCRIPTIONS: Readonly<Record<string, Describe>> = {
  ENOTFOUND: describeUnknownHost,
  EAI_AGAIN: describeUnknownHost,
  ECONNREFUSED: ({ host }) => [`${host} refused the connection: nothing is listening there.`, CHECK_PLACE],
  EHOSTUNREACH: describeUnreachable,
  ENETUNREACH: describeUnreachable,
  UND_ERR_CONNECT_TIMEOUT: describeConnectTimeout,
  ETIMEDOUT: describeConnectTimeout,
  [ANSWER_TIMEOUT]: ({ host, limits }) => [
    `${host} didn't answer within ${limits.answerMilliseconds / 1000} s.`,
    'Try again later.',
  ],
  UND_ERR_HEADERS_OVERFLOW: ({ host, limits }) => [
    `The headers of the answer from ${host} are larger than ${limits.headBytes / 1024} KiB.`,
    "That isn't a bank's answer. Check the host.",
  ],
  UND_ERR_RES_EXCEEDED_MAX_SIZE: ({ host, limits }) => [
    `The answer from ${host} is larger than ${limits.bodyBytes / 1024 / 1024} MiB.`,
    'Request less at a time.',
  ],
};

function describeError(code: string, error: Error, wanted: Wanted): Words | undefined {
  const { host } = wanted;
  if (Object.hasOwn(DESCRIPTIONS, code)) return DESCRIPTIONS[code]?.(wanted);
  if (error.name === 'HTTPParserError') return [`The answer from ${host} isn't HTTP.`, CHECK_PLACE];
  return describeClientCertificateError(code, host) ?? describeTls(code, error, host);
}

/** Describes an error of our client certificate. */
function describeClientCertificateError(code: string, host: string): Words | undefined {
  const message = OUR_CERTIFICATE_ABSENT.test(code)
    ? `${host} requires a client certificate (mutual TLS).`
    : `${host} refused the client certificate: ${describeAlert(code)}.`;
  if (!OUR_CERTIFICATE_ABSENT.test(code) && !OUR_CERTIFICATE_REFUSED.test(code)) return undefined;
  return [message, GIVE_CERTIFICATE.replace(/^s/, 'S'), 'client-certificate'];
}

function describeTls(code: string, error: Error, host: string): Words | undefined {
  const certificate = `The TLS certificate of ${host}`;
  if (code === 'CERT_HAS_EXPIRED') return [`${certificate} has expired.`, CHECK_CLOCK, 'tls'];
  if (code === 'CERT_NOT_YET_VALID') return [`${certificate} isn't valid yet.`, CHECK_CLOCK, 'tls'];
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return [`${certificate} is for another host.`, CHECK_PLACE, 'tls'];
  if (UNTRUSTED.test(code) || UNTRUSTED_TEXT.test(error.message))
    return [`${certificate} isn't trusted: ${error.message}.`, CHECK_CA, 'tls'];
  if (/^ERR_SSL_.*ALERT_HANDSHAKE_FAILURE$/.test(code)) {
    // The alert has no detail: no common cipher, or, before TLS 1.3, no client certificate.
    const hint = `${CHECK_TLS} If the bank requires a client certificate, ${GIVE_CERTIFICATE}`;
    return [`${host} refused the TLS handshake.`, hint, 'tls'];
  }
  return /^EPROTO$|^ERR_SSL_/.test(code) ? [`${host} doesn't support TLS.`, CHECK_TLS, 'tls'] : undefined;
}

/** Results of OpenSSL's verification, by Node's names. */
const UNTRUSTED = /CERT|CRL|ISSUER|SIGNATURE|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH/;
/** Results for which Node has no name. */
const UNTRUSTED_TEXT = /subtree violation|certificate/i;
