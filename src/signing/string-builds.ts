import { encodeBase64 } from '../core/base64.ts';
import type { HttpRequest } from '../message.ts';
import type { ArrangedFrom } from './arrangements.ts';
import { createFinding, type Finding, type FindingCause, type FindingDetails } from './findings.ts';
import { encodeComponent, escapeHtml, listHashForms, toBytes } from './re-encodings.ts';
import type { HashName } from './signature-value.ts';
import {
  buildSigningString,
  DOCUMENTED_NAMES,
  encodeSigningString,
  REQUEST_TARGET,
  SIGNED_HEADERS,
  type SigningLine,
} from './signing-string.ts';

/** A string that may have been signed, with its findings. */
export interface StringCandidate {
  readonly bytes: Uint8Array;
  /** Creates one finding for each fault. */
  readonly findings: () => Finding[];
  /** The number of bytes hashed to create it. */
  readonly hashedBytes?: number | undefined;
  /** The readable form of bytes that aren't text. */
  readonly shown?: string;
}

export interface CandidateSource extends ArrangedFrom {
  readonly hashName: HashName;
}

export function replaceLine(lines: readonly SigningLine[], { name, value }: SigningLine): SigningLine[] {
  return lines.map((line) => (line.name === name ? { name, value } : line));
}

/** Generates the hash of the string, signed instead of the string, as bytes or as text. */
export function* generateDoubleHashes(
  text: string,
  hashName: HashName,
  others: () => Finding[],
): Generator<StringCandidate> {
  const findings = () => [createFinding('signature-double-hash'), ...others()];
  for (const name of new Set<HashName>([hashName, 'sha256'])) {
    const { inner, hex, base64, texts } = listHashForms(name, encodeSigningString(text));
    yield { bytes: inner, findings, shown: hex };
    for (const form of [...texts, `${hex}\n`, `SHA-256=${base64}`])
      yield { bytes: Buffer.from(form), findings };
  }
}

/** Generates the bytes of the lines in a build; text that came from bytes also as UTF-8. */
export function* buildCandidates(
  build: StringBuild | undefined,
  lines: readonly SigningLine[],
  found: () => Finding[],
): Generator<StringCandidate> {
  if (build?.joins === true && lines.length < 2) return;
  const text = build === undefined ? buildSigningString(lines) : build.write(lines);
  const findings = () => [...(build?.faults ?? []).map(toFinding), ...found()];
  if (!/[^\0-\x7f]/.test(text)) {
    yield { bytes: Buffer.from(text, 'latin1'), findings };
    return;
  }
  yield { bytes: encodeSigningString(text), findings };
  yield { bytes: Buffer.from(text, 'utf8'), findings };
}

/** Generates other inputs that programs pass to the signing function. @see G4-signature-invalid */
export function* generateAlternativeEncodings(
  { body }: HttpRequest,
  lines: readonly SigningLine[],
): Generator<StringCandidate> {
  yield { bytes: new Uint8Array(), findings: createInvalidFindings('line-left-out', 'Nothing was signed.') };
  yield* generateBodyStrings(body, lines);
  yield* generateEncodings(buildSigningString(lines));
  for (const { name, value } of lines) {
    const findings = createInvalidFindings('values-only', `Only the value of ${name} was signed.`);
    for (const form of [value, value.slice(value.indexOf('=') + 1)])
      yield { bytes: encodeSigningString(form), findings };
  }
}

/** The limit for adding the body: a longer one would spend the budget of a short search. @see G2-hostile-bodies */
const MAX_ADDED_BODY = 64 * 1024;

/** Generates the body, or its substitutes, in place of the signing string. */
function* generateBodyStrings(body: Uint8Array, lines: readonly SigningLine[]): Generator<StringCandidate> {
  const ofBody = (bytes: Uint8Array, detail: string) => ({
    bytes,
    findings: createInvalidFindings('body-only', detail),
  });
  if (body.length > 0) {
    yield ofBody(body, 'It is the body.');
    yield ofBody(Buffer.concat([body, Buffer.from('\n')]), 'It is the body and a newline.');
    yield ofBody(Buffer.from(encodeBase64(body)), 'It is the Base64 of the body.');
    const text = encodeSigningString(buildSigningString(lines));
    for (const joint of body.length > MAX_ADDED_BODY ? [] : ['\n', '\n\n', ''])
      yield { bytes: Buffer.concat([text, Buffer.from(joint), body]), findings: createBodyAdded };
  }
  const digest = lines.find(({ name }) => name === 'digest')?.value ?? '';
  const values = [digest, digest.slice(digest.indexOf('=') + 1), `digest:${digest}`, `Digest: ${digest}`];
  for (const form of digest === '' ? [] : values)
    yield ofBody(encodeSigningString(form), "It is the body's hash.");
  for (const name of ['sha256', 'sha512']) {
    const { inner, hex, texts } = listHashForms(name, body);
    yield { ...ofBody(inner, "It is the body's hash."), shown: hex };
    for (const form of texts) yield ofBody(Buffer.from(form), "It is the body's hash.");
  }
}

