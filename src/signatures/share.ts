import type { CaptureNote } from '../captures/capture.ts';
import { getHeader, type HttpRequest } from '../message.ts';
import { isHeaderListed } from '../traces/allow-list.ts';
import { isMemberName, parseBody, redactBody, redactTarget } from '../traces/redact.ts';
import type { ShownFinding, ShownVerification } from './report.ts';

/**
 * Redacts a report for sharing: unlisted header values, the body's values, account numbers in the path, and also Digest
 * and signature, against which short values could be tested. Names and lengths remain.
 * @see C-verify-share, S10-traces
 */
export function redactReport(
  shown: ShownVerification,
  request: HttpRequest,
  notes: readonly CaptureNote[],
): ShownVerification {
  const strikes = new Redactor(listSecrets(request), listWords(shown, request));
  const { signingString, findings, signedHeaders } = shown;
  const quotations = new Map(notes.map(({ message, quoted }) => [message, quoted]));
  return {
    ...shown,
    findings: findings.map((finding) =>
      quotations.has(finding.message)
        ? redactNote(finding, quotations.get(finding.message), strikes)
        : redactFinding(finding, strikes),
    ),
    signedHeaders: signedHeaders.map((name) => strikes.redactSentence(name)),
    signingString: signingString === null ? null : redactLines(signingString, strikes),
    request: {
      ...shown.request,
      target: redactTarget(request.target),
      body: request.body.length === 0 ? null : describeBodyShape(request.body),
    },
  };
}

/** The codes whose values come from the certificate, the Date, or names of headers. */
const PUBLIC = /^(?:date|certificate|keyid|algorithm|headers|listed|required|key)-/;

function redactFinding(finding: ShownFinding, strikes: Redactor): ShownFinding {
  const { code, header, message, remedy, expected, found, suspects, difference } = finding;
  const text = (value: string) =>
    PUBLIC.test(code) ? strikes.redactSentence(value) : redactLines(value, strikes);
  const isHidden =
    !code.startsWith('digest-') &&
    expected !== undefined &&
    found !== undefined &&
    expected !== found &&
    text(expected) === text(found);
  return {
    ...finding,
    header: header && strikes.redactSentence(header),
    message: strikes.redactSentence(message) + (isHidden ? ` ${describePlace(expected, found)}` : ''),
    remedy: strikes.redactSentence(remedy),
    suspects: suspects?.map((one) => ({ ...one, reason: strikes.redactSentence(one.reason) })),
    expected: expected === undefined ? undefined : text(expected),
    found: found === undefined ? undefined : text(found),
    // Replaces each letter and digit, so that positions stay the same.
    difference: difference && {
      ...difference,
      expected: strikes.maskText(difference.expected),
      found: strikes.maskText(difference.found),
    },
  };
}

/** The pattern of a variable's name. */
const VARIABLE = /^(?:\$\{?\w+\}?|%\w+%|\{\{ ?[\w.]+ ?\}\})$/;
const IN_QUOTES = /"(?:[^"\\]|\\.)*"/g;

/** Redacts the quote of a note, which may be any part of the request. */
function redactNote(finding: ShownFinding, quoted: string | undefined, strikes: Redactor): ShownFinding {
  const { message, header } = finding;
  const text =
    quoted === undefined || VARIABLE.test(quoted)
      ? message
      : message.replace(quoted, () => strikes.redactText(quoted));
  const struck = text.replaceAll(IN_QUOTES, (quotation) => strikes.redactText(quotation));
  return {
    ...finding,
    header: header && strikes.redactSentence(header),
    message: strikes.redactSentence(struck),
  };
}

/** Describes the position of the first difference between redacted texts. */
function describePlace(expected: string, found: string): string {
  let place = 0;
  while (expected[place] === found[place]) place += 1;
  const before = expected.slice(0, place).split('\n');
  return `The difference begins in line ${before.length}, at character ${(before.at(-1) ?? '').length + 1}.`;
}

const LINE = /^(\s*)([A-Za-z0-9-]+|\(request-target\))(\s*:\s*)(.*?)([\r\s]*)$/s;

/** Redacts the lines of a signing string; in other lines, everything not known to be harmless. */
function redactLines(text: string, strikes: Redactor): string {
  return text
    .split('\n')
    .map((line) => {
      const [whole, before, name = '', colon, value = '', after] = LINE.exec(line) ?? [];
      if (whole === undefined || !strikes.isWord(name)) return strikes.redactText(line);
      return `${before}${name}${colon}${redactValue(name, value, strikes)}${after}`;
    })
    .join('\n');
}

function redactValue(name: string, value: string, strikes: Redactor): string {
  if (value === '' || isHeaderListed(name, value)) return value;
  if (name === '(request-target)') return strikes.redactText(value);
  const [, algorithm = ''] = (name.toLowerCase() === 'digest' && /^(SHA-\d+=)/i.exec(value)) || [];
  return algorithm + formatLength(value.slice(algorithm.length));
}

/** Lists the secret values of the request. */
function listSecrets({ headers, target, body }: HttpRequest): readonly string[] {
  const hidden = headers.filter(
    ([name, value]) => !(PUBLIC_HEADERS.has(name.toLowerCase()) || isHeaderListed(name, value)),
  );
  const shownTarget = new Set(redactTarget(target).split(/[/?&=]/));
  const steps = target.split(/[/?&=]/).filter((step) => !shownTarget.has(step));
  const digests = hidden.flatMap(([name, value]) =>
    name.toLowerCase() === 'digest' ? value.split(/^[A-Za-z0-9-]+=/) : [],
  );
  return [...hidden.map(([, value]) => value.trim()), ...steps, ...digests, ...listLeaves(body)];
}

