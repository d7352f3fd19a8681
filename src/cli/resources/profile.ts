import type {
  AddedProfile,
  ListedProfile,
  ListedProfiles,
  RemovedProfile,
  TrustedCertificate,
  UsedProfile,
} from '../../profiles/profiles.ts';
import type { ShownProfile } from '../../profiles/show.ts';
import type { RemoteBank } from '../../settings/remote-bank.ts';
import { card, table } from '../presentation.ts';

export type { AddedProfile, ListedProfiles, RemovedProfile, ShownProfile, TrustedCertificate, UsedProfile };

type Origin = ShownProfile['name'];

const BANKS: Readonly<Record<ShownProfile['bank'], string>> = {
  embedded: 'embedded, in this program',
  sandbox: 'a sandbox',
  production: 'a production bank',
};

const REMOTE_LINES: readonly (readonly [label: string, member: keyof RemoteBank])[] = [
  ['Base URL', 'baseUrl'],
  ['Certificate', 'certFile'],
  ['Signing key', 'keyFile'],
  ['Signer', 'signer'],
  ['Passphrase file', 'passphraseFile'],
  ['TLS certificate', 'tlsCertFile'],
  ['TLS key', 'tlsKeyFile'],
  ['CA', 'caFile'],
  ['Operator', 'operatorUrl'],
  ['Operator token file', 'operatorTokenFile'],
];

/** A profile that was written, and what the bank said to it. */
export const addedProfile = card<AddedProfile>([
  { label: 'Profile', value: ({ name }) => name, isQuiet: true },
  { label: 'Bank', value: ({ bank }) => BANKS[bank] },
  { label: 'Base URL', kind: 'identifier', value: ({ remote }) => remote.baseUrl },
  { label: 'Tried', value: ({ trial }) => trial.message },
]);

export const listedProfiles = table<ListedProfile, ListedProfiles>(
  [
    { label: 'Profile', kind: 'identifier', value: ({ name }) => name, isQuiet: true },
    { label: 'Bank', value: ({ bank }) => bank },
    { label: 'Base URL', kind: 'identifier', value: ({ baseUrl }) => baseUrl },
    { label: 'In use', value: ({ inUse }) => (inUse ? 'yes' : undefined) },
  ],
  ({ items }) => items,
  'No profiles.',
);

export const usedProfile = card<UsedProfile>([
  { label: 'In use', value: ({ name }) => name, isQuiet: true },
  { label: 'Bank', value: ({ bank }) => BANKS[bank] },
]);

export const removedProfile = card<RemovedProfile>([
  { label: 'Removed', value: ({ name }) => name, isQuiet: true },
  { label: 'Also removed', kind: 'identifier', value: ({ removed }) => removed },
]);

export const trustedCertificate = card<TrustedCertificate>([
  { label: 'Profile', value: ({ profile }) => profile },
  { label: 'Bank', kind: 'identifier', value: ({ origin }) => origin },
  { label: 'Trusted (SHA-256)', kind: 'identifier', value: ({ sha256 }) => sha256, isQuiet: true },
  { label: 'Before (SHA-256)', kind: 'identifier', value: ({ before }) => before },
]);

/** The profile in force: where it comes from, where it lives, and each setting with its origin. */
export const shownProfile = card<ShownProfile>([
  { label: 'Profile', value: ({ name }) => name.value, isQuiet: true },
  { label: 'Chosen by', value: ({ name }) => originOf(name) },
  { label: 'Bank', value: ({ bank }) => BANKS[bank] },
  { label: 'Home', kind: 'identifier', value: ({ home }) => home },
  { label: 'Store', value: ({ store }) => file(store) },
  { label: 'Signing key', value: ({ key }) => file(key) },
  { label: 'Certificate', value: ({ certificate }) => file(certificate) },
  ...REMOTE_LINES.map(([label, member]) => ({
    label,
    kind: 'identifier' as const,
    value: ({ remote }: ShownProfile) => remote?.[member],
  })),
  { label: 'Response signature', value: ({ responseSignature }) => responseSignature },
  {
    label: "Bank's certificate (SHA-256)",
    kind: 'identifier',
    value: ({ bankCertificate }) => bankCertificate?.sha256,
  },
  { label: 'Trusted since', kind: 'date', value: ({ bankCertificate }) => bankCertificate?.trustedSince },
  { label: 'Key id style', value: setting('keyIdStyle') },
  { label: 'Serial digits', value: setting('serialDigits') },
  { label: 'Encoded word', value: setting('encodedWord') },
  { label: '(request-target)', value: setting('requestTarget') },
  { label: 'Digest of empty body', value: setting('emptyBodyDigest') },
  { label: 'Digest algorithm', value: setting('digestAlgorithm') },
  { label: 'Redirect URI', value: setting('redirectUri') },
  { label: 'x-accept-fix', value: setting('acceptFix') },
  { label: 'PSU-IP-Address', value: setting('psuIpAddress') },
  { label: 'Callback port', value: setting('callbackPort') },
  { label: 'Output', value: setting('output') },
  { label: 'Seed file', value: setting('seedFile') },
  { label: 'Snapshot folder', value: setting('snapshotFolder') },
]);

function setting(name: keyof ShownProfile['settings']): (profile: ShownProfile) => string {
  return ({ settings }) => withOrigin(settings[name].value ?? 'not set', settings[name]);
}

function withOrigin(value: string | number | boolean, from: Omit<Origin, 'value'>): string {
  return `${value} (${originOf(from)})`;
}

function originOf({ origin, source }: Omit<Origin, 'value'>): string {
  return source === undefined ? origin : `${origin} ${source}`;
}

function file(of: ShownProfile['key']): string | undefined {
  if (of === undefined) return undefined;
  const { path, made } = of;
  return made ? path : `${path} (created on first use)`;
}
