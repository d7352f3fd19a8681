import { formatSerialHex } from '../../src/certificates/certificate.ts';
import type { NameStyle } from '../../src/certificates/names.ts';
import { defineCommand, type Presentation } from '../../src/cli/command.ts';
import { measureWidth } from '../../src/cli/layout.ts';
import type { OutputStyle } from '../../src/cli/output-style.ts';
import { sanitizeForTerminal } from '../../src/cli/sanitize.ts';
import { certificateArgs, readGivenCertificate } from '../../src/credentials/certificate-command.ts';
import { passphraseFlag } from '../../src/credentials/certificate-flags.ts';
import { writeKeyId } from '../../src/signing/key-id.ts';

interface ShownKeyIds {
  readonly serial: { readonly hex: string; readonly decimal: string };
  /** The complete keyId in each style. */
  readonly styles: Readonly<Record<NameStyle, string>>;
}

const STYLES: readonly NameStyle[] = ['rfc2253', 'java', 'openssl'];
const LABEL_WIDTH = 'rfc2253'.length + 2;

/**
 * The view of a keyId: each one on a line of its own, for copying, then the parts of the issuer that differ between
 * styles.
 */
export const shownKeyIds: Presentation<ShownKeyIds> = {
  text: ({ serial, styles }, look) => {
    const parts = STYLES.map((style) => splitParts(styles[style]));
    const longest = Math.max(...parts.map(({ length }) => length));
    const differing = Array.from({ length: longest }, (_, place) =>
      parts.map((own) => own[place] ?? ''),
    ).filter((ofPlace) => new Set(ofPlace).size > 1);
    const lines = [
      formatLabelled('Serial', serial.hex, look),
      formatLabelled('Decimal', serial.decimal, look),
      ...STYLES.map((style) => formatKeyId(style, styles, look)),
      '',
    ];
    if (differing.length === 0) return [...lines, 'All styles are identical.'].join('\n');
    const texts = differing.map((ofPlace) =>
      STYLES.map((style, place) =>
        formatLabelled(style, sanitizeForTerminal(ofPlace[place] ?? ''), look),
      ).join('\n'),
    );
    return [...lines, look.paint.bold('Differences'), texts.join('\n\n')].join('\n');
  },
  quiet: ({ styles }) => [sanitizeForTerminal(styles.rfc2253)],
};

/** @see G1-issuer-styles */
export default defineCommand(
  {
    summary: 'Show the keyId of a certificate in every style.',
    description:
      'Three styles: strict RFC 2253, Java (X500Principal.getName) and openssl (-nameopt RFC2253). They differ for attributes outside RFC 2253, for escaped characters, and for parts with several values.',
    examples: {
      "The profile's own certificate": 'cert keyid',
      'A file, for a script': 'cert keyid seal.pem --json',
    },
    args: certificateArgs,
    flags: passphraseFlag,
    presentation: shownKeyIds,
  },
  async (command, { args, flags }) => {
    const { leaf } = await readGivenCertificate(command, args, flags);
    const styles = STYLES.map((style) => [style, writeKeyId(leaf, { style })]);
    const serial = { hex: formatSerialHex(leaf.serial), decimal: String(leaf.serial) };
    return { serial, styles: Object.fromEntries(styles) as ShownKeyIds['styles'] };
  },
);

/**
 * Formats a text beside its label, or below the label if the text doesn't fit.
 * @param painted the text in colour
 * @see C-identifier-whole
 */
function formatLabelled(label: string, text: string, { paint, width }: OutputStyle, painted = text): string {
  if (LABEL_WIDTH + measureWidth(text) > width) return `${paint.dim(label)}\n${painted}`;
  return `${paint.dim(label.padEnd(LABEL_WIDTH))}${painted}`;
}

/** Formats a keyId; notes that it equals the first style's, or highlights the parts that differ. */
function formatKeyId(style: NameStyle, styles: ShownKeyIds['styles'], look: OutputStyle): string {
  if (style !== 'rfc2253' && styles[style] === styles.rfc2253) {
    return formatLabelled(style, 'the same as rfc2253', look);
  }
  const first = splitParts(styles.rfc2253);
  const own = splitParts(styles[style]).map((part) => sanitizeForTerminal(part));
  const painted = own.map((part, place) =>
    part === sanitizeForTerminal(first[place] ?? '') ? part : look.paint.bold(part),
  );
  return formatLabelled(style, own.join(','), look, painted.join(','));
}

/** Splits a keyId at commas that aren't escaped by a backslash; the first part is the serial number. */
function splitParts(keyId: string): string[] {
  return keyId.match(/(?:\\.|[^\\,])+/gs) ?? [];
}
