import { Fault } from '../errors.ts';
import { getHeader, type HttpRequest } from '../message.ts';
import { type AnswerFault, type AnswerVerdict, verifyAnswer } from '../signing/verify.ts';
import { OUTCOME_UNKNOWN, type Transport } from './transport.ts';

export interface AnswerCheck {
  /** Required: an unsigned response is rejected too. @see D13-response-signature */
  readonly mode: 'required' | 'optional';
  /** The `https://host[:port]`, for messages. */
  readonly origin: string;
  /** The profile's name, as in `psd2 profile trust`. */
  readonly profile: string;
  /** The advice for accepting unsigned responses, which ends "If it doesn't sign, …". */
  readonly toOptional: string;
  /**
   * Returns the known fingerprint of this bank. If there is none, stores the given one: trust on first use.
   * @param fingerprint the certificate's fingerprint, of a valid response
   */
  readonly pin: (fingerprint: string) => Promise<string>;
  /** Returns milliseconds since 1970. */
  readonly clock: () => number;
  /** Called with each response that is signed and trusted. */
  readonly onTrusted?: (answer: TrustedAnswer) => void;
}

export type TrustedAnswer = Extract<AnswerVerdict, { kind: 'signed' }>;

/**
 * Accepts a response only if its signature satisfies the profile. The fault repeats nothing of an untrusted response:
 * its sender may not be the bank.
 * @throws Fault ANSWER_UNTRUSTED
 * @see D10-response-check, I-response-signature
 */
export function checkResponses(transport: Transport, check: AnswerCheck): Transport {
  const { clock, pin, onTrusted } = check;
  return async (request) => {
    const sentAt = clock();
    const response = await transport(request);
    const requestId = getHeader(request.headers, 'X-Request-ID');
    const verdict = verifyAnswer(response, { requestId, sentAt, answeredAt: clock() });
    if (verdict.kind === 'failed')
      throw createUntrustedFault(request, describeFailed(verdict, request, check));
    if (verdict.kind === 'unsigned') {
      if (check.mode === 'required') throw createUntrustedFault(request, describeUnsigned(check));
      return response;
    }
    const known = await pin(verdict.fingerprint).catch((fault) => {
      throw fault instanceof Fault
        ? createUntrustedFault(request, describeUnknownPin(fault, check), fault)
        : fault;
    });
    if (known !== verdict.fingerprint)
      throw createUntrustedFault(request, describeOtherCertificate(verdict.fingerprint, known, check));
    onTrusted?.(verdict);
    return response;
  };
}

/** The problem of a response and its remedy. */
type Problem = readonly [message: string, hint: string];

function describeUnsigned({ origin, profile, toOptional }: AnswerCheck): Problem {
  return [
    `The answer from ${origin} isn't signed, but profile ${profile} requires it.`,
    `Ask the bank whether it signs its answers. If it doesn't, ${toOptional}.`,
  ];
}

/**
 * Describes a stored fingerprint that can't be read: the response arrived, while the original fault would claim that
 * nothing was done.
 */
function describeUnknownPin({ code }: Fault, { origin, profile }: AnswerCheck): Problem {
  return [
    `The answer from ${origin} can't be checked: what profile ${profile} knows of the bank couldn't be read (${code}).`,
    `Check the profile:\npsd2 doctor --profile ${profile}`,
  ];
}

function describeOtherCertificate(
  fingerprint: string,
  known: string,
  { origin, profile }: AnswerCheck,
): Problem {
  return [
    `The answer from ${origin} is signed with a different certificate than before.\nBefore (SHA-256): ${known}\nNow (SHA-256): ${fingerprint}`,
    `Ask the bank whether it has a new certificate, and compare the fingerprints. If it does:\npsd2 profile trust ${fingerprint} --profile ${profile}`,
  ];
}

type FailedVerdict = Extract<AnswerVerdict, { kind: 'failed' }>;

function describeFailed(
  { fault, finding, found }: FailedVerdict,
  request: HttpRequest,
  { origin }: AnswerCheck,
): Problem {
  const sent = getHeader(request.headers, 'X-Request-ID') ?? '';
  const what = WORDS[fault]({ found: found ?? '', sent });
  const named = finding === undefined ? '' : ` (${finding})`;
  const message = `The answer from ${origin} can't be trusted: ${what}${named}.`;
  return [message, REMEDIES[fault] ?? adviseToReport(request.method === 'GET')];
}

const WORDS: Readonly<Record<AnswerFault, (seen: { found: string; sent: string }) => string>> = {
  incomplete: ({ found }) => `its signature isn't complete, missing: ${found}`,
  certificate: () => "the certificate in ASPSP-Signature-Certificate can't be used",
  digest: () => "its body isn't the one in Digest",
  signature: () => "its signature doesn't match the certificate in ASPSP-Signature-Certificate",
  'request-id': ({ found, sent }) =>
    found === ''
      ? `it has no X-Request-ID, and ${sent} was sent`
      : `it answers another request: X-Request-ID is ${found}, and ${sent} was sent`,
  date: ({ found }) => `its Date is over 60 seconds off: ${found}`,
};

/** Advises to report the problem; running a write again may repeat it. */
function adviseToReport(isRead: boolean): string {
  const again = isRead ? 'Run the command again. ' : '';
  return `Something between here and the bank may have changed it. ${again}If it happens again, tell the bank.`;
}

const REMEDIES: Partial<Record<AnswerFault, string>> = {
  certificate: 'Tell the bank: its certificate may have expired.',
  date: "Check this machine's clock: psd2 doctor",
};

/** Creates the fault for a request with a response that may not be the bank's. @see S10-outcome-unknown */
function createUntrustedFault({ method }: HttpRequest, [message, hint]: Problem, cause?: Fault): Fault {
  const outcome = method === 'GET' ? '' : `${OUTCOME_UNKNOWN} `;
  return new Fault('ANSWER_UNTRUSTED', message, { hint: outcome + hint, sent: true, cause });
}
