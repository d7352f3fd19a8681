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

/** Whose a rule is, by its mark. */
export const OWNERS: Readonly<Record<string, string>> = {
  I: "the interface's",
  P: 'published practice',
  B: "the standard's",
  O: 'ours',
};

/** What a mark says of a rule beside its owner. */
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

/** What stands between blank lines; a fence is one block with all that is in it. */
export function blocksOf(text: string): Block[] {
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
export function specRules({ path: page, text }: SpecPage): SpecRule[] {
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

/** What a rule says, as a terminal shows it. */
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
export function passagesOf(text: string): Passage[] {
  return blocksOf(text).map(({ lines }): Passage => {
    const [first = ''] = lines;
    if (first.startsWith('```')) return { kind: 'lines', lines: lines.slice(1, -1) };
    if (first.startsWith('|')) {
      const [heading = [], , ...rows] = lines.map(cellsOf);
      return { kind: 'table', heading, rows };
    }
    if (/^(?:-|\d+\.) /.test(first)) return { kind: 'lines', lines: itemsOf(lines) };
    return { kind: 'paragraph', text: plain(lines.join(' ')) };
  });
}

/** The same in one text. */
export function plainText(passages: readonly Passage[]): string {
  return passages
    .map((passage) => {
      if (passage.kind === 'paragraph') return passage.text;
      if (passage.kind === 'lines') return passage.lines.join('\n');
      return [passage.heading, ...passage.rows].map((cells) => cells.join(' | ')).join('\n');
    })
    .join('\n\n');
}

/** An item goes on in the lines that are indented below it. */
function itemsOf(lines: readonly string[]): string[] {
  return lines
    .join('\n')
    .replaceAll(/\n +(?!-|\d+\.)/g, ' ')
    .split('\n')
    .map(plain);
}

function cellsOf(row: string): string[] {
  return row
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => plain(cell.trim()));
}

/** A row's last cells may be empty. */
function plain(text: string): string {
  return text
    .replaceAll(/\[([^\]]+)\]\([^)\s]*\)/g, '$1')
    .replaceAll('**', '')
    .replaceAll('\\|', '|')
    .replace(/[ |]+$/, '');
}
