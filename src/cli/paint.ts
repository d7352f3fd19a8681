/**
 * How text is coloured; every function returns its text unchanged where colour is not wanted. Only what is readable on a
 * dark and on a light background.
 */
export interface Paint {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly red: (text: string) => string;
  readonly green: (text: string) => string;
}

const plain = (text: string): string => text;
const PLAIN: Paint = { bold: plain, dim: plain, red: plain, green: plain };

/**
 * Whether output to this terminal is coloured: not when NO_COLOR has a value, `--no-color` is given or the
 * terminal is dumb. @see C-no-color
 */
export function colourWanted(
  isTerminal: boolean,
  noColor: boolean,
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  return isTerminal && !noColor && !env.NO_COLOR && env.TERM !== 'dumb';
}

/** The library is loaded only when there is something to colour. */
export async function paint(wanted: boolean): Promise<Paint> {
  if (!wanted) return PLAIN;
  const { Chalk } = await import('chalk');
  const { bold, dim, red, green } = new Chalk({ level: 1 });
  // One text each: chalk would print whatever else it is given, such as the place that map() tells.
  return {
    bold: (text) => bold(text),
    dim: (text) => dim(text),
    red: (text) => red(text),
    green: (text) => green(text),
  };
}
