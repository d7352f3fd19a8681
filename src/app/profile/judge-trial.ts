import type { Fault, FaultDetails } from '../../errors.ts';
import { hintOfShared } from '../../explain/hints/hints.ts';
import { readMessages, type TppMessage } from '../../wire/errors.ts';
import { clockHint } from '../explained.ts';
import type { Found, Trial } from './shapes.ts';
import { type ToldFinding, toldFinding } from './told-finding.ts';

/** What the bank is asked for: the status of a payment, or the transactions of an account. */
export type AskedFor = 'payments' | 'accounts';

const ROLE_FOR = { payments: 'PSP_PI', accounts: 'PSP_AI' } as const;

/**
 * What a fault of the trial says of the profile, in words.
 * @see C-profile-trial
 */
export function judgeTrial(fault: Fault, asked: AskedFor = 'payments'): Trial {
  const { details, message } = fault;
  if (fault.code === 'NETWORK') return bad(details.failing ?? 'connection', message, details.hint);
  if (fault.code === 'ANSWER_UNTRUSTED') return bad('answer', message, details.hint);
  if (fault.code === 'ANSWER_INVALID') {
    if (details.failing === 'client-certificate') return bad('client-certificate', message, details.hint);
    return bad('path', message, CHECK_BASE_URL);
  }
  return (
    judgeAnswer(readMessages(details.tppMessages), { ...details, asked }) ?? bad('unclear', sentence(message))
  );
}

interface Answer extends Pick<FaultDetails, 'status' | 'clockBehindSeconds'> {
  readonly asked: AskedFor;
}

function judgeAnswer(
  messages: readonly TppMessage[],
  { asked, clockBehindSeconds, status = 0 }: Answer,
): Trial | undefined {
  const [{ code, text, path } = { code: '', text: undefined, path: undefined }] = messages;
  const said = sentence(text === undefined ? `${status} ${code}`.trim() : text);
  // A bank that fails has accepted nothing, whatever code it names.
  if (status >= 500) return bad('unclear', `The bank failed: ${said}`);
  if (code === 'RESOURCE_UNKNOWN') return expected(asked, code);
  if (clockBehindSeconds !== undefined) {
    return bad('clock', `The bank refused the Date: ${said}`, clockHint(clockBehindSeconds));
  }
  if (status === 404) return bad('path', `The bank doesn't know this path: ${said}`, CHECK_BASE_URL);
  const told = text === undefined ? undefined : toldFinding(text);
  if (told !== undefined) return judgeFinding(told, said, asked);
  const ofOthers = hintOfShared('read payment status', messages, false);
  if (ofOthers !== undefined) return bad('certificate', `${WORDS.certificate}: ${said}`, ofOthers);
  if (code === 'FORBIDDEN' && !isHeader(path, CERTIFICATE))
    return bad('role', `${NOT_LET_IN[asked]}: ${said}`, askBank(asked));
  if (code === 'ROLE_INVALID') return bad('role', `${lacksRole(asked)}: ${said}`, newRole(asked));
  const found = foundByCode(code, path);
  if (found !== undefined) return bad(found, `${WORDS[found]}: ${said}`, REMEDIES[found]);
  if (asked === 'accounts' && isOfDates(code, path)) return expected(asked, code);
  return judgeRest(status, code, said);
}

/** The answers that say that everything is right. */
function expected(asked: AskedFor, code: string): Trial {
  const what = code === 'RESOURCE_UNKNOWN' ? `It has no such ${asked.slice(0, -1)}` : 'It refused the dates';
  return good(`${ACCEPTED}. ${what} (${code}), as expected.`);
}

/** Of a list whose last day is before its first. @see D7-list-dates */
function isOfDates(code: string, path: string | undefined): boolean {
  if (code === 'PERIOD_INVALID') return true;
  return code === 'FORMAT_ERROR' && (isHeader(path, 'datefrom') || isHeader(path, 'dateto'));
}

