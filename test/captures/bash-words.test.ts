import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCommands } from '../../src/captures/shell/commands.ts';
import type { Word } from '../../src/captures/shell/word.ts';
import { runs } from '../support/sweep.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'psd2-words-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Each curl says how many words it was given and which; whatever else a test may hold is not found. */
const PRELUDE = `PATH=; exec 9>&1; curl() { { printf '%d\\0' $#; if (($#)); then printf '%s\\0' "$@"; fi; } >&9; }\n`;
/** Between two scripts, in the place of the number of words. */
const NEXT = 'next';

/** The words that bash gives to each curl of each script, one character per octet. One bash runs them all. */
function wordsOfBash(...scripts: readonly string[]): string[][][] {
  const lines = scripts.map((script, place) => {
    writeFileSync(join(folder, `${place}.sh`), script, 'latin1');
    return `( . ./${place}.sh )\nprintf '${NEXT}\\0' >&9\n`;
  });
  const run = spawnSync('bash', ['-c', PRELUDE + lines.join('')], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { PATH: process.env.PATH, HOME: '/home/of-bash', LC_ALL: 'C.UTF-8' },
    maxBuffer: 64 * 1024 * 1024,
  });
  if (run.error !== undefined) throw run.error;
  return scriptsIn(run.stdout.toString('latin1').split('\0').slice(0, -1));
}

function scriptsIn(values: readonly string[]): string[][][] {
  const scripts: string[][][] = [];
  let commands: string[][] = [];
  for (let place = 0; place < values.length; place += 1) {
    if (values[place] === NEXT) {
      scripts.push(commands);
      commands = [];
      continue;
    }
    const count = Number(values[place]);
    commands.push(values.slice(place + 1, place + 1 + count));
    place += count;
  }
  return scripts;
}

/** The words after each curl, whatever stands before it. */
function curlsOf(script: string): Word[][] {
  return readCommands(script, () => false).commands.flatMap(({ words }) => {
    const place = words.findIndex(({ text }) => text === 'curl');
    return place < 0 ? [] : [words.slice(place + 1)];
  });
}

/** Whether bash makes something else of each word. */
function changedByBash(words: readonly string[]): boolean[] {
  const [given = []] = wordsOfBash(words.map((text) => `curl ${text} end\n`).join(''));
  return given.map((read, place) => read.join('\0') !== `${words[place]}\0end`);
}

const latin1 = (text: string) => Buffer.from(text, 'utf8').toString('latin1');

