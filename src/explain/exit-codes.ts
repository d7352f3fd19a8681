import type { Explanation } from './explanation.ts';

/** What the exit code of the program says: the one table, which explain and docs/codes.md read. @see cli.md Behaviour */
export const EXIT = {
  done: 0,
  ourFault: 1,
  usage: 2,
  bankRefused: 3,
  scaNeeded: 4,
  unreachable: 5,
  checkFoundFaults: 6,
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** @see C-exit-codes, C-explain */
export const EXIT_EXPLANATIONS: Readonly<Record<ExitCode, Explanation>> = {
  0: { means: 'done', next: 'Nothing: the result is on stdout.' },
  1: {
    means: 'a fault of psd2 itself',
    next: 'Report it with the command and what it printed.',
  },
  2: {
    means: 'wrong usage, or input that breaks a rule: it was refused before anything was sent',
    next: 'Follow the hint below the error, or add --help.',
  },
  3: {
    means: 'the bank refused the request (4xx but 401)',
    next: 'Look up the code that the bank gave: psd2 explain CODE',
  },
  4: {
    means: 'an SCA or a consent is missing (401), or the PSU declined, took too long, or the SCA failed',
    next: 'Have the PSU authorise: open the scaRedirect link, or add --sca browser.',
  },
  5: {
    means:
      'no usable answer: network, TLS, a busy or failing bank (5xx), or an answer that breaks the interface',
    next: 'Look for a write whose outcome is unknown with psd2 payments pending, then run the command again.',
  },
  6: {
    means: 'a check found faults: verify, cert lint, cert check',
    next: 'Read the findings in the result: each says what to change.',
  },
  130: {
    means: 'interrupted',
    next: 'Look for a write whose outcome is unknown with psd2 payments pending.',
  },
};
