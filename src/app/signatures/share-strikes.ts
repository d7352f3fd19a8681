/** What stands in place of a value: how long it was. */
export function lengthIn(value: string): string {
  return `<${value.length}>`;
}

/** Shorter than this a value is no account and no name, and stands in words by chance. */
const LEAST_SECRET = 4;
/** Base64 and hexadecimal of hashes and signatures. */
const LONG_RUN = /[A-Za-z0-9+/_-]{40,}={0,2}/g;
/** Account numbers, with or without their country; addresses. */
const NUMBERS =
  /\b[A-Z]{2}\d{2}[ ]?(?:[A-Z0-9]{4}[ ]?){2,7}[A-Z0-9]{0,4}\b|(?<![\dA-Za-z])\d{4}[. ]?\d{2}[. ]?\d{5}(?![\dA-Za-z])|(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])/g;

/** Strikes the values of one request out of texts. */
export class Strikes {
  readonly #secrets: readonly string[];
  readonly #words: ReadonlySet<string>;

  /** @param words texts of which every word may be shown */
  constructor(secrets: readonly string[], words: readonly string[]) {
    const long = new Set(secrets.filter(({ length }) => length >= LEAST_SECRET));
    this.#secrets = [...long].sort((left, right) => right.length - left.length);
    this.#words = new Set(
      words.flatMap((text) => (text.match(WORD) ?? []).map((word) => word.toLowerCase())),
    );
  }

  isWord(text: string): boolean {
    return (text.match(WORD) ?? []).every((word) => this.#words.has(word.toLowerCase()));
  }

  /** A sentence: the values of the request go, in any case of letters, and what is written as an account or a hash is. */
  known(text: string): string {
    const struck = this.#secrets.reduce((left, secret) => withoutAny(left, secret), text);
    return struck
      .replaceAll(LONG_RUN, (run) => (isCoded(run) ? lengthIn(run) : run))
      .replaceAll(NUMBERS, lengthIn);
  }

  /** A text of the request: only words that are known stay. */
  unknown(text: string): string {
    const coded = text.replaceAll(LONG_RUN, (run) => (isCoded(run) ? lengthIn(run) : run));
    return coded.replaceAll(STRUCK_OR_WORD, (word, length: string | undefined) =>
      length !== undefined || this.#words.has(word.toLowerCase()) ? word : lengthIn(word),
    );
  }

  /** As `unknown`, with `x` and `9` in place of letters and digits: nothing moves. */
  masked(text: string): string {
    return text.replaceAll(ESCAPED_OR_WORD, (word, escaped: string | undefined) =>
      escaped !== undefined || this.#words.has(word.toLowerCase())
        ? word
        : word.replaceAll(/[^0-9]/g, 'x').replaceAll(/[0-9]/g, '9'),
    );
  }
}

const ESCAPED_OR_WORD = /(\\[nrt]|\\u\{[0-9a-fA-F]+\})|[A-Za-z0-9\x80-\uffff]+/g;
const WORD = /[A-Za-z0-9\x80-\uffff]+/g;
const STRUCK_OR_WORD = /<(\d+)>|[A-Za-z0-9\x80-\uffff]+/g;

/** Without a value in any case of letters. */
function withoutAny(text: string, secret: string): string {
  const [within, sought] = [lowerCase(text), lowerCase(secret)];
  let struck = '';
  let from = 0;
  for (let at = within.indexOf(sought); at !== -1; at = within.indexOf(sought, from)) {
    struck += text.slice(from, at) + lengthIn(secret);
    from = at + secret.length;
  }
  return struck + text.slice(from);
}

/** Of ASCII alone: no letter changes its length. */
function lowerCase(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Whether a long word is no word: letters in both cases and digits, or hexadecimal alone. */
function isCoded(run: string): boolean {
  return /^[0-9a-f]{64,}$/i.test(run) || (/[a-z]/.test(run) && /[A-Z]/.test(run) && /\d/.test(run));
}
