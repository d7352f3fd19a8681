import type { CaptureFormat } from './capture.ts';
import { beginsAs } from './detect.ts';
import { type Written, written } from './form.ts';
import { jsonLogTexts } from './json/log-texts.ts';
import { holdTo } from './limits.ts';
import { withoutLogPrefix } from './logs/prefixed.ts';
import {
  fencesIn,
  htmlBlocksIn,
  type Unwrapped,
  unquoted,
  withoutHtmlEscapes,
  withoutPrompts,
  withWrittenLineEnds,
} from './unwrap.ts';

/**
 * The texts that may be requests: the whole of it where it begins as one; else what stands within fences of Markdown
 * or elements of HTML and does; else the whole again. Quotation marks, prompts and HTML's escapes are gone.
 * @see C-verify-wrapped, C-verify-html
 */
export function textsWithin(octets: string, format?: CaptureFormat): Written[] {
  const logged = jsonLogTexts(octets)
    .map((one) => bare({ octets: one }))
    .filter((one) => begins(one, format));
  holdTo('requests', logged.length);
  if (logged.length > 0) return logged;
  const plain = withoutHtmlEscapes(octets);
  const lines = withWrittenLineEnds(unquoted(plain.octets));
  const text = withoutLogPrefix(lines);
  const whole = { ...bare({ ...plain, octets: text }), isLogged: hasPrefix(lines, text) };
  const fenced = fencesIn(/^> ?(?:```|~~~)/m.test(text) ? text.replaceAll(/^> ?/gm, '') : text);
  const fences = fenced.length > 0 ? fenced : htmlBlocksIn(octets);
  if (fences.length === 0 || (begins(whole, format) && !isFoundAnywhere(whole))) return [whole];
  const requests = fences.map(bare).filter((one) => begins(one, format));
  holdTo('requests', requests.length);
  const others = requests.filter(({ firstLine }) => !/^HTTP\/[0-9]/.test(firstLine));
  const [first] = others.length > 0 ? [others] : [requests];
  return first === undefined || first.length === 0 ? [whole] : first;
}

/** Forms that are told by lines anywhere in a text, so in its fences too. */
const ANYWHERE: ReadonlySet<CaptureFormat | undefined> = new Set([
  'trace',
  'headers',
  'okhttp',
  'feign',
  'apache',
  'python',
]);

function isFoundAnywhere(given: Written): boolean {
  return !given.isJson && ANYWHERE.has(beginsAs(given)?.format);
}

function bare(text: Unwrapped): Written {
  const { octets, shell } = withoutPrompts(text);
  return { ...written(octets, shell), isUnescaped: text.isUnescaped ?? false };
}

/** Tells whether more than blanks was removed before the request line. */
function hasPrefix(lines: string, text: string): boolean {
  if (text === lines) return false;
  const before = lines.slice(0, lines.indexOf(text.split('\n', 1)[0] ?? ''));
  return /\S/.test(before.slice(before.lastIndexOf('\n') + 1));
}

/** JSON counts where it is a request, not where it is the body of one. */
function begins(given: Written, format: CaptureFormat | undefined): boolean {
  if (given.isJson && !/"(?:method|log|info|_type|requests?|response)"\s{0,9}:/.test(given.octets))
    return false;
  const form = given.isJson ? 'json' : beginsAs(given)?.format;
  return form !== undefined && (format === undefined || form === format || given.isJson);
}
