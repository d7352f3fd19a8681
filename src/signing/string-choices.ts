import { type Finding, type FindingCause, finding } from './findings.ts';
import { REQUEST_TARGET, SIGNED_HEADERS } from './signing-string.ts';

/** The wrong choices that programs make in building a string. @see G4-signature-invalid */

/** One wrong choice in the way of building. */
export interface Choice<Use> {
  readonly use: Use;
  /** Undefined where another choice of the same way says it all. */
  readonly fault?: () => Finding;
  readonly isCommon?: boolean;
}

export function invalid(
  cause: FindingCause<'signature-invalid'> | undefined,
  detail?: string,
): () => Finding {
  return () => finding('signature-invalid', { cause, detail });
}

function joined(words: string): () => Finding {
  return () => finding('signature-invalid', { cause: 'joined', says: `The lines are joined with ${words}.` });
}

export const JOINTS: readonly Choice<string>[] = [
  { use: '\r\n', fault: invalid('crlf'), isCommon: true },
  { use: '\r', fault: invalid('crlf') },
  { use: '\\n', fault: invalid('escaped-newline'), isCommon: true },
  { use: '\\r\\n', fault: invalid('escaped-newline') },
  { use: '\\\\n', fault: invalid('escaped-newline') },
  { use: '%0A', fault: invalid('escaped-newline') },
  ...(
    [
      ['', 'nothing', true],
      [' ', 'a space'],
      [',', 'a comma'],
      [', ', 'a comma and a space', true],
      ['; ', 'a semicolon and a space'],
      [';', 'a semicolon'],
      ['&', 'an ampersand'],
      ['|', 'a vertical bar'],
      ['\t', 'a tab'],
      ['\n\n', 'two newlines'],
      [' \n', 'a space and a newline'],
      [',\n', 'a comma and a newline'],
      ['/', 'a slash'],
      ['.', 'a full stop'],
      [':', 'a colon'],
      ['+', 'a plus sign'],
      ['<br>', '<br>'],
      ['\\r', 'a backslash and an r'],
      ['\0', 'NUL'],
    ] as readonly (readonly [use: string, words: string, isCommon?: true])[]
  ).map(
    ([use, words, isCommon]): Choice<string> => ({
      use,
      fault: joined(words),
      ...(isCommon && { isCommon }),
    }),
  ),
];

export const BEGINS: readonly Choice<string>[] = [
  { use: '\n', fault: invalid('leading-newline'), isCommon: true },
  { use: '\r\n', fault: invalid('leading-newline') },
  { use: '\\n', fault: invalid('leading-newline') },
  { use: '\n\n', fault: invalid('leading-newline') },
  ...['  ', '    ', '\t', ' '].map((use) => ({ use, fault: invalid('indented', 'Only the first line is.') })),
];

export const ENDS: readonly Choice<string>[] = [
  { use: '\n', fault: invalid('trailing-newline'), isCommon: true },
  { use: '\r\n', fault: invalid('trailing-newline') },
  { use: '\\n', fault: invalid('trailing-newline') },
  { use: '\n\n', fault: invalid('trailing-newline') },
  ...['  ', '    ', '\t', ' ', '      ', '        '].map((blanks) => ({
    use: `\n${blanks}`,
    fault: invalid('trailing-newline', 'White space follows it.'),
  })),
  { use: '\0', fault: invalid(undefined, 'A NUL byte follows the last line, as C ends its strings.') },
];

/** What editors and heredocs leave at the end of each line. */
export const LINE_ENDS: readonly Choice<string>[] = [' ', '  ', '\t'].map((blanks) => ({
  use: blanks,
  fault: () =>
    finding('signature-invalid', {
      cause: 'joined',
      says: 'Each line ends with white space that was signed too.',
    }),
}));

function noSpace(says: string): () => Finding {
  return () => finding('signature-invalid', { cause: 'no-space', says });
}

export const COLONS: readonly Choice<string>[] = [
  { use: ':', fault: invalid('no-space'), isCommon: true },
  { use: ' :', fault: invalid('no-space') },
  { use: '=', fault: noSpace("There's an equals sign after the names, not a colon and a space.") },
  { use: ' ', fault: invalid(undefined, "There's only a space after the names.") },
  { use: ' : ', fault: invalid(undefined, "There's a space before the colons too.") },
  { use: ':\t', fault: noSpace("There's a tab after the colons.") },
  { use: '', fault: noSpace("There's nothing between names and values.") },
  { use: ' = ', fault: noSpace("There's an equals sign after the names, not a colon and a space.") },
  { use: ':  ', fault: invalid(undefined, 'There are two spaces after the colons.') },
];

export type Writer = (text: string) => string;
export const asIs: Writer = (text) => text;

const reencoded = () =>
  finding('signature-invalid-value', {
    cause: 'reencoded',
    detail: 'All values are affected: they look like lists or bytes.',
  });

/** Values in lower case, and as languages print the lists and bytes that their HTTP libraries keep values in. */
export const VALUES: readonly Choice<Writer>[] = [
  { use: (value) => value.toLowerCase(), fault: invalid('values-lowercased'), isCommon: true },
  ...[
    (value: string) => `[${value}]`,
    (value: string) => `['${value}']`,
    (value: string) => `["${value}"]`,
    (value: string) => `b'${value}'`,
    (value: string) => `"${value}"`,
  ].map((use) => ({ use, fault: reencoded })),
];

/** Names by the case in which they were sent, and as HTTP libraries and the bank's documentation write them. */
export function nameChoices(sentNames: ReadonlyMap<string, string>): Choice<Writer>[] {
  const capitalised = (name: string) => name.replaceAll(/(^|-)([a-z])/g, (part) => part.toUpperCase());
  const all: Writer[] = [
    (name) => sentNames.get(name) ?? name,
    // (request-target) is the name of no header, which not every program knows.
    (name) => (name === REQUEST_TARGET ? name : capitalised(name)),
    capitalised,
    (name) => DOCUMENTED.get(name) ?? name,
    (name) => name.toUpperCase(),
    (name) => name.charAt(0).toUpperCase() + name.slice(1),
  ];
  const fault = invalid('original-case');
  return [
    ...all.map((use): Choice<Writer> => ({ use, fault, isCommon: true })),
    ...SIGNED_HEADERS.flatMap((one) =>
      all.slice(0, 3).map((use) => ({ use: (name: string) => (name === one ? use(name) : name), fault })),
    ),
    ...['request-target', '(Request-Target)', 'Request-Target', 'request_target'].map((other) => ({
      use: (name: string) => (name === REQUEST_TARGET ? other : name),
      fault: () =>
        finding('signature-invalid-target', { header: REQUEST_TARGET, detail: 'Its name is different.' }),
    })),
  ];
}

const DOCUMENTED: ReadonlyMap<string, string> = new Map(
  ['Date', 'Digest', 'X-Request-ID', 'PSU-ID', 'PSU-Corporate-ID', 'TPP-Redirect-URI'].map((name) => [
    name.toLowerCase(),
    name,
  ]),
);
