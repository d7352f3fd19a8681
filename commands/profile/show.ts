import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type ColumnLine, createCard, defineCommand, QUIET } from '../../src/cli/command.ts';
import { describeBank } from '../../src/profiles/settings.ts';
import type { CommandIo } from '../../src/session/context.ts';
import { withLedgerAt } from '../../src/session/with-session.ts';
import { IDENTITY_FILES } from '../../src/settings/identity.ts';
import { type OpenedSettings, openSettings, type Provenance } from '../../src/settings/precedence.ts';
import {
  DEFAULT_RESPONSE_SIGNATURE,
  type RemoteBank,
  type ResponseSignature,
} from '../../src/settings/profile.ts';
import type { BankKind, SettingName, SettingValues } from '../../src/settings/setting-table.ts';

interface ShownFile {
  readonly path: string;
  /** False for a key, certificate or store that doesn't exist before its first use. */
  readonly made: boolean;
}

interface ShownProfile {
  readonly name: Provenance & { readonly value: string };
  readonly bank: BankKind;
  /** The folder of all settings, keys and stores. */
  readonly home: string;
  /** Present only for the embedded bank. */
  readonly store?: ShownFile;
  readonly key?: ShownFile;
  readonly certificate?: ShownFile;
  /** The members of a remote bank's profile. */
  readonly remote?: RemoteBank;
  /** Policy for a remote bank's response signatures. @see D13-response-signature */
  readonly responseSignature?: ResponseSignature;
  /** The certificate with which a remote bank signs its responses. @see C-profile-trust */
  readonly bankCertificate?: {
    /** 64 lower-case hexadecimal digits. */
    readonly sha256: string;
    /** ISO 8601, in UTC. */
    readonly trustedSince: string;
  };
  readonly settings: Readonly<
    Record<SettingName, Provenance & { readonly value: SettingValues[SettingName] | null }>
  >;
}

/** The maximum wait for another process that writes to the ledger. */
const LOCK_LIMIT_MS = 500;

/** @see C-profile-show */
export default defineCommand(
  {
    summary: 'Show the current profile and where each value comes from.',
    description:
      'Values come from, in this order: a flag, the environment (PSD2_<FLAG>), the project file psd2.config.json, the profile, a default. This command creates nothing. Keys and the store are created on first use.',
    examples: {
      'The profile in this folder': 'profile show',
      'Get the location of the keys, in a script': 'profile show --json',
    },
    presentation: createCard<ShownProfile>([
      ['Profile', ({ name }) => name.value, 'text', QUIET],
      ['Chosen by', ({ name }) => describeOrigin(name)],
      ['Bank', describeBank],
      ['Home', 'home', 'identifier'],
      ['Store', ({ store }) => describeFile(store)],
      ['Signing key', ({ key }) => describeFile(key)],
      ['Certificate', ({ certificate }) => describeFile(certificate)],
      createMemberLine('Base URL', 'baseUrl'),
      createMemberLine('Certificate', 'certFile'),
      createMemberLine('Signing key', 'keyFile'),
      createMemberLine('Signer', 'signer'),
      createMemberLine('Passphrase file', 'passphraseFile'),
      createMemberLine('TLS certificate', 'tlsCertFile'),
      createMemberLine('TLS key', 'tlsKeyFile'),
      createMemberLine('CA', 'caFile'),
      createMemberLine('Operator', 'operatorUrl'),
      createMemberLine('Operator token file', 'operatorTokenFile'),
      ['Response signature', 'responseSignature'],
      ["Bank's certificate (SHA-256)", ({ bankCertificate }) => bankCertificate?.sha256, 'identifier'],
      ['Trusted since', ({ bankCertificate }) => bankCertificate?.trustedSince, 'date'],
      createSettingLine('Key id style', 'keyIdStyle'),
      createSettingLine('Serial digits', 'serialDigits'),
      createSettingLine('Encoded word', 'encodedWord'),
      createSettingLine('(request-target)', 'requestTarget'),
      createSettingLine('Digest of empty body', 'emptyBodyDigest'),
      createSettingLine('Digest algorithm', 'digestAlgorithm'),
      createSettingLine('Redirect URI', 'redirectUri'),
      createSettingLine('x-accept-fix', 'acceptFix'),
      createSettingLine('PSU-IP-Address', 'psuIpAddress'),
      createSettingLine('Callback port', 'callbackPort'),
      createSettingLine('Output', 'output'),
      createSettingLine('Seed file', 'seedFile'),
      createSettingLine('Snapshot folder', 'snapshotFolder'),
    ]),
  },
  async ({ context: { surroundings, io } }, { flags }): Promise<ShownProfile> => {
    const opened = openSettings(surroundings, { profile: flags.profile });
    const { profile, values, origins, home } = opened;
    const settings = Object.entries(values).map(([name, value]) => [
      name,
      { value: value ?? null, ...origins[name as SettingName] },
    ]);
    return {
      name: { value: profile.name, ...origins.profile },
      bank: profile.bank,
      home,
      ...(profile.bank === 'embedded'
        ? findFiles(opened)
        : await describeRemote(profile.remote, opened, io.reportUnexpected)),
      settings: Object.fromEntries(settings),
    };
  },
);

async function describeRemote(
  remote: RemoteBank,
  { places }: OpenedSettings,
  report: CommandIo['reportUnexpected'],
): Promise<Partial<ShownProfile>> {
  const { responseSignature = DEFAULT_RESPONSE_SIGNATURE } = remote;
  const { origin } = new URL(remote.baseUrl);
  const limits = { lockLimitMs: LOCK_LIMIT_MS };
  const read = withLedgerAt(places.ledger, (ledger) => ledger.pin(origin), report, limits);
  // The settings must be readable even with a broken ledger.
  const pin = await read.catch(report);
  const bankCertificate = pin && {
    sha256: pin.fingerprint,
    trustedSince: new Date(pin.at).toISOString(),
  };
  return { remote, responseSignature, ...(bankCertificate && { bankCertificate }) };
}

function findFiles({ places }: OpenedSettings): Partial<ShownProfile> {
  const file = (path: string) => ({ path, made: existsSync(path) });
  return {
    store: file(places.store),
    key: file(join(places.keys, IDENTITY_FILES.key)),
    certificate: file(join(places.keys, IDENTITY_FILES.certificate)),
  };
}

function createMemberLine(label: string, name: keyof RemoteBank): ColumnLine<ShownProfile> {
  return [label, ({ remote }) => remote?.[name], 'identifier'];
}

function createSettingLine(label: string, name: SettingName): ColumnLine<ShownProfile> {
  return [
    label,
    ({ settings: { [name]: found } }) => `${found.value ?? 'not set'} (${describeOrigin(found)})`,
  ];
}

function describeOrigin({ origin, source }: Provenance): string {
  return source === undefined ? origin : `${origin} ${source}`;
}

function describeFile(file: ShownFile | undefined): string | undefined {
  return file && (file.made ? file.path : `${file.path} (created on first use)`);
}
