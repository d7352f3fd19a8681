/** What `doctor` looked at, and what it found. @see C-doctor */
export interface Check {
  readonly name: CheckName;
  readonly ok: boolean;
  readonly message: string;
  /** What to do about it; absent where nothing is to be done. */
  readonly remedy?: string;
}

export const CHECK_NAMES = [
  'node',
  'settings',
  'certificate',
  'key',
  'tls',
  'clock',
  'callback-port',
  'store',
  'bank',
] as const;

export type CheckName = (typeof CHECK_NAMES)[number];

export interface Diagnosis {
  readonly checks: readonly Check[];
}
