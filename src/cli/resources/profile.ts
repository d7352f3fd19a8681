import type { ShownProfile } from '../../app/profile/show.ts';
import { card } from '../presentation.ts';

export type { ShownProfile };

type Origin = ShownProfile['name'];

const BANKS: Readonly<Record<ShownProfile['bank'], string>> = {
  embedded: 'embedded, in this program',
  sandbox: 'a sandbox',
  production: 'a production bank',
};

/** The profile in force: where it comes from, where it lives, and each setting with its origin. */
export const shownProfile = card<ShownProfile>([
  { label: 'Profile', value: ({ name }) => name.value, isQuiet: true },
  { label: 'Chosen by', value: ({ name }) => originOf(name) },
  { label: 'Bank', value: ({ bank }) => BANKS[bank] },
  { label: 'Home', kind: 'identifier', value: ({ home }) => home },
  { label: 'Store', value: ({ store }) => file(store) },
  { label: 'Signing key', value: ({ key }) => file(key) },
  { label: 'Certificate', value: ({ certificate }) => file(certificate) },
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

function file({ path, made }: ShownProfile['key']): string {
  return made ? path : `${path} (made at first use)`;
}
