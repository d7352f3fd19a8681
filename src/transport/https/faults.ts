import { Fault } from '../../errors.ts';
import { describeSentRequest } from '../transport.ts';
import { NoTunnel } from './proxy.ts';

/** How long and how much a client listens to a bank. @see S10-client-limits */
export interface HttpsLimits {
  /** TCP and TLS. */
  readonly connectMilliseconds: number;
  /** From the request's first byte to the answer's last. */
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

/** One exchange that brought no answer. */
export interface Failure {
  readonly error: NodeJS.ErrnoException;
  /** True if any byte of the request may have been sent. */
  readonly hasLeft: boolean;
  /** True if any byte of an answer arrived. */
  readonly isAnswered: boolean;
}

/** The code of an answer that took too long; not one of Node's or undici's. */
export const ANSWER_TIMEOUT = 'PSD2_ANSWER_TIMEOUT';

/** Facts for the message about a failure. */
interface Wanted {
  /** Host and port as a URL writes them. */
  readonly host: string;
  readonly method: string;
  readonly limits: HttpsLimits;
  /** True if a client certificate is shown. */
  readonly hasClient: boolean;
}

interface Words {
  readonly message: string;
  readonly hint: string;
  readonly failing?: 'tls' | 'client-certificate';
}

/**
 * A failure in words a user understands, and whether anything of the request left.
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

/** Alerts about our own certificate; in TLS 1.3 they come when the handshake is over on our side. */
const OUR_CERTIFICATE_ABSENT = /^ERR_SSL_.*ALERT_CERTIFICATE_REQUIRED$/;
const OUR_CERTIFICATE_REFUSED =
  /^ERR_SSL_.*ALERT_(?:UNKNOWN_CA|BAD_CERTIFICATE|UNSUPPORTED_CERTIFICATE|CERTIFICATE_[A-Z]+|ACCESS_DENIED)$/;

/** A server that refuses our certificate has read nothing after it (RFC 8446 4.4.2.4). */
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

/** Some servers end so where they miss a TLS certificate of ours. */
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

/** About the certificate that we show. */
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
    // It says no more: no common cipher, or, before TLS 1.3, no certificate of ours.
    const hint = `${CHECK_TLS} If the bank requires a client certificate, ${GIVE_CERTIFICATE}`;
    return { message: `${host} refused the TLS handshake.`, hint };
  }
  if (/^EPROTO$|^ERR_SSL_/.test(code)) return { message: `${host} doesn't support TLS.`, hint: CHECK_TLS };
  return undefined;
}

/** Results of OpenSSL's verification, by the names that Node gives them. */
const UNTRUSTED = /CERT|CRL|ISSUER|SIGNATURE|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH/;
/** Those that Node has no name for. */
const UNTRUSTED_TEXT = /subtree violation|certificate/i;
