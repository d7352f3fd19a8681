import { type Columns, QUIET } from '../../cli/columns.ts';
import type { LogEntry } from '../request-line.ts';
import type { ShownRequest } from './shown.ts';

/** The columns of a served bank's requests. */
export const requestColumns: Columns<ShownRequest> = [
  ['Request', ({ id }) => `${id}`, 'identifier', QUIET],
  ['Time', 'at', 'time'],
  ['Status', ({ status }) => status?.toString() ?? 'dropped', 'identifier'],
  ['Operation', ({ operation, method }) => operation ?? method ?? 'unreadable', 'name'],
  ['TPP', ({ tpp, signature }) => tpp && (signature === 'good' ? tpp.name : `${tpp.name}?`), 'name'],
  ['Why', describeRefusal],
];

/** Describes why a request was refused. The findings explain more than the code that they caused. */
function describeRefusal({ status = 0, codes = [], findings = [], faults = [], refused }: ShownRequest) {
  if (status < 400 && status > 0) return undefined;
  return refused ?? [...faults, ...(findings.length > 0 ? findings : codes)].join(', ');
}

/** Converts a request to an entry of the log, which is printed as a line. */
export function convertToLogEntry({ at, target, listener, ...request }: ShownRequest): LogEntry {
  return {
    time: at,
    path: target ?? '',
    ...(listener === 'server' ? {} : { listener }),
    ...dropAbsent(request),
  };
}

function dropAbsent<Members extends object>(members: Members): Partial<LogEntry> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
