import { openSettings } from '../settings/precedence.ts';
import { inAskedProfile, profileOf } from './asked-profile.ts';
import { pastedId } from './pasted.ts';
import type { ScaCommand } from './resources/authorisation.ts';
import { surroundingsOf } from './surroundings.ts';

/**
 * Returns how a command line's bank has the PSU of an SCA played: by a command at the embedded bank, which serves no site
 * between commands; undefined at other banks, whose link works.
 * @see C-sca-command
 */
export function scaCommandOf(argv: readonly string[], process: NodeJS.Process): ScaCommand {
  return isEmbedded(argv, process)
    ? (id, hasPsu = true) =>
        inAskedProfile(`psd2 sca approve ${pastedId(id)}${hasPsu ? '' : ' --as NUMBER'}`, argv, process)
    : undefined;
}

function isEmbedded(argv: readonly string[], process: NodeJS.Process): boolean {
  try {
    const profile = profileOf(argv);
    return openSettings(surroundingsOf(process), { profile }).profile.bank === 'embedded';
  } catch {
    // Settings that can't be read are a failure of their own.
    return false;
  }
}
