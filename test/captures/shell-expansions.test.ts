import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bodyOf, notesOf, read, refusal } from './reading.ts';

const URL = "'https://bank.test/v1'";
/** What stands in braces behind a dollar sign. */
const braced = (inside: string) => `$\{${inside}}`;

/** Each is one part that bash would replace. */
const EXPANSIONS = [
  '$X',
  '$_x1',
  '$1',
  '$@',
  '$*',
  '$#',
  '$?',
  '$$',
  '$!',
  '$-',
  braced('X'),
  braced('X:-"}"'),
  braced(`X:-${braced('Y')}`),
  '$(date)',
  '$(date -u "+%a, %d )" \')\')',
  '$(echo $(echo "$(echo x)"))',
  '$((1 + (2 * 3)))',
  '$[1 + 2]',
  '`date`',
  '`echo \\`date\\``',
] as const;

describe('what a shell replaces [C-verify-curl-expansions]', () => {
  it.each(EXPANSIONS)('is noted with the header and left as it is: %s', (literal) => {
    for (const quote of ['', '"']) {
      const capture = read(`curl ${URL} -H ${quote}Date:${literal}${quote} -H 'X: y'`);
      expect(capture.request.headers).toContainEqual(['Date', literal]);
      expect(capture.notes).toEqual([
        {
          code: 'shell-expansion',
          part: 'header',
          header: 'date',
          quoted: literal,
          message: `The shell replaces ${literal} in the header date. Nothing is run here, so it's kept as is.`,
          remedy: expect.stringContaining('Replace it with what was sent'),
        },
      ]);
    }
  });

  // A # ends the URL.
  it.each(
    EXPANSIONS.filter((literal) => literal !== '$#'),
  )('is noted in the body and in the URL: %s', (literal) => {
    const capture = read(`curl "https://bank.test/v1/${literal}" -d "a${literal}b"`);
    expect(bodyOf(capture)).toBe(`a${literal}b`);
    expect(capture.request.target).toBe(`/v1/${literal}`);
    expect(notesOf(capture).toSorted()).toEqual(['shell-expansion body', 'shell-expansion target']);
  });

  it.each([
    [`'$X' '\`x\`' '$(x)' '${braced('x')}'`, `$X \`x\` $(x) ${braced('x')}`],
    ['\\$X \\`x\\` \\$\\(x\\)', '$X `x` $(x)'],
    [`"\\$X \\\`x\\\` \\$(x) \\${braced('x')}"`, `$X \`x\` $(x) ${braced('x')}`],
    ['"$ $. $" "a$" $ $. $\'x\' $"x"', '$ $. $ a$ $ $. x x'],
    ['"*" \'?\' "[a]" "{a,b}" "~" \\* \\? \\[a] \\{a,b}', '* ? [a] {a,b} ~ * ? [a] {a,b}'],
    ['{a} {} a,b [a ] a~ "!" ! a!b', '{a} {} a,b [a ] a~ ! ! a!b'],
  ])('is not found where bash replaces nothing: %s', (words, joined) => {
    const options = words.match(/(?:\\.|'[^']*'|"(?:\\.|[^"])*"|\S)+/g)?.map((word) => `-d ${word}`) ?? [];
    const capture = read(`curl ${URL} ${options.join(' ')}`);
    expect(bodyOf(capture).replaceAll('&', ' ')).toBe(joined);
    expect(capture.notes).toEqual([]);
  });

  it.each([
    ['{"a":1,"b":2}', '{a:1,b:2}'],
    ['a*', 'a*'],
    ['a?', 'a?'],
    ['[ab]', '[ab]'],
    ['{1..3}', '{1..3}'],
    ['~/x', '~/x'],
    ['a=~', 'a=~'],
  ])('is noted of files and words that are not in quotes: %s', (word, body) => {
    const capture = read(`curl ${URL} -d ${word}`);
    expect(bodyOf(capture)).toBe(body);
    expect(capture.notes).toEqual([
      {
        code: 'shell-expansion',
        part: 'body',
        quoted: word,
        message: `The shell may expand ${word} in the body to file names or several words. Here it's kept as is.`,
        remedy: 'Put it in single quotes.',
      },
    ]);
  });

  it('is noted of a process whose output is to be a file, which is not read', () => {
    const capture = read(`curl ${URL} -d @<(cat body.json) -H @<(cat headers)`);
    expect(bodyOf(capture)).toBe('');
    expect(notesOf(capture)).toEqual(['shell-expansion header', 'shell-expansion body']);
  });

  it('is noted of here-documents, unless their delimiter is quoted', () => {
    const command = (delimiter: string) =>
      `curl ${URL} --data-binary @- <<${delimiter}\n{"a":"$X","b":"\\$Y"}\nEOF\n`;
    const replaced = read(command('EOF'));
    expect(bodyOf(replaced)).toBe('{"a":"$X","b":"$Y"}\n');
    expect(notesOf(replaced)).toEqual(['shell-expansion body']);
    const literal = read(command("'EOF'"));
    expect(bodyOf(literal)).toBe('{"a":"$X","b":"\\$Y"}\n');
    expect(literal.notes).toEqual([]);
  });

  it('tells the header of -u, -A, -e, -b and --oauth2-bearer', () => {
    expect(notesOf(read(`curl ${URL} -u "$A" -A "$B" -e "$C" -b "x=$D" -r "$E" -X "$F"`))).toEqual([
      'shell-expansion header authorization',
      'shell-expansion header user-agent',
      'shell-expansion header referer',
      'shell-expansion header cookie',
      'shell-expansion header range',
      'shell-expansion target',
    ]);
    expect(notesOf(read(`curl ${URL} --oauth2-bearer "$T"`))).toEqual([
      'shell-expansion header authorization',
    ]);
  });

  it('is of no account in options that change nothing of the request', () => {
    const capture = read(
      `curl ${URL} -o "$OUT" --cert "$CERT:$PASS" --key ~/key.pem -w '%{http_code}' $NOTHING`,
    );
    expect(notesOf(capture)).toEqual(['shell-expansion header']);
    expect(read(`curl ${URL} -o "$OUT" --cert "$CERT" --max-time $T`).notes).toEqual([]);
  });

  it('may be the whole server, of which nothing is made up then', () => {
    const capture = read('curl "$BASE/v1/accounts" -H "X: y"');
    expect(capture.origin).toBeUndefined();
    expect(capture.request.target).toBe('/v1/accounts');
    expect(capture.request.headers.map(([name]) => name)).toEqual(['Accept', 'X']);
    expect(notesOf(capture)).toEqual(['shell-expansion target']);
  });

  it('is said once for each place', () => {
    const capture = read(`curl ${URL} -H "A: $X$X" -H "B: $X"`);
    expect(notesOf(capture)).toEqual(['shell-expansion header a', 'shell-expansion header b']);
  });

  it('is not run', () => {
    const folder = mkdtempSync(join(tmpdir(), 'psd2-run-'));
    const file = join(folder, 'made');
    const command = `curl "$(touch ${file})" -d \`touch ${file}\` -H "a: $(touch ${file})" > ${file}; touch ${file}`;
    read(command);
    expect(existsSync(file)).toBe(false);
    rmSync(folder, { recursive: true });
  });

  it.each(['"$(date', '"${X', '"`date', '$(echo "', "$(echo '", '"$((1'])('must be closed: %s', (literal) => {
    expect(refusal(`curl ${URL}\\\n -H ${literal}`)).toMatch(/ at line 2, column [56] isn't closed/);
  });
});

describe('variables of HTTP clients [C-verify-template-variables]', () => {
  it.each([
    `curl '{{base}}/v1/x' -H 'Date: {{date}}' -d '{"a":"{{ amount }}"}'`,
    `curl 'https://{{host}}:8443/v1/x' -H 'Date: {{date}}' -d '{"a":"{{ amount }}"}'`,
    'POST {{base}}/v1/x HTTP/1.1\nDate: {{date}}\n\n{"a":"{{ amount }}"}',
    'POST https://{{host}}/v1/x\nDate: {{date}}\n\n{"a":"{{ amount }}"}',
  ])('are noted like those of a shell: %s', (text) => {
    const capture = read(text);
    expect(notesOf(capture)).toEqual([
      'shell-expansion target',
      'shell-expansion header date',
      'shell-expansion body',
    ]);
    expect(capture.notes[2]?.message).toContain(
      'The variable {{ amount }} in the body is filled in when the request is sent',
    );
    expect(capture.request.target.endsWith('/v1/x')).toBe(true);
    expect(capture.origin).toBeUndefined();
  });

  it('are not seen in JSON and HAR, which hold what was sent', () => {
    const json = { method: 'POST', target: '/', headers: [['A', '{{b}}']], body: '{{c}}' };
    expect(read(JSON.stringify(json)).notes).toEqual([]);
  });
});
