import type { FaultCode } from '../errors.ts';
import type { Explanation } from '../wire/explanations.ts';

/** The exit codes; the only table, which explain and docs/codes.md read. @see C-exit-codes */
export const EXIT = {
  done: 0,
  ourFault: 1,
  usage: 2,
  bankRefused: 3,
  scaNeeded: 4,
  unreachable: 5,
  checkFoundFaults: 6,
  /** Interrupted by Ctrl-C. @see C-interrupted */
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

const EXIT_OF: Readonly<Record<FaultCode, ExitCode>> = {
  USAGE: EXIT.usage,
  INPUT_INVALID: EXIT.usage,
  INPUT_MISSING: EXIT.usage,
  FILE_UNREADABLE: EXIT.usage,
  PERMISSIONS: EXIT.usage,
  STORE_UNUSABLE: EXIT.usage,
  // A busy or damaged store and a full disk have the exit code of a 503. @see S1-store-damaged
  STORE_BUSY: EXIT.unreachable,
  STORE_DAMAGED: EXIT.unreachable,
  BANK_REFUSED: EXIT.bankRefused,
  SCA_NEEDED: EXIT.scaNeeded,
  SCA_DECLINED: EXIT.scaNeeded,
  SCA_FAILED: EXIT.scaNeeded,
  SCA_TIMEOUT: EXIT.scaNeeded,
  WATCH_TIMEOUT: EXIT.unreachable,
  BANK_FAILED: EXIT.unreachable,
  NETWORK: EXIT.unreachable,
  // After a response that violates the interface the outcome is unknown, as after no response.
  ANSWER_INVALID: EXIT.unreachable,
  ANSWER_UNTRUSTED: EXIT.unreachable,
  INTERRUPTED: EXIT.interrupted,
};

/** Returns the exit code of a fault. */
export function getExitCode(code: FaultCode): ExitCode {
  return EXIT_OF[code];
}

/** The explanations of psd2's error codes: `Error: … (SCA_NEEDED)`. @see C-explain */
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

/** The explanations of exit codes. @see C-exit-codes, C-explain */
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
