import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { emptyFolder, psd2 } from '../support/program.ts';
import { ROOT } from '../support/sources.ts';
import { atTerminal } from '../support/terminal.ts';

const caseText = (name: string) => readFileSync(join(ROOT, 'test/program/pasted', `${name}.txt`), 'latin1');
const FEIGN = caseText('71-feign-log');
/** The request of the Feign log as it was on the wire. */
const HTTP = FEIGN.replace('---> POST https://bank.example', 'POST ')
  .replace('POST  /', 'POST /')
  .replaceAll(/^\[BankClient#pay\] ?/gm, '')
  .replace(/\n---> END.*\n/, '');
const prefixed = (prefix: (line: number) => string) =>
  HTTP.split('\n')
    .map((line, place) => `${prefix(place)}${line}`)
    .join('\n');
const written = (text: string) => text.replaceAll('\n', '\\r\\n');

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');

const CURL = caseText('54-b-backticks').replace('response=`', '').trimEnd().replace(/`$/, '');

async function verify(text: string, ...more: readonly string[]) {
  const given = { home: emptyFolder(), input: Buffer.from(text, 'latin1') };
  const { code, stdout, stderr } = await psd2(['verify', '--at', 'date', '--json', ...more], given);
  if (stdout === '') return { code, verdict: undefined, codes: [], text: stderr };
  const shown = JSON.parse(stdout);
  const codes: string[] = (shown.findings ?? []).map((one: { code: string }) => one.code);
  return { code, verdict: shown.verdict, codes, text: stdout + stderr };
}

describe('requests of public bug reports [C-verify-unread, C-verify-broken-continuation]', () => {
  it.each([
    [
      '49-curl-placeholder-host',
      'valid-with-warning',
      ['shell-expansion'],
      '<ASPSP_HOST> in the URL or method is a placeholder',
    ],
    [
      '50-curl-placeholder-cert-before-d',
      'valid-with-warning',
      ['capture-changed', 'capture-changed'],
      '<TRANSPORT_CERT>',
    ],
    ['54-a-substitution', 'valid', [], ''],
    ['54-b-backticks', 'valid', [], ''],
    ['54-i-docker', 'valid', [], ''],
    ['56-c-jira', 'valid', [], ''],
    ['56-g-nbsp', 'valid-with-warning', ['capture-changed'], 'no-break space (U+00A0)'],
    ['71-feign-log', 'valid', [], ''],
    [
      '82-httpie-verbose',
      'valid-with-warning',
      ['capture-changed'],
      'The capture shows the body reformatted',
    ],
    [
      '150-curl-space-after-backslash',
      'valid-with-warning',
      ['capture-changed'],
      'A blank follows the backslash',
    ],
  ])('%s is %s', async (name, verdict, codes, says) => {
    const shown = await verify(caseText(name));
    expect(shown).toMatchObject({ code: 0, verdict, codes });
    expect(shown.text).toContain(says);
  });

  it('56-j-one-line is refused, since its line breaks are lost', async () => {
    const shown = await verify(caseText('56-j-one-line'));
    expect(shown.code).toBe(2);
    expect(shown.text).toContain('The line breaks of the text are lost');
  });
});

describe('one request in many writings [C-verify-line-prefix, C-verify-escaped-lines, C-verify-wrapped, C-verify-logs]', () => {
  it.each([
    ['HTTP', HTTP],
    ['lines with a time', prefixed((line) => `2026-11-26T21:57:41.${100 + line}Z `)],
    ['lines of docker compose', prefixed(() => 'tpp-app-1  | ')],
    ['lines of Kubernetes', prefixed((line) => `2026-11-26T21:57:41.12345678${line % 10}Z stdout F `)],
    [
      'lines with time, level and logger',
      prefixed(() => '2026-11-26 22:57:41.123 DEBUG 1 --- [nio-8080-exec-1] c.e.Client : '),
    ],
    ['lines in brackets', prefixed(() => '[BankClient#pay] ')],
    ['indented lines', prefixed(() => '    ')],
    [
      'lines with a time and other lines around',
      `10:00:00 start\n${prefixed((line) => `10:00:${10 + line} `)}\n10:00:40 answered 201`,
    ],
    ['a literal of one line', written(HTTP)],
    ['a quoted literal', JSON.stringify(HTTP.replaceAll('\n', '\r\n'))],
    ['a literal with escaped quotes', written(HTTP).replaceAll('"', '\\"')],
    [
      'a literal for each line',
      HTTP.split('\n')
        .map((line) => `${line}\\r\\n`)
        .join('\n')
        .replace(/\\r\\n$/, ''),
    ],
    [
      'a Feign log behind a logger',
      FEIGN.replaceAll(
        '[BankClient',
        '2026-11-26 22:57:41.123 DEBUG 1 --- [main] c.e.BankClient : [BankClient',
      ),
    ],
    ['a block of Jira with a language', `See:\n\n{code:http|title=request}\n${HTTP}\n{code}\nfails`],
  ])('%s is valid', async (_, text) => {
    expect(await verify(text)).toMatchObject({ code: 0, verdict: 'valid', codes: [] });
  });

  it.each([
    ['an empty line behind each line', HTTP.replaceAll('\n', '\n\n'), 'An empty line ends the headers'],
    ['spaces for line breaks', HTTP.replaceAll('\n', ' '), 'The line breaks of the text are lost'],
    [
      'headers alone, spaces for line breaks',
      HTTP.slice(HTTP.indexOf('Host')).replaceAll('\n', ' '),
      'line breaks of the text are lost',
    ],
    [
      'a curl command, spaces for line breaks',
      CURL.replaceAll(/ \\\n[ ]*/g, ' \\ '),
      'The line breaks of the command are lost',
    ],
    [
      'a log of names and values',
      `POST /v1/payments HTTP/1.1\nHost: bank.example\n\n{}\nheaders = {Signature=[keyId="SN=1"], Date=[Thu, 26 Nov 2026 21:57:41 GMT]}`,
      "in a part that can't be read",
    ],
    [
      'lines of which only some are prefixed',
      FEIGN.replaceAll(/\] (Sig|TPP-Sig)/g, '] | $1'),
      "isn't a header",
    ],
  ])('%s is refused and not judged', async (_, text, says) => {
    const shown = await verify(text);
    expect(shown.code).toBe(2);
    expect(shown.text).toContain(says);
  });

  it.each([
    ['alone', escapeHtml(HTTP)],
    ['with numbers', escapeHtml(HTTP).replaceAll('&quot;', '&#34;')],
    ['with hexadecimal numbers', escapeHtml(HTTP).replaceAll('&quot;', '&#x22;').replaceAll('=', '&#x3D;')],
    ['in <pre>', `<pre>${escapeHtml(HTTP)}</pre>`],
    [
      'in <pre><code> between text',
      `<p>See "this":</p>\n<pre><code class="http">\n${escapeHtml(HTTP)}\n</code></pre>\nfails`,
    ],
    ['a curl command in <code>', `<code>${escapeHtml(CURL)}</code>`],
  ])('escaped for HTML is read: %s [C-verify-html]', async (_, text) => {
    expect(await verify(text)).toMatchObject({
      code: 0,
      verdict: 'valid-with-warning',
      codes: ['capture-changed'],
    });
  });

  it('tags of HTML alone are left out without a warning [C-verify-html]', async () => {
    const text = `<pre>${HTTP.replace('POST', '<span class="m">POST</span>')}\n</pre>`;
    expect(await verify(text)).toMatchObject({ code: 0, verdict: 'valid', codes: [] });
  });

  it('a Signature with &quot; beside a body with quotes was sent so [C-verify-html]', async () => {
    const text = HTTP.replace(/^Signature: .*$/m, escapeHtml);
    expect(await verify(text)).toMatchObject({ code: 6, verdict: 'signature-header-format' });
  });

  it('the part of the chosen request that is not read is refused, not that of others [C-verify-unread]', async () => {
    const unread = (path: string) =>
      `POST ${path} HTTP/1.1\nHost: bank.example\n\n{}\nheaders = {Signature=[keyId="SN=1"]}`;
    const unsigned = 'POST /v1/b HTTP/1.1\nHost: bank.example\n\n{}';
    const text = [unread('/v1/a'), unsigned, unread('/v1/c')].join('\n\n###\n');
    expect(await verify(text, '--request', '1')).toMatchObject({ code: 6, verdict: 'signature-missing' });
    const refused = await verify(text, '--request', '0');
    expect(refused.code).toBe(2);
    expect(refused.text).toContain('a signature (keyId) at line 5');
  });

  const MESSAGE = HTTP.replaceAll('\n', '\r\n');
  it.each([
    ['a line', JSON.stringify({ level: 'DEBUG', method: 'pay', message: MESSAGE })],
    ['several lines', ['start', MESSAGE, 'HTTP/1.1 201'].map((msg) => JSON.stringify({ msg })).join('\n')],
    ['a member of a member', JSON.stringify({ fields: { message: `\n${MESSAGE}` } }, null, 2)],
    ['a curl command', JSON.stringify({ message: CURL })],
  ])('in a JSON log is read: %s [C-verify-json-log]', async (_, text) => {
    expect(await verify(text)).toMatchObject({ code: 0, verdict: 'valid', codes: [] });
  });

  it('behind other words in a text of JSON is refused [C-verify-json-log]', async () => {
    const shown = await verify(JSON.stringify({ message: `sending ${MESSAGE}` }));
    expect(shown.code).toBe(2);
    expect(shown.text).toContain('a signature (keyId) in one of its texts');
  });

  it('the head alone behind prefixes is incomplete, and without them lacks its body [C-verify-line-prefix]', async () => {
    const head = HTTP.slice(0, HTTP.indexOf('\n\n') + 1);
    const behindBars = head.replaceAll(/^/gm, '|  ');
    expect(await verify(behindBars)).toMatchObject({ code: 0, codes: ['capture-incomplete'] });
    for (const bare of [head, `See:\n\n${head.replaceAll(/^/gm, '    ')}`])
      expect(await verify(bare)).toMatchObject({ code: 6, verdict: 'digest-mismatch' });
  });

  it('a request without a signature, answered with one, lacks it', async () => {
    const unsigned = HTTP.replace(/^Signature: .*\n/m, '');
    const answer =
      'HTTP/1.1 400 Bad Request\nDate: Thu, 26 Nov 2026 21:57:41 GMT\nSignature: keyId="SN=1,CA=CN=x"\n\n{}';
    expect(await verify(`${unsigned}\n\n${answer}`)).toMatchObject({ code: 6, verdict: 'signature-missing' });
  });
});

describe('curl in scripts [C-verify-curl-within, C-verify-readable-others, C-verify-placeholders, C-verify-invisible]', () => {
  it.each([
    ['time', `time ${CURL}`],
    ['time -p', `time -p ${CURL}`],
    ['sudo with options', `sudo -u app ${CURL}`],
    [
      'docker with a tag and options',
      `docker run --rm -v "$PWD":/w -w /w curlimages/curl:8.5.0 ${CURL.slice(5)}`,
    ],
    ['docker with an entry point', `docker run --rm --entrypoint curl alpine ${CURL.slice(5)}`],
    ['docker exec', `docker exec -it app ${CURL}`],
    ['kubectl exec', `kubectl exec pod-1 -- ${CURL}`],
    ['a quoted substitution', `if [ "$(${CURL})" = 201 ]; then echo ok; fi`],
    ['a substitution behind another', `path=$(which jq)\nresult=$(${CURL} | jq -r .paymentId)`],
    ['behind a command that cannot be read', `curl --nosuch https://bank.example\n${CURL}`],
    ['behind one without a signature', `curl -s https://bank.example/token -d grant=1\n${CURL}`],
  ])('is found: %s', async (_, text) => {
    expect(await verify(text)).toMatchObject({ code: 0, verdict: expect.stringMatching(/^valid/) });
  });

  it('chooses by --request among the commands that can be read', async () => {
    const script = `curl --nosuch https://bank.example\ncurl https://bank.example/v1/other\n${CURL}`;
    expect(await verify(script, '--request', 'credit-transfers')).toMatchObject({ verdict: 'valid' });
    expect(await verify(script, '--request', '/v1/other')).toMatchObject({ verdict: 'signature-missing' });
  });

  it('leaves out what cannot be read of several fences', async () => {
    const fences = `\`\`\`\ncurl 'https://bank.example\n\`\`\`\n\n\`\`\`sh\n${CURL}\n\`\`\`\n`;
    expect(await verify(fences)).toMatchObject({ code: 0, verdict: 'valid-with-warning' });
  });

  it.each([
    [
      '$SIGNATURE as a header',
      HTTP.replace(/^Signature: .*$/m, 'Signature: $SIGNATURE'),
      '$SIGNATURE in the header signature is a placeholder',
    ],
    ['{{digest}} in a header', HTTP.replace(/^Digest: .*$/m, 'Digest: {{digest}}'), '{{digest}}'],
    ['<AMOUNT> in the body', HTTP.replace('"100.00"', '"<AMOUNT>"'), '<AMOUNT> in the body is a placeholder'],
    [
      '${CERT} in single quotes',
      CURL.replace(/(TPP-Signature-Certificate: )[^']*/, '$1${CERT}'),
      '${CERT} in the header tpp-signature-certificate is a placeholder',
    ],
  ])('names the placeholder %s', async (_, text, says) => {
    const shown = await verify(text);
    expect(shown).toMatchObject({ code: 6, verdict: 'shell-expansion' });
    expect(JSON.parse(shown.text).findings[0].message).toContain(says);
  });

  // A search this long would pass the test's time limit.
  it.each([
    'X-Request-ID: {{$guid}}',
    'Date: %DATE%',
    'Date: [DATE]',
  ])('searches no cause of a signature over the placeholder of %s', async (header) => {
    const text = HTTP.replace(new RegExp(`^${header.split(':', 1)[0]}: .*$`, 'm'), header);
    const { verdict, codes } = await verify(text, '--search', '100');
    expect(verdict).toBe('shell-expansion');
    expect(codes).not.toContain('signature-invalid');
  });
});

it('psd2 verify at a terminal, without a file says that it reads what is pasted, until Ctrl-D [C-stdin-bytes]', async () => {
  const { code, all } = await atTerminal(['verify', '--at', 'date'], [['press Ctrl-D', `${HTTP}\n\u0004`]], {
    env: { NO_COLOR: '1' },
  });
  expect(all).toContain('Verdict      valid');
  expect(code).toBe(0);
});
