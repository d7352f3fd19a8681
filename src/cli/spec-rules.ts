/** A rule of docs/spec, in the form that docs/spec/README.md defines. */
export interface SpecRule {
  readonly id: string;
  /** The rule's marks: `I`, `P`, `B`, `O`, `not built`, `fact`. */
  readonly marks: readonly string[];
  /** The paragraph, or the cells after the marks. */
  readonly text: string;
  /** The nearest heading above the rule. */
  readonly heading: string;
  /** The page's path from the package's root. */
  readonly page: string;
}

/** A page of the specification. */
export interface SpecPage {
  readonly path: string;
  readonly text: string;
}

/** The sources of rules, by mark. */
export const OWNERS: Readonly<Record<string, string>> = {
  I: 'the interface',
  P: 'published practice',
  B: 'the standard',
  O: 'this project',
};

/** The states of rules, by mark. */
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

/** Splits text at blank lines; a fenced block is one block. */
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

/** Parses all rules that a page defines. @see A-spec */
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
  /** Lines of a list or of code, unchanged. */
  | { readonly kind: 'lines'; readonly lines: readonly string[] }
  | {
      readonly kind: 'table';
      readonly heading: readonly string[];
      readonly rows: readonly (readonly string[])[];
    };

/** Parses a rule's text into passages without links and emphasis. @see C-explain-rule */
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

/** Joins passages into one text. */
export function formatPassages(passages: readonly Passage[]): string {
  return passages
    .map((passage) => {
      if (passage.kind === 'paragraph') return passage.text;
      if (passage.kind === 'lines') return passage.lines.join('\n');
      return [passage.heading, ...passage.rows].map((cells) => cells.join(' | ')).join('\n');
    })
    .join('\n\n');
}

/** Parses list items; indented lines continue an item. */
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

/** Removes Markdown from a text, and the empty cells at the end of a row. */
function stripMarkup(text: string): string {
  return text
    .replaceAll(/\[([^\]]+)\]\([^)\s]*\)/g, '$1')
    .replaceAll('**', '')
    .replaceAll('\\|', '|')
    .replace(/[ |]+$/, '');
}
