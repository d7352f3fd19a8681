import { Fault } from '../../errors.ts';
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

interface Words {
  readonly message: string;
  readonly hint: string;
  readonly failing?: 'tls' | 'client-certificate';
}

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
  const { message, hint, failing }: Words =
    (error instanceof NoTunnel ? error : describeError(code, error, wanted)) ??
    (hasLeft
      ? describeLoss(wanted, failure)
      : { message: `Can't connect to ${wanted.host}: ${error.message}.`, hint: CHECK_PLACE });
  return new Fault('NETWORK', message, {
    hint: hasLeft ? `${hint} ${describeSentRequest(wanted.method)}` : hint,
    sent: hasLeft,
    failing: failing ?? 'connection',
    cause: error,
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
  if (isAnswered || hasClient) return { message, hint: 'Check the network.' };
  return { message, hint: `Check the network. If the bank requires mutual TLS, ${GIVE_CERTIFICATE}` };
}

function describeError(code: string, error: Error, { host, limits }: Wanted): Words | undefined {
  const seconds = (milliseconds: number) => `${milliseconds / 1000} s`;
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return { message: `Host not found: ${host}.`, hint: 'Check the spelling and the network.' };
    case 'ECONNREFUSED':
      return { message: `${host} refused the connection: nothing is listening there.`, hint: CHECK_PLACE };
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return { message: `${host} can't be reached from here.`, hint: CHECK_PLACE };
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'ETIMEDOUT':
      return {
        message: `${host} didn't accept the connection within ${seconds(limits.connectMilliseconds)}.`,
        hint: CHECK_PLACE,
      };
    case ANSWER_TIMEOUT:
      return {
        message: `${host} didn't answer within ${seconds(limits.answerMilliseconds)}.`,
        hint: 'Try again later.',
      };
    case 'UND_ERR_HEADERS_OVERFLOW':
      return {
        message: `The headers of the answer from ${host} are larger than ${limits.headBytes / 1024} KiB.`,
        hint: "That isn't a bank's answer. Check the host.",
      };
    case 'UND_ERR_RES_EXCEEDED_MAX_SIZE':
      return {
        message: `The answer from ${host} is larger than ${limits.bodyBytes / 1024 / 1024} MiB.`,
        hint: 'Request less at a time.',
      };
    default:
      return error.name === 'HTTPParserError'
        ? { message: `The answer from ${host} isn't HTTP.`, hint: CHECK_PLACE }
        : (describeClientCertificateError(code, host) ?? describeTls(code, error, host));
  }
}

/** Describes an error of our client certificate. */
function describeClientCertificateError(code: string, host: string): Words | undefined {
  const hint = GIVE_CERTIFICATE.replace(/^g/, 'G');
  const rest = { hint, failing: 'client-certificate' } as const;
  if (OUR_CERTIFICATE_ABSENT.test(code)) {
    return { message: `${host} requires a client certificate (mutual TLS).`, ...rest };
  }
  if (!OUR_CERTIFICATE_REFUSED.test(code)) return undefined;
  return { message: `${host} refused the client certificate: ${describeAlert(code)}.`, ...rest };
}

function describeTls(code: string, error: Error, host: string): Words | undefined {
  const words = describeTheirs(code, error, host);
  return words && { ...words, failing: 'tls' };
}

function describeTheirs(code: string, error: Error, host: string): Words | undefined {
  const certificate = `The TLS certificate of ${host}`;
  if (code === 'CERT_HAS_EXPIRED') return { message: `${certificate} has expired.`, hint: CHECK_CLOCK };
  if (code === 'CERT_NOT_YET_VALID') return { message: `${certificate} isn't valid yet.`, hint: CHECK_CLOCK };
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return { message: `${certificate} is for another host.`, hint: CHECK_PLACE };
  }
  if (UNTRUSTED.test(code) || UNTRUSTED_TEXT.test(error.message)) {
    return { message: `${certificate} isn't trusted: ${error.message}.`, hint: CHECK_CA };
  }
  if (/^ERR_SSL_.*ALERT_HANDSHAKE_FAILURE$/.test(code)) {
    // The alert has no detail: no common cipher, or, before TLS 1.3, no client certificate.
    const hint = `${CHECK_TLS} If the bank requires a client certificate, ${GIVE_CERTIFICATE}`;
    return { message: `${host} refused the TLS handshake.`, hint };
  }
  if (/^EPROTO$|^ERR_SSL_/.test(code)) return { message: `${host} doesn't support TLS.`, hint: CHECK_TLS };
  return undefined;
}

/** Results of OpenSSL's verification, by Node's names. */
const UNTRUSTED = /CERT|CRL|ISSUER|SIGNATURE|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH/;
/** Results for which Node has no name. */
const UNTRUSTED_TEXT = /subtree violation|certificate/i;
