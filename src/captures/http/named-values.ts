/**
 * Headers as the developer tools of browsers are copied from: each name on a line, its value on the next, below the
 * names of sections. Answered as header lines, with the time of the answer's Date.
 */
export interface NamedValues {
  readonly request: string;
  readonly answer: string;
}

const NAME = /^:?[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}:?$/;
const SECTION =
  /^(General|Request Headers|Response Headers|Query String Parameters|Request Payload|Form Data)(?: \([0-9]+\))?$/i;
const OF_GENERAL: Readonly<Record<string, string>> = { 'request url': ':path', 'request method': ':method' };
const SKIPPED = /^(?:Raw|View (?:source|parsed|decoded)|Provisional headers are shown.*|Learn more)$/i;
const SIGNED = /^(?:signature|tpp-signature-certificate|digest):?[ \t]*\r?\n(?![ \t]*\r?\n)/im;

/** Undefined for any other text. @see C-verify-headers-alone */
export function readNamedValues(text: string): NamedValues | undefined {
  const all = text.split(/\r?\n/).map((line) => line.trim());
  const first = all.find((line) => line !== '') ?? '';
  const begins = SECTION.test(first) || NAME.test(first) || /^Request (?:URL|Method):?$/i.test(first);
  if (!begins || !SIGNED.test(text)) return undefined;
  const lines = { request: [] as string[], answer: [] as string[] };
  let isAnswer = false;
  for (let place = 0; place < all.length; place += 1) {
    const line = all[place] ?? '';
    const section = SECTION.exec(line)?.[1]?.toLowerCase();
    if (section !== undefined) isAnswer = section !== 'general' && section !== 'request headers';
    if (section !== undefined || line === '' || SKIPPED.test(line)) continue;
    const name = line.replace(/:$/, '');
    const written = OF_GENERAL[name.toLowerCase()] ?? name;
    place += 1;
    if (
      !NAME.test(written) ||
      (written === name && /^(?:status code|remote address|referrer policy)$/i.test(name))
    )
      continue;
    lines[isAnswer ? 'answer' : 'request'].push(`${written}: ${all[place] ?? ''}`);
  }
  return { request: `${lines.request.join('\n')}\n\n`, answer: lines.answer.join('\n') };
}
