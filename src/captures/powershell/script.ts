import { isAt, matchAt, textAt } from '../../core/scan.ts';
import { holdTo } from '../limits.ts';
import { type Argument, readArguments } from './arguments.ts';
import { readExpression, type Script, skipBlanks, skipLines, unknownFrom, type Value } from './values.ts';

export interface PowerShellCommand {
  readonly name: string;
  readonly given: readonly Argument[];
  readonly start: number;
  /** What its variables say where it stands. */
  readonly variables: ReadonlyMap<string, Value>;
  readonly endedBy: string;
  /** The place behind it. */
  readonly end: number;
}

const ASSIGNMENT =
  /\$(?:(?:script|global|local|private):)?([A-Za-z_]\w*)[ \t]*(?:\[[^\]\r\n=]{1,40}\][ \t]*)?=(?!=)/iy;
const MEMBER = /\$([A-Za-z_]\w*)\.([A-Za-z_]\w*)[ \t]*=(?!=)/y;
const ENTRY = /\$([A-Za-z_]\w*)\[[ \t]*(["'])([^"'\r\n]{1,200})\2[ \t]*\][ \t]*=(?!=)/y;
const ADD = /\$([A-Za-z_]\w*)(?:\.Headers)?\.Add\(/iy;
const ADD_COOKIE =
  /\$([A-Za-z_]\w*)\.Cookies\.Add\(\(New-Object (?:System\.)?Net\.Cookie\(["']((?:[^"'`\r\n]|`.){1,4096})["'],\s?["']((?:[^"'`\r\n]|`.){0,65536})["']/iy;
const WORD = /[A-Za-z_.\\/:~][\w.\\/:~-]*/y;
const CALL = /&[ \t]*(["']?)([\w.\\/:~ -]{1,200})\1/y;
/** Words in front of a block or a condition, which is gone into. */
const KEYWORDS = /(?:try|catch|finally|if|else|elseif|foreach|while|do|return|begin|process|end)(?![\w-])/iy;

/**
 * The commands of a script that are wanted, with what its variables say there. Nothing is run: what isn't plain text
 * stays as it is written.
 * @throws Fault INPUT_INVALID
 * @see C-verify-powershell
 */
export function readScript(
  octets: string,
  isWanted: (name: string) => boolean,
  most = Number.POSITIVE_INFINITY,
): PowerShellCommand[] {
  const script: Script = { octets, variables: new Map() };
  const commands: PowerShellCommand[] = [];
  let position = 0;
  for (let taken = 0; position < octets.length && commands.length < most; taken += 1) {
    holdTo('words', taken);
    position = skipLines(octets, position);
    const command = readCommand(script, position, isWanted);
    if (command !== undefined) commands.push(command);
    position = command?.end ?? readStatement(script, position);
  }
  return commands;
}

function readStatement(script: Script, start: number): number {
  const { octets, variables } = script;
  const [entry, table = '', , key = ''] = matchAt(ENTRY, octets, start) ?? [];
  if (entry !== undefined) return setEntry(script, table, key, start + entry.length);
  const [member, owner = '', name = ''] = matchAt(MEMBER, octets, start) ?? [];
  if (member !== undefined) return setEntry(script, owner, name, start + member.length);
  const [assignment, variable = ''] = matchAt(ASSIGNMENT, octets, start) ?? [];
  if (assignment !== undefined) {
    const from = skipLines(octets, start + assignment.length);
    variables.delete(variable.toLowerCase());
    if (isCommandAt(octets, from)) return from;
    const { value, end } = readExpression(script, from);
    if (value.kind !== 'unknown') variables.set(variable.toLowerCase(), value);
    return Math.max(end, from);
  }
  return readAddition(script, start) ?? behindOther(octets, start);
}

function setEntry(script: Script, variable: string, key: string, start: number): number {
  const { value, end } = readExpression(script, skipLines(script.octets, start));
  addEntry(script, variable, key, value);
  return end;
}

/** Also of a session, of which nothing else is known. */
function addEntry({ variables }: Script, variable: string, key: string, value: Value): void {
  const name = variable.toLowerCase();
  const table = variables.get(name);
  const before = table?.kind === 'table' ? table.entries : [];
  const others = before.filter(([one]) => one.toLowerCase() !== key.toLowerCase() || key === COOKIE);
  variables.set(name, { kind: 'table', entries: [...others, [key, value]] });
  holdTo('requests', others.length);
}

/** What a session's cookies are kept under; no header has this name. */
export const COOKIE = 'cookie pair';

function readAddition(script: Script, start: number): number | undefined {
  const { octets } = script;
  const [cookie, session = '', name = '', value = ''] = matchAt(ADD_COOKIE, octets, start) ?? [];
  if (cookie !== undefined) {
    const text = `${name}=${value}`.replaceAll(/`(.)/g, '$1');
    addEntry(script, session, COOKIE, { kind: 'text', text, unknown: [] });
    return unknownFrom(octets, start + cookie.length).end + 2;
  }
  const [addition, table = ''] = matchAt(ADD, octets, start) ?? [];
  if (addition === undefined) return undefined;
  const key = readExpression(script, skipLines(octets, start + addition.length));
  const comma = skipLines(octets, key.end);
  if (octets[comma] !== ',' || key.value.kind !== 'text') return unknownFrom(octets, start).end;
  const { value: added, end } = readExpression(script, skipLines(octets, comma + 1));
  addEntry(script, table, key.value.text, added);
  return end + 1;
}

function isCommandAt(octets: string, position: number): boolean {
  return isAt(WORD, octets, position) || isAt(CALL, octets, position);
}

/** Behind brackets, operators and keywords alone, else behind the statement. */
function behindOther(octets: string, start: number): number {
  const keyword = textAt(KEYWORDS, octets, start);
  if (keyword !== undefined) return start + keyword.length;
  if (/[(){}|&,]/.test(octets[start] ?? '')) return start + 1;
  return Math.max(unknownFrom(octets, start).end, start + 1);
}

function readCommand(
  script: Script,
  start: number,
  isWanted: (name: string) => boolean,
): PowerShellCommand | undefined {
  const { octets } = script;
  const [called, , inCall] = matchAt(CALL, octets, start) ?? [];
  const name = inCall?.trimEnd() ?? textAt(WORD, octets, start);
  if (name === undefined || !isWanted(name)) return undefined;
  const from = skipBlanks(octets, start + (called?.length ?? name.length));
  const { given, end, endedBy } = readArguments(script, from);
  return { name, given, start, endedBy, end, variables: new Map(script.variables) };
}
