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

/** Formats a rule's text without links and emphasis: a line for each list item and for each row of a table. */
export function formatRule(text: string): string {
  const blocks = splitBlocks(text).map(({ lines }) => {
    const [first = ''] = lines;
    if (first.startsWith('```')) return lines.slice(1, -1).join('\n');
    if (first.startsWith('|'))
      return lines
        .filter((_, place) => place !== 1)
        .map(formatRow)
        .join('\n');
    const isList = /^(?:-|\d+\.) /.test(first);
    // An indented line continues a list item.
    return stripMarkup(isList ? lines.join('\n').replaceAll(/\n +(?!-|\d+\.)/g, ' ') : lines.join(' '));
  });
  return blocks.join('\n\n');
}

function formatRow(row: string): string {
  const cells = row.split(/(?<!\\)\|/).slice(1, -1);
  return cells.map((cell) => stripMarkup(cell.trim())).join(' | ');
}

/** Removes Markdown from a text, and the empty cells at the end of a row. */
function stripMarkup(text: string): string {
  return text
    .replaceAll(/\[([^\]]+)\]\([^)\s]*\)/g, '$1')
    .replaceAll('**', '')
    .replaceAll('\\|', '|')
    .replaceAll(/[ |]+$/gm, '');
}
