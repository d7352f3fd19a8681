import type { CaptureNoteCode } from '../captures/capture.ts';
import type { FaultCode } from '../errors.ts';
import type { ErrorCode } from '../wire/errors.ts';

/** What a code means, and what to do about it. */
export interface Explanation {
  readonly means: string;
  readonly next: string;
}

const READ_PATHS = "The message's path names the field, header or query parameter to change.";

/**
 * Every code of the interface in words.
 * @see I-error-codes
 * @see D2-status-codes
 */
export const BANK_EXPLANATIONS: Readonly<Record<ErrorCode, Explanation>> = {
  SYSTEM_ERROR: {
    means: 'the bank has an internal error or is busy',
    next: 'Check whether it was done anyway, then run the command again.',
  },
  BAD_REQUEST: {
    means: "the signature, digest, certificate, media type or JSON isn't acceptable",
    next: "Read the message's text. It begins with the finding.",
  },
  FORBIDDEN: {
    means: 'the certificate lacks the role, or payments from the account are blocked',
    next: "Check the certificate's roles, and whether you can pay from the account.",
  },
  NOT_FOUND: { means: 'the bank has no operation at this path', next: "Check the profile's base URL." },
  CONFLICT: {
    means: "a duplicate, a wrong state, or a number that's taken",
    next: 'For a duplicate, change the reference or add --allow-duplicate. For a wrong state, read the status first.',
  },
  HTTP_HEADER_REQUIRED: {
    means: 'a required header is missing',
    next: 'Send the header shown in the path. For the PSU, use --as.',
  },
  QUERY_PARAMETER_REQUIRED: { means: 'a required query parameter is missing', next: READ_PATHS },
  SCA_NOT_FOUND: { means: 'this session has no SCA', next: 'Open the scaRedirect link and authorise.' },
  SCA_EXPIRED: {
    means: 'the SCA is more than an hour old',
    next: 'Open the scaRedirect link and authorise again.',
  },
  SCA_INVALID: { means: 'the PSU declined', next: 'Ask the PSU, then start again.' },
  FORMAT_ERROR: { means: "a value isn't in the format the interface requires", next: READ_PATHS },
  RESOURCE_UNKNOWN: {
    means: "this TPP and PSU have no such resource (a domestic payment can be read once it's approved)",
    next: 'Check the id and the product, and that the PSU has approved the payment.',
  },
  PSU_CREDENTIALS_INVALID: {
    means: "the bank doesn't know the PSU, or not for this TPP",
    next: 'Check --as, or open the scaRedirect link so that the bank identifies the PSU.',
  },
  CONSENT_UNKNOWN: { means: "the PSU hasn't given consent yet", next: 'Open the scaRedirect link.' },
  CONSENT_INVALID: {
    means: "the consent was revoked or doesn't include this account",
    next: 'Open the scaRedirect link.',
  },
  CONSENT_EXPIRED: { means: 'the last SCA is more than 180 days old', next: 'Open the scaRedirect link.' },
  ACCESS_EXCEEDED: {
    means: 'the four calls in 24 hours without the PSU are used up, or too many authorisations are open',
    next: 'Call with PSU-IP-Address while the PSU is there. Finish open authorisations, or wait until they end.',
  },
  PRODUCT_UNKNOWN: {
    means: "there's no payment product with this name",
    next: 'Check the product in the path.',
  },
  PRODUCT_INVALID: {
    means: "the bank doesn't offer this product here",
    next: 'Use another payment product.',
  },
  KID_MISSING: { means: 'the creditor account requires a KID', next: 'Add --kid.' },
  KID_INVALID: {
    means: "the creditor account doesn't accept this KID",
    next: "Check its digits and length, or remove it if the creditor doesn't use KIDs.",
  },
  PAYMENT_FAILED: { means: 'insufficient funds', next: 'Lower the amount, or add money to the account.' },
  EXECUTION_DATE_INVALID: {
    means: 'the execution date is in the past or more than 365 days ahead',
    next: "Change --date, or remove it to use the bank's next run.",
  },
  REFERENCE_MIX_INVALID: {
    means: "these payments can't be in one basket",
    next: 'Remove bulk and periodic payments, and payments of other PSUs.',
  },
};

/** The words for a code, or undefined for one that no document names. */
export function explainBankCode(code: string): Explanation | undefined {
  return Object.hasOwn(BANK_EXPLANATIONS, code) ? BANK_EXPLANATIONS[code as ErrorCode] : undefined;
}

