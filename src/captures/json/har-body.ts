import { isObject } from '../../json-object.ts';
import { type Header, headerValue } from '../../message.ts';
import { isOctets } from '../../octets.ts';
import type { CaptureNote } from '../capture.ts';
import { BODY, changedNote, incompleteNote } from '../notes.ts';
import { utf8Octets } from '../octets.ts';
import { percentEncoder } from '../percent-encoding.ts';
import { member, textMember } from './parse.ts';

export interface HarBody {
  readonly bytes: Uint8Array;
  readonly notes: readonly CaptureNote[];
}

/** The bytes of postData, and whether they are as many as were sent. @see C-verify-har-body */
export function readHarBody(request: unknown, headers: readonly Header[]): HarBody {
  const counted = contentLength(headers);
  const size = member(request, 'bodySize');
  const { bytes, notes } = readPostData(member(request, 'postData'), counted);
  // Some browsers count characters in bodySize, so it may be too small; -1 means unknown.
  const sized = typeof size === 'number' ? Math.max(size, bytes.length) : bytes.length;
  const sent = counted ?? sized;
  if (sent === bytes.length) return { bytes, notes };
  const message = `The body was ${sent} bytes when sent, but has ${bytes.length} in the HAR.`;
  const remedy = 'Save the HAR with content, or pass the request with the body as it was sent.';
  return { bytes, notes: [...notes, incompleteNote(BODY, message, remedy)] };
}

function contentLength(headers: readonly Header[]): number | undefined {
  const value = headerValue(headers, 'content-length')?.trim() ?? '';
  return /^[0-9]{1,15}$/.test(value) ? Number(value) : undefined;
}

function readPostData(postData: unknown, sent: number | undefined): HarBody {
  const text = textMember(postData, 'text') ?? '';
  if (text === '') return readParams(member(postData, 'params'));
  const encoding = textMember(postData, 'encoding') ?? textMember(postData, '_encoding');
  if (encoding?.toLowerCase() === 'base64') return fromBase64(text);
  const utf8 = new Uint8Array(Buffer.from(text, 'utf8'));
  // Some tools decode a body that is no UTF-8 octet by octet; the number of bytes tells.
  const isLatin1 = isOctets(text) && sent === text.length && sent !== utf8.length;
  if (isLatin1) {
    const message = 'The body is read as ISO-8859-1, which gives the number of bytes that were sent.';
    return { bytes: new Uint8Array(Buffer.from(text, 'latin1')), notes: [changedNote(BODY, message, CHECK)] };
  }
  const message = "The HAR's body has U+FFFD characters, which replace bytes that weren't UTF-8.";
  return { bytes: utf8, notes: text.includes('\ufffd') ? [incompleteNote(BODY, message)] : [] };
}

const CHECK = 'Compare it with what was sent.';

function fromBase64(text: string): HarBody {
  const bytes = Buffer.from(text, 'base64');
  const isStrict = bytes.toString('base64') === text;
  const message = "The body should be Base64 but isn't. Only the part that can be decoded is used.";
  return { bytes: new Uint8Array(bytes), notes: isStrict ? [] : [incompleteNote(BODY, message)] };
}

/** A form of which only the fields are there. */
function readParams(params: unknown): HarBody {
  if (!Array.isArray(params) || params.length === 0) return { bytes: new Uint8Array(), notes: [] };
  const fields = params.filter(isObject).map((param) => {
    return `${formEncoded(textMember(param, 'name') ?? '')}=${formEncoded(textMember(param, 'value') ?? '')}`;
  });
  const message = "The HAR only has the form's fields. The body is put together from them.";
  return { bytes: new Uint8Array(Buffer.from(fields.join('&'))), notes: [changedNote(BODY, message, CHECK)] };
}

/** As forms are sent; what is percent-encoded already stays so. */
function formEncoded(text: string): string {
  if (!/[^A-Za-z0-9*._+%-]|%(?![0-9A-Fa-f]{2})/.test(text)) return text;
  return formOctets(utf8Octets(text)).replaceAll('%20', '+');
}

const formOctets = percentEncoder(/[A-Za-z0-9*._-]/);
