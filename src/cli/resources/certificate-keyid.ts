import type { ShownKeyIds } from '../../credentials/inspect.ts';
import { harmless } from '../foreign-text.ts';
import { widthOf } from '../layout.ts';
import type { Look } from '../look.ts';
import type { Presentation } from '../presentation.ts';

export type { ShownKeyIds };

type Style = keyof ShownKeyIds['styles'];

const STYLES: readonly Style[] = ['rfc2253', 'java', 'openssl'];
const LABEL_WIDTH = 'rfc2253'.length + 2;

/**
 * Each keyId on a line of its own, whole, so that it can be copied; then the parts of the issuer in which the styles
 * differ.
 */
export const shownKeyIds: Presentation<ShownKeyIds> = {
  text: ({ serial, styles }, look) => {
    const lines = [line('Serial', serial.hex, look), line('Decimal', serial.decimal, look)];
    for (const style of STYLES) lines.push(keyIdLine(style, styles, look));
    const differing = differences(styles);
    if (differing.length === 0) return [...lines, '', 'All styles are identical.'].join('\n');
    const parts = differing.flatMap((part) => [
      '',
      ...STYLES.map((style) => line(style, harmless(part[style]), look)),
    ]);
    return [...lines, '', look.paint.bold('Differences'), ...parts.slice(1)].join('\n');
  },
  quiet: ({ styles }) => [harmless(styles.rfc2253)],
};

/**
 * What has no room beside its label goes below it, whole.
 * @param painted the text in colour
 * @see C-identifier-whole
 */
function line(label: string, text: string, { paint, width }: Look, painted = text): string {
  if (LABEL_WIDTH + widthOf(text) > width) return `${paint.dim(label)}\n${painted}`;
  return `${paint.dim(label.padEnd(LABEL_WIDTH))}${painted}`;
}

/** A style that is like the first one says so; in another the parts that differ stand out. */
function keyIdLine(style: Style, styles: ShownKeyIds['styles'], look: Look): string {
  if (style !== 'rfc2253' && styles[style] === styles.rfc2253) {
    return line(style, 'the same as rfc2253', look);
  }
  const first = partsOf(styles.rfc2253);
  const own = partsOf(styles[style]).map((part) => harmless(part));
  const painted = own.map((part, place) =>
    part === harmless(first[place] ?? '') ? part : look.paint.bold(part),
  );
  return line(style, own.join(','), look, painted.join(','));
}

/** The parts of the issuer that are not the same in all styles. */
function differences(styles: ShownKeyIds['styles']): Readonly<Record<Style, string>>[] {
  const parts = STYLES.map((style) => partsOf(styles[style]));
  const longest = Math.max(...parts.map(({ length }) => length));
  return Array.from({ length: longest }, (_, place) => {
    const [rfc2253 = '', java = '', openssl = ''] = parts.map((own) => own[place] ?? '');
    return { rfc2253, java, openssl };
  }).filter(({ rfc2253, java, openssl }) => rfc2253 !== java || rfc2253 !== openssl);
}

/** What stands between commas that no backslash escapes; the first part is the serial number. */
function partsOf(keyId: string): string[] {
  return keyId.match(/(?:\\.|[^\\,])+/gs) ?? [];
}
