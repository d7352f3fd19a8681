import type { OpenedSettings } from '../settings/open-settings.ts';
import type { KeyIdOptions } from '../signing/key-id.ts';
import type { SignOptions } from '../signing/sign.ts';

/** How the settings have the keyId written. @see G1-key-id */
export function keyIdOptionsOf({ values }: Pick<OpenedSettings, 'values'>): KeyIdOptions {
  return { style: values.keyIdStyle, evenSerial: values.serialDigits === 'even' };
}

/** How the settings have everything else of a signature written. */
export function signOptionsOf({ values }: Pick<OpenedSettings, 'values'>): Omit<SignOptions, 'date'> {
  const { encodedWord, requestTarget, emptyBodyDigest, digestAlgorithm } = values;
  return { encodedWord, requestTarget, emptyBodyDigest, digestAlgorithm };
}
