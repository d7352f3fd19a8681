import { describe, expect, it } from 'vitest';
import { type CommandSurface, commandSurfaces } from '../support/command-surface.ts';
import { expectCommitted } from '../support/committed.ts';
import { sources } from '../support/sources.ts';
import { commandLine, readTranscript, type Step } from '../support/transcript-text.ts';

/**
 * The skeleton of JSON values of one kind, as lines that a reviewer can read: a member each, with its type, below
 * the member that holds it. `?` marks a member that some of them lack; `[]` a list.
 */
function jsonShape(samples: readonly unknown[]): string[] {
  if (samples.length === 0) return [];
  const top = typeOf(samples);
  return top === 'object' ? membersOf(samples) : [top, ...indented(membersOf(samples))];
}

function membersOf(samples: readonly unknown[]): string[] {
  const objects = objectsIn(samples);
  const names = [...new Set(objects.flatMap((object) => Object.keys(object)))];
  return names.flatMap((name) => {
    const having = objects.filter((object) => Object.hasOwn(object, name));
    const values = having.map((object) => object[name]);
    const optional = having.length < objects.length ? '?' : '';
    return [`${name}${optional}: ${typeOf(values)}`, ...indented(membersOf(values))];
  });
}

/** The types that values have, such as `string | null` or `object[]`; `[]` for lists that are all empty. */
function typeOf(values: readonly unknown[]): string {
  const types = values.map((value) => {
    if (Array.isArray(value)) return 'list';
    return value === null ? 'null' : typeof value;
  });
  const distinct = [...new Set(types)].sort();
  const items = values.flatMap((value) => (Array.isArray(value) ? value : []));
  return distinct.map((type) => (type === 'list' ? `${listOf(typeOf(items))}` : type)).join(' | ');
}

function listOf(item: string): string {
  return item.includes(' | ') ? `(${item})[]` : `${item}[]`;
}

/** The objects among values and in their lists. */
function objectsIn(values: readonly unknown[]): Record<string, unknown>[] {
  return values.flatMap((value) => {
    if (Array.isArray(value)) return objectsIn(value);
    return typeof value === 'object' && value !== null ? [value as Record<string, unknown>] : [];
  });
}

const surfaces = await commandSurfaces();

function expectHeld(file: string, lines: readonly string[]): void {
  const committed = {
    path: `test/program/${file}`,
    variable: 'PSD2_UPDATE_SURFACE',
    rewrite: 'npx vitest run test/program/surface.test.ts',
  };
  expectCommitted(committed, `${lines.join('\n')}\n`);
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`);
}

/** Arguments and flags that every one of these commands has. */
function linesOfAll(all: readonly CommandSurface[]): readonly string[] {
  return (all[0]?.lines ?? []).filter((line) => all.every(({ lines }) => lines.includes(line)));
}

it('the commands with their arguments and flags are those that surface.txt tells [A-surface, C-environment-of-flag]', () => {
  const everywhere = linesOfAll(surfaces);
  const calling = surfaces.filter(({ lines }) => lines.some((line) => line.startsWith('--verbose')));
  const withSession = linesOfAll(calling).filter((line) => !everywhere.includes(line));
  const told = [...everywhere, ...withSession];
  const own = surfaces.flatMap((surface) => [
    '',
    [surface.name, ...surface.aliases, ...(calling.includes(surface) ? ['calls the bank'] : [])].join(', '),
    ...indented(surface.lines.filter((line) => !told.includes(line))),
  ]);
  expectHeld('surface.txt', [
    ...['every command', ...indented(everywhere), ''],
    ...['every command that calls the bank', ...indented(withSession)],
    ...own,
  ]);
});

/** The transcripts' commands that ask for JSON, each with the value that came. */
function jsonSteps() {
  const steps = sources((path) => /^test\/transcripts\/.*\.txt$/.test(path))
    .flatMap(({ text }) => readTranscript(text))
    .filter((item): item is Step => item.kind === 'step');
  return steps.flatMap(({ command, expected: { code, stdout } }) => {
    // Names stand for ids inside of texts, and for a number by itself.
    const { args } = commandLine(command.replaceAll(/<([a-z]+) \d+>/g, '$1'));
    // The body that --print-body shows is a request's, and the same without --json.
    if (!args.includes('--json') || args.includes('--print-body')) return [];
    const value = JSON.parse(stdout.replaceAll(/(?<=": ?)<[a-z]+>/g, '0')) as object;
    return [{ words: args.join(' '), failed: 'error' in value, code, value }];
  });
}

const steps = jsonSteps();

function shapeOf({ name, aliases }: CommandSurface, failed: boolean): string[] {
  const calls = [name, ...aliases].map((words) => `${words} `);
  const values = steps.filter(
    (step) => step.failed === failed && calls.some((call) => `${step.words} `.startsWith(call)),
  );
  return jsonShape(values.map(({ value }) => value));
}

/**
 * What no command line brings about: an answer must be lost first (test/program/resume.test.ts), and a bank that is
 * served to strangers must have seen a TPP (test/program/shared-world.test.ts). And what is as long as all commands
 * together (test/cli/completion.test.ts), or of a bank that another process serves (test/serve/operator-client.test.ts).
 */
const WITHOUT_RESULT = [
  ...['payments resume', 'sandbox tpp release', 'completion'],
  ...['open', 'requests list', 'requests show'],
];

describe('the JSON of every command [A-surface, C-json-result, C-meta, C-failure-json]', () => {
  it('is in a transcript, both as a result and as a failure', () => {
    const missing = surfaces.flatMap((surface) =>
      [false, true]
        .filter((failed) => failed || !WITHOUT_RESULT.includes(surface.name))
        .filter((failed) => shapeOf(surface, failed).length === 0)
        .map((failed) => `${surface.name} --json: no ${failed ? 'failure' : 'result'} in test/transcripts`),
    );
    expect(missing).toEqual([]);
  });

  it('has the members that json-shapes.txt tells', () => {
    const lines = surfaces.flatMap((surface) => [
      surface.name,
      ...indented(['result', ...indented(shapeOf(surface, false))]),
      ...indented(['failure', ...indented(shapeOf(surface, true))]),
      '',
    ]);
    expectHeld('json-shapes.txt', lines.slice(0, -1));
  });
});

describe('how the shape of JSON is read [A-surface]', () => {
  it('tells types, members that some lack, lists and what is in them', () => {
    const samples = [
      { id: 'a', fee: null, lines: [{ amount: 1 }, { amount: 2, note: 'x' }], pairs: [['n', 'v']], tags: [] },
      { id: 'b', fee: 2, lines: [], pairs: [], tags: [], mixed: [1, 'x'], late: true },
    ];
    expect(jsonShape(samples)).toEqual([
      'id: string',
      'fee: null | number',
      'lines: object[]',
      '  amount: number',
      '  note?: string',
      'pairs: string[][]',
      'tags: []',
      'mixed?: (number | string)[]',
      'late?: boolean',
    ]);
  });

  it('is nothing where there is nothing', () => {
    expect(jsonShape([])).toEqual([]);
  });
});
