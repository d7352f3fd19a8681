import {
  type Certificate,
  type CertificateDescription,
  describeCertificate,
  serialDecimal,
  serialHex,
} from '../certificates/certificate.ts';
import { type LintCode, type LintFinding, lintCertificate } from '../certificates/lint/lint.ts';
import type { LintOptions } from '../certificates/lint/rule.ts';
import { describeName, type NameStyle } from '../certificates/names.ts';
import type { Psd2Role } from '../certificates/qc-statements.ts';
import type { Chain } from '../certificates/trust.ts';
import { clock } from '../clock.ts';
import { DAY_MS } from '../core/units.ts';
import type { CommandContext, CommandIo } from '../session/context.ts';
import { type GivenFlags, openSettings } from '../settings/precedence.ts';
import { writeKeyId } from '../signing/key-id.ts';
import { type AskedFile, type Material, readMaterial } from './material.ts';
import { openProfileIdentity } from './signer.ts';

export type { AskedFile } from './material.ts';

/** One that ends within so many days is told of where nothing else is asked. */
const SOON_DAYS = 30;

/** What a certificate says, and what is wrong with it. @see C-cert-inspect */
export async function inspectCertificate(
  context: CommandContext,
  asked: CertificateAsked,
  given: GivenFlags,
): Promise<InspectedCertificate> {
  const { material, type } = await look(context, asked, given);
  tellRest(material, context.io.notice);
  return { ...describeCertificate(material.leaf), findings: lint(material, { type }) };
}

export async function lintFile(
  context: CommandContext,
  asked: CertificateAsked,
  { roles, type }: CertificateWanted,
  given: GivenFlags,
): Promise<LintedCertificate> {
  const looked = await look(context, asked, given);
  tellRest(looked.material, context.io.notice);
  const findings = lint(looked.material, { roles, type: type ?? looked.type });
  const { subject, serial, type: found } = describeCertificate(looked.material.leaf);
  return { ok: !findings.some(isError), subject, serial, type: found, findings };
}

/** What CI wants to know before others do. */
const OF_CHECK: readonly LintCode[] = [
  'key-mismatch',
  'certificate-expired',
  'certificate-not-yet-valid',
  'certificate-expires-soon',
  'validity-order',
];

export async function checkCertificate(
  context: CommandContext,
  asked: CertificateAsked,
  days: number,
  given: GivenFlags,
): Promise<CheckedCertificate> {
  const { material } = await look(context, asked, given);
  const at = clock();
  const findings = lint(material, { days, at })
    .filter(({ code }) => OF_CHECK.includes(code))
    .map((finding) => ({ ...finding, severity: 'error' as const }));
  const { subject, serial, notBefore, notAfter } = describeCertificate(material.leaf);
  const daysLeft = Math.floor((material.leaf.notAfter - at) / DAY_MS);
  return { ok: findings.length === 0, subject, serial, notBefore, notAfter, daysLeft, findings };
}

const STYLES: readonly NameStyle[] = ['rfc2253', 'java', 'openssl'];

/** The keyId in every style. @see G1-issuer-styles */
export async function showKeyIds(
  context: CommandContext,
  asked: CertificateAsked,
  given: GivenFlags,
): Promise<ShownKeyIds> {
  const { leaf } = (await look(context, asked, given)).material;
  const styles = STYLES.map((style) => [style, writeKeyId(leaf, { style })]);
  const serial = { hex: serialHex(leaf.serial), decimal: serialDecimal(leaf.serial) };
  return { serial, styles: Object.fromEntries(styles) };
}

interface Looked {
  readonly material: Material;
  /** What it has to be. */
  readonly type?: 'seal';
}

async function look(
  context: CommandContext,
  { file, key, passphraseFile }: CertificateAsked,
  given: GivenFlags,
): Promise<Looked> {
  if (file !== undefined) return { material: await readMaterial({ file, key, passphraseFile }, context) };
  const own = await profileMaterial(context, given);
  if (key === undefined) return { material: own, type: 'seal' };
  const compared = { file: { name: own.name, bytes: own.leaf.der }, key, passphraseFile };
  return { material: await readMaterial(compared, context), type: 'seal' };
}

