import { createChoiceReader, line, onOff, port, type Reader } from './readers.ts';

/**
 * Every setting but the profile's name, as resolved by precedence. A setting that may be absent has `undefined` among
 * its values.
 */
export interface SettingValues {
  /** The style of the certificate's issuer in the keyId. @see G1-issuer-styles */
  readonly keyIdStyle: 'rfc2253' | 'java' | 'openssl';
  /** The hex digits of the serial number in the keyId: the minimum, or an even number. */
  readonly serialDigits: 'minimal' | 'even';
  /** The encoding of the Signature header as one RFC 2047 word. */
  readonly encodedWord: 'auto' | 'always' | 'never';
  /** True if `(request-target)` is signed too. */
  readonly requestTarget: boolean;
  /** True if a request without a body has the Digest of no bytes. */
  readonly emptyBodyDigest: boolean;
  readonly digestAlgorithm: 'SHA-256' | 'SHA-512';
  /** Absent: the loopback callback. */
  readonly redirectUri: string | undefined;
  /** The value of x-accept-fix. @see C-accept-fix-default */
  readonly acceptFix: string;
  /** Absent for a remote bank unless given, because it is never invented there. @see S10-psu-ip */
  readonly psuIpAddress: string | undefined;
  /** Absent: any free port. */
  readonly callbackPort: number | undefined;
  readonly output: 'text' | 'json' | 'quiet';
  readonly seedFile: string | undefined;
  readonly snapshotFolder: string | undefined;
}

export type SettingName = keyof SettingValues;

/** The kind of a profile's bank. */
export type BankKind = 'embedded' | 'sandbox' | 'production';

export interface SettingRow<T> {
  readonly reader: Reader<T>;
  /** The name of the flag, without dashes; its environment variable is derived from it. */
  readonly flag?: string;
  /** The files that may set it; the project file may set only its own settings. @see S10-project-file-keys */
  readonly file: 'profile' | 'project';
  /** True if the value is a path, relative to the file with the setting. */
  readonly isPath?: true;
  readonly fallback?: T;
}

/** The PSU's address at the embedded bank, from a block reserved for documentation. @see S10-psu-ip */
export const EMBEDDED_PSU_ADDRESS = '192.0.2.1';

/** Creates the row of a profile setting with a flag. */
function ofProfile<T>(flag: string, reader: Reader<T>, fallback: T): SettingRow<T> {
  return { reader, flag, file: 'profile', fallback };
}

const projectPath: SettingRow<string> = { reader: line, file: 'project', isPath: true };

/** The settings, in the order of `profile show`. */
export const SETTINGS: { readonly [N in SettingName]: SettingRow<Exclude<SettingValues[N], undefined>> } = {
  keyIdStyle: ofProfile('keyid-style', createChoiceReader('rfc2253', 'java', 'openssl'), 'rfc2253'),
  serialDigits: ofProfile('serial-digits', createChoiceReader('minimal', 'even'), 'minimal'),
  encodedWord: ofProfile('encoded-word', createChoiceReader('auto', 'always', 'never'), 'auto'),
  requestTarget: ofProfile('request-target', onOff, false),
  emptyBodyDigest: ofProfile('empty-body-digest', onOff, false),
  digestAlgorithm: ofProfile('digest-algorithm', createChoiceReader('SHA-256', 'SHA-512'), 'SHA-256'),
  redirectUri: { reader: line, flag: 'redirect-uri', file: 'profile' },
  acceptFix: ofProfile('accept-fix', line, 'amount-as-string'),
  psuIpAddress: { reader: line, flag: 'psu-ip', file: 'profile' },
  callbackPort: { reader: port, flag: 'callback-port', file: 'project' },
  output: { reader: createChoiceReader('text', 'json', 'quiet'), file: 'project', fallback: 'text' },
  seedFile: projectPath,
  snapshotFolder: projectPath,
};

export const SETTING_NAMES = Object.keys(SETTINGS) as readonly SettingName[];

/** Builds the environment variable of a flag: `psu-ip` → `PSD2_PSU_IP`. @see C-environment-of-flag */
export function buildVariableName(flag: string): string {
  return `PSD2_${flag.toUpperCase().replaceAll('-', '_')}`;
}