/** What is wrong with a certificate is said by its finding, and what to do too; a form of signature is the profile's to set. */
function judgeFinding(told: ToldFinding, said: string, asked: AskedFor): Trial {
  const found = foundByFinding(told.code);
  if (found === 'role') {
    const what = told.code === 'registry-role' ? NOT_LET_IN[asked] : lacksRole(asked);
    return bad('role', `${what}: ${told.said}`, told.remedy);
  }
  if (found === 'clock' || found === 'signature')
    return bad(found, `${WORDS[found]}: ${said}`, REMEDIES[found]);
  return bad(found, `${WORDS[found]}: ${told.said}`, told.remedy);
}

/** A terse bank says no more, whether it's the certificate that lacks the role or the bank that doesn't know the TPP. */
const NOT_LET_IN: Readonly<Record<AskedFor, string>> = {
  payments: "The bank doesn't let this TPP read payments",
  accounts: "The bank doesn't let this TPP read accounts",
};

function askBank(asked: AskedFor): string {
  return `Check that the certificate has the role ${ROLE_FOR[asked]}. If it does, ask the bank whether it knows this TPP with that role.`;
}

function lacksRole(asked: AskedFor): string {
  return `The certificate lacks the role for ${asked}, ${ROLE_FOR[asked]}`;
}

function newRole(asked: AskedFor): string {
  return `Get a certificate with ${ROLE_FOR[asked]}.`;
}

/** A bank's words may have no full stop; ours stand after them. */
function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

const CHECK_BASE_URL =
  "Check the base URL. It's the part before /v1 in the addresses in the bank's documentation.";

/** The signature is checked before the PSU is: who is asked for an SCA has passed it. */
function judgeRest(status: number, code: string, said: string): Trial | undefined {
  if (/^(?:SCA|PSU|CONSENT)_/.test(code)) return good(`${ACCEPTED}: ${said}`);
  return status === 0 ? undefined : bad('unclear', `Unexpected answer from the bank: ${said}`);
}

export const ACCEPTED = 'The bank accepted the certificate and signature';

type Refused = 'clock' | 'certificate' | 'client-certificate' | 'signature';

const WORDS: Readonly<Record<Refused, string>> = {
  clock: 'The bank refused the Date',
  certificate: 'The bank refused the certificate',
  'client-certificate': 'The bank refused the connection',
  signature: 'The bank refused the signature',
};

const REMEDIES: Readonly<Record<Refused, string>> = {
  clock: "Set this machine's clock.",
  certificate: 'Check the certificate with psd2 cert lint FILE, and that the bank knows it.',
  'client-certificate': 'Set tlsCertFile and tlsKeyFile in the profile to the QWAC and its key.',
  signature:
    'Check which format the bank wants, and set --keyid-style, --request-target and --empty-body-digest to match.',
};

function foundByFinding(finding: string): Refused | 'role' {
  if (finding === 'certificate-role' || finding === 'registry-role') return 'role';
  if (finding.startsWith('tls-')) return 'client-certificate';
  if (/^(?:certificate|registry)-/.test(finding)) return 'certificate';
  return finding.startsWith('date-') ? 'clock' : 'signature';
}

/** Other banks of the standard have codes of their own for it. */
function foundByCode(code: string, path: string | undefined): Refused | undefined {
  if (code.startsWith('CERTIFICATE_') || isHeader(path, CERTIFICATE)) return 'certificate';
  if (isHeader(path, 'date')) return 'clock';
  if (code.startsWith('SIGNATURE_') || isHeader(path, 'signature') || isHeader(path, 'digest'))
    return 'signature';
  return code === 'BAD_REQUEST' ? 'signature' : undefined;
}

const CERTIFICATE = 'tpp-signature-certificate';

function isHeader(path: string | undefined, name: string): boolean {
  return path?.toLowerCase() === name;
}

export function good(message: string): Trial {
  return { ok: true, found: 'good', message };
}

function bad(found: Exclude<Found, 'good'>, message: string, remedy?: string): Trial {
  return { ok: false, found, message, ...(remedy === undefined ? {} : { remedy }) };
}
