import { describe, expect, it } from 'vitest';
import { bodyOf, notesOf, read, refusal } from './reading.ts';

const URL = 'https://bank.test/v1';
const body = (value: string, before = '') =>
  bodyOf(read(`${before}Invoke-RestMethod -Uri ${URL} -Method Post -Body ${value}`));

describe('Invoke-WebRequest and Invoke-RestMethod [C-verify-powershell]', () => {
  it.each([
    ['"a`"b`n`u{e5}`$x"', 'a"b\n\xc3\xa5$x'],
    [`'a''b\`n'`, "a'b`n"],
    ['"a""b"', 'a"b'],
    ['@"\n{"a":\r\n "b"}\n"@', '{"a":\r\n "b"}'],
    ["@'\n$x `n\n'@", '$x `n'],
    ['("a" + \'b\')', 'ab'],
    [
      '([System.Text.Encoding]::UTF8.GetBytes("$([char]229)$([char]55357)$([char]0xDE00)"))',
      '\xc3\xa5\xf0\x9f\x98\x80',
    ],
    ['@{ a = "b c" }', 'a=b%20c'],
    ['$body', 'x', '$body = "x"\n'],
    ['$body', 'ab', '$a = "a"; $body = "${a}b" # the body\n'],
  ])('have the body %s', (value, expected, before = '') => {
    expect(body(value, before)).toBe(expected);
  });

  it('take parameters in any of their forms', () => {
    const same = [
      `iwr ${URL} -met PUT -hea @{A="b"; "C" = 'd'} -ContentType text/plain -b x -UseB`,
      `irm -Uri:${URL} '${URL}' -CustomMethod put -Headers @{ A = 'b'\n C = "d" } -ContentType "text/plain" -Body 'x' | Out-Null`,
      `$p = @{ Uri = '${URL}'; Method = 'Put'; Body = 'x'; ContentType = 'text/plain' }\n$h = @{ A = 'b' }\n$h["C"] = 'd'\n$r = Invoke-WebRequest @p -Headers $h`,
      `try {\n  $h = @{}\n  $h.Add('A', 'b'); $h.C = "d"\n  (Invoke-WebRequest ${URL} -Method Put \`\n    -Headers $h -ContentType text/plain -Body x).Content\n} catch { "no" }`,
      `PS C:\\Users\\x> curl ${URL} -Method PUT -Headers @{A='b';C='d'} -ContentType text/plain \`\n>>   -Body x`,
    ];
    const [first, ...others] = same.map((text) => {
      const { format, request, notes } = read(text);
      return { format, ...request, headers: request.headers.map((header) => header.join()).sort(), notes };
    });
    expect(first).toMatchObject({ format: 'powershell', method: 'PUT', target: '/v1', notes: [] });
    expect(first?.headers).toEqual([
      'A,b',
      'C,d',
      'Content-Length,1',
      'Content-Type,text/plain',
      'Host,bank.test',
    ]);
    for (const other of others) expect(other).toEqual(first);
  });

  it('take user agent and cookies of the session', () => {
    const text = `$session = New-Object Microsoft.PowerShell.Commands.WebRequestSession
$session.UserAgent = "Mozilla/5.0"
$session.Cookies.Add((New-Object System.Net.Cookie("a", "b\`$c", "/", "bank.test")))
$session.Cookies.Add((New-Object System.Net.Cookie("d", "e", "/", "bank.test")))
Invoke-WebRequest -UseBasicParsing -Uri "${URL}" -WebSession $session`;
    expect(read(text).request.headers).toEqual([
      ['Host', 'bank.test'],
      ['User-Agent', 'Mozilla/5.0'],
      ['Cookie', 'a=b$c; d=e'],
    ]);
  });

  it('are read as Postman writes them', () => {
    const capture = read(`$headers = New-Object "System.Collections.Generic.Dictionary[[String],[String]]"
$headers.Add("Content-Type", "application/json")
$headers.Add("Signature", "keyId=\`"x\`"")

$body = @"
{
    \`"a\`": \`"1\`"
}
"@

$response = Invoke-RestMethod '${URL}' -Method 'POST' -Headers $headers -Body $body
$response | ConvertTo-Json`);
    expect(bodyOf(capture)).toBe('{\n    "a": "1"\n}');
    expect(capture.request.headers).toContainEqual(['Signature', 'keyId="x"']);
    expect(capture.notes).toEqual([]);
  });

  it('keep what only running would tell, and name it', () => {
    const text = `$date = [DateTime]::UtcNow.ToString("r")
$body = @{ a = 1 } | ConvertTo-Json
Invoke-RestMethod "$base/v1" -Method Post -Headers @{ Date = $date; 'X-Request-ID' = (New-Guid).Guid; A = "x$(Get-Date)" } -Body $body`;
    const capture = read(text);
    expect(notesOf(capture)).toEqual([
      'shell-expansion target',
      'shell-expansion header date',
      'shell-expansion header x-request-id',
      'shell-expansion header a',
      'shell-expansion body',
    ]);
    expect(capture.request.headers).toContainEqual(['X-Request-ID', '(New-Guid).Guid']);
  });

  it('note a body whose bytes depend on the version', () => {
    const post = `iwr ${URL} -Method Post -Body "å"`;
    expect(notesOf(read(post))).toEqual(['capture-changed body']);
    expect(notesOf(read(`${post} -ContentType "application/json; charset=utf-8"`))).toEqual([]);
    expect(notesOf(read(`iwr ${URL} -Method Post -Body @{a='b';c='d'}`))).toEqual(['capture-changed body']);
    expect(notesOf(read(`iwr ${URL} -Credential $c`))).toEqual(['capture-incomplete header authorization']);
  });

  it('read a body from a file of the folder', () => {
    const capture = read(`iwr ${URL} -Method Post -InFile body.json`, { files: { 'body.json': '{"a":1}' } });
    expect(bodyOf(capture)).toBe('{"a":1}');
  });

  it('may be several', () => {
    const several = `Invoke-WebRequest -Uri "${URL}/1";\r\nInvoke-WebRequest -Uri "${URL}/2"`;
    expect(refusal(several)).toContain('2 requests are in the capture');
    expect(read(several, { request: 1 }).request.target).toBe('/v1/2');
  });

  it.each([
    [`iwr ${URL} -Bogus x`, "-Bogus isn't a parameter of iwr."],
    ['iwr -Method Get', 'The iwr command has no URL.'],
    [`iwr ${URL} -Method`, 'The parameter -Method has no value.'],
    [`iwr @params`, "@params, which the text doesn't define"],
    [`iwr ${URL} -Form @{a='b'}`, 'a multipart form'],
    [`iwr ${URL} -Body "abc`, `"\\"abc" at line 1, column 32 isn't closed: " is missing.`],
    [`iwr ${URL} -Headers @{ A }`, 'has no name = value at line 1, column'],
  ])('are refused in words: %s', (text, words) => {
    expect(refusal(text)).toContain(words);
  });
});
