import type { FaultCode } from '../errors.ts';
import { EXIT, type ExitCode } from '../explain/codes.ts';

export { EXIT, type ExitCode };

const EXIT_OF: Readonly<Record<FaultCode, ExitCode>> = {
  USAGE: EXIT.usage,
  INPUT_INVALID: EXIT.usage,
  INPUT_MISSING: EXIT.usage,
  FILE_UNREADABLE: EXIT.usage,
  PERMISSIONS: EXIT.usage,
  STORE_UNUSABLE: EXIT.usage,
  // A busy or damaged store and a full disk are the bank's 503. @see S1-store-damaged
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
  // An answer that breaks the interface leaves the outcome as unknown as no answer.
  ANSWER_INVALID: EXIT.unreachable,
  ANSWER_UNTRUSTED: EXIT.unreachable,
  INTERRUPTED: EXIT.interrupted,
};

/** The exit code of a fault. */
export function exitCodeOf(code: FaultCode): ExitCode {
  return EXIT_OF[code];
}
