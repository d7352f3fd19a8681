import { Fault } from '../errors.ts';
import type { Header } from '../message.ts';
import { type Capture, type CaptureNote, createChangedNote } from './capture.ts';
import { createUnreadable, decodeUtf8, encodeUtf8, quoteExcerpt } from './octets.ts';

/** The properties of a request by which it is selected. */
export interface Entry {
  /** The name in the capture. */
  readonly name?: string;
  readonly method: string;
  readonly url: string;
  readonly isSigned: boolean;
}

const LISTED = 10;

/**
 * Selects a request by its name, its index from zero, or a part of its name or URL; without a selection the only
 * request, else the only signed one.
 * @throws Fault INPUT_INVALID with a list of the requests
 */
export function chooseEntry<One extends Entry>(entries: readonly One[], wanted?: number | string): One {
  const all = entries.map((entry, place) => ({ entry, place }));
  const named = all.filter(({ entry }) => wanted !== undefined && entry.name === String(wanted));
  const fitting = named.length > 0 ? named : all.filter(({ entry, place }) => isMatch(entry, place, wanted));
  const signed = fitting.filter(({ entry }) => entry.isSigned);
  const [only, ...others] = fitting.length === 1 ? fitting : signed;
  if (only !== undefined && others.length === 0) return only.entry;
  const listed = fitting.length === 0 ? all : signed.length > 1 ? signed : fitting;
  throw createUnreadable(
    `${describeProblem(entries, fitting.length, wanted)}\n${list(listed)}`.trimEnd(),
    NAME_ONE,
  );
}

function isMatch({ name, url }: Entry, place: number, wanted?: number | string): boolean {
  if (typeof wanted !== 'string') return wanted === undefined || place === wanted;
  return url.includes(wanted) || name?.includes(wanted) === true;
}

const NAME_ONE = 'Choose one with --request: its number in the list, its name, or a unique part of its URL.';

function describeProblem(entries: readonly Entry[], fitting: number, wanted?: number | string): string {
  if (entries.length === 0) return 'The capture contains no request.';
  if (fitting > 0) return `${fitting} requests ${wanted === undefined ? 'are in the capture' : 'fit'}:`;
  return typeof wanted === 'string'
    ? `No request has ${quoteExcerpt(encodeUtf8(wanted))} in its name or URL:`
    : `There's no request ${wanted}. They're numbered from 0:`;
}

function list(numbered: readonly { readonly entry: Entry; readonly place: number }[]): string {
  const lines = numbered.slice(0, LISTED).map(({ entry: { name, method, url }, place }) => {
    const named = name === undefined ? '' : ` (${truncate(name, 60)})`;
    return `${place} ${method.slice(0, 20)} ${truncate(url, 120)}${named}`;
  });
  const more = numbered.length > LISTED ? [`and ${numbered.length - LISTED} more`] : [];
  return [...lines, ...more].join('\n');
}

function truncate(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}

export function isSigned(headers: readonly Header[]): boolean {
  return headers.some(
    ([name, value]) =>
      name.toLowerCase() === 'signature' ||
      (name.toLowerCase() === 'authorization' && /^Signature\s/i.test(value)),
  );
}

/** A parsed request, selectable by its URL. */
interface CapturedEntry extends Entry {
  readonly capture: Capture;
}

export function createEntry(capture: Capture, name?: string): CapturedEntry {
  const { method, target, headers } = capture.request;
  const url = decodeUtf8((capture.origin ?? '') + target);
  return { capture, name, method, url, isSigned: isSigned(headers) };
}

/**
 * Reads each of several requests and omits those that can't be read.
 * @throws Fault the first request's fault if none can be read
 * @see C-verify-readable-others
 */
export function readEach<One, Read>(
  items: readonly One[],
  read: (item: One) => Read,
): { readonly read: readonly Read[]; readonly notes: readonly CaptureNote[] } {
  const all = items.map((item) => tryRead(() => read(item)));
  const readable = all.flatMap((one) => ('read' in one ? [one.read] : []));
  const first = all.find((one) => 'fault' in one)?.fault;
  if (readable.length === 0 && first !== undefined) throw first;
  return { read: readable, notes: first === undefined ? [] : [noteLeftOutEntry(first)] };
}

/** Reads a request, or returns the fault if it can't be read. */
export function tryRead<Read>(read: () => Read): { readonly read: Read } | { readonly fault: Fault } {
  try {
    return { read: read() };
  } catch (thrown) {
    const isUnreadable = thrown instanceof Fault && /^(?:INPUT_INVALID|FILE_UNREADABLE)$/.test(thrown.code);
    if (!isUnreadable) throw thrown;
    return { fault: thrown };
  }
}

export function noteLeftOutEntry(fault: Fault): CaptureNote {
  return createChangedNote(
    'target',
    `Another request of the text can't be read and is left out. ${fault.message.split('\n', 1)[0]}`,
    'Pass only the request you want to check.',
  );
}

/** Selects a capture; adds the notes about all requests if none was selected by name. */
export function chooseCapture(
  { read, notes }: { readonly read: readonly Capture[]; readonly notes: readonly CaptureNote[] },
  wanted: number | string | undefined,
): Capture {
  const { capture } = chooseEntry(
    read.map((one) => createEntry(one)),
    wanted,
  );
  return wanted === undefined && notes.length > 0
    ? { ...capture, notes: [...capture.notes, ...notes] }
    : capture;
}
