import { widthOfTerminal } from './layout.ts';
import { colourWanted, type Paint, paint } from './paint.ts';

/** Where a text is shown. @see adr/0021 */
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