/** Generates the whole string in other encodings. */
export function* generateEncodings(text: string): Generator<StringCandidate> {
  const bytes = encodeSigningString(text);
  const quoted = JSON.stringify(text);
  const escaped = () => [createFinding('signature-invalid', { cause: 'escaped-newline' })];
  yield { bytes: Buffer.from(quoted.slice(1, -1)), findings: escaped };
  for (const [detail, makeForms] of ENCODINGS) {
    const findings = createInvalidFindings('encoded', detail);
    for (const form of makeForms(text, bytes)) yield { bytes: toBytes(form), findings };
  }
}

type MakeForms = (text: string, bytes: Buffer) => Iterable<string | Uint8Array>;

const ENCODINGS: readonly (readonly [detail: string, makeForms: MakeForms])[] = [
  ['It was written as a JSON string.', (text) => [JSON.stringify(text)]],
  ['It was encoded as UTF-16.', encodeUtf16],
  ['A byte order mark was put before it.', (text) => [`\ufeff${text}`]],
  ['It was encoded as Base64.', base64Forms],
  ['It was encoded as hexadecimal.', (_, bytes) => hexForms(bytes.toString('hex'))],
  ['It was percent-encoded.', percentForms],
  ['It was encoded for HTML.', htmlForms],
  ['Quotes were put around it.', (text) => ['"', "'", '`'].map((quote) => quoteText(text, quote))],
];

const hexForms = (hex: string) => [hex, hex.toUpperCase()];
const quoteText = (text: string, quote: string) => encodeSigningString(quote + text + quote);

/** Encodes in both byte orders, with and without a byte order mark. */
function encodeUtf16(text: string): Buffer[] {
  const little = Buffer.from(text, 'utf16le');
  const marked = Buffer.from(`\ufeff${text}`, 'utf16le');
  return [little, marked, Buffer.from(little).swap16(), Buffer.from(marked).swap16()];
}

function base64Forms(_: string, bytes: Buffer): string[] {
  const base64 = bytes.toString('base64');
  return [base64, bytes.toString('base64url'), base64.replaceAll(/.{76}(?=.)/g, '$&\r\n')];
}

