import { widthOfTerminal } from './layout.ts';

/** Where a text is shown. @see ADR 21 */
export interface Look {
  /** Whether a person reads it: amounts are grouped, text is wrapped, a table that does not fit becomes cards. */
  readonly isTerminal: boolean;
  /** Columns to lay out for; where no terminal is, there is no end to a line. */
  readonly width: number;
  readonly paint: Paint;
  /** Whether it shows letters beyond ASCII that only pictures are made of. */
  readonly hasBlocks: boolean;
}

/** The look of stdout or stderr. @see C-plain-rows */
export async function lookOf(stream: NodeJS.WriteStream, noColor: boolean): Promise<Look> {
  const isTerminal = stream.isTTY === true;
  return {
    isTerminal,
    width: isTerminal ? widthOfTerminal(stream.columns) : Number.POSITIVE_INFINITY,
    paint: await paint(colourWanted(isTerminal, noColor, process.env)),
    hasBlocks: isTerminal && showsBlocks(process.env, process.platform),
  };
}

/**
 * Whether a terminal shows block characters: not where it is dumb or the Linux console, whose fonts have few of them, and
 * only where the locale says UTF-8; on Windows the terminals that are known to.
 * @see C-plot-plain
 */
export function showsBlocks(
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

const plain = (text: string): string => text;
export const PLAIN: Paint = { bold: plain, dim: plain, red: plain, green: plain };

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
