import type { Explanation } from './explanation.ts';

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
  1: {
    means: 'a bug in psd2',
    next: 'Report it with the command and its output.',
  },
  2: {
    means: 'wrong usage, or invalid input, refused before anything was sent',
    next: 'Follow the hint below the error, or add --help.',
  },
  3: {
    means: 'the bank refused the request (4xx except 401)',
    next: "Look up the bank's code: psd2 explain CODE",
  },
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
  130: {
    means: 'interrupted',
    next: 'Check psd2 payments pending for writes with an unknown outcome.',
  },
};