const COMMANDS: readonly string[] = [
  `curl a b\tc   d`,
  `curl 'a b' "a b" a\\ b $'a b' $"a b"`,
  `curl 'it'\\''s' "it's" $'it\\'s'`,
  `curl a'b'"c"$'d'$"e"\\f`,
  `curl '' "" $'' $"" ''"" a''b`,
  `curl 'a\\b' "a\\b" a\\b $'a\\\\b'`,
  `curl "\\$x \\\`y\\\` \\"z\\" \\\\ \\! \\n \\'"`,
  `curl "$" "a$" "$ b" "$." "$'c'" "$,"  $ a$ $. $,`,
  `curl 'line\none' "line\ntwo" $'line\\nthree'`,
  `curl one \\\n  two \\\n\tthree\\\nfour "fi\\\nve" 'si\\\nx'`,
  `curl a # b c\ncurl '#a' a#b "#" \\#c #`,
  `# curl a\n   # curl b\ncurl c`,
  `curl a; curl b;curl c && curl d\ncurl f & wait`,
  `curl a | : ; curl b |& : ; ( curl c ) ; { curl d; }`,
  `: && \n curl a`,
  `curl a > out 2> err b 2>&1 c >> out d &> all e >| out 1>&2`,
  `curl < /dev/null a <<< b c 0< /dev/null d`,
  `curl a2>out b 3>out 4>&- c\\>d "e>f"`,
  `curl a <<EOF b <<'X' c\none $x\nEOF\ntwo\nX\ncurl d`,
  `curl a <<-EOF; curl b\n\tone\n\tEOF\ncurl c`,
  `curl a <<EOF | :\nEOF is not this\nEOF\ncurl b`,
  `curl a <<\\EOF\n$(x)\nEOF\ncurl b <<"E F"\nE F\ncurl c`,
  `if curl a; then curl b; fi; for x in 1; do curl d; done; until curl e; do :; done`,
  `! curl a; time curl b; X=1 curl c; X='a b' Y="c" curl d`,
  `curl a=b --x=y -H'a: b' -d{"a":1} -d{a b} {a} {} }{ ,a a,b`,
  `curl ! a!b "!" '!' "a!b" %x @y ^ a^b + - -- : :a . / ~root-x a~ \\~ "~" '~'/x`,
  `curl [a [ ] a] "[a]" '*' "?" \\* \\? \\[a\\]`,
  `curl $'\\a\\b\\e\\E\\f\\n\\r\\t\\v\\\\\\'\\"\\?' $'\\q\\z\\8\\9\\N'`,
  `curl $'\\1\\12\\123\\1234\\18\\377\\777' $'\\x4' $'\\x41\\x411\\x4g\\xg\\x' $'\\x{41}\\x{1F}z\\x{4' $'\\x{123}'`,
  `curl $'\\u4\\u41\\u00e6\\u20ac\\u20acz\\uD800\\u' $'\\U1f600\\U0001F600z\\U110000\\U7fffffff' $'\\Ug\\ug'`,
  `curl $'\\U80000000a' $'\\UFFFFFFFFb' $'\\u7ff\\u800\\uffff\\U10000\\U1fffff\\U200000\\U3ffffff\\U4000000'`,
  `curl $'\\ca\\cA\\cZ\\c[\\c]\\c?\\c@' $'x\\c\\\\y' $'\\c\\'x' $'\\c1\\c{' $'\\c'`,
  `curl $'a\\0b'c $'\\x00a'd $'\\u0000e'f $'\\400g'h $'\\x{}i'j a$'\\000'`,
  `curl $'\\c\\a'`,
  latin1(`curl 'Åse' "blåbær" sørlig $'\\xc3\\xb8' é\\ è`),
  `curl '\xff\xfe' "\xc3" \xe6 $'\xf0\\xf0'`,
  `curl '\x01\x7f\x02' "\x01\x7f" \x01\x7f $'\\x01\\x7f\x01\x7f'`,
  `curl "a\rb" 'c\r' d\re`,
  `curl -H "Signature: keyId=\\"SN=1,CA=CN=a\\",headers=\\"date\\"" --data-binary '{"a": "b c"}'`,
];

describe('words of a command line [C-verify-curl-words]', () => {
  let ofBash: readonly string[][][];
  beforeAll(() => {
    ofBash = wordsOfBash(...COMMANDS);
  });

  it.each(COMMANDS.map((command, place) => ({ command, place })))('are those that bash reads: $command', ({
    command,
    place,
  }) => {
    const expected = ofBash[place] ?? [];
    expect(expected.length).toBeGreaterThan(0);
    expect(curlsOf(command).map((words) => words.map(({ text }) => text))).toEqual(expected);
  });

  it('are those that bash reads of random quoted text', () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 100 }), (words) => {
        const script = words.map((text) => `curl ${text} end\n`).join('');
        const [expected = []] = wordsOfBash(script);
        const read = curlsOf(script);
        expect(read.length).toBe(words.length);
        for (const [place, ours] of read.entries()) {
          // Braces and home folders are the one thing that bash replaces here; they must be found then.
          if (ours.some(({ expansions }) => expansions.length > 0)) continue;
          expect(ours.map(({ text }) => text)).toEqual(expected[place]);
        }
      }),
      { numRuns: runs(10, 200) },
    );
  });

  it('have parts that bash replaces behind {} too, which is text at the beginning of a word', () => {
    const words = ['{},}', '{},a}', 'a{},}', '{}{a,b}', '{},{a,b}', '{}{},}', 'x{}},y}', '{{},}'];
    const script = words.map((text) => `curl ${text} end\n`).join('');
    const changed = changedByBash(words);
    const noted = curlsOf(script).map(([first]) => (first?.expansions.length ?? 0) > 0);
    expect(noted).toEqual(changed);
    expect(changed.filter(Boolean)).toHaveLength(6);
  });

  it('have parts that bash replaces exactly where they are noted', () => {
    fc.assert(
      fc.property(fc.array(bareWord, { minLength: 1, maxLength: 150 }), (words) => {
        const script = words.map((text) => `curl ${text} end\n`).join('');
        const changed = changedByBash(words);
        const noted = curlsOf(script).map(([first]) => (first?.expansions.length ?? 0) > 0);
        // A pattern of files that fits none stays as it is; noted all the same.
        const isOpen = words.map((text) => /[*?]|\[.+\]|\.\..*,|,.*\.\./.test(text));
        expect(noted.map((isNoted, place) => isNoted || isOpen[place])).toEqual(
          changed.map((isChanged, place) => isChanged || isOpen[place]),
        );
        expect(words.filter((_, place) => changed[place] && !noted[place])).toEqual([]);
      }),
      { numRuns: runs(10, 200) },
    );
  });
});

