import { documents } from './documents.ts';
import type { Source } from './sources.ts';

/** A rule as docs/spec/README.md says that it is written. */
export interface SpecRule {
  readonly id: string;
  /** `I`, `P`, `B`, `O`, `not built`, `fact`. */
  readonly marks: readonly string[];
  /** The paragraph, or the cells behind the marks. */
  readonly text: string;
  /** The nearest heading above it. */
  readonly heading: string;
  readonly page: string;
}

type Page = Pick<Source, 'path' | 'text'>;

export const MARKS: ReadonlySet<string> = new Set(['I', 'P', 'B', 'O', 'not built', 'fact']);

const PARAGRAPH = /^\*\*([A-Z]\d*-[a-z0-9-]+)\*\* \[([^\]]*)\] ([\s\S]*)$/;
const ROW = /^\| \*\*([A-Z]\d*-[a-z0-9-]+)\*\* \|([^|]*)\|(.*)\|$/;
/** A bold id at the beginning of a line, well written or not. */
const DEFINES = /^(?:\| ?)?\*\*[A-Z]\d*-/;

/** The pages on which rules are defined. */
export function specPages(): Source[] {
  return documents().filter(({ path }) => path.startsWith('docs/spec/') || path === 'docs/ARCHITECTURE.md');
}

interface Block {
  readonly heading: string;
  readonly lines: readonly string[];
}

/** What stands between blank lines; a fence is one block with all that is in it. */
function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let heading = '';
  let lines: string[] = [];
  let isFenced = false;
  const end = () => {
    if (lines.length > 0) blocks.push({ heading, lines });
    lines = [];
  };
  for (const line of text.split('\n')) {
    if (line.startsWith('```')) isFenced = !isFenced;
    if (!isFenced && line === '') end();
    else if (!isFenced && line.startsWith('#')) heading = line.replace(/^#+ /, '');
    else lines.push(line);
  }
  end();
  return blocks;
}

/** Every rule that a page defines. */
export function specRules({
  path: page,
  text,
}: {
  readonly path: string;
  readonly text: string;
}): SpecRule[] {
  const blocks = blocksOf(text);
  return blocks.flatMap(({ heading, lines }, index) => {
    const whole = PARAGRAPH.exec(lines.join('\n'));
    const isFence = lines[0]?.startsWith('```');
    const found = whole
      ? [whole]
      : (isFence ? [] : lines).map((line) => ROW.exec(line)).filter((row) => row !== null);
    return found.map(([, id = '', marks = '', rest = '']) => {
      const after = rest.endsWith(':') ? `\n\n${blocks[index + 1]?.lines.join('\n')}` : '';
      return {
        id,
        marks: marks.split(',').map((mark) => mark.trim()),
        text: rest.trim() + after,
        heading,
        page,
      };
    });
  });
}

/** Lines that begin as a definition and are none, of a page. */
export function malformedRules({ path, text }: Page): string[] {
  const rules = specRules({ path, text }).map(({ id }) => id);
  const begun = blocksOf(text).flatMap(({ lines }) =>
    lines[0]?.startsWith('```') ? [] : lines.filter((line) => DEFINES.test(line)),
  );
  return begun
    .filter((line) => !rules.includes(/\*\*(.*?)\*\*/.exec(line)?.[1] ?? ''))
    .map((line) => `${path}: ${line}`);
}

/** The anchors of a page's headings, as they are on the web. */
export function anchorsOf(text: string): Map<string, string> {
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => heading);
  return new Map(
    headings.map((heading) => [
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
      heading,
    ]),
  );
}
