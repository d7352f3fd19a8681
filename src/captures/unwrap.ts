import { decodeEscapes, utf8Octets } from './octets.ts';
import type { Shell } from './shell/which-shell.ts';

/** Text within what people put around it, and the shell that this says. */
export interface Unwrapped {
  readonly octets: string;
  readonly shell?: Shell;
  /** Character references of HTML were decoded in it. */
  readonly isUnescaped?: boolean;
}

const DEEPEST_QUOTE = 5;

/** What a mail program writes above a quotation: `On Monday Kari wrote:`. */
const ATTRIBUTION = /^[^>\r\n]{1,300}:[ \t]*\r?\n(?:[ \t]*\r?\n)?(?=>)/;

/** Without the `> ` of a quotation, where all lines have it but the one above. @see C-verify-wrapped */
export function unquoted(octets: string): string {
  const quotation = octets.replace(ATTRIBUTION, '');
  let text = isQuoted(quotation) ? quotation : octets;
  for (let depth = 0; depth < DEEPEST_QUOTE && isQuoted(text); depth += 1)
    text = text.replaceAll(/^> ?/gm, '');
  return text;
}

function isQuoted(text: string): boolean {
  return text.startsWith('>') && !/^[^>\r\n]/m.test(text) && !/^> ?\{%/.test(text);
}

const FENCE = /^([ \t]{0,12})(`{3,}|~{3,})[ \t]*([^\n`]*?)[ \t]*\r?$/;
const SHELLS: ReadonlyMap<string, Shell> = new Map([
  ...['bash', 'sh', 'zsh'].map((name) => [name, 'bash'] as const),
  ...['cmd', 'bat', 'batch', 'dos'].map((name) => [name, 'cmd'] as const),
  ...['powershell', 'ps1', 'pwsh', 'ps'].map((name) => [name, 'powershell'] as const),
]);

const JIRA_BLOCK =
  /\{(noformat|code)(?::([^}\n]{0,200}))?\}[ \t]*(?:\r?\n)?([\s\S]*?)(?:\r?\n[ \t]*)?(?:\{\1\}|$(?![\s\S]))/g;

/** Reads the blocks of Jira's wiki markup: `{noformat}…{noformat}`, `{code:bash}…{code}`. */
function jiraBlocksIn(octets: string): Unwrapped[] {
  if (!/^[ \t]*\{(?:noformat|code)[:}]/m.test(octets)) return [];
  return [...octets.matchAll(JIRA_BLOCK)].map(([, , options = '', text = '']) => {
    const language = options.split('|').find((one) => !one.includes('='));
    return { octets: text, shell: SHELLS.get(language?.toLowerCase() ?? '') };
  });
}

