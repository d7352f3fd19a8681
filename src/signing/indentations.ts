import { type Choice, invalid } from './string-choices.ts';

/** Line ends with blanks behind them. */
export interface Indentation {
  readonly begin?: Choice<string>;
  readonly joint: Choice<string>;
  readonly end?: Choice<string>;
  /** Before the last line, where that one is not indented. */
  readonly lastJoint?: string;
}

const USUAL = ['  ', '    ', '\t', '      ', '        ', '\t\t'];
const COMMON = ['  ', '    ', '\t'];
const RARE = [
  ' ',
  '   ',
  '     ',
  '       ',
  ...[9, 10, 12, 14, 16, 20, 24].map((count) => ' '.repeat(count)),
];
const RARE_TABS = ['\t\t\t', '\t\t\t\t', '\t  ', '\t    '];

/**
 * What template literals and heredocs keep of the indentation of a program: each line but the first, or each; a newline
 * before them and after them; the blanks before the closing quote.
 * @see G4-signature-invalid
 */
export function indentations(which: 'usual' | 'all'): Indentation[] {
  if (which === 'usual') return USUAL.flatMap((blanks) => framed(blanks, '\n', [blanks, outdented(blanks)]));
  return ['\n', '\r\n'].flatMap((newline) =>
    [...USUAL, ...RARE, ...RARE_TABS].flatMap((blanks) => framed(blanks, newline, allEnds(blanks))),
  );
}

function framed(blanks: string, newline: string, closing: readonly string[]): Indentation[] {
  const detail = newline === '\n' ? undefined : 'They are joined with CRLF.';
  const isCommon = COMMON.includes(blanks) && newline === '\n' ? ({ isCommon: true } as const) : {};
  const joint = { use: newline + blanks, fault: invalid('indented', detail), ...isCommon };
  const ends = [undefined, newline, ...closing.filter((one) => one !== '').map((one) => newline + one)];
  const begins: (Choice<string> | undefined)[] = [
    { use: newline + blanks, fault: invalid('leading-newline'), ...isCommon },
    undefined,
    { use: blanks },
    { use: newline, fault: invalid('leading-newline') },
  ];
  const all = begins.flatMap((begin) =>
    [...new Set(ends)].map(
      (end): Indentation => ({
        joint,
        ...(begin === undefined ? {} : { begin }),
        ...(end === undefined ? {} : { end: { use: end, fault: invalid('trailing-newline'), ...isCommon } }),
      }),
    ),
  );
  const lastApart = all.map(
    (one): Indentation => ({ ...one, joint: { ...joint, isCommon: false }, lastJoint: newline }),
  );
  return [...all, ...lastApart];
}

/** One level less. */
function outdented(blanks: string): string {
  return blanks.startsWith('\t') ? blanks.slice(1) : blanks.slice(0, blanks.length / 2);
}

/** As many blanks as the lines have, or fewer. */
function allEnds(blanks: string): string[] {
  return Array.from({ length: blanks.length }, (_, count) => blanks.slice(0, count + 1));
}
