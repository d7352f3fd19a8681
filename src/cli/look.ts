import { widthOfTerminal } from './layout.ts';
import { colourWanted, type Paint, paint } from './paint.ts';

/** Where a text is shown. @see adr/0021 */
export interface Look {
  /** Whether a person reads it: amounts are grouped, text is wrapped, a table that does not fit becomes cards. */
  readonly isTerminal: boolean;
  /** Columns to lay out for; where no terminal is, there is no end to a line. */
  readonly width: number;
  readonly paint: Paint;
}

/** The look of stdout or stderr. @see C-plain-rows */
export async function lookOf(stream: NodeJS.WriteStream, noColor: boolean): Promise<Look> {
  const isTerminal = stream.isTTY === true;
  return {
    isTerminal,
    width: isTerminal ? widthOfTerminal(stream.columns) : Number.POSITIVE_INFINITY,
    paint: await paint(colourWanted(isTerminal, noColor, process.env)),
  };
}
