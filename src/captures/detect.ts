import type { Form, Written } from './form.ts';
import { FORMS } from './forms.ts';
import { INVISIBLE, nameInvisible } from './invisible.ts';
import { refuseLostLines } from './unread.ts';
import { excerpt, unreadable } from './unreadable.ts';

/** The form that a text begins as; undefined for none. */
export function beginsAs(given: Written): Form | undefined {
  return FORMS.find(({ looksLike }) => looksLike(given));
}

const READ =
  'Pass an HTTP request, a curl command, a fetch call or one of axios, Invoke-WebRequest, a .http file, a HAR, a Postman or Insomnia export, the log of an HTTP client, a packet as Wireshark shows it, headers alone, the answer of a bank, or JSON with method, url, headers and body.';

/**
 * The form of a text, by its beginning, else by what is further on in it.
 * @throws Fault INPUT_INVALID when it is none of those that are read; it names what the text looks like
 * @see C-verify-formats, C-verify-nearest-form
 */
export function detectForm(given: Written): Form {
  const begun = beginsAs(given);
  if (begun !== undefined) return begun;
  const foreign = foreignCode(given.text);
  if (foreign !== undefined) throw unreadable(foreign, READ);
  const form = FORMS.find(({ isWithin }) => isWithin?.(given));
  if (form !== undefined) return form;
  refuseLostLines(given.firstLine);
  const what =
    given.text === ''
      ? 'No request found.'
      : `A request can't begin with ${excerpt(given.firstLine)}.${invisibleIn(given.firstLine)}`;
  throw unreadable(what, READ);
}

function invisibleIn(line: string): string {
  const found = INVISIBLE.exec(line)?.[0];
  return found === undefined ? '' : ` The line has ${nameInvisible(found)}: remove it.`;
}

const LOOKED_AT = 20_000;

/** Program code and commands that send requests and aren't read, by what only they have. */
const FOREIGN: readonly (readonly [name: string, sign: RegExp])[] = [
  ['PHP code', /<\?php|\bcurl_(?:init|setopt)|new \\?GuzzleHttp/],
  [
    'Python code',
    /\b(?:requests|httpx|session|urllib\.request)\.(?:get|post|put|patch|delete|request|Request|Session|Client)\(|^(?:import|from) (?:requests|httpx|http\.client|urllib|aiohttp)\b/m,
  ],
  [
    'Java code',
    /\bHttpRequest\.newBuilder\(|new (?:Request\.Builder|HttpPost|HttpGet|HttpPut|HttpDelete|RestTemplate)\(|^import java\b/m,
  ],
  ['C# code', /new (?:HttpRequestMessage|RestRequest|StringContent)\(|^using System\b/m],
  ['Go code', /\bhttp\.NewRequest(?:WithContext)?\(|^package main\b/m],
  ['Ruby code', /\bNet::HTTP\b|^require ['"](?:net\/http|faraday|httparty)/m],
  ['JavaScript code with XMLHttpRequest', /new XMLHttpRequest\(/],
  ['jQuery code', /(?:\$|jQuery)\.(?:ajax|post|get)\(/],
  ['Node.js code with http.request', /\bhttps?\.request\(/],
  ['a wget command', /^(?:[$%] )?wget[ \t]/m],
  ['an HTTPie command', /^(?:[$%] )?(?:https?|xh|httpie)[ \t]+(?:-|[A-Z]+[ \t]|:|https?:)/m],
  ['a part of a HAR', /"(?:startedDateTime|headersSize|queryString)"\s{0,9}:/],
  ['a web page', /^<(?:!doctype html|html)\b/im],
  ['XML', /^<\?xml\b/],
];

/** `This looks like Python code: "requests.post(".`; undefined for other text. @see C-verify-nearest-form */
function foreignCode(text: string): string | undefined {
  const beginning = text.slice(0, LOOKED_AT);
  for (const [name, sign] of FOREIGN) {
    const found = sign.exec(beginning)?.[0];
    if (found !== undefined) return `This looks like ${name}: ${excerpt(found)}.`;
  }
  return undefined;
}