/** The certificate that the profile signs with; that of the bank in this program is created on first use. */
async function profileMaterial(context: CommandContext, given: GivenFlags): Promise<Material> {
  const settings = openSettings(context.surroundings, given);
  const { profile } = settings;
  if (profile.bank !== 'embedded') {
    const { readRemoteCertificate } = await import('./remote.ts');
    return readRemoteCertificate(profile.remote, context);
  }
  const identity = await openProfileIdentity(settings, context.surroundings);
  const { certificate, certificateFile, privateKey } = identity;
  return { ...alone(certificate), name: certificateFile, key: privateKey };
}

function alone(leaf: Certificate): Chain {
  return { leaf, path: [leaf], strays: [], isInOrder: true };
}

function lint(material: Material, options: Partial<LintOptions>): LintFinding[] {
  const { leaf, key } = material;
  return lintCertificate(leaf, { at: clock(), days: SOON_DAYS, key, chain: material, ...options });
}

/** What else the file holds is no part of the result, whose shape is fixed. @see A-chain-any-order */
function tellRest({ name, leaf, path, strays }: Material, notice: CommandIo['notice']): void {
  if (path.length + strays.length < 2) return;
  const issuers = path.slice(1).map(({ subject }) => describeName(subject));
  const chain = issuers.length === 0 ? 'without its chain' : `with its chain: ${issuers.join('; ')}`;
  notice(
    `${name} contains ${path.length + strays.length} certificates. The leaf is ${describeName(leaf.subject)}, ${chain}.`,
  );
}

function isError({ severity }: LintFinding): boolean {
  return severity === 'error';
}

/** What the commands of `cert` take and give. @see C-cert-inspect */

/** Files as a command line names them; without a file the certificate of the profile is meant. */
export interface CertificateAsked {
  readonly file: AskedFile | undefined;
  readonly key: AskedFile | undefined;
  readonly passphraseFile: string | undefined;
}

interface CertificateWanted {
  /** Absent: what the bank's operations need is told as a warning. */
  readonly roles: readonly Psd2Role[] | undefined;
  readonly type: 'seal' | 'qwac' | undefined;
}

export interface CertificateInput {
  readonly type: 'seal' | 'qwac';
  readonly roles: readonly Psd2Role[];
  /** What is absent is as the profile's own certificate has it. */
  readonly organization: string | undefined;
  readonly organizationIdentifier: string | undefined;
  readonly ncaName: string | undefined;
  readonly ncaId: string | undefined;
  readonly country: string | undefined;
  readonly commonName: string | undefined;
  /** Of a QWAC. */
  readonly hosts: readonly string[];
  readonly days: number | undefined;
  /** Dates or date-times of ISO 8601. */
  readonly notBefore: string | undefined;
  readonly notAfter: string | undefined;
  readonly keyBits: number;
  /** A folder, or the beginning of the files' names. */
  readonly out: string | undefined;
  readonly format: 'pem' | 'p12';
  readonly passphraseFile: string | undefined;
}

export interface CreatedCertificate extends CertificateDescription {
  readonly files: {
    readonly certificate?: string;
    readonly key?: string;
    /** The certificate and its issuer's. */
    readonly chain?: string;
    readonly pkcs12?: string;
    /** The issuer's own. */
    readonly ca: string;
  };
}

export interface InspectedCertificate extends CertificateDescription {
  readonly findings: readonly LintFinding[];
}

export interface LintedCertificate extends Pick<CertificateDescription, 'subject' | 'serial' | 'type'> {
  /** Whether no finding is an error. */
  readonly ok: boolean;
  readonly findings: readonly LintFinding[];
}

export interface CheckedCertificate
  extends Pick<CertificateDescription, 'subject' | 'serial' | 'notBefore' | 'notAfter'> {
  readonly ok: boolean;
  /** Whole days until it ends; below 0 when it has ended. */
  readonly daysLeft: number;
  readonly findings: readonly LintFinding[];
}

export interface ShownKeyIds {
  readonly serial: { readonly hex: string; readonly decimal: string };
  /** Whole keyIds. */
  readonly styles: Readonly<Record<NameStyle, string>>;
}
