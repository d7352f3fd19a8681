import { clock } from '../../clock.ts';
import { Fault } from '../../errors.ts';
import { makeProfileFolder } from '../../settings/home.ts';
import { openSettings } from '../../settings/open-settings.ts';
import type { GivenFlags } from '../../settings/precedence.ts';
import type { Program } from '../program.ts';
import type { TrustedCertificate } from './shapes.ts';

/**
 * Has a profile take a certificate for its bank's, in place of the one that it knew.
 * @param typed the whole fingerprint: who types it has seen it somewhere
 * @throws Fault USAGE for what is no fingerprint, and for the bank in this program
 * @see C-profile-trust
 */
export async function trustCertificate(
  { surroundings, onUnexpected }: Program,
  given: GivenFlags,
  typed: string,
): Promise<TrustedCertificate> {
  const sha256 = fingerprintIn(typed);
  const { home, profile } = openSettings(surroundings, given);
  if (profile.bank === 'embedded') throw notElsewhere(profile.name);
  const { origin } = new URL(profile.remote.baseUrl);
  const { ledger: file } = makeProfileFolder(home, profile.name, surroundings.uid);
  const { openLedgerAt } = await import('../open-ledger.ts');
  const ledger = openLedgerAt(file, onUnexpected);
  try {
    const before = await ledger.replacePin(origin, { fingerprint: sha256, at: clock() });
    return {
      ...{ profile: profile.name, origin, sha256 },
      ...(before === undefined ? {} : { before: before.fingerprint }),
    };
  } finally {
    await ledger.end();
  }
}

/** As we show it, or as OpenSSL does: `SHA256 Fingerprint=AB:CD…` has what follows the `=`. */
function fingerprintIn(typed: string): string {
  const digits = typed.toLowerCase();
  if (/^[0-9a-f]{64}$/.test(digits) || /^(?:[0-9a-f]{2}:){31}[0-9a-f]{2}$/.test(digits))
    return digits.replaceAll(':', '');
  throw new Fault(
    'USAGE',
    `${JSON.stringify(typed)} isn't a SHA-256 fingerprint, which has 64 hexadecimal digits.`,
    {
      hint: 'Copy it whole from the error or from the bank. With OpenSSL: openssl x509 -fingerprint -sha256',
    },
  );
}

function notElsewhere(name: string): Fault {
  return new Fault('USAGE', `Profile ${name} is the bank in this program, whose answers aren't signed.`, {
    hint: 'To see the other profiles: psd2 profile list',
  });
}
