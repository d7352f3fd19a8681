import type { Fault } from '../../errors.ts';
import type { TppMessage } from '../../wire/errors.ts';
import { clockHint } from '../explained.ts';
import type { Found, Trial } from './shapes.ts';
import { type ToldFinding, toldFinding } from './told-finding.ts';

/** The one answer that says that everything is right. @see C-profile-trial */
export const GOOD: Trial = {
  ok: true,
  found: 'good',
  message:
    'The bank accepted the certificate and signature. It has no such payment (RESOURCE_UNKNOWN), as expected.',
};

/**
 * What a fault of the trial says of the profile, in words.
 * @see C-profile-trial
 */
export function judgeTrial(fault: Fault): Trial {
  const { details, message } = fault;
  if (fault.code === 'NETWORK') return bad(details.failing ?? 'connection', message, details.hint);
  if (fault.code === 'ANSWER_UNTRUSTED') return bad('answer', message, details.hint);
  if (fault.code === 'ANSWER_INVALID') {
    if (details.failing === 'client-certificate') return bad('client-certificate', message, details.hint);
    return bad('path', message, CHECK_BASE_URL);
  }
  const messages = (details.tppMessages ?? []) as readonly TppMessage[];
  return (
    judgeAnswer(messages, details.status ?? 0, details.clockBehindSeconds) ??
    bad('unclear', sentence(message))
  );
}

function judgeAnswer(
  messages: readonly TppMessage[],
  status: number,
  clockBehindSeconds: number | undefined,
): Trial | undefined {
  const [{ code, text, path } = { code: '', text: undefined, path: undefined }] = messages;
  if (code === 'RESOURCE_UNKNOWN') return GOOD;
  const said = sentence(text === undefined ? `${status} ${code}`.trim() : text);
  if (clockBehindSeconds !== undefined) {
    return bad('clock', `The bank refused the Date: ${said}`, clockHint(clockBehindSeconds));
  }
  if (status === 404) return bad('path', `The bank doesn't know this path: ${said}`, CHECK_BASE_URL);
  const told = text === undefined ? undefined : toldFinding(text);
  if (told !== undefined) return judgeFinding(told, said);
  if (code === 'FORBIDDEN' && !isHeader(path, CERTIFICATE))
    return bad('role', `${NOT_LET_IN}: ${said}`, ASK_BANK);
  const found = foundByCode(code, path);
  if (found === undefined) return judgeRest(status, code, said);
  return bad(found, `${WORDS[found]}: ${said}`, REMEDIES[found]);
}

/** What is wrong with a certificate is said by its finding, and what to do too; a form of signature is the profile's to set. */
function judgeFinding(told: ToldFinding, said: string): Trial {
  const found = foundByFinding(told.code);
  if (found === 'clock' || found === 'signature')
    return bad(found, `${WORDS[found]}: ${said}`, REMEDIES[found]);
  return bad(found, `${WORDS[found]}: ${told.said}`, told.remedy);
}

/** A terse bank says no more, whether it's the certificate that lacks the role or the bank that doesn't know the TPP. */
const NOT_LET_IN = "The bank doesn't let this TPP read payments";

const ASK_BANK =
  'Check that the certificate has the role PSP_PI. If it does, ask the bank whether it knows this TPP with that role.';

/** A bank's words may have no full stop; ours stand after them. */
function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

const CHECK_BASE_URL =
  "Check the base URL. It's the part before /v1 in the addresses in the bank's documentation.";

/** The signature is checked before the PSU is: who is asked for an SCA has passed it. */
function judgeRest(status: number, code: string, said: string): Trial | undefined {
  if (/^(?:SCA|PSU|CONSENT)_/.test(code))
    return { ...GOOD, message: `The bank accepted the certificate and signature: ${said}` };
  return status === 0 ? undefined : bad('unclear', `Unexpected answer from the bank: ${said}`);
}

type Refused = 'clock' | 'certificate' | 'client-certificate' | 'signature' | 'role';

const WORDS: Readonly<Record<Refused, string>> = {
  clock: 'The bank refused the Date',
  certificate: 'The bank refused the certificate',
  'client-certificate': 'The bank refused the connection',
  signature: 'The bank refused the signature',
  role: 'The certificate lacks the payments role, PSP_PI',
};

const REMEDIES: Readonly<Record<Refused, string>> = {
  clock: "Set this machine's clock.",
  certificate: 'Check the certificate with psd2 cert lint FILE, and that the bank knows it.',
  'client-certificate': 'Set tlsCertFile and tlsKeyFile in the profile to the QWAC and its key.',
  signature:
    'Check which format the bank wants, and set --keyid-style, --request-target and --empty-body-digest to match.',
  role: 'Get a certificate with PSP_PI.',
};

function foundByFinding(finding: string): Refused {
  if (finding === 'certificate-role') return 'role';
  if (finding.startsWith('tls-')) return 'client-certificate';
  if (/^(?:certificate|registry)-/.test(finding)) return 'certificate';
  return finding.startsWith('date-') ? 'clock' : 'signature';
}

/** Other banks of the standard have codes of their own for it. */
function foundByCode(code: string, path: string | undefined): Refused | undefined {
  if (code === 'ROLE_INVALID') return 'role';
  // A bank that strangers share keeps an organizationIdentifier for who came first.
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

function bad(found: Exclude<Found, 'good'>, message: string, remedy?: string): Trial {
  return { ok: false, found, message, ...(remedy === undefined ? {} : { remedy }) };
}
