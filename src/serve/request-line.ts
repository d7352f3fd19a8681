import type { AccessLogEntry } from '../bank/settings.ts';
import { measureWidth } from '../cli/layout.ts';
import type { Paint } from '../cli/output-style.ts';
import { sanitizeForTerminal } from '../cli/sanitize.ts';
import { formatOsloSecond } from '../values/oslo.ts';

/** An entry of the request log; a request that the server refused before the bank read it has fewer members. */
export interface LogEntry extends Partial<AccessLogEntry> {
  /** An ISO 8601 date-time. */
  readonly time: string;
  /** The server's reason for its refusal. */
  readonly refused?: string;
}

/**
 * Formats an entry as one line for people: time in Oslo, method, status, milliseconds, path, operation, and in red the
 * reason of a refusal. The path is shortened so that the line fits.
 * @param width the columns of the terminal
 * @see C-serve-log
 */
export function formatRequestLine(entry: LogEntry, paint: Pick<Paint, 'red'>, width: number): string {
  const { time, method = '', path = '', status, operation, milliseconds, world } = entry;
  const isRefused = status === undefined || status >= 400;
  const start = [
    formatOsloSecond(Date.parse(time)).slice('YYYY-MM-DD '.length),
    method.padEnd('DELETE'.length),
    status ?? '---',
    milliseconds === undefined ? '' : `${Math.round(milliseconds)} ms`.padStart('1000 ms'.length),
  ];
  const rest = [
    operation,
    world === undefined ? undefined : `world ${world}`,
    isRefused ? listReasons(entry).join(', ') : undefined,
  ];
  const before = sanitizeForTerminal(start.join(' '));
  const after = sanitizeForTerminal(rest.filter(Boolean).join('  '));
  const room = width - measureWidth(before) - measureWidth(after) - GAPS;
  const line = [before, shortenPath(sanitizeForTerminal(path), room), after].filter(Boolean).join('  ');
  return isRefused ? paint.red(line) : line;
}

/** The blanks around the path. */
const GAPS = 4;

/** Lists why a request has no result. The findings of a signature explain only the answers that it can cause. */
function listReasons({ status = 0, refused, faults = [], codes = [], findings = [] }: LogEntry): string[] {
  const ofSignature = [400, 403].includes(status) ? findings : [];
  return refused === undefined ? [...faults, ...codes, ...ofSignature] : [refused];
}

const LEAST_SEGMENT = 4;

/**
 * Shortens the segments of a path to the room, the longest first, and ids only after the others. A path that is too long
 * even so stays whole, because its line is wrapped anyway.
 */
function shortenPath(path: string, room: number): string {
  const segments = path.split('/');
  let text = path;
  for (const isCut of [(segment: string) => !/\d/.test(segment), () => true]) {
    const cut = (segment: string, most: number) =>
      segment.length > most && isCut(segment) ? `${segment.slice(0, most - 1)}…` : segment;
    // A longer segment never fits.
    for (let most = Math.min(path.length, room); most >= LEAST_SEGMENT; most -= 1) {
      if (measureWidth(text) <= room) return text;
      text = segments.map((segment) => cut(segment, most)).join('/');
    }
  }
  return path;
}
