import { writeCurl } from '../../captures/write.ts';
import { Fault } from '../../errors.ts';
import type { Header, HttpRequest, HttpResponse } from '../../message.ts';
import { quoteForShell } from '../../own-file.ts';
import type { ErrorBody } from '../../wire/errors.ts';
import { isExchange, type Journal, type JournalEntry, type JournalExchange } from './journal.ts';

/** A request in the list of the operator. @see D11-journal */
export interface ShownRequest {
  readonly id: number;
  readonly at: string;
  readonly listener: 'interface' | 'operator' | 'site' | 'server';
  readonly method?: string;
  readonly target?: string;
  readonly operation?: string | undefined;
  readonly status?: number | undefined;
  readonly milliseconds?: number;
  readonly bytesIn?: number;
  readonly bytesOut?: number;
  readonly signature?: 'good' | 'bad' | undefined;
  readonly tpp?: { readonly id: string; readonly name: string } | undefined;
  readonly world?: string | undefined;
  readonly requestId?: string | undefined;
  readonly codes?: readonly string[] | undefined;
  readonly findings?: readonly string[] | undefined;
  readonly faults?: readonly string[] | undefined;
  /** The server's reason for its refusal. */
  readonly refused?: string;
}

/** Formats an entry for the list. */
export function formatRow(entry: JournalEntry): ShownRequest {
  const came = { id: entry.id, at: new Date(entry.at).toISOString() };
  if (!isExchange(entry)) {
    const { status, code, text: refused } = entry;
    return { ...came, listener: 'server', status, codes: [code], refused };
  }
  const { request, response, operation, isSignatureGood, tpp, world, listener } = entry;
  return {
    ...came,
    ...{ listener, method: request.method, target: request.target, operation, status: response?.status },
    ...{ milliseconds: Math.round(entry.milliseconds * 10) / 10 },
    ...{ bytesIn: entry.bytesIn, bytesOut: entry.bytesOut },
    signature: isSignatureGood === undefined ? undefined : isSignatureGood ? 'good' : 'bad',
    ...{ tpp, world, requestId: findHeader(request.headers, 'x-request-id') },
    ...{
      codes: listIfAny(listCodes(response)),
      findings: listIfAny(entry.findings),
      faults: listIfAny(entry.faults),
    },
  };
}

function listIfAny(list: readonly string[]): readonly string[] | undefined {
  return list.length === 0 ? undefined : list;
}

function findHeader(headers: readonly Header[], name: string): string | undefined {
  return headers.find(([given]) => given.toLowerCase() === name)?.[1];
}

function listCodes(response: HttpResponse | undefined): readonly string[] {
  if (response === undefined || response.status < 400) return [];
  if (findHeader(response.headers, 'content-type') !== 'application/json') return [];
  const { tppMessages } = JSON.parse(Buffer.from(response.body).toString('utf8')) as ErrorBody;
  return [...new Set(tppMessages.map(({ code }) => code))];
}

/** The conditions of a list; each is a text as in the query. */
export interface RowFilter {
  readonly status?: string | undefined;
  readonly operation?: string | undefined;
  readonly tpp?: string | undefined;
  readonly text?: string | undefined;
}

/** Lists the rows that fit, newest first. @param before the id after the first one */
export function listRows(
  journal: Journal,
  { limit, before, ...filter }: RowFilter & { readonly limit: number; readonly before?: number | undefined },
): { readonly requests: readonly ShownRequest[]; readonly next?: number } {
  const requests: ShownRequest[] = [];
  for (const entry of journal.list(before)) {
    if (!fits(entry, filter)) continue;
    if (requests.length === limit) return { requests, next: requests.at(-1)?.id ?? 0 };
    requests.push(formatRow(entry));
  }
  return { requests };
}

function fits(entry: JournalEntry, { status, operation, tpp, text }: RowFilter): boolean {
  const given = String(isExchange(entry) ? (entry.response?.status ?? '') : entry.status);
  if (
    status !== undefined &&
    !(status.endsWith('xx') ? given.startsWith(status.slice(0, 1)) : given === status)
  )
    return false;
  if (!isExchange(entry)) return operation === undefined && tpp === undefined && hasText([entry.text], text);
  if (operation !== undefined && entry.operation !== operation) return false;
  if (tpp !== undefined && entry.tpp?.id !== tpp && entry.tpp?.name !== tpp) return false;
  if (text === undefined) return true;
  const { request, response } = entry;
  const heads = [request, ...(response === undefined ? [] : [response])].flatMap(({ headers }) =>
    headers.flat(),
  );
  const said = [request.method, request.target, entry.operation ?? '', ...entry.findings, ...heads];
  const bodies = [request.body, response?.body ?? new Uint8Array()];
  return (
    hasText(said, text) ||
    bodies.some((body) => Buffer.from(body.buffer, body.byteOffset, body.byteLength).includes(text))
  );
}

function hasText(texts: readonly string[], text = ''): boolean {
  const wanted = text.toLowerCase();
  return texts.some((one) => one.toLowerCase().includes(wanted));
}

/**
 * Formats an exchange with everything that was sent.
 * @param origin of the interface
 * @param caFile the file with its CA, for curl
 */
export function formatExchange(entry: JournalExchange, origin: string, caFile?: string) {
  const { request, response, bytesIn, bytesOut } = entry;
  return {
    ...formatRow(entry),
    request: formatMessage(request, bytesIn),
    response: response && formatMessage(response, bytesOut),
    curl: isCut(request, bytesIn) ? undefined : formatCurl(request, origin, caFile),
  };
}

/** Checks whether only the beginning of a body is kept. */
export function isCut({ body }: HttpRequest | HttpResponse, bytes: number): boolean {
  return body.byteLength < bytes;
}

/** @returns undefined for a request that no command can send */
function formatCurl(request: HttpRequest, origin: string, caFile: string | undefined): string | undefined {
  try {
    return writeCurl(request, origin, caFile === undefined ? [] : [`--cacert ${quoteForShell(caFile)}`]);
  } catch (fault) {
    if (fault instanceof Fault) return undefined;
    throw fault;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function formatMessage(message: HttpRequest | HttpResponse, bodyBytes: number) {
  const { headers, body } = message;
  const isBodyCut = isCut(message, bodyBytes) || undefined;
  return { headers, ...formatBody(body, isBodyCut === true), bodyBytes, isBodyCut };
}

function formatBody(body: Uint8Array, isCut: boolean) {
  if (body.byteLength === 0) return {};
  try {
    // The cut may be within a character.
    return { body: isCut ? new TextDecoder().decode(body) : utf8.decode(body) };
  } catch {
    return { bodyBase64: Buffer.from(body).toString('base64') };
  }
}
