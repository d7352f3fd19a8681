import { excerpt } from './unreadable.ts';

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
export function foreignCode(text: string): string | undefined {
  const beginning = text.slice(0, LOOKED_AT);
  for (const [name, sign] of FOREIGN) {
    const found = sign.exec(beginning)?.[0];
    if (found !== undefined) return `This looks like ${name}: ${excerpt(found)}.`;
  }
  return undefined;
}
