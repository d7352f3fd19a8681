import { type Finding, type FindingCause, finding } from './findings.ts';
import { REQUEST_TARGET, SIGNED_HEADERS, type SigningLine } from './signing-string.ts';

/** One way of making a string from lines. @see G4-signature-invalid */
export interface StringBuild {
  /** One for each rule it breaks. */
  readonly faults: readonly (() => Finding)[];
  /** Whether it is one of those that most programs get wrong. */
  readonly isCommon: boolean;
  readonly write: (lines: readonly SigningLine[]) => string;
}

/** One wrong choice in the way of building. */
interface Choice<Use> {
  readonly use: Use;
  readonly fault: () => Finding;
  readonly isCommon?: true;
}

function invalid(cause: FindingCause<'signature-invalid'>, detail?: string): () => Finding {
  return () => finding('signature-invalid', { cause, detail });
}

const JOINTS: readonly Choice<string>[] = [
  { use: '\r\n', fault: invalid('crlf'), isCommon: true },
  { use: '\r', fault: invalid('crlf') },
  { use: '\\n', fault: invalid('escaped-newline'), isCommon: true },
  { use: '\\r\\n', fault: invalid('escaped-newline') },
  { use: '\\\\n', fault: invalid('escaped-newline') },
  { use: '%0A', fault: invalid('escaped-newline') },
  ...(
    [
      ['', 'with nothing'],
      [' ', 'with spaces'],
      [',', 'with commas'],
      [', ', 'with commas and spaces'],
      ['; ', 'with semicolons'],
      ['&', 'with ampersands'],
      ['\n\n', 'with two newlines'],
    ] as const
  ).map(([use, words]) => ({ use, fault: invalid('unknown', `The lines are joined ${words}.`) })),
];

const ENDS: readonly Choice<string>[] = [
  { use: '\n', fault: invalid('trailing-newline'), isCommon: true },
  { use: '\r\n', fault: invalid('trailing-newline') },
  { use: '\\n', fault: invalid('trailing-newline') },
  { use: '\n\n', fault: invalid('trailing-newline') },
];

const COLONS: readonly Choice<string>[] = [
  { use: ':', fault: invalid('no-space'), isCommon: true },
  { use: ' :', fault: invalid('no-space') },
  { use: '=', fault: invalid('no-space') },
  { use: ' ', fault: invalid('unknown', "There's only a space after the names.") },
  { use: ' : ', fault: invalid('unknown', "There's a space before the colons too.") },
  { use: ':  ', fault: invalid('unknown', 'There are two spaces after the colons.') },
];

type Writer = (text: string) => string;
const asIs: Writer = (text) => text;

const reencoded = () =>
  finding('signature-invalid-value', {
    cause: 'reencoded',
    detail: 'All values are affected: they look like lists or bytes.',
  });

/** Values in lower case, and as languages print the lists and bytes that their HTTP libraries keep values in. */
const VALUES: readonly Choice<Writer>[] = [
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
function nameChoices(sentNames: ReadonlyMap<string, string>): Choice<Writer>[] {
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

/** What a string is built by; undefined stands for the right choice. */
interface Style {
  readonly joint?: Choice<string>;
  readonly end?: Choice<string>;
  readonly colon?: Choice<string>;
  readonly name?: Choice<Writer>;
  readonly value?: Choice<Writer>;
}

/** Every build that breaks one rule; lines that all end as they are joined break one too. */
export function simpleBuilds(sentNames: ReadonlyMap<string, string>): StringBuild[] {
  const styles = [...kindsOf(sentNames).flat(), ...endedAsJoined()];
  return [...styles.map(buildOf), ...valuesOnly()];
}

/** Every build that breaks two rules. */
export function* mixedBuilds(sentNames: ReadonlyMap<string, string>): Generator<StringBuild> {
  const kinds = kindsOf(sentNames);
  for (const [place, kind] of kinds.entries()) {
    const others = kinds.slice(place + 1).flat();
    for (const first of kind) {
      for (const second of others) yield buildOf({ ...first, ...second });
    }
  }
  const others = kinds.slice(2).flat();
  for (const ended of endedAsJoined()) {
    for (const other of others) yield buildOf({ ...ended, ...other });
  }
  for (const value of VALUES) yield* valuesOnly(value);
}

function kindsOf(sentNames: ReadonlyMap<string, string>): Style[][] {
  return [
    JOINTS.map((joint) => ({ joint })),
    ENDS.map((end) => ({ end })),
    COLONS.map((colon) => ({ colon })),
    nameChoices(sentNames).map((name) => ({ name })),
    VALUES.map((value) => ({ value })),
  ];
}

function endedAsJoined(): Style[] {
  return JOINTS.filter(({ use }) => use !== '').map((joint) => ({
    joint,
    end: { use: joint.use, fault: invalid('trailing-newline') },
  }));
}

function buildOf(style: Style): StringBuild {
  const { joint, end, colon, name, value } = style;
  const faults = [joint, end, colon, name, value].filter((choice) => choice !== undefined);
  const nameOf = name?.use ?? asIs;
  const contentOf = value?.use ?? asIs;
  return {
    faults: faults.map(({ fault }) => fault),
    isCommon: faults.every(({ isCommon }) => isCommon === true),
    write: (lines) =>
      lines
        .map((line) => nameOf(line.name) + (colon?.use ?? ': ') + contentOf(line.value))
        .join(joint?.use ?? '\n') + (end?.use ?? ''),
  };
}

/** Joints that are a fault of their own, with names or without. */
const FAULTY_JOINTS: ReadonlyMap<string, () => Finding> = new Map([
  ['\r\n', invalid('crlf')],
  ['\\n', invalid('escaped-newline')],
]);

function valuesOnly(value?: Choice<Writer>): StringBuild[] {
  return ['\n', '', ' ', '\r\n', '\\n', ', ', ',', '|', ';'].flatMap((joint) =>
    [...new Set(['', joint, '\n'])].map((end): StringBuild => {
      const ofJoint = FAULTY_JOINTS.get(joint);
      return {
        faults: [
          invalid('values-only'),
          ...(ofJoint === undefined ? [] : [ofJoint]),
          ...(value === undefined ? [] : [value.fault]),
          ...(end === '' ? [] : [invalid('trailing-newline')]),
        ],
        isCommon: joint === '\n' && end === '' && value === undefined,
        write: (lines) => lines.map((line) => (value?.use ?? asIs)(line.value)).join(joint) + end,
      };
    }),
  );
}
