import type { Finding } from './findings.ts';
import { indentations } from './indentations.ts';
import type { SigningLine } from './signing-string.ts';
import {
  asIs,
  BEGINS,
  type Choice,
  COLONS,
  ENDS,
  invalid,
  JOINTS,
  LINE_ENDS,
  nameChoices,
  VALUES,
  type Writer,
} from './string-choices.ts';

/** One way of making a string from lines. @see G4-signature-invalid */
export interface StringBuild {
  /** One for each rule it breaks. */
  readonly faults: readonly (() => Finding)[];
  /** Whether it is one of those that most programs get wrong. */
  readonly isCommon: boolean;
  /** Whether it is about what stands between lines: of one line nothing is to be seen of it. */
  readonly joins: boolean;
  readonly write: (lines: readonly SigningLine[]) => string;
}

/** What a string is built by; undefined stands for the right choice. */
interface Style {
  readonly begin?: Choice<string>;
  readonly joint?: Choice<string>;
  readonly lastJoint?: string;
  readonly end?: Choice<string>;
  readonly colon?: Choice<string>;
  readonly name?: Choice<Writer>;
  readonly value?: Choice<Writer>;
}

/** Every build that breaks one rule; lines that all end as they are joined break one too. */
export function simpleBuilds(sentNames: ReadonlyMap<string, string>): StringBuild[] {
  const styles: Style[] = [...kindsOf(sentNames).flat(), FRAMED, ...endedAsJoined(), ...blankEnded()];
  return [...styles.map(buildOf), ...indentations('usual').map(buildOf), ...valuesOnly()];
}

/** A template literal that begins and ends with a line of its own. */
const FRAMED: Style = {
  begin: { use: '\n', fault: invalid('leading-newline'), isCommon: true },
  end: { use: '\n', fault: invalid('trailing-newline'), isCommon: true },
};

/** Every build that breaks two rules. */
export function* mixedBuilds(sentNames: ReadonlyMap<string, string>): Generator<StringBuild> {
  const kinds = kindsOf(sentNames);
  for (const [place, kind] of kinds.entries()) {
    const others = kinds.slice(place + 1).flat();
    for (const first of kind) {
      for (const second of others) yield buildOf({ ...first, ...second });
    }
  }
  const others = kinds.slice(WRITTEN).flat();
  for (const ended of endedAsJoined()) {
    for (const other of others) yield buildOf({ ...ended, ...other });
  }
  for (const value of VALUES) yield* valuesOnly(value);
  for (const indented of indentations('all')) yield buildOf(indented);
  const written = kinds.slice(WRITTEN, -1).flat();
  for (const framed of [FRAMED, ...indentations('usual')]) {
    for (const other of written) yield buildOf({ ...framed, ...other });
  }
}

/** Of the kinds, those from here on are in the lines themselves; beginnings are the last. */
const WRITTEN = 2;

function kindsOf(sentNames: ReadonlyMap<string, string>): Style[][] {
  return [
    JOINTS.map((joint) => ({ joint })),
    ENDS.map((end) => ({ end })),
    COLONS.map((colon) => ({ colon })),
    nameChoices(sentNames).map((name) => ({ name })),
    VALUES.map((value) => ({ value })),
    BEGINS.map((begin) => ({ begin })),
  ];
}

function endedAsJoined(): Style[] {
  return JOINTS.filter(({ use }) => use !== '').map((joint) => ({
    joint,
    end: { use: joint.use, fault: invalid('trailing-newline') },
  }));
}

/** Blanks before each newline, the last line's too, with a newline behind it and without. */
function blankEnded(): Style[] {
  return LINE_ENDS.flatMap(({ use, ...joint }): Style[] => [
    { joint: { ...joint, use: `${use}\n` }, end: { use } },
    { joint: { ...joint, use: `${use}\n` }, end: { use: `${use}\n`, fault: invalid('trailing-newline') } },
  ]);
}

function buildOf(style: Style): StringBuild {
  const { begin, joint, lastJoint, end, colon, name, value } = style;
  const choices = [joint, begin, end, colon, name, value].filter((choice) => choice !== undefined);
  const nameOf = name?.use ?? asIs;
  const contentOf = value?.use ?? asIs;
  return {
    faults: choices.map(({ fault }) => fault).filter((fault) => fault !== undefined),
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
          ...(value?.fault === undefined ? [] : [value.fault]),
          ...(end === '' ? [] : [invalid('trailing-newline')]),
        ],
        isCommon: joint === '\n' && end === '' && value === undefined,
        joins: false,
        write: (lines) => lines.map((line) => (value?.use ?? asIs)(line.value)).join(joint) + end,
      };
    }),
  );
}
