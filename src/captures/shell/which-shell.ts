import { isAt, lengthAt } from '../../core/scan.ts';
import { unreadable } from '../unreadable.ts';

/** The shells whose commands are read. */
export type Shell = 'bash' | 'cmd' | 'powershell';

export interface Told {
  readonly shell: Shell;
  /** Its lines go on as only that shell's do. */
  readonly isSure?: boolean;
  /** Why another shell isn't out of the question. */
  readonly doubt?: string;
}

const NAMES: Readonly<Record<Shell, string>> = {
  bash: 'bash (\\)',
  cmd: 'the Windows command prompt (^)',
  powershell: 'PowerShell (`)',
};

const CURL = /(?:^|[\s;&|(@/\\`])(?:curl(?:\.exe)?)(?=["']?[\s\\^`])/i;

/**
 * The shell that a curl command is written for: by how its first line goes on, else by what the others would not have
 * outside of quotes; bash where nothing tells.
 * @throws Fault INPUT_INVALID for one whose lines go on in the way of two shells
 * @see C-verify-curl-shells
 */
export function whichShell(octets: string): Told {
  const start = CURL.exec(octets)?.index ?? 0;
  const continued = continuations(octets, start);
  if (continued.size > 1) {
    const kinds = [...continued].map((shell) => NAMES[shell]).join(' and for ');
    throw unreadable(
      `It isn't clear which shell this command is for: its lines continue as for ${kinds}.`,
      'Copy the command again, all of it for one shell.',
    );
  }
  const [first] = continued;
  if (first !== undefined) return { shell: first, isSure: true };
  if (octets[start] === '`') return { shell: 'bash' };
  if (POWERSHELL_BEFORE.test(octets.slice(0, start))) return { shell: 'powershell' };
  return byItsWords(octets, start);
}

const POWERSHELL_BEFORE = /(?:^|\n)[ \t]*\$(?:env:)?[A-Za-z_]\w*[ \t]*=[ \t]|(?:^|\n)[ \t]*\[[A-Za-z]/i;
const LINE_ENDS: readonly [Shell, RegExp][] = [
  ['bash', /\\(?:[ \t]|\xc2\xa0)*\r?$/],
  ['cmd', /\^\r?$/],
  ['powershell', /(?:^|[ \t])`[ \t]*\r?$/],
];
const LONGEST_END = 200;

/** How the lines from here on go on, as long as they do. */
function continuations(octets: string, start: number): ReadonlySet<Shell> {
  const found = new Set<Shell>();
  for (let position = start + 1; position < octets.length; ) {
    const lineEnd = octets.indexOf('\n', position);
    if (lineEnd < 0) break;
    const line = octets.slice(Math.max(position, lineEnd - LONGEST_END), lineEnd);
    const shell = LINE_ENDS.find(([, pattern]) => pattern.test(line))?.[0];
    if (shell === undefined) break;
    found.add(shell);
    position = lineEnd + 1;
  }
  return found;
}

const SKIPPED = /[^'"\\^`%;|&\r\n$@]+/y;
const VARIABLE_OF_CMD = /%[A-Za-z_]\w{2,40}%/y;
/** A here-string, a variable of the environment, a splatted table. */
const OF_POWERSHELL = /@['"][ \t]*\r?\n|\$env:|\$\(\[char\]|@\{/iy;

const POWERSHELL: Told = { shell: 'powershell' };
const PERCENTS: Told = {
  shell: 'cmd',
  doubt:
    'Because of names in percent signs, the command is read as Windows cmd reads it. bash would keep them.',
};
const DOUBLED: Told = {
  shell: 'cmd',
  doubt: 'Because of doubled quotes, the command is read as Windows cmd reads it. bash would drop them.',
};

/** The first octet outside of quotes, or just within them, that only one shell means something by. */
function byItsWords(octets: string, start: number): Told {
  let hasSingle = false;
  for (let position = start + 1; position < octets.length; ) {
    const character = octets[position] ?? '';
    const next = octets[position + 1] ?? '';
    if (character === '^' && /["%&|<>{}\r\n^]/.test(next)) return { shell: 'cmd' };
    if (character === '`' && /["$`\r\n]/.test(next) && !isPaired(octets, position))
      return { shell: 'powershell' };
    if (isAt(OF_POWERSHELL, octets, position)) return { shell: 'powershell' };
    if (character === '\n' || character === ';' || character === '|') return { shell: 'bash' };
    if (!hasSingle && isAt(VARIABLE_OF_CMD, octets, position)) return PERCENTS;
    if (character === '"') {
      const { told, end } = inDoubleQuotes(octets, position, hasSingle);
      if (told !== undefined) return told;
      position = end;
    } else if (character === "'") {
      hasSingle = true;
      const close = octets.indexOf("'", position + 1);
      const end = close < 0 ? octets.length : close;
      // `'{\"a\":1}'` behind curl.exe: how quotes come through to a program in Windows PowerShell.
      const isExe = /^.?curl\.exe/i.test(octets.slice(start, start + 10));
      if (isExe && octets.slice(position, end).includes('\\"')) return { shell: 'powershell' };
      position = end + 1;
    } else position += character === '\\' ? 2 : Math.max(1, lengthAt(SKIPPED, octets, position));
  }
  return { shell: 'bash' };
}

/** `"{""a"":1}"` is a quote doubled in cmd, and nothing at all in bash. */
function inDoubleQuotes(octets: string, start: number, hasSingle: boolean): { told?: Told; end: number } {
  let isInBackticks = false;
  for (let position = start + 1; position < octets.length; position += 1) {
    const character = octets[position];
    if (character === '\\') position += 1;
    else if (character === '`') {
      if (!isInBackticks && octets[position + 1] === '"') return { told: POWERSHELL, end: position };
      isInBackticks = !isInBackticks;
    } else if (character === '%' && !hasSingle && isAt(VARIABLE_OF_CMD, octets, position))
      return { told: PERCENTS, end: position };
    else if (isAt(OF_POWERSHELL, octets, position) && character === '$')
      return { told: POWERSHELL, end: position };
    else if (character === '"') {
      const isDoubled = octets[position + 1] === '"' && position > start + 1 && !hasSingle;
      return isDoubled ? { told: DOUBLED, end: position } : { end: position + 1 };
    }
  }
  return { end: octets.length };
}

const LONGEST_COMMAND = 500;

/** Another backtick on the line: a command of bash stands between the two. */
function isPaired(octets: string, position: number): boolean {
  return /^[^\n`]*`/.test(octets.slice(position + 1, position + LONGEST_COMMAND));
}
