import type {
  AddedProfile,
  ListedProfile,
  ListedProfiles,
  RemovedProfile,
  TrustedCertificate,
  UsedProfile,
} from '../../profiles/profiles.ts';
import type { ShownProfile } from '../../profiles/show.ts';
import { QUIET } from '../columns.ts';
import { card, table } from '../presentation.ts';

const BANKS: Readonly<Record<ShownProfile['bank'], string>> = {
  embedded: 'embedded, in this program',
  sandbox: 'a sandbox',
  production: 'a production bank',
};

function describeBank({ bank }: Pick<ShownProfile, 'bank'>): string {
  return BANKS[bank];
}

/** A profile that was written, and what the bank said to it. */
export const addedProfile = card<AddedProfile>([
  ['Profile', 'name', 'text', QUIET],
  ['Bank', describeBank],
  ['Base URL', ({ remote }) => remote.baseUrl, 'identifier'],
  ['Tried', ({ trial }) => trial.message],
]);

export const listedProfiles = table<ListedProfile, ListedProfiles>(
  [
    ['Profile', 'name', 'identifier', QUIET],
    ['Bank', 'bank'],
    ['Base URL', 'baseUrl', 'identifier'],
    ['In use', ({ inUse }) => (inUse ? 'yes' : undefined)],
  ],
  ({ items }) => items,
  'No profiles.',
);

export const usedProfile = card<UsedProfile>([
  ['In use', 'name', 'text', QUIET],
  ['Bank', describeBank],
]);

export const removedProfile = card<RemovedProfile>([
  ['Removed', 'name', 'text', QUIET],
  ['Also removed', 'removed', 'identifier'],
]);

export const trustedCertificate = card<TrustedCertificate>([
  ['Profile', 'profile'],
  ['Bank', 'origin', 'identifier'],
  ['Trusted (SHA-256)', 'sha256', 'identifier', QUIET],
  ['Before (SHA-256)', 'before', 'identifier'],
]);

/** The profile in force: where it comes from, where it lives, and each setting with its origin. */
export const shownProfile = card<ShownProfile>([
  ['Profile', ({ name }) => name.value, 'text', QUIET],
  ['Chosen by', ({ name }) => describeOrigin(name)],
  ['Bank', describeBank],
  ['Home', 'home', 'identifier'],
  ['Store', ({ store }) => describeFile(store)],
  ['Signing key', ({ key }) => describeFile(key)],
  ['Certificate', ({ certificate }) => describeFile(certificate)],
  ['Base URL', ({ remote }) => remote?.baseUrl, 'identifier'],
  ['Certificate', ({ remote }) => remote?.certFile, 'identifier'],
  ['Signing key', ({ remote }) => remote?.keyFile, 'identifier'],
  ['Signer', ({ remote }) => remote?.signer, 'identifier'],
  ['Passphrase file', ({ remote }) => remote?.passphraseFile, 'identifier'],
  ['TLS certificate', ({ remote }) => remote?.tlsCertFile, 'identifier'],
  ['TLS key', ({ remote }) => remote?.tlsKeyFile, 'identifier'],
  ['CA', ({ remote }) => remote?.caFile, 'identifier'],
  ['Operator', ({ remote }) => remote?.operatorUrl, 'identifier'],
  ['Operator token file', ({ remote }) => remote?.operatorTokenFile, 'identifier'],
  ['Response signature', 'responseSignature'],
  ["Bank's certificate (SHA-256)", ({ bankCertificate }) => bankCertificate?.sha256, 'identifier'],
  ['Trusted since', ({ bankCertificate }) => bankCertificate?.trustedSince, 'date'],
  ['Key id style', setting('keyIdStyle')],
  ['Serial digits', setting('serialDigits')],
  ['Encoded word', setting('encodedWord')],
  ['(request-target)', setting('requestTarget')],
  ['Digest of empty body', setting('emptyBodyDigest')],
  ['Digest algorithm', setting('digestAlgorithm')],
  ['Redirect URI', setting('redirectUri')],
  ['x-accept-fix', setting('acceptFix')],
  ['PSU-IP-Address', setting('psuIpAddress')],
  ['Callback port', setting('callbackPort')],
  ['Output', setting('output')],
  ['Seed file', setting('seedFile')],
  ['Snapshot folder', setting('snapshotFolder')],
]);

function setting(name: keyof ShownProfile['settings']): (profile: ShownProfile) => string {
  return ({ settings: { [name]: found } }) => `${found.value ?? 'not set'} (${describeOrigin(found)})`;
}

function describeOrigin({ origin, source }: Omit<ShownProfile['name'], 'value'>): string {
  return source === undefined ? origin : `${origin} ${source}`;
}

function describeFile(file: ShownProfile['key']): string | undefined {
  return file && (file.made ? file.path : `${file.path} (created on first use)`);
}
