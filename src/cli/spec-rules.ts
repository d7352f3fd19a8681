/** A rule as docs/spec/README.md says that it is written. */
export interface SpecRule {
  readonly id: string;
  /** `I`, `P`, `B`, `O`, `not built`, `fact`. */
  readonly marks: readonly string[];
  /** The paragraph, or the cells behind the marks. */
  readonly text: string;
  /** The nearest heading above it. */
  readonly heading: string;
  /** From the root of the package. */
  readonly page: string;
}

/** A page of the specification. */
export interface SpecPage {
  readonly path: string;
  readonly text: string;
}

/** Sources of rules, by mark. */
export const OWNERS: Readonly<Record<string, string>> = {
  I: "the interface's",
  P: 'published practice',
  B: "the standard's",
  O: 'ours',
};

/** States of rules, by mark. */
export const STATES: Readonly<Record<string, string>> = {
  'not built': 'not built yet',
  fact: 'a fact: nothing to build of its own',
};

const PARAGRAPH = /^\*\*([A-Z]\d*-[a-z0-9-]+)\*\* \[([^\]]*)\] ([\s\S]*)$/;
const ROW = /^\| \*\*([A-Z]\d*-[a-z0-9-]+)\*\* \|([^|]*)\|(.*)\|$/;

interface Block {
  readonly heading: string;
  readonly lines: readonly string[];
}

/** Splits text at blank lines; a fence is one block. */
export function splitBlocks(text: string): Block[] {
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

/** Every rule that a page defines. @see A-spec */
export function parseRules({ path: page, text }: SpecPage): SpecRule[] {
  const blocks = splitBlocks(text);
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

/** A passage of a rule for the terminal. */
export type Passage =
  | { readonly kind: 'paragraph'; readonly text: string }
  /** Lines that stand as they are: a list's, or code. */
  | { readonly kind: 'lines'; readonly lines: readonly string[] }
  | {
      readonly kind: 'table';
      readonly heading: readonly string[];
      readonly rows: readonly (readonly string[])[];
    };

/** The passages of a rule's text, its links and emphasis undone. @see C-explain-rule */
export function parsePassages(text: string): Passage[] {
  return splitBlocks(text).map(({ lines }): Passage => {
    const [first = ''] = lines;
    if (first.startsWith('```')) return { kind: 'lines', lines: lines.slice(1, -1) };
    if (first.startsWith('|')) {
      const [heading = [], , ...rows] = lines.map(splitCells);
      return { kind: 'table', heading, rows };
    }
    if (/^(?:-|\d+\.) /.test(first)) return { kind: 'lines', lines: parseItems(lines) };
    return { kind: 'paragraph', text: stripMarkup(lines.join(' ')) };
  });
}

/** The same in one text. */
export function formatPassages(passages: readonly Passage[]): string {
  return passages
    .map((passage) => {
      if (passage.kind === 'paragraph') return passage.text;
      if (passage.kind === 'lines') return passage.lines.join('\n');
      return [passage.heading, ...passage.rows].map((cells) => cells.join(' | ')).join('\n');
    })
    .join('\n\n');
}

/** An item goes on in the lines that are indented below it. */
function parseItems(lines: readonly string[]): string[] {
  return lines
    .join('\n')
    .replaceAll(/\n +(?!-|\d+\.)/g, ' ')
    .split('\n')
    .map(stripMarkup);
}

function splitCells(row: string): string[] {
  return row
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => stripMarkup(cell.trim()));
}

/** A row's last cells may be empty. */
function stripMarkup(text: string): string {
  return text
    .replaceAll(/\[([^\]]+)\]\([^)\s]*\)/g, '$1')
    .replaceAll('**', '')
    .replaceAll('\\|', '|')
    .replace(/[ |]+$/, '');
}
