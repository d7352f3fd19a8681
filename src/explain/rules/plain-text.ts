import { blocksOf } from './pages.ts';

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
