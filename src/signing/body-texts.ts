import type { TextCandidate } from './body-candidate.ts';

/** The same text with other ends, line ends and margins. @see G4-digest-mismatch */

const MAX_END = 8;
const BLANKS = ' \t\r\n';
const NO_BLANK = '-';
const NEWLINES = ['\n', '\r\n', '\n\n', ' \r\n', ' \n', '\r'];

/** White space around JSON that is no line end is JSON written otherwise. */
export function* textForms(text: string, isJson: boolean): Generator<TextCandidate> {
  const blankCause = isJson ? 'reserialised' : 'trailing-newline';
  for (let cut = 1; cut <= MAX_END && BLANKS.includes(text.at(-cut) ?? NO_BLANK); cut += 1) {
    const lost = text.slice(-cut);
    const cause = /[\r\n]/.test(lost) ? 'trailing-newline' : blankCause;
    yield { cause, what: `the body without the ${blanksText(lost)} at its end`, text: text.slice(0, -cut) };
  }
  for (const newline of NEWLINES) {
    const what = `the body with ${blanksText(newline)} after it, which wasn't sent`;
    yield { cause: 'missing-newline', what, text: text + newline };
  }
  if (/[\r\n]/.test(text)) yield* lineEnds(text, isJson);
  if (isJson) yield* margins(text);
}

function* lineEnds(text: string, isJson: boolean): Generator<TextCandidate> {
  const lf = text.replaceAll('\r\n', '\n');
  const sent = lf === text ? 'LF' : 'CRLF';
  const ends = [
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ] as const;
  for (const [name, newline] of ends) {
    const written = lf.replaceAll('\n', newline);
    const what = `the body with ${name} at its line ends, where it was sent with ${sent}`;
    if (written !== text) yield { cause: 'crlf', what, text: written };
    if (name === sent) continue;
    const bare = lf.replace(/\n$/, '').replaceAll('\n', newline);
    yield { cause: 'crlf', what: `${what}, and without the last one`, text: bare };
    yield { cause: 'crlf', what: `${what}, and one more at the end`, text: written + newline };
  }
  const what = 'the body without its line ends';
  yield { cause: isJson ? 'reserialised' : 'crlf', what, text: text.replaceAll(/[\r\n]/g, '') };
}

/** What template literals and heredocs put around each line, or took away. */
function* margins(text: string): Generator<TextCandidate> {
  const around = 'the body with other white space around it';
  for (const written of [text.trim(), `${text} `, ` ${text}`, `  ${text}`, `\n${text}`, `\n${text}\n`])
    yield { cause: 'reserialised', what: around, text: written };
  if (!text.includes('\n')) return;
  const lines = text.split('\n');
  const common = lines.reduce((least, line) => Math.min(least, marginOf(line)), MAX_MARGIN);
  const changes = [
    (line: string) => line.trimEnd(),
    (line: string) => line.slice(common),
    ...MARGINS.map((margin) => (line: string) => (line === '' ? line : margin + line)),
  ];
  const what = 'the body with other margins';
  for (const change of changes) {
    const form = lines.map(change).join('\n');
    for (const written of [form, form.trimStart(), `\n${form}`, `\n${form}\n`])
      yield { cause: 'reserialised', what, text: written };
  }
}

const MAX_MARGIN = 64;

/** Of an empty line there is none to count. */
function marginOf(line: string): number {
  const margin = line.search(/[^ \t]/);
  return margin < 0 ? MAX_MARGIN : margin;
}

const MARGINS = ['  ', '    ', '\t', '      ', '        '];

/** `LF`, `CRLF`, `space and CRLF`. */
function blanksText(blanks: string): string {
  const names = [...blanks.matchAll(/\r\n|[\s]/g)].map(([blank]) => NAMES[blank] ?? 'space');
  return names.join(' and ');
}

const NAMES: Readonly<Record<string, string>> = { '\n': 'LF', '\r\n': 'CRLF', '\r': 'CR', '\t': 'tab' };
