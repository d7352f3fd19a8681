import { Fault } from '../errors.ts';
import type { RemoteBank, RemoteKind } from './remote-bank.ts';
import type { SettingValues } from './setting-table.ts';

/** What a file sets; whatever it doesn't name is left to the next in precedence. */
export type SomeValues = Partial<SettingValues>;

interface AnyProfile {
  readonly name: string;
  /** What the profile itself sets. */
  readonly values: SomeValues;
}

/** The bank in this program, which needs no more. */
export interface EmbeddedProfile extends AnyProfile {
  readonly bank: 'embedded';
  /** The folder of another profile's key and certificate, absolute: of a fork. @see D16-fork */
  readonly keys?: string;
}

/** A bank elsewhere, and the way to talk to it. @see D13-profile */
export interface RemoteProfile extends AnyProfile {
  readonly bank: RemoteKind;
  readonly remote: RemoteBank;
}

/** A bank to talk to and the way to talk to it. @see C-precedence, C-default-profile */
export type Profile = EmbeddedProfile | RemoteProfile;

/** The profile that is there without being made. @see C-default-profile */
export const DEFAULT_PROFILE = 'offline';

/** The built-in profiles: the embedded bank, made and initialised at first use. */
export const BUILT_IN_PROFILES: readonly Profile[] = [
  { name: DEFAULT_PROFILE, bank: 'embedded', values: {} },
];

export function isBuiltIn(name: string): boolean {
  return BUILT_IN_PROFILES.some((profile) => profile.name === name);
}

/** @throws Fault INPUT_INVALID naming the profiles that there are */
export function profileNamed(profiles: readonly Profile[], name: string, source: string): Profile {
  const found = profiles.find((profile) => profile.name === name);
  if (found !== undefined) return found;
  throw new Fault('INPUT_INVALID', `There's no profile ${JSON.stringify(name)} (${source}).`, {
    hint: existingProfiles(profiles),
  });
}

export function existingProfiles(profiles: readonly Profile[]): string {
  return `Existing profiles: ${profiles.map(({ name }) => name).join(', ')}.`;
}
