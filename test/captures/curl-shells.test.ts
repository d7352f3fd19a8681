import { describe, expect, it } from 'vitest';
import { bodyOf, notesOf, read, refusal } from './reading.ts';

const URL = 'https://bank.test/v1';
const body = (text: string) => bodyOf(read(text));
const messages = (text: string) => read(text).notes.map(({ message }) => message);

describe('the shell of a curl command [C-verify-curl-shells]', () => {
  it.each([
    ['cmd by its lines', `curl "${URL}" ^\r\n  -d "{\\"a\\":\\"^b\\"}"`, '{"a":"b"}'],
    ['cmd by an escaped quote', `curl ^"${URL}^" -d ^"^{^\\^"a^\\^":1^}^"`, '{"a":1}'],
    ['cmd, the octet behind a line end as it is', `curl "${URL}" -d ^"a^\n\nb^"`, 'a\nb'],
    ['cmd, outside of quotes', `curl ${URL} -d a^&b^^c ^\n-s`, 'a&b^c'],
    ['cmd by its prompt', `C:\\Users\\x>curl ${URL} -d 'a'`, "'a'"],
    ['cmd in a file of commands', `@echo off\r\ncall curl "${URL}" ^\r\n -d "a%%20b"\r\n`, 'a%20b'],
    ['cmd, an address in it', `curl "${URL}?x=%C3%A5%20" ^\n -d "%2Fa%2F"`, '%2Fa%2F'],
    ['PowerShell by its lines', `curl.exe '${URL}' \`\r\n  -d '{"a":"it''s"}'`, `{"a":"it's"}`],
    ['PowerShell by its escapes', `curl.exe "${URL}" -d "{\`"a\`":\`"\`$b\`"}"`, '{"a":"$b"}'],
    ['PowerShell by its prompt', `PS C:\\> curl.exe ${URL} -d '\\n'`, '\\n'],
    ['PowerShell by a variable', `$body = '{"a":1}'\ncurl.exe ${URL} -d $body`, '{"a":1}'],
    ['PowerShell by a here-string', `curl.exe ${URL} -d @'\n{"a":1}\n'@`, '{"a":1}'],
    ['PowerShell, doubled quotes', `curl.exe ${URL} \`\n -d "a""b"`, 'a"b'],
    ['bash by its lines', `curl ${URL} \\\n -d '^"\`"'`, '^"`"'],
    ['bash where nothing tells', `curl.exe ${URL} -d '{"a":"^b%C3%A5"}'`, '{"a":"^b%C3%A5"}'],
    ['bash with a command in backticks', `curl ${URL} -d "a\`date\`"`, 'a`date`'],
  ])('is %s', (_, text, expected) => {
    expect(body(text)).toBe(expected);
  });

  it('is said where it is a guess', () => {
    expect(body(`curl "${URL}" -d "{""a"":1}"`)).toBe('{"a":1}');
    expect(messages(`curl "${URL}" -d "{""a"":1}"`)).toEqual([
      expect.stringContaining('bash would drop them'),
    ]);
    expect(messages(`\`\`\`bat\ncurl "${URL}" -d "{""a"":1}"\n\`\`\``)).toEqual([]);
  });

  it('that two might be is refused', () => {
    expect(refusal(`curl ${URL} ^\n -s \\\n -d x`)).toContain("It isn't clear which shell");
    expect(refusal(`curl ${URL} \\\n -s ^\n -d x`)).toContain(
      'bash (\\) and for the Windows command prompt (^)',
    );
  });

  it('replaces variables, which is noted with their part', () => {
    const text = `curl "${URL}" ^\n -H "Date: %NOW%" ^\n -d "{%BODY%}"`;
    expect(notesOf(read(text))).toEqual(['shell-expansion header date', 'shell-expansion body']);
    expect(body(text)).toBe('{%BODY%}');
    expect(notesOf(read(`curl "${URL}" ^\n -H "A: ^%NOW^%"`))).toEqual([]);
    const powershell = `curl.exe ${URL} \`\n -H "Date: $now" -H "A: $(Get-Date)" -d 'a $x'`;
    expect(notesOf(read(powershell))).toEqual(['shell-expansion header date', 'shell-expansion header a']);
  });

  it('of Windows PowerShell takes the backslashes of quotes away, and says so', () => {
    const text = `curl.exe ${URL} -d '{\\"a\\":1}'`;
    expect(body(text)).toBe('{"a":1}');
    expect(messages(text)).toEqual([expect.stringContaining('PowerShell 7.3')]);
    expect(body(`curl.exe ${URL} -d '{\\"a\\":\\"5 \\\\\\"x\\\\\\" \\n\\"}'`)).toBe('{"a":"5 \\"x\\" \\n"}');
  });

  it('ends a command of cmd with the line, in quotes too', () => {
    expect(refusal(`curl "${URL}" ^\n -d "{\n\\"a\\":1}"`)).toContain(
      'The quote " at line 2, column 5 isn\'t closed on its line',
    );
    expect(read(`curl "${URL}" ^\n -s & curl "${URL}"`).notes[0]?.message).toContain('is ignored');
  });

  it('gives a file where the command does', () => {
    const files = { 'body.json': '{"a":1}' };
    for (const text of [
      `curl "${URL}" ^\n --data-binary @body.json`,
      `curl "${URL}" ^\n --data-binary @- < body.json`,
      `curl.exe ${URL} \`\n --data-binary '@body.json'`,
      `curl.exe ${URL} \`\n --data-binary "@body.json" > out.txt`,
    ])
      expect(bodyOf(read(text, { files }))).toBe('{"a":1}');
  });
});