/** What stands within the fences of Markdown. @see https://spec.commonmark.org/0.31.2/#fenced-code-blocks */
export function fencesIn(octets: string): Unwrapped[] {
  if (!/^[ \t]{0,12}(?:```|~~~)/m.test(octets)) return jiraBlocksIn(octets);
  const found: Unwrapped[] = [];
  let open: { indent: string; fence: string; language: string; lines: string[] } | undefined;
  const close = () => {
    if (open === undefined) return;
    found.push({ octets: open.lines.join('\n'), shell: SHELLS.get(open.language) });
    open = undefined;
  };
  for (const line of octets.split('\n')) {
    const [whole, indent = '', fence = '', info = ''] = FENCE.exec(line) ?? [];
    if (open === undefined) {
      const language = info.split(/[\s{]/, 1)[0]?.toLowerCase() ?? '';
      if (whole !== undefined) open = { indent, fence, language, lines: [] };
    } else if (whole !== undefined && info === '' && fence.startsWith(open.fence)) close();
    else open.lines.push(outdented(line, open.indent.length));
  }
  close();
  return found;
}

const QUOTE_REFERENCE = '&(?:quot|#0{0,5}34|#x0{0,5}22);';
const ESCAPED_SIGNATURE = new RegExp(
  `keyId\\s{0,3}(?:=|&#0{0,5}61;|&#x0{0,5}3d;|&equals;)\\\\{0,3}${QUOTE_REFERENCE}`,
  'i',
);
const TAG = /<[^<>]*>/g;

/**
 * Decodes a text that HTML escapes: its Signature has `&quot;`, and no quotation mark stands outside a tag. Where plain
 * ones do, the request itself was sent with `&quot;`.
 * @see C-verify-html
 */
export function withoutHtmlEscapes(octets: string): Unwrapped {
  const isEscaped = ESCAPED_SIGNATURE.test(octets) && !octets.replaceAll(TAG, '').includes('"');
  return isEscaped ? decodeReferences(octets) : { octets };
}

const HTML_BLOCK = /<(pre|code)(?:\s[^<>]{0,300})?>(?:\r?\n)?([\s\S]*?)(?:<\/\1>|$(?![\s\S]))/gi;
const INNER_TAG = /<\/?(?:pre|code|span|mark|strong|em)(?:\s[^<>]{0,300})?>/gi;
const LINE_BREAK = /<br[ \t]{0,9}\/?>(?:\r?\n)?/gi;

/** Reads the `<pre>` and `<code>` elements of HTML as their text. @see C-verify-html */
export function htmlBlocksIn(octets: string): Unwrapped[] {
  return [...octets.matchAll(HTML_BLOCK)].map(([, , content = '']) => {
    const text = content.replaceAll(LINE_BREAK, '\n').replaceAll(INNER_TAG, '');
    return decodeReferences(text.replace(/\r?\n[ \t]*$/, ''));
  });
}

const REFERENCE = /&(?:(quot|amp|lt|gt|apos|nbsp|equals)|#([0-9]{1,7})|#x([0-9a-f]{1,6}));/gi;
const CHARACTERS: Readonly<Record<string, string>> = {
  quot: '"',
  amp: '&',
  lt: '<',
  gt: '>',
  apos: "'",
  nbsp: '\u00a0',
  equals: '=',
};

/** Decodes each character reference once: `&amp;quot;` becomes `&quot;`. */
function decodeReferences(octets: string): Unwrapped {
  const decoded = octets.replaceAll(REFERENCE, (whole, name?: string, decimal?: string, hex?: string) => {
    if (name !== undefined) return utf8Octets(CHARACTERS[name.toLowerCase()] ?? whole);
    const point = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    const isCharacter = point > 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
    return isCharacter ? utf8Octets(String.fromCodePoint(point)) : whole;
  });
  return { octets: decoded, isUnescaped: decoded !== octets };
}

/** Without as many blanks as the fence has before it. */
function outdented(line: string, indent: number): string {
  return line.replace(new RegExp(`^[ \\t]{0,${indent}}`), '');
}

/** The prompts of shells, and what they show before lines that go on. */
const PROMPTS: readonly { readonly shell: Shell; readonly prompt: RegExp; readonly more: RegExp }[] = [
  { shell: 'powershell', prompt: /^PS(?: [^>\r\n]{1,200})?>+ ?/, more: /^>> ?/ },
  { shell: 'cmd', prompt: /^[A-Za-z]:\\[^>\r\n]{0,200}>[ ]?/, more: /^(?:More\? ?|> ?)/ },
  {
    shell: 'bash',
    prompt: /^(?:\(\S{1,40}\) )?(?:[\w.-]{1,64}@[\w.-]{1,64}[^$%#\r\n]{0,200})?[$%] +(?=\S)/,
    more: /^> ?/,
  },
];

/** Without the prompts of the shell whose prompt is in front of the first line. @see C-verify-wrapped */
export function withoutPrompts({ octets, shell }: Unwrapped): Unwrapped {
  const start = /\S/.exec(octets)?.index ?? 0;
  const first = octets.slice(octets.lastIndexOf('\n', start) + 1, start + 500);
  const found = PROMPTS.find(({ prompt }) => prompt.test(first));
  if (found === undefined) return { octets, shell };
  const lines = octets.split('\n').map((line) => {
    const bare = line.replace(found.prompt, '');
    return bare === line ? line.replace(found.more, '') : bare;
  });
  return { octets: lines.join('\n'), shell: found.shell };
}

/** A request line or a header on the first line, behind which a line end is written as an escape and a header follows. */
const BEGINS =
  /^\s*b?(["'`]?)(?:[A-Z]{3,10} \S{1,8192} HTTP\/[0-9](?:\.[0-9])?|[A-Za-z][A-Za-z0-9-]{0,60}:[^\\\n]{0,8192})(?:\\r)?\\n(?:\r?\n)?[A-Za-z][A-Za-z0-9-]{0,60}[ \t]*:/;
const LINE_END = /(?:\\r)?\\n(?:\r?\n)?/g;
const EMPTY_LINE = /(?:\\r)?\\n(?:\r?\n)?(?:\\r)?\\n(?:\r?\n)?/;

/**
 * Reads the line ends of a request that stands as a string literal, `POST / HTTP/1.1\r\nHost: …`, with or without its
 * quotes, on one line or on one line for each header.
 * @see C-verify-escaped-lines
 */
export function withWrittenLineEnds(octets: string): string {
  const begins = BEGINS.exec(octets);
  if (begins === null) return octets;
  const quote = begins[1] ?? '';
  const text = octets.trim().replace(/^b(?=["'`])/, '');
  if (quote !== '' && text.length > 1 && text.endsWith(quote)) return unescaped(text.slice(1, -1));
  const bare = quote === '' ? octets.trimStart() : text.slice(1);
  const end = EMPTY_LINE.exec(bare);
  const head = end === null ? bare : bare.slice(0, end.index);
  if (head.includes('\\"')) return unescaped(bare);
  const lines = head.replaceAll(LINE_END, (written) => (written.startsWith('\\r') ? '\r\n' : '\n'));
  if (end === null) return lines;
  const body = bare.slice(end.index + end[0].length);
  return `${lines}\r\n\r\n${body.includes('\\"') ? unescaped(body) : body}`;
}

function unescaped(text: string): string {
  return decodeEscapes(text.replaceAll(/\\n\r?\n/g, '\\n'), utf8Octets);
}
