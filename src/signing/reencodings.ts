/**
 * The ways in which URL libraries, JSON and HTML writers and charsets change a text that means the same.
 * @see signing.md §4 signature-invalid-value reencoded, signature-invalid-target percent
 */
export function reencodings(text: string): string[] {
  const decoded = percentDecoded(text);
  const forms = [
    text.replaceAll('%20', '+'),
    text.replaceAll('+', '%20'),
    text.replaceAll('%20', ' '),
    text.replaceAll(' ', '%20'),
    text.replaceAll(' ', '+'),
    text.replaceAll('+', ' '),
    text.replaceAll('+', '%2B'),
    text.replaceAll(/%[0-9A-Fa-f]{2}/g, (triplet) => triplet.toUpperCase()),
    text.replaceAll(/%[0-9A-Fa-f]{2}/g, (triplet) => triplet.toLowerCase()),
    text.replaceAll('%', '%25'),
    text.replaceAll('%25', '%'),
    decoded,
    percentEncoded(text, URI_CHARACTERS),
    percentEncoded(decoded, URI_CHARACTERS),
    percentEncoded(text, COMPONENT_CHARACTERS),
    percentEncoded(decoded, COMPONENT_CHARACTERS),
    percentEncoded(text, COMPONENT_CHARACTERS).replaceAll('%20', '+'),
    withQuery(text, (query) => percentEncoded(percentDecoded(query), QUERY_CHARACTERS)),
    withQuery(text, (query) =>
      percentEncoded(percentDecoded(query), QUERY_CHARACTERS).replaceAll('%20', '+'),
    ),
    text.replaceAll('&', '&amp;'),
    text.replaceAll('&amp;', '&'),
    text.replaceAll('/', '\\/'),
    `"${text}"`,
    text.replace(/^"(.*)"$/s, '$1'),
    text.endsWith('/') ? text.slice(0, -1) : `${text}/`,
    text.replace(/^([a-z]+:\/\/[^/?#]+)\/(?=$|[?#])/i, '$1'),
    text.replace(/^([a-z]+:\/\/[^/?#]+)(?=$|[?#])/i, '$1/'),
    text.replace(/^(https:\/\/[^/?#:]+):443(?=$|[/?#])/, '$1'),
    text.replace(/^(http:\/\/[^/?#:]+):80(?=$|[/?#])/, '$1'),
    text.replace(/^(https:\/\/[^/?#:]+)(?=$|[/?#])/, '$1:443'),
    text.replaceAll('-', ''),
    Buffer.from(text, 'utf8').toString('latin1'),
    Buffer.from(text, 'latin1').toString('utf8'),
    text.normalize('NFC'),
    text.normalize('NFD'),
    Buffer.from(text, 'utf8').toString('base64'),
  ];
  return [...new Set(forms)].filter((form) => form !== text);
}

const URI_CHARACTERS = /[A-Za-z0-9;,/?:@&=+$\-_.!~*'()#[\]]/;
const COMPONENT_CHARACTERS = /[A-Za-z0-9\-_.!~*'()]/;
const QUERY_CHARACTERS = /[A-Za-z0-9\-_.~=&]/;

/** Every octet of UTF-8 outside the set as a triplet. */
function percentEncoded(text: string, kept: RegExp): string {
  return text.replaceAll(/[\s\S]/gu, (character) => {
    if (kept.test(character)) return character;
    return [...Buffer.from(character, 'utf8')]
      .map((octet) => `%${octet.toString(16).toUpperCase().padStart(2, '0')}`)
      .join('');
  });
}

function percentDecoded(text: string): string {
  return text.replaceAll(/(?:%[0-9A-Fa-f]{2})+/g, (run) =>
    Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'),
  );
}

function withQuery(text: string, change: (query: string) => string): string {
  const start = text.indexOf('?') + 1;
  return start === 0 ? text : text.slice(0, start) + change(text.slice(start));
}
