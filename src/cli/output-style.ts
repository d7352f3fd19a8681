import { getTerminalWidth } from './layout.ts';

/** Where a text is shown. @see ADR 21 */
export interface OutputStyle {
  /** True at a terminal: amounts are grouped, text is wrapped, a table that doesn't fit becomes cards. */
  readonly isTerminal: boolean;
  /** Columns to lay out for; where no terminal is, there is no end to a line. */
  readonly width: number;
  readonly paint: Paint;
  /** True if it shows block characters. */
  readonly hasBlocks: boolean;
}

/** The look of stdout or stderr. @see C-plain-rows */
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
 * Tells whether a terminal shows block characters: UTF-8 locale and neither dumb nor the Linux console; on Windows,
 * known terminals.
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
 * How text is coloured; every function returns its text unchanged where colour is not wanted. Only what is readable on a
 * dark and on a light background.
 */
export interface Paint {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly red: (text: string) => string;
  readonly green: (text: string) => string;
}

const keepText = (text: string): string => text;
export const PLAIN: Paint = { bold: keepText, dim: keepText, red: keepText, green: keepText };

/** Tells whether output is coloured: not with NO_COLOR, `--no-color` or a dumb terminal. @see C-no-color */
export function isColourWanted(
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
