import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Certificate } from '../../certificates/certificate.ts';
import { readContents } from '../../certificates/contents.ts';
import { Fault } from '../../errors.ts';
import { IDENTITY_FILES } from '../../settings/identity.ts';
import { type OpenedSettings, openSettings } from '../../settings/open-settings.ts';
import type { Surroundings } from '../../settings/surroundings.ts';
import { readAsked } from '../certificates/files.ts';
import type { Program } from '../program.ts';

/**
 * The authorities of the profile in use, as far as they lie open: the CA that its embedded bank issues with, or the
 * chain beside its certificate and the CA of its bank. Nothing is made, nothing is opened with a passphrase.
 * @see G4-known-authorities
 */
export function profileAuthorities({ surroundings, notice }: Program): readonly Certificate[] {
  try {
    return filesOf(openSettings(surroundings))
      .filter((file) => existsSync(file))
      .flatMap((file) => certificatesIn(file, surroundings));
  } catch (error) {
    // A request can be explained without them.
    if (!(error instanceof Fault)) throw error;
    notice(`The profile's certification authorities weren't used. ${error.message}`);
    return [];
  }
}

function filesOf({ profile, places }: OpenedSettings): string[] {
  if (profile.bank === 'embedded') return [join(places.keys, IDENTITY_FILES.ca)];
  const { certFile, caFile } = profile.remote;
  return caFile === undefined ? [certFile] : [certFile, caFile];
}

function certificatesIn(file: string, surroundings: Surroundings): readonly Certificate[] {
  const reading = readContents(readAsked({ name: file }, surroundings).bytes);
  return reading.kind === 'contents' ? reading.contents.certificates : [];
}