function percentForms(text: string): Set<string> {
  const component = encodeComponent(text);
  const lower = component.replaceAll(/%[0-9A-F]{2}/g, (triplet) => triplet.toLowerCase());
  const form = component.replaceAll(
    /[!'()~]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  const uri = component.replaceAll(/%(?:3B|2C|2F|3F|3A|40|26|3D|2B|24|23)/g, (triplet) =>
    decodeURIComponent(triplet),
  );
  const all = [component, form, uri, lower];
  return new Set([...all, ...all.map((one) => one.replaceAll('%20', '+'))]);
}

function htmlForms(text: string): string[] {
  const escaped = escapeHtml(text);
  const quoted = escaped.replaceAll('"', '&quot;');
  return [escaped, quoted, quoted.replaceAll("'", '&#39;')].filter((form) => form !== text);
}

function createBodyAdded(): Finding[] {
  const says = 'The body was signed too, behind the lines.';
  const remedy = 'Sign the lines alone. They cover the body through the digest line.';
  return [createFinding('signature-invalid', { cause: 'line-added', says, remedy })];
}

function createInvalidFindings(cause: FindingCause<'signature-invalid'>, detail: string): () => Finding[] {
  return () => [createFinding('signature-invalid', { cause, detail })];
}

/** One construction of the string from its lines. @see G4-signature-invalid */
export interface StringBuild {
  /** The faults, one for each broken rule. */
  readonly faults: readonly Fault[];
  /** True for common mistakes. */
  readonly isCommon: boolean;
  /** True if it changes only the text between lines, so that a single line can't show it. */
  readonly joins: boolean;
  readonly write: (lines: readonly SigningLine[]) => string;
}

/** The fault of a build: details of signature-invalid, or another finding. */
type Fault = FindingDetails<'signature-invalid'> | (() => Finding);

export function toFinding(fault: Fault): Finding {
  return typeof fault === 'function' ? fault() : createFinding('signature-invalid', fault);
}

/** The choices of a build; undefined is the correct choice. */
interface Style {
  readonly begin?: Choice<string>;
  readonly joint?: Choice<string>;
  readonly lastJoint?: string;
  readonly end?: Choice<string>;
  readonly colon?: Choice<string>;
  readonly name?: Choice<Writer>;
  readonly value?: Choice<Writer>;
}

/** Lists the builds that break one rule; the same line end after and between all lines counts as one rule. */
export function listSimpleBuilds(sentNames: ReadonlyMap<string, string>): StringBuild[] {
  const styles: Style[] = [
    ...listKinds(sentNames).flat(),
    FRAMED,
    ...createEndedAsJoined(),
    ...createBlankEnded(),
  ];
  return [...styles.map(createBuild), ...listIndentations('usual').map(createBuild), ...createValuesOnly()];
}

/** A template literal whose first and last lines are empty. */
const FRAMED: Style = {
  begin: { use: '\n', fault: { cause: 'leading-newline' }, isCommon: true },
  end: { use: '\n', fault: { cause: 'trailing-newline' }, isCommon: true },
};

/** Generates the builds that break two rules. */
export function* generateMixedBuilds(sentNames: ReadonlyMap<string, string>): Generator<StringBuild> {
  const kinds = listKinds(sentNames);
  for (const [place, kind] of kinds.entries()) {
    const others = kinds.slice(place + 1).flat();
    for (const first of kind) {
      for (const second of others) yield createBuild({ ...first, ...second });
    }
  }
  const others = kinds.slice(WRITTEN).flat();
  for (const ended of createEndedAsJoined()) {
    for (const other of others) yield createBuild({ ...ended, ...other });
  }
  for (const value of VALUES) yield* createValuesOnly(value);
  for (const indented of listIndentations('all')) yield createBuild(indented);
  const written = kinds.slice(WRITTEN, -1).flat();
  for (const framed of [FRAMED, ...listIndentations('usual')]) {
    for (const other of written) yield createBuild({ ...framed, ...other });
  }
}

/** The index of the first kind of choice that changes the lines themselves; beginnings are the last kind. */
const WRITTEN = 2;

function listKinds(sentNames: ReadonlyMap<string, string>): Style[][] {
  return [
    JOINTS.map((joint) => ({ joint })),
    ENDS.map((end) => ({ end })),
    COLONS.map((colon) => ({ colon })),
    listNameChoices(sentNames).map((name) => ({ name })),
    VALUES.map((value) => ({ value })),
    BEGINS.map((begin) => ({ begin })),
  ];
}

function createEndedAsJoined(): Style[] {
  return JOINTS.filter(({ use }) => use !== '').map((joint) => ({
    joint,
    end: { use: joint.use, fault: { cause: 'trailing-newline' } },
  }));
}

/** Creates styles with blanks before each newline and at the end of the last line, with and without a final newline. */
function createBlankEnded(): Style[] {
  const fault: Fault = { cause: 'joined', says: 'Each line ends with white space that was signed too.' };
  return LINE_ENDS.flatMap((blanks): Style[] => {
    const joint = { use: `${blanks}\n`, fault };
    return [
      { joint, end: { use: blanks } },
      { joint, end: { use: joint.use, fault: { cause: 'trailing-newline' } } },
    ];
  });
}

function createBuild(style: Style): StringBuild {
  const { begin, joint, lastJoint, end, colon, name, value } = style;
  const choices = [joint, begin, end, colon, name, value].filter((choice) => choice !== undefined);
  const nameOf = name?.use ?? asIs;
  const contentOf = value?.use ?? asIs;
  return {
    faults: choices.flatMap(({ fault }) => fault ?? []),
    isCommon: choices.every(({ isCommon }) => isCommon === true),
    joins: joint !== undefined,
    write: (lines) => {
      const written = lines.map((line) => nameOf(line.name) + (colon?.use ?? ': ') + contentOf(line.value));
      const last = lastJoint === undefined ? [] : written.splice(-1);
      const text = [written.join(joint?.use ?? '\n'), ...last].join(lastJoint);
      return (begin?.use ?? '') + text + (end?.use ?? '');
    },
  };
}

/** Line separators with a fault of their own, independent of names. */
const FAULTY_JOINTS: Readonly<Record<string, Fault>> = {
  '\r\n': { cause: 'crlf' },
  '\\n': { cause: 'escaped-newline' },
};

function createValuesOnly(value?: Choice<Writer>): StringBuild[] {
  return ['\n', '', ' ', '\r\n', '\\n', ', ', ',', '|', ';'].flatMap((joint) =>
    [...new Set(['', joint, '\n'])].map((end): StringBuild => {
      const ofEnd: Fault[] = end === '' ? [] : [{ cause: 'trailing-newline' }];
      const ofParts = [FAULTY_JOINTS[joint] ?? [], value?.fault ?? []].flat();
      return {
        faults: [{ cause: 'values-only' }, ...ofParts, ...ofEnd],
        isCommon: joint === '\n' && end === '' && value === undefined,
        joins: false,
        write: (lines) => lines.map((line) => (value?.use ?? asIs)(line.value)).join(joint) + end,
      };
    }),
  );
}

/** One wrong choice of programs that build a signing string. @see G4-signature-invalid */
interface Choice<Use> {
  readonly use: Use;
  /** Undefined if another choice of the same style already describes the fault. */
  readonly fault?: Fault;
  readonly isCommon?: boolean | undefined;
}

/** Creates the choices with one fault; the first `common` of them are common. */
function createChoices<Use>(uses: readonly Use[], fault: Fault, common = 0): Choice<Use>[] {
  return uses.map((use, place) => ({ use, fault, isCommon: place < common }));
}

const JOINT_WORDS = {
  '': 'nothing',
  ' ': 'a space',
  ',': 'a comma',
  ', ': 'a comma and a space',
  '; ': 'a semicolon and a space',
  ';': 'a semicolon',
  '&': 'an ampersand',
  '|': 'a vertical bar',
  '\t': 'a tab',
  '\n\n': 'two newlines',
  ' \n': 'a space and a newline',
  ',\n': 'a comma and a newline',
  '/': 'a slash',
  '.': 'a full stop',
  ':': 'a colon',
  '+': 'a plus sign',
  '<br>': '<br>',
  '\\r': 'a backslash and an r',
  '\0': 'NUL',
};

const JOINTS: readonly Choice<string>[] = [
  ...createChoices(['\r\n', '\r'], { cause: 'crlf' }, 1),
  ...createChoices(['\\n', '\\r\\n', '\\\\n', '%0A'], { cause: 'escaped-newline' }, 1),
  ...Object.entries(JOINT_WORDS).flatMap(([use, words]) => {
    const fault: Fault = { cause: 'joined', says: `The lines are joined with ${words}.` };
    return createChoices([use], fault, ['', ', '].includes(use) ? 1 : 0);
  }),
];

const BEGINS: readonly Choice<string>[] = [
  ...createChoices(['\n', '\r\n', '\\n', '\n\n'], { cause: 'leading-newline' }, 1),
  ...createChoices(['  ', '    ', '\t', ' '], { cause: 'indented', detail: 'Only the first line is.' }),
];

const BLANKS_AFTER = ['  ', '    ', '\t', ' ', '      ', '        '].map((blanks) => `\n${blanks}`);

const ENDS: readonly Choice<string>[] = [
  ...createChoices(['\n', '\r\n', '\\n', '\n\n'], { cause: 'trailing-newline' }, 1),
  ...createChoices(BLANKS_AFTER, { cause: 'trailing-newline', detail: 'White space follows it.' }),
  ...createChoices(['\0'], { detail: 'A NUL byte follows the last line, as C ends its strings.' }),
];

/** Line ends that editors and heredocs leave. */
const LINE_ENDS = [' ', '  ', '\t'];

const EQUALS_SIGN = "There's an equals sign after the names, not a colon and a space.";

const COLONS: readonly Choice<string>[] = [
  ...createChoices([':', ' :'], { cause: 'no-space' }, 1),
  ...createChoices(['='], { cause: 'no-space', says: EQUALS_SIGN }),
  ...createChoices([' '], { detail: "There's only a space after the names." }),
  ...createChoices([' : '], { detail: "There's a space before the colons too." }),
  ...createChoices([':\t'], { cause: 'no-space', says: "There's a tab after the colons." }),
  ...createChoices([''], { cause: 'no-space', says: "There's nothing between names and values." }),
  ...createChoices([' = '], { cause: 'no-space', says: EQUALS_SIGN }),
  ...createChoices([':  '], { detail: 'There are two spaces after the colons.' }),
];

type Writer = (text: string) => string;
const asIs: Writer = (text) => text;

const createReencoded = () =>
  createFinding('signature-invalid-value', {
    cause: 'reencoded',
    detail: 'All values are affected: they look like lists or bytes.',
  });

/** Value styles: lower case, and the lists and bytes that HTTP libraries print. */
const VALUES: readonly Choice<Writer>[] = [
  ...createChoices([(value: string) => value.toLowerCase()], { cause: 'values-lowercased' }, 1),
  ...createChoices(
    ['[…]', "['…']", '["…"]', "b'…'", '"…"'].map(
      (printed) => (value: string) => printed.replace('…', () => value),
    ),
    createReencoded,
  ),
];

/** Lists the name styles: as sent, as HTTP libraries write them and as in the bank's documentation. */
function listNameChoices(sentNames: ReadonlyMap<string, string>): Choice<Writer>[] {
  const capitalised = (name: string) => name.replaceAll(/(^|-)([a-z])/g, (part) => part.toUpperCase());
  const all: Writer[] = [
    (name) => sentNames.get(name) ?? name,
    // Some programs don't treat (request-target) differently from header names.
    (name) => (name === REQUEST_TARGET ? name : capitalised(name)),
    capitalised,
    (name) => DOCUMENTED_NAMES.get(name) ?? name,
    (name) => name.toUpperCase(),
    (name) => name.charAt(0).toUpperCase() + name.slice(1),
  ];
  const ofOne = SIGNED_HEADERS.flatMap((one) =>
    all.slice(0, 3).map(
      (use): Writer =>
        (name) =>
          name === one ? use(name) : name,
    ),
  );
  const ofTarget = ['request-target', '(Request-Target)', 'Request-Target', 'request_target'].map(
    (other): Writer =>
      (name) =>
        name === REQUEST_TARGET ? other : name,
  );
  const details = { header: REQUEST_TARGET, detail: 'Its name is different.' };
  return [
    ...createChoices([...all, ...ofOne], { cause: 'original-case' }, all.length),
    ...createChoices(ofTarget, () => createFinding('signature-invalid-target', details)),
  ];
}

const USUAL = ['  ', '    ', '\t', '      ', '        ', '\t\t'];
const COMMON = ['  ', '    ', '\t'];
const RARE = [1, 3, 5, 7, 9, 10, 12, 14, 16, 20, 24].map((count) => ' '.repeat(count));
const RARE_TABS = ['\t\t\t', '\t\t\t\t', '\t  ', '\t    '];

/**
 * Lists the indentations that template literals and heredocs keep: of all lines or all but the first, with newlines
 * around and spaces before the closing quote.
 * @see G4-signature-invalid
 */
function listIndentations(which: 'usual' | 'all'): Style[] {
  if (which === 'usual')
    return USUAL.flatMap((blanks) => createFramed(blanks, '\n', [blanks, outdent(blanks)]));
  return ['\n', '\r\n'].flatMap((newline) =>
    [...USUAL, ...RARE, ...RARE_TABS].flatMap((blanks) => createFramed(blanks, newline, listEnds(blanks))),
  );
}

function createFramed(blanks: string, newline: string, closing: readonly string[]): Style[] {
  const detail = newline === '\n' ? undefined : 'They are joined with CRLF.';
  const isCommon = COMMON.includes(blanks) && newline === '\n';
  const joint: Choice<string> = { use: newline + blanks, fault: { cause: 'indented', detail }, isCommon };
  const ends = [undefined, newline, ...closing.filter((one) => one !== '').map((one) => newline + one)];
  const begins: (Choice<string> | undefined)[] = [
    { use: newline + blanks, fault: { cause: 'leading-newline' }, isCommon },
    undefined,
    { use: blanks },
    { use: newline, fault: { cause: 'leading-newline' } },
  ];
  const all = begins.flatMap((begin) =>
    [...new Set(ends)].map((use): Style => {
      const fault: Fault = { cause: 'trailing-newline' };
      return { joint, begin, end: use === undefined ? undefined : { use, fault, isCommon } };
    }),
  );
  const lastApart = all.map(
    (one): Style => ({ ...one, joint: { ...joint, isCommon: false }, lastJoint: newline }),
  );
  return [...all, ...lastApart];
}

/** Removes one level of indentation. */
function outdent(blanks: string): string {
  return blanks.startsWith('\t') ? blanks.slice(1) : blanks.slice(0, blanks.length / 2);
}

/** Lists the same number of blanks as the indentation, and fewer. */
function listEnds(blanks: string): string[] {
  return Array.from({ length: blanks.length }, (_, count) => blanks.slice(0, count + 1));
}