/** What stands behind an error of psd2: `Error: … (SCA_NEEDED)`. @see C-explain */
export const FAULT_EXPLANATIONS: Readonly<Record<FaultCode | 'INTERNAL', Explanation>> = {
  USAGE: {
    means:
      "the command line isn't understood: an unknown command or flag, or a value that a flag doesn't take",
    next: 'Follow the hint below the error, or add --help.',
  },
  INPUT_INVALID: {
    means: 'a value breaks a rule of the interface and was refused before anything was sent',
    next: 'Change what the error shows, or use payments create --no-local-checks to let the bank check it.',
  },
  INPUT_MISSING: {
    means: "something required is missing, and psd2 couldn't ask",
    next: 'Add the flags and arguments listed in the error.',
  },
  FILE_UNREADABLE: {
    means: "a file can't be read or has the wrong content",
    next: "Check the path, its permissions and the file's content.",
  },
  PERMISSIONS: {
    means: 'a key or a folder can be read by others',
    next: 'Run the chmod shown in the error.',
  },
  STORE_UNUSABLE: {
    means:
      "the store or the settings folder can't be used: created by a newer or an earlier version, or on a network file system",
    next: 'Update psd2, save the content with the earlier version as the error shows, or set PSD2_HOME to a folder on a local disk.',
  },
  STORE_DAMAGED: {
    means: "the store's file is damaged, or was replaced while in use",
    next: 'Restore a copy, or start with an empty store as the error shows.',
  },
  STORE_BUSY: {
    means: 'another process kept the store locked for 10 seconds, or the disk is full',
    next: 'Run the command again. If the disk is full, free some space first.',
  },
  BANK_REFUSED: {
    means: 'the bank refused the request (4xx except 401)',
    next: "Look up the bank's code: psd2 explain CODE",
  },
  SCA_NEEDED: {
    means: 'the bank answered 401: an SCA or a consent is missing',
    next: 'Ask the PSU to authorise: open the scaRedirect link, or add --sca browser.',
  },
  SCA_DECLINED: { means: 'the PSU declined', next: 'Ask the PSU, then start again.' },
  SCA_FAILED: {
    means: 'the SCA ended without approval',
    next: 'Read the reason in the error, then start again.',
  },
  SCA_TIMEOUT: {
    means: "the PSU didn't come back from the bank's page in time",
    next: 'Check its status with psd2 status. To wait longer, use --sca-timeout.',
  },
  WATCH_TIMEOUT: {
    means: "a watched payment isn't final within --timeout",
    next: 'It continues at the bank. Watch it again with psd2 status --watch.',
  },
  BANK_FAILED: {
    means: 'the bank has an internal error or is busy (5xx)',
    next: 'Run the command again. For a write, resend the same request with psd2 payments resume.',
  },
  NETWORK: {
    means: "no answer: the bank couldn't be reached, or TLS failed",
    next: 'Check the network and psd2 profile show. For a write, check psd2 payments pending.',
  },
  ANSWER_INVALID: {
    means: "the answer doesn't match the interface",
    next: 'Check that the profile points to the right bank: psd2 profile show',
  },
  ANSWER_UNTRUSTED: {
    means:
      "the signature of the bank's answer is wrong or missing, or was made with a different certificate than before",
    next: 'Follow the hint below the error. For a write, the outcome is unknown: check psd2 payments pending.',
  },
  INTERRUPTED: {
    means: 'you interrupted the command',
    next: 'Check psd2 payments pending for writes with an unknown outcome.',
  },
  INTERNAL: { means: 'a bug in psd2', next: 'Report it with the command and its output.' },
};

/** What `verify` says of a capture beside its signature. @see C-explain */
export const CAPTURE_EXPLANATIONS: Readonly<Record<CaptureNoteCode | 'capture-age', Explanation>> = {
  'shell-expansion': {
    means:
      'A variable, command or pattern stands where a program would have put something else. Nothing is run.',
    next: 'Replace it with what was sent, or capture the sent request in a HAR or a proxy log.',
  },
  'capture-age': {
    means:
      'The request is over a minute old and nothing says when it arrived, so it was checked at its own Date. A live bank refuses a Date over 60 seconds off.',
    next: 'Send the request with a new Date and a new signature. To check it at another time, use --at.',
  },
  'capture-incomplete': {
    means: "Part of the request isn't in the capture. What depends on it isn't checked.",
    next: 'Capture the whole request in a HAR or a proxy log.',
  },
  'capture-changed': {
    means: 'Part of the capture was read differently than it stands there, or ignored.',
    next: 'Compare what the message quotes with what was sent.',
  },
};

/** What the exit code of the program says: the one table, which explain and docs/codes.md read. @see C-exit-codes */
export const EXIT = {
  done: 0,
  ourFault: 1,
  usage: 2,
  bankRefused: 3,
  scaNeeded: 4,
  unreachable: 5,
  checkFoundFaults: 6,
  /** By Ctrl-C. @see C-interrupted */
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** @see C-exit-codes, C-explain */
export const EXIT_EXPLANATIONS: Readonly<Record<ExitCode, Explanation>> = {
  0: { means: 'done', next: 'Nothing. The result is on stdout.' },
  1: FAULT_EXPLANATIONS.INTERNAL,
  2: {
    means: 'wrong usage, or invalid input, refused before anything was sent',
    next: 'Follow the hint below the error, or add --help.',
  },
  3: FAULT_EXPLANATIONS.BANK_REFUSED,
  4: {
    means: 'an SCA or a consent is missing (401), or the PSU declined, took too long, or the SCA failed',
    next: 'Ask the PSU to authorise: open the scaRedirect link, or add --sca browser.',
  },
  5: {
    means:
      'no usable answer: network, TLS, a busy or failing bank (5xx), or an answer that breaks the interface',
    next: 'Check psd2 payments pending for writes with an unknown outcome, then run the command again.',
  },
  6: {
    means: 'a check found faults: verify, cert lint, cert check, doctor',
    next: 'Read the findings in the result. Each says what to change.',
  },
  130: { means: 'interrupted', next: 'Check psd2 payments pending for writes with an unknown outcome.' },
};
