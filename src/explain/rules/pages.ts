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
