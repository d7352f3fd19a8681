import type { CaptureFormat } from './capture.ts';
import { beginsAs } from './detect.ts';
import { type Written, written } from './form.ts';
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
  const plain = withoutHtmlEscapes(octets);
  const text = withoutLogPrefix(withWrittenLineEnds(unquoted(plain.octets)));
  const whole = bare({ ...plain, octets: text });
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

/** JSON counts where it is a request, not where it is the body of one. */
function begins(given: Written, format: CaptureFormat | undefined): boolean {
  if (given.isJson && !/"(?:method|log|info|_type|requests?|response)"\s{0,9}:/.test(given.octets))
    return false;
  const form = given.isJson ? 'json' : beginsAs(given)?.format;
  return form !== undefined && (format === undefined || form === format || given.isJson);
}
