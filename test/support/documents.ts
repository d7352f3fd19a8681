import { sources } from './sources.ts';
import { VARYING } from './varying.ts';

/** A fenced block of shell lines in a document. */
export interface ShellBlock {
  /** `README.md:12`, the fence's place. */
  readonly place: string;
  readonly steps: readonly Step[];
  /** The block of text or JSON right after it: what a reader sees when it runs. */
  readonly shown: string | undefined;
}

/** One command line of a block. */
export interface Step {
  readonly line: string;
  /** The exit code that its comment tells, `# exit 3`; else 0. */
  readonly exitCode: number;
}

/** A line of an output that stands for any lines. */
const LEFT_OUT = '…';

/** The documents, README first. */
export function documents() {
  const isDocument = (path: string) => path === 'README.md' || /^docs\/.*\.md$/.test(path);
  return sources(isDocument).sort((a, b) => Number(b.path === 'README.md') - Number(a.path === 'README.md'));
}

const SHELL_BLOCK = /^```sh\n([\s\S]*?)^```$(?:\n+```(?:text|json)\n([\s\S]*?)^```$)?/gm;

export function shellBlocks({ path, text }: { path: string; text: string }): ShellBlock[] {
  return [...text.matchAll(SHELL_BLOCK)].map(({ 1: lines = '', 2: shown, index }) => ({
    place: `${path}:${text.slice(0, index).split('\n').length}`,
    steps: lines
      .replaceAll('\\\n', '')
      .split('\n')
      .filter((line) => line.trim() !== '' && !line.startsWith('#'))
      .map((line) => ({ line, exitCode: Number(/# exit (\d+)$/.exec(line)?.[1] ?? 0) })),
    shown,
  }));
}

/** The first shown line that the output has not at its place; undefined when it is all there. */
export function firstDifference(shown: string, output: string): string | undefined {
  const real = alike(output).split('\n');
  let place = 0;
  let leftOut = false;
  for (const line of [...alike(shown).split('\n'), undefined]) {
    if (line === LEFT_OUT) {
      leftOut = true;
      continue;
    }
    const found = leftOut ? real.indexOf(line ?? '', place) : place;
    if (line === undefined) return leftOut || place === real.length ? undefined : `not shown: ${real[place]}`;
    if (found === -1 || real[found] !== line) return line;
    place = found + 1;
    leftOut = false;
  }
  return undefined;
}

/** What differs each time has one name; lines may end in blanks. */
export function alike(text: string): string {
  return Object.entries(VARYING).reduce(
    (shown, [name, pattern]) => shown.replaceAll(pattern, `<${name}>`),
    text.trimEnd().replaceAll(/[ ]+$/gm, ''),
  );
}
