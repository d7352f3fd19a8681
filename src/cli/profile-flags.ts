import type { AddProfile } from '../profiles/profiles.ts';
import {
  DEFAULT_REMOTE_KIND,
  DEFAULT_RESPONSE_SIGNATURE,
  REMOTE_NAMES,
  RESPONSE_SIGNATURES,
} from '../settings/remote-bank.ts';
import { Flags, flagOfMember } from './flags.ts';
import type { Answers } from './prompts.ts';
import { psuFlags } from './psu-flags.ts';
import { signingFlags, signingSettings } from './signing-flags.ts';

const BANK = 'BANK';
const SIGNING = 'SIGNING';
const TLS = 'TLS';
const SENT = 'SENT BY DEFAULT';

function file(description: string, helpGroup: string) {
  return Flags.string({ description, helpGroup, helpValue: 'FILE' });
}

/** What a remote profile has; paths are kept absolute. @see D13-profile */
export const memberFlags = {
  'base-url': Flags.string({
    description: "Address of the bank's interface, up to but not including /v1.",
    helpValue: 'URL',
    helpGroup: BANK,
  }),
  bank: Flags.string({
    description: 'Type of bank: sandbox or production.',
    options: ['sandbox', 'production'],
    default: DEFAULT_REMOTE_KIND,
    helpValue: 'sandbox|production',
    helpGroup: BANK,
  }),
  'cert-file': file('Signing certificate: PEM, DER or PKCS #12.', SIGNING),
  'key-file': file("Its private key, unless it's in --cert-file.", SIGNING),
  signer: Flags.string({
    description: 'Program that signs instead of a key: stdin in, Base64 out.',
    helpValue: "'exec:CMD ARGS'",
    helpGroup: SIGNING,
  }),
  'passphrase-file': file('File with the passphrase for the keys.', SIGNING),
  'tls-cert-file': file('Certificate for mutual TLS.', TLS),
  'tls-key-file': file("Its private key, unless it's in --tls-cert-file.", TLS),
  'ca-file': file("CA of the bank's TLS certificate, PEM.", TLS),
  'operator-url': Flags.string({
    description: "Address of a served bank's operator port.",
    helpValue: 'URL',
    helpGroup: BANK,
  }),
  'operator-token-file': file("File with the operator's token.", BANK),
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

type Given = { readonly [Name in keyof typeof profileFlags]?: string | boolean | undefined };

/** The profile that the flags and answers describe. */
export function profileAsked(name: string, flags: Given & { force: boolean }, answers: Answers): AddProfile {
  const typed: Readonly<Record<string, string | boolean | undefined>> = { ...flags, ...answers };
  const { profile: _, ...signing } = signingSettings(flags as Parameters<typeof signingSettings>[0]);
  return {
    name,
    bank: flags.bank as AddProfile['bank'],
    members: Object.fromEntries(REMOTE_NAMES.map((member) => [member, typed[flagOfMember(member)]])),
    settings: {
      ...signing,
      redirectUri: flags['redirect-uri'],
      psuIpAddress: flags['psu-ip'],
      acceptFix: flags['accept-fix'],
    },
    force: flags.force,
  } as AddProfile;
}
