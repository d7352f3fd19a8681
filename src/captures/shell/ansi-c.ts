/** The escapes of `$'…'`; any other letter keeps its backslash. Braced digits may be any number, of which the last two count. */
const ESCAPE =
  /\\(?:([0-7]{1,3})|x\{([0-9A-Fa-f]*)\}?|x([0-9A-Fa-f]{1,2})|(?:u([0-9A-Fa-f]{1,4})|U([0-9A-Fa-f]{1,8}))|c(\\\\|[\s\S])|([\s\S]))/g;
const LETTERS: Readonly<Record<string, string>> = {
  ...{ a: '\x07', b: '\b', e: '\x1b', E: '\x1b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' },
  ...{ '\\': '\\', "'": "'", '"': '"', '?': '?' },
};
/** Stands for a NUL that an escape makes; no octet is this character. */
const END = '\ue000';

/**
 * What bash makes of the text between `$'` and `'`. A NUL ends the piece, as a string of C does.
 * @see Bash Reference Manual 3.1.2.4
 * @see C-verify-curl-words
 */
export function decodeAnsiC(octets: string): string {
  const decoded = octets.replaceAll(ESCAPE, (whole, ...groups: (string | undefined)[]) => {
    const [octal, braced, hex, short, long, key, letter] = groups;
    const text =
      letter === undefined ? decodeNumber({ octal, braced, hex, key }) : (LETTERS[letter] ?? whole);
    return (short ?? long) === undefined ? text : utf8(Number.parseInt(short ?? long ?? '', 16));
  });
  return decoded.split(END, 1)[0] ?? '';
}

type Digits = Readonly<Record<'octal' | 'braced' | 'hex' | 'key', string | undefined>>;

/** `key` is that of `\cX`; `\c\\` is Control-backslash. */
function decodeNumber({ octal, braced, hex, key }: Digits): string {
  if (octal !== undefined) return octet(Number.parseInt(octal, 8));
  if (key === undefined) return octet(Number.parseInt(hex ?? (braced?.slice(-2) || '0'), 16));
  return octet(key === '?' ? 0x7f : key.toUpperCase().charCodeAt(0) & 0x1f);
}

function octet(value: number): string {
  return (value & 0xff) === 0 ? END : String.fromCharCode(value & 0xff);
}

/** UTF-8 as bash writes it: surrogates and numbers beyond Unicode too, nothing for more than 31 bits. */
function utf8(codePoint: number): string {
  if (codePoint < 0x80) return octet(codePoint);
  if (codePoint > 0x7fffffff) return '';
  let rest = codePoint;
  let tail = '';
  let room = 0x40;
  while (rest >= room) {
    tail = octet(0x80 | (rest & 0x3f)) + tail;
    rest = Math.floor(rest / 0x40);
    room = tail.length === 1 ? 0x20 : room / 2;
  }
  return octet((0xff00 >> (tail.length + 1)) | rest) + tail;
}