const octet = (from: number, to: number) =>
  fc.integer({ min: from, max: to }).map((code) => String.fromCharCode(code));
const anyOctet = fc.oneof(octet(0x20, 0x7e), octet(0x01, 0xff));
const textOf = (part: fc.Arbitrary<string>) =>
  fc.array(part, { maxLength: 8 }).map((parts) => parts.join(''));
const without = (characters: string) => anyOctet.filter((one) => !characters.includes(one));
const singleQuoted = textOf(without("'")).map((text) => `'${text}'`);
const doubleQuoted = textOf(
  fc.oneof(
    without('"`$\\'),
    fc.constantFrom('\\"', '\\$', '\\`', '\\\\', '\\a', '\\\n', '$ ', '$.', "'", '!'),
  ),
).map((text) => `"${text}"`);
const hexDigits = (most: number) =>
  fc
    .array(fc.constantFrom(...'0123456789abcdefABCDEF'), { maxLength: most })
    .map((digits) => digits.join(''));
const ansiEscape = fc.oneof(
  // bash 5.2 doubles octets 01 and 7F behind a backslash that escapes nothing.
  without("'\\\x01\x7f").map((one) => `\\${one}`),
  fc.constantFrom("\\'", '\\\\', '\\n', '\\0', '\\c?', '\\c\\\\'),
  fc.integer({ min: 0, max: 0o777 }).map((code) => `\\${code.toString(8)}`),
  hexDigits(3).map((digits) => `\\x${digits}`),
  hexDigits(4).map((digits) => `\\x{${digits}}`),
  hexDigits(5).map((digits) => `\\u${digits}`),
  hexDigits(9).map((digits) => `\\U${digits}`),
  octet(0x40, 0x5b).map((key) => `\\c${key}`),
);
const ansiQuoted = textOf(fc.oneof(without("'\\"), ansiEscape)).map((text) => `$'${text}'`);
const escaped = anyOctet.map((one) => `\\${one}`);
const bare = textOf(fc.constantFrom(...'abcXYZ0189_=:,./@%+-{}[]!*?~#'));
const word = fc
  .array(fc.oneof(singleQuoted, doubleQuoted, ansiQuoted, escaped, bare), { minLength: 1, maxLength: 5 })
  .map((parts) => parts.join(''))
  // A word that is empty or begins a comment is none.
  .filter((text) => text !== '' && !text.startsWith('#') && !/^\s*$/.test(text));
const bareWord = fc
  .array(fc.constantFrom('{', '}', ',', '..', 'a', '1', '-', '[', ']', '*', '?', '~/', 'x=', ':', '/'), {
    minLength: 1,
    maxLength: 9,
  })
  .map((parts) => parts.join(''));
