import type { FindingCause } from './findings.ts';
import type { SigningLine } from './signing-string.ts';

/** One way of making a string from lines. @see signing.md §4 signature-invalid */
export interface StringBuild {
  readonly cause: Exclude<FindingCause<'signature-invalid'>, 'unknown' | 'not-searched'>;
  /** How many rules it breaks. */
  readonly deviations: number;
  readonly write: (lines: readonly SigningLine[]) => string;
}

type NameWriter = (name: string) => string;

/** Names by the case in which they were sent, and as HTTP libraries and the bank's documentation write them. */
function nameWriters(sentNames: ReadonlyMap<string, string>): NameWriter[] {
  return [
    (name) => sentNames.get(name) ?? name,
    (name) => name.replaceAll(/(^|-)([a-z])/g, (part) => part.toUpperCase()),
    (name) => DOCUMENTED.get(name) ?? name,
    (name) => name.toUpperCase(),
  ];
}

const DOCUMENTED: ReadonlyMap<string, string> = new Map(
  ['Date', 'Digest', 'X-Request-ID', 'PSU-ID', 'PSU-Corporate-ID', 'TPP-Redirect-URI'].map((name) => [
    name.toLowerCase(),
    name,
  ]),
);

const asIs: NameWriter = (name) => name;

/** Every build but the right one, those that break one rule first. */
export function stringBuilds(sentNames: ReadonlyMap<string, string>): StringBuild[] {
  const builds: StringBuild[] = [...valuesOnly()];
  for (const joint of ['\n', '\r\n', '\\n', '\\r\\n']) {
    for (const end of ['', joint === '\n' ? '\n' : joint, ...(joint === '\n' ? ['\r\n', '\\n'] : [])]) {
      for (const colon of [': ', ':']) {
        for (const name of [asIs, ...nameWriters(sentNames)]) {
          for (const isLower of [false, true]) builds.push(build(joint, end, colon, name, isLower));
        }
      }
    }
  }
  return builds
    .filter(({ deviations }) => deviations > 0)
    .sort((left, right) => left.deviations - right.deviations);
}

function build(joint: string, end: string, colon: string, name: NameWriter, isLower: boolean): StringBuild {
  const broken = [
    joint === '\n' && end !== '' && 'trailing-newline',
    joint === '\r\n' && 'crlf',
    colon === ':' && 'no-space',
    name !== asIs && 'original-case',
    isLower && 'values-lowercased',
    joint.startsWith('\\') && 'escaped-newline',
  ].filter((cause) => cause !== false) as StringBuild['cause'][];
  return {
    cause: broken[0] ?? 'trailing-newline',
    deviations: broken.length + (joint !== '\n' && end !== '' ? 0.5 : 0),
    write: (lines) => {
      const text = lines.map(
        (line) => `${name(line.name)}${colon}${isLower ? line.value.toLowerCase() : line.value}`,
      );
      return text.join(joint) + end;
    },
  };
}

function valuesOnly(): StringBuild[] {
  return ['\n', '', ' ', '\r\n', '\\n', ', ', ','].flatMap((joint) =>
    [...new Set(['', joint, '\n'])].map((end) => ({
      cause: 'values-only' as const,
      deviations: end === '' ? 1 : 2,
      write: (lines: readonly SigningLine[]) => lines.map(({ value }) => value).join(joint) + end,
    })),
  );
}
