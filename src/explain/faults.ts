import type { FaultCode } from '../errors.ts';
import type { Explanation } from './explanation.ts';

/** What stands behind an error of psd2: `Error: … (SCA_NEEDED)`. @see C-explain */
export const FAULT_EXPLANATIONS: Readonly<Record<FaultCode | 'INTERNAL', Explanation>> = {
  USAGE: {
    means:
      "the command line isn't understood: an unknown command or flag, or a value that a flag doesn't take",
    next: 'Follow the hint below the error, or add --help.',
  },
  INPUT_INVALID: {
    means: 'a value breaks a rule of the interface: it was refused before anything was sent',
    next: 'Change what the error names; payments create --no-local-checks lets the bank answer instead.',
  },
  INPUT_MISSING: {
    means: 'something required was not given, and nobody was there to be asked',
    next: 'Add every flag and argument that the error names.',
  },
  FILE_UNREADABLE: {
    means: "a file can't be read, or doesn't hold what it should",
    next: 'Check the path, its permissions and what the file holds.',
  },
  PERMISSIONS: {
    means: 'a key or a folder can be read by others',
    next: 'Run the chmod that the error names.',
  },
  STORE_UNUSABLE: {
    means:
      "the store or the settings folder can't be used: made by a newer version, or on a network file system",
    next: 'Update psd2, or set PSD2_HOME to a folder on a local disk.',
  },
  STORE_DAMAGED: {
    means: "the store's file is damaged, or was replaced while it was in use",
    next: 'Put a copy back, or begin anew as the error says.',
  },
  STORE_BUSY: {
    means: 'another process kept the store locked for 10 seconds, or the disk is full',
    next: 'Run the command again; free some space if the disk is full.',
  },
  BANK_REFUSED: {
    means: 'the bank refused the request (4xx but 401)',
    next: 'Look up the code that the bank gave: psd2 explain CODE',
  },
  SCA_NEEDED: {
    means: 'the bank answered 401: an SCA or a consent is missing',
    next: 'Have the PSU authorise: open the scaRedirect link, or add --sca browser.',
  },
  SCA_DECLINED: { means: 'the PSU declined', next: 'Ask the PSU, then start again.' },
  SCA_FAILED: {
    means: 'the SCA ended without an approval',
    next: 'Read the reason in the error, then start again.',
  },
  SCA_TIMEOUT: {
    means: "the PSU didn't come back from the bank's page in time",
    next: 'See what it was for with psd2 status; allow more time with --sca-timeout.',
  },
  BANK_FAILED: {
    means: 'the bank has a fault of its own, or is busy (5xx)',
    next: 'Run the command again; for a write, send the same request again with psd2 payments resume.',
  },
  NETWORK: {
    means: 'no answer came: the bank was not reached, or TLS failed',
    next: 'Check the network and psd2 profile show; for a write, see psd2 payments pending.',
  },
  ANSWER_INVALID: {
    means: "the answer isn't what the interface says",
    next: 'Check that the profile names the bank whose interface this is: psd2 profile show',
  },
  INTERRUPTED: {
    means: 'you interrupted the command',
    next: 'Look for a write whose outcome is unknown with psd2 payments pending.',
  },
  INTERNAL: {
    means: 'a fault of psd2 itself',
    next: 'Report it with the command and what it printed.',
  },
};