/**
 * The headers that aren't redacted here: the signature's bytes are redacted wherever they appear, and the certificate
 * isn't secret.
 */
const PUBLIC_HEADERS: ReadonlySet<string> = new Set([
  ...['signature', 'tpp-signature-certificate', 'content-type', 'accept', 'host', 'user-agent'],
]);

/** Lists the words that may remain in an unknown line. */
function listWords({ certificate }: ShownVerification, request: HttpRequest): readonly string[] {
  const listed = request.headers.filter(([name, value]) => isHeaderListed(name, value));
  const [, parameters = ''] =
    /(keyId=.*?)signature=/s.exec(getHeader(request.headers, 'signature') ?? '') ?? [];
  return [
    ...[
      '(request-target)',
      'keyId',
      'algorithm',
      'headers',
      'signature',
      'created',
      'expires',
      'utf',
      'B',
      'Q',
    ],
    ...['SHA', '256', '512', 'SN', 'CA', 'bytes', request.method, redactTarget(request.target), parameters],
    ...request.headers.map(([name]) => name),
    ...listed.map(([, value]) => value),
    ...[certificate?.serial ?? '', certificate?.issuer ?? '', certificate?.subject ?? ''],
    ...listBodyNames(request.body),
  ];
}

function listBodyNames(body: Uint8Array): string[] {
  const text = Buffer.from(body).toString('latin1');
  return [...text.matchAll(/"(_?[a-z][A-Za-z]{0,49})"\s*:/g)].map(([, name = '']) => name);
}

/**
 * Replaces each value of a body by its type and length; returns a text for a body that isn't JSON.
 * @see C-verify-share
 */
function describeBodyShape(body: Uint8Array): unknown {
  const shape = redactBody(body, {
    leaf: (_, value) => `<${typeof value}, ${String(value).length}>`,
    name: isMemberName,
  });
  return shape === undefined ? `<${body.length} bytes that aren't JSON>` : shape;
}

/** Lists every value of a body in the forms that a report may contain: parsed, as JSON text, and as UTF-8 octets. */
function listLeaves(body: Uint8Array): readonly string[] {
  const texts = new Set<string>();
  const values = [parseBody(body)];
  for (const value of values) {
    if (typeof value === 'object' && value !== null) {
      for (const part of Object.values(value)) values.push(part);
    } else if (value !== undefined && value !== null) {
      const text = String(value);
      texts.add(text);
      texts.add(JSON.stringify(text).slice(1, -1));
      texts.add(Buffer.from(text, 'utf8').toString('latin1'));
    }
  }
  return [...texts];
}

/** Describes a redacted value by its length. */
function formatLength(value: string): string {
  return `<${value.length}>`;
}

/** The minimum length of a secret; shorter values occur in words by chance. */
const LEAST_SECRET = 4;
/** The Base64 and hexadecimal runs of hashes and signatures. */
const LONG_RUN = /[A-Za-z0-9+/_-]{40,}={0,2}/g;
/** Account numbers, with or without their country; addresses. */
const NUMBERS =
  /\b[A-Z]{2}\d{2}[ ]?(?:[A-Z0-9]{4}[ ]?){2,7}[A-Z0-9]{0,4}\b|(?<![\dA-Za-z])\d{4}[. ]?\d{2}[. ]?\d{5}(?![\dA-Za-z])|(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])/g;

/** A redactor of one request's values. */
class Redactor {
  readonly #secrets: readonly string[];
  readonly #words: ReadonlySet<string>;

  /** Creates a redactor. @param words texts whose words may all be shown */
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

  /**
   * Redacts a sentence: the request's values in any letter case, and everything in the form of an account or a hash.
   */
  redactSentence(text: string): string {
    const struck = this.#secrets.reduce((left, secret) => withoutAny(left, secret), text);
    return struck
      .replaceAll(LONG_RUN, (run) => (isCoded(run) ? formatLength(run) : run))
      .replaceAll(NUMBERS, formatLength);
  }

  /** Redacts a text of the request; only known words stay. */
  redactText(text: string): string {
    const coded = text.replaceAll(LONG_RUN, (run) => (isCoded(run) ? formatLength(run) : run));
    return coded.replaceAll(STRUCK_OR_WORD, (word, length: string | undefined) =>
      length !== undefined || this.#words.has(word.toLowerCase()) ? word : formatLength(word),
    );
  }

  /** Redacts like `unknown`, but replaces letters and digits by `x` and `9`, so that positions stay the same. */
  maskText(text: string): string {
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

/** Removes a value in any letter case. */
function withoutAny(text: string, secret: string): string {
  const [within, sought] = [convertToLowerCase(text), convertToLowerCase(secret)];
  let struck = '';
  let from = 0;
  for (let at = within.indexOf(sought); at !== -1; at = within.indexOf(sought, from)) {
    struck += text.slice(from, at) + formatLength(secret);
    from = at + secret.length;
  }
  return struck + text.slice(from);
}

/** Converts only ASCII to lower case, so that lengths stay the same. */
function convertToLowerCase(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Returns true if a long word is encoded data: mixed case with digits, or hexadecimal. */
function isCoded(run: string): boolean {
  return /^[0-9a-f]{64,}$/i.test(run) || (/[a-z]/.test(run) && /[A-Z]/.test(run) && /\d/.test(run));
}
