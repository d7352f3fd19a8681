import type { Certificate } from '../certificates/certificate.ts';
import { type LintFinding, lintCertificate } from '../certificates/lint/lint.ts';
import type { LintOptions } from '../certificates/lint/rule.ts';
import { describeName } from '../certificates/names.ts';
import {
  Args,
  type Columns,
  createCard,
  type FlagValues,
  type Presentation,
  type Psd2Command,
} from '../cli/command.ts';
import { withDates } from '../cli/format-values.ts';
import { readInput } from '../cli/input.ts';
import { wrap } from '../cli/layout.ts';
import type { OutputStyle } from '../cli/output-style.ts';
import { sanitizeForTerminal } from '../cli/sanitize.ts';
import { getTime } from '../clock.ts';
import { Fault } from '../errors.ts';
import type { CommandContext } from '../session/context.ts';
import { openSettings } from '../settings/precedence.ts';
import type { certificateFlags } from './certificate-flags.ts';
import { type Material, readMaterial } from './material.ts';
import { openProfileIdentity } from './signer.ts';

/** The default number of days before the expiry in which a certificate has a finding. */
const SOON_DAYS = 30;

/** The argument of the commands that read a certificate, from files or of the profile. @see C-cert-inspect */
export const certificateArgs = {
  file: Args.string({
    description: "PEM, DER or PKCS #12, or - for stdin. Default: the profile's own certificate.",
  }),
};

/**
 * Reads the certificate in the command's flags, with its key; `type` is the required type of the profile's own.
 * @throws Fault USAGE, FILE_UNREADABLE, INPUT_INVALID, INPUT_MISSING, PERMISSIONS
 * @see C-cert-stdin
 */
export async function readGivenCertificate(
  { context, notice }: Psd2Command,
  { file: fileName }: { readonly file?: string | undefined },
  { key: keyName, profile, 'passphrase-file': passphraseFile }: FlagValues<typeof certificateFlags>,
): Promise<Material & { readonly type?: 'seal' }> {
  if (fileName === '-' && keyName === '-') {
    throw new Fault('USAGE', 'FILE and --key both read stdin, which can be read only once.', {
      hint: 'Use a file for one of them. A PEM or PKCS #12 file can also hold both.',
    });
  }
  const readStdin = async (name: string | undefined) =>
    name === '-' ? { name: 'stdin', bytes: await readInput('-', notice) } : name;
  const file = await readStdin(fileName);
  const key = await readStdin(keyName);
  if (file !== undefined) return readMaterial({ file, key, passphraseFile }, context);
  const own = await readProfileCertificate(context, profile);
  if (key === undefined) return { ...own, type: 'seal' };
  const compared = { file: { name: own.name, bytes: own.leaf.der }, key, passphraseFile };
  return { ...(await readMaterial(compared, context)), type: 'seal' };
}

/** Reads the certificate that the profile signs with; the embedded bank's is created on first use. */
async function readProfileCertificate(context: CommandContext, name: string | undefined): Promise<Material> {
  const settings = openSettings(context.surroundings, { profile: name });
  const { profile } = settings;
  if (profile.bank !== 'embedded') {
    const { readRemoteCertificate } = await import('./remote.ts');
    return readRemoteCertificate(profile.remote, context);
  }
  const {
    certificate: leaf,
    certificateFile,
    privateKey,
  } = await openProfileIdentity(settings, context.surroundings);
  return { leaf, path: [leaf], strays: [], isInOrder: true, name: certificateFile, key: privateKey };
}

export function lintMaterial(material: Material, options: Partial<LintOptions> = {}): LintFinding[] {
  const { leaf, key } = material;
  return lintCertificate(leaf, { at: getTime(), days: SOON_DAYS, key, chain: material, ...options });
}

/**
 * Reports other certificates in the file on stderr, because the shape of the result is fixed.
 * @see A-chain-any-order
 */
export function noticeChain({ io }: CommandContext, { name, leaf, path, strays }: Material): void {
  const count = path.length + strays.length;
  if (count < 2) return;
  const issuers = path.slice(1).map(({ subject }: Certificate) => describeName(subject));
  const chain = issuers.length === 0 ? 'without its chain' : `with its chain: ${issuers.join('; ')}`;
  io.notice(`${name} contains ${count} certificates. The leaf is ${describeName(leaf.subject)}, ${chain}.`);
}

/** Creates a view with a card and each finding; by default `--quiet` prints the codes of the findings. */
export function createCardWithFindings<Row extends { readonly findings: readonly LintFinding[] }>(
  columns: Columns<Row>,
  quiet = ({ findings }: Row): readonly string[] =>
    findings.map(({ code, cause }) => (cause === undefined ? code : `${code}/${cause}`)),
): Presentation<Row> {
  const head = createCard(columns);
  const text = (row: Row, look: OutputStyle) =>
    [head.text(row, look), ...row.findings.map((finding) => formatFinding(finding, look))].join('\n\n');
  return { text, quiet };
}

const INDENT = '  ';

/** Formats a finding with its rule and remedy. */
function formatFinding(
  { code, cause, severity, message, remedy, reference }: LintFinding,
  look: OutputStyle,
): string {
  const word = severity === 'error' ? look.paint.red('Fault') : 'Warning';
  const name = cause === undefined ? code : `${code}, ${cause}`;
  const indented = (text: string) =>
    wrap(sanitizeForTerminal(text), look.width - INDENT.length).map((line) => INDENT + line);
  return [
    `${word}: ${look.paint.bold(name)}`,
    ...[...indented(withDates(message)), ...indented(remedy)],
    ...indented(reference).map(look.paint.dim),
  ].join('\n');
}
