import { getTerminalWidth } from './layout.ts';

/** The style of an output stream. @see ADR 21 */
export interface OutputStyle {
  /** True at a terminal: amounts are grouped, text is wrapped, and a table that doesn't fit becomes cards. */
  readonly isTerminal: boolean;
  /** The columns of the layout; unlimited without a terminal. */
  readonly width: number;
  readonly paint: Paint;
  /** True if the terminal shows block characters. */
  readonly hasBlocks: boolean;
}

/** Creates the style of stdout or stderr. @see C-plain-rows */
export async function createLook(stream: NodeJS.WriteStream, noColor: boolean): Promise<OutputStyle> {
  const isTerminal = stream.isTTY === true;
  return {
    isTerminal,
    width: isTerminal ? getTerminalWidth(stream.columns) : Number.POSITIVE_INFINITY,
    paint: await paint(isColourWanted(isTerminal, noColor, process.env)),
    hasBlocks: isTerminal && hasBlockCharacters(process.env, process.platform),
  };
}

/**
 * Returns true if the terminal shows block characters: with a UTF-8 locale unless it is dumb or the Linux console; on
 * Windows, in known terminals.
 * @see C-plot-plain
 */
export function hasBlockCharacters(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): boolean {
  const { TERM, LC_ALL, LC_CTYPE, LANG, WT_SESSION, TERM_PROGRAM } = env;
  if (TERM === 'dumb' || TERM === 'linux') return false;
  if (platform === 'win32') return Boolean(WT_SESSION) || TERM_PROGRAM === 'vscode';
  return /utf-?8/i.test(LC_ALL || LC_CTYPE || LANG || '');
}

/**
 * The functions that colour text; without colour each returns its text unchanged. The colours are readable on dark and
 * light backgrounds.
 */
export interface Paint {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly red: (text: string) => string;
  readonly green: (text: string) => string;
  readonly yellow: (text: string) => string;
}

const keepText = (text: string): string => text;
export const PLAIN: Paint = {
  bold: keepText,
  dim: keepText,
  red: keepText,
  green: keepText,
  yellow: keepText,
};

/** Returns true if output is coloured: not with NO_COLOR, `--no-color` or a dumb terminal. @see C-no-color */
export function isColourWanted(
  isTerminal: boolean,
  noColor: boolean,
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  return isTerminal && !noColor && !env.NO_COLOR && env.TERM !== 'dumb';
}

/** Creates the functions that colour text. Loads chalk only if colour is wanted. */
export async function paint(wanted: boolean): Promise<Paint> {
  if (!wanted) return PLAIN;
  const { Chalk } = await import('chalk');
  const { bold, dim, red, green, yellow } = new Chalk({ level: 1 });
  // Passes only the first argument, because chalk prints all of them, including the index that map() passes.
  return {
    bold: (text) => bold(text),
    dim: (text) => dim(text),
    red: (text) => red(text),
    green: (text) => green(text),
    yellow: (text) => yellow(text),
  };
}
