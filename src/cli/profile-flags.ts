import type { AddProfile } from '../profiles/profiles.ts';
import {
  DEFAULT_REMOTE_KIND,
  DEFAULT_RESPONSE_SIGNATURE,
  REMOTE_NAMES,
  RESPONSE_SIGNATURES,
} from '../settings/profile.ts';
import { Flags, flagOfMember, type Given, givenSettings, textFlag } from './flags.ts';
import type { Answers } from './prompts.ts';
import { psuFlags } from './psu-flags.ts';
import { signingFlags } from './signing-flags.ts';

const BANK = 'BANK';
const SIGNING = 'SIGNING';
const TLS = 'TLS';
const SENT = 'SENT BY DEFAULT';

/** What a remote profile has; paths are kept absolute. @see D13-profile */
export const memberFlags = {
  'base-url': textFlag("Address of the bank's interface, up to but not including /v1.", 'URL', BANK),
  bank: Flags.string({
    description: 'Type of bank: sandbox or production.',
    options: ['sandbox', 'production'],
    default: DEFAULT_REMOTE_KIND,
    helpValue: 'sandbox|production',
    helpGroup: BANK,
  }),
  'cert-file': textFlag('Signing certificate: PEM, DER or PKCS #12.', 'FILE', SIGNING),
  'key-file': textFlag("Its private key, unless it's in --cert-file.", 'FILE', SIGNING),
  signer: textFlag('Program that signs instead of a key: stdin in, Base64 out.', "'exec:CMD ARGS'", SIGNING),
  'passphrase-file': textFlag('File with the passphrase for the keys.', 'FILE', SIGNING),
  'tls-cert-file': textFlag('Certificate for mutual TLS.', 'FILE', TLS),
  'tls-key-file': textFlag("Its private key, unless it's in --tls-cert-file.", 'FILE', TLS),
  'ca-file': textFlag("CA of the bank's TLS certificate, PEM.", 'FILE', TLS),
  'operator-url': textFlag("Address of a served bank's operator port.", 'URL', BANK),
  'operator-token-file': textFlag("File with the operator's token.", 'FILE', BANK),
  'response-signature': Flags.string({
    description: `Whether the bank's answers must be signed. Default: ${DEFAULT_RESPONSE_SIGNATURE}, where only a wrong signature is an error.`,
    options: [...RESPONSE_SIGNATURES],
    helpValue: RESPONSE_SIGNATURES.join('|'),
    helpGroup: BANK,
  }),
};

/** Settings of a profile that are no way to sign. */
export const sentFlags = {
  'redirect-uri': { ...psuFlags['redirect-uri'], helpGroup: SENT },
  'psu-ip': { ...psuFlags['psu-ip'], helpGroup: SENT },
  'accept-fix': { ...psuFlags['accept-fix'], helpGroup: SENT },
};

export const profileFlags = { ...memberFlags, ...signingFlags, ...sentFlags };

/** The profile that the flags and answers describe. */
export function profileAsked(
  name: string,
  flags: Given<typeof profileFlags> & { force: boolean },
  answers: Answers,
): AddProfile {
  const typed: Readonly<Record<string, unknown>> = { ...flags, ...answers };
  const { profile: _, callbackPort: __, ...settings } = givenSettings(flags);
  return {
    name,
    bank: flags.bank,
    members: Object.fromEntries(REMOTE_NAMES.map((member) => [member, typed[flagOfMember(member)]])),
    settings,
    force: flags.force,
  } as AddProfile;
}
