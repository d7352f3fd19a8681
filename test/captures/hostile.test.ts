import { describe, expect, it } from 'vitest';
import { CAPTURE_FORMATS, type CaptureFormat } from '../../src/captures/capture.ts';
import { readCapture } from '../../src/captures/read.ts';
import { Fault } from '../../src/errors.ts';
import type { HttpRequest } from '../../src/message.ts';
import { numbers } from '../support/numbers.ts';
import { oneIn, runs, sweep } from '../support/sweep.ts';
import { AWKWARD, FRAMES, PIECES } from './hostile-texts.ts';
import { apacheWire, axiosPrinted, insomnia, okHttp, postman, pythonDebug } from './written-by.ts';

const STEPS = 60;
const steps = (first: string, step: (to: number, from: number) => string) =>
  [first, ...Array.from({ length: STEPS }, (_, from) => step(from + 1, from))].join('\n');
const sendBy = (given: string) => `\nfetch("https://bank.test/x", { method: "POST", body: ${given} })`;
const post = (given: string) => `\nirm -Uri https://bank.test/x -Method Post -Body ${given}`;

/** Each line doubles what the line before it holds. */
const DOUBLED: Readonly<Record<string, string>> = {
  'a sum': steps('const a0 = "x";', (to, from) => `const a${to} = "" + a${from} + a${from};`) + sendBy('a60'),
  'a template':
    steps('const a0 = `x`;', (to, from) => `const a${to} = \`\${a${from}}\${a${from}}\`;`) + sendBy('a60'),
  'a list':
    steps('const a0 = [1];', (to, from) => `const a${to} = [a${from}, a${from}];`) +
    sendBy('JSON.stringify(a60)'),
  'an object':
    steps('const a0 = { x: 1 };', (to, from) => `const a${to} = { l: a${from}, r: a${from} };`) +
    sendBy('JSON.stringify(a60)'),
  'an object that holds itself': `const a = {};\n${'a.l = a; a.r = a;\n'.repeat(STEPS)}${sendBy('JSON.stringify(a)')}`,
  'a sum of PowerShell': steps('$a0 = "x"', (to, from) => `$a${to} = $a${from} + $a${from}`) + post('$a60'),
  'a string of PowerShell': steps('$a0 = "x"', (to, from) => `$a${to} = "$a${from}$a${from}"`) + post('$a60'),
};

describe('variables that hold variables [S12-captures-hostile]', () => {
  it.each(Object.entries(DOUBLED))('are refused before they fill the memory: %s', (_, text) => {
    const read = () => readCapture(Buffer.from(text), { readFile: () => new Uint8Array() });
    expect(read).toThrow(/make it too long|levels of brackets/);
  });

  it('are filled in where the whole stays short', () => {
    const text = `const a = "x";\nconst b = { l: a, r: [a, a] };${sendBy('JSON.stringify(b)')}`;
    const { request } = readCapture(Buffer.from(text), { readFile: () => new Uint8Array() });
    expect(Buffer.from(request.body).toString()).toBe('{"l":"x","r":["x","x"]}');
  });
});

const MEGABYTE = 1024 * 1024;
const EIGHTH = MEGABYTE / 8;
const long = (text: string, length = EIGHTH) => text.repeat(Math.ceil(length / text.length));

/** Milliseconds of the processor; everything thrown must be a Fault with words that fit a screen. */
function milliseconds(bytes: Uint8Array, format?: CaptureFormat): number {
  const start = process.cpuUsage();
  const said = outcome(bytes, format);
  const { user, system } = process.cpuUsage(start);
  if (said.length > 200 || said.some((text) => text === '' || text.length > 2500)) {
    throw new Error(`Too much is said, or nothing: ${said.join('\n').slice(0, 4000)}`);
  }
  return (user + system) / 1000;
}

/** All that is said of the input. */
function outcome(bytes: Uint8Array, format?: CaptureFormat): string[] {
  try {
    const readFile = () => Buffer.from('a\n');
    const { notes } = readCapture(bytes, { ...(format === undefined ? {} : { format }), readFile });
    return notes.map(({ message, remedy }) => `${message} ${remedy}`);
  } catch (thrown) {
    if (!(thrown instanceof Fault) || thrown.code !== 'INPUT_INVALID') throw thrown;
    return [thrown.message, thrown.details.hint ?? ''];
  }
}

/**
 * Tells whether four times the input takes over twelve times as long: a square takes sixteen times. The shortest of
 * up to seven counts each, because other tests run beside this one. Under a second the collector of a
 * large heap decides.
 */
function growsTooFast(
  inputOf: (length: number) => Uint8Array,
  length: number,
  format?: CaptureFormat,
): boolean {
  const [whole, quarter] = [inputOf(length), inputOf(length / 4)];
  let fastest = milliseconds(whole, format);
  if (fastest < 1000) return false;
  let shortest = milliseconds(quarter, format);
  for (let again = 0; again < 6 && (again < 2 || fastest > 12 * shortest); again += 1) {
    shortest = Math.min(shortest, milliseconds(quarter, format));
    fastest = Math.min(fastest, milliseconds(whole, format));
  }
  return fastest > 12 * shortest;
}

const REQUEST: HttpRequest = {
  method: 'POST',
  target: '/v1?a=b',
  headers: [['Signature', 'keyId="x"']],
  body: new Uint8Array(Buffer.from('{"a":1}')),
};

const VALID = [
  'curl "https://bank.test/%X%" ^\r\n -X POST ^\n -H ^"A: ^\\^"b^\\^"^" ^\n -d "{\\"a\\":1}" > x & echo y',
  '$s = New-Object X\n$h = @{ "A" = "b`"$x$([char]229)"; C = (\'d\' + "e") }\n$r = irm @p -Uri "https://bank.test/$y" -Headers $h `\n -Body @"\n{"a":1}\n"@ | Out-Null',
  'const a = { b: `x${1}` };\nawait fetch("https://bank.test/", { method: "POST", headers: [["A", "\\u00e5"]], body: JSON.stringify(a, null, 2) }) // x',
  'Text\n\n```http\nPOST https://bank.test/\nA: {{b}}\n\n< f\n```\n\n> ```bash\n> $ curl x\n> ```\n',
  ...[okHttp(REQUEST), apacheWire(REQUEST), pythonDebug(REQUEST), axiosPrinted(REQUEST)],
  ...[postman(REQUEST), insomnia(REQUEST)],
  'Date: x\nSignature: y\nDigest: z\n\n{}',
  'HTTP/1.1 200 OK\nDigest: x\n\n{}',
  ':method\nPOST\n:path\n/v1\nsignature\nx\n',
  'POST /v1/p HTTP/1.1\r\nHost: bank.test\r\nContent-Length: 7\r\nSignature: keyId="x"\r\n b\r\n\r\n{"a":1}\n',
  'POST / HTTP/1.1\nTransfer-Encoding: chunked\n\n3\r\nabc\r\n0\r\n\r\n',
  '### a\nGET https://bank.test/x\n  ?a=b\nA: b\n\n###\nPOST {{h}}/y HTTP/1.1\n\n< f\n',
  `$ X=1 curl -sSX POST "https://bank.test/{a,b}?x=$Y" -H 'A: b' -H $'C: \\xe5\\u00e5' --data-binary @- <<EOF | jq .\n{"a":"\${b}"}\nEOF\n`,
  "base64 -d <<< QUJD | curl 'https://u:p@bank.test:8443/../x#y' --json @- -G --url-query 'a=b' -b c=d",
  '{"method":"POST","url":"https://bank.test/x","headers":[["A","b"],["C","\\u00e5"]],"bodyBase64":"QUJD"}',
  '{"log":{"entries":[{"request":{"method":"POST","url":"https://bank.test/x","headers":[{"name":"Signature","value":"c"}],"postData":{"text":"QUJD","encoding":"base64"}}}]}}',
];

describe('hostile captures [S12-captures-hostile]', () => {
  // What takes the square of its length takes minutes here.
  it.each(
    Object.entries(FRAMES),
  )('are read or refused in a time that grows with their length: %s', (name, frame) => {
    const pieces = sweep(PIECES, (piece) => AWKWARD[name]?.includes(piece) === true);
    const slow = pieces.filter((piece) =>
      growsTooFast((length) => Buffer.from(frame(long(piece, length))), EIGHTH),
    );
    expect(slow).toEqual([]);
  });

  it('of a megabyte are read or refused in a time that grows with their length', () => {
    const pieces = ['\\', '$x', '`', '{a,b}', 'a:b\n c\n', '\xff'] as const;
    const frames = ['behind a URL', 'in double quotes', 'as header lines', 'as text of JSON'];
    const all = frames.flatMap((frame) => pieces.map((piece) => ({ frame, piece })));
    const slow = sweep(all, ({ frame, piece }) => AWKWARD[frame]?.[0] === piece).filter(({ frame, piece }) =>
      growsTooFast((length) => Buffer.from(FRAMES[frame]?.(long(piece, length)) ?? ''), MEGABYTE),
    );
    expect(slow).toEqual([]);
  });

  it('of another kind than is said are read or refused', () => {
    for (const format of CAPTURE_FORMATS) {
      for (const piece of sweep(PIECES, oneIn(8)))
        expect(growsTooFast((length) => Buffer.from(long(piece, length)), EIGHTH, format)).toBe(false);
    }
  });

  it('that are no text are refused', () => {
    const next = numbers(1);
    const noise = Buffer.from(Array.from({ length: MEGABYTE }, () => next(256)));
    const kinds = [
      Buffer.concat([Buffer.from('PK\x03\x04'), noise]),
      Buffer.concat([Buffer.from([0x1f, 0x8b]), noise]),
      Buffer.concat([Buffer.from([0xff, 0xfe]), noise]),
      Buffer.concat([Buffer.from([0xfe, 0xff]), noise, Buffer.from([0])]),
      noise,
      Buffer.alloc(MEGABYTE),
    ];
    for (const bytes of kinds) {
      expect(() => readCapture(bytes, { readFile: () => new Uint8Array() })).toThrow(Fault);
      expect(growsTooFast((length) => bytes.subarray(0, length), MEGABYTE)).toBe(false);
    }
  });

  it('cut off anywhere are read or refused', () => {
    for (const text of VALID) {
      const bytes = Buffer.from(text);
      for (let length = 0; length <= bytes.length; length += 1) milliseconds(bytes.subarray(0, length));
    }
  });

  it('changed at random are read or refused', () => {
    const next = numbers(2);
    const special = Buffer.from('"\'\\$`(){}[]<>|;&#^\n\r\0\xff:=@%,*?~ ');
    for (let round = 0; round < runs(700, 20_000); round += 1) {
      let bytes = Buffer.from(VALID[round % VALID.length] ?? '');
      for (let change = next(4); change >= 0; change -= 1) {
        const [from, length] = [next(bytes.length), next(12)];
        const kind = next(3);
        const put =
          kind === 0
            ? [special[next(special.length)] ?? 0]
            : kind === 1
              ? []
              : bytes.subarray(from, from + length);
        bytes = Buffer.concat([
          bytes.subarray(0, from),
          Buffer.from(put),
          bytes.subarray(from + (kind === 2 ? 0 : 1)),
        ]);
      }
      milliseconds(bytes, round % 5 === 0 ? CAPTURE_FORMATS[next(CAPTURE_FORMATS.length)] : undefined);
    }
  });

  it('with a name of a prototype change none', () => {
    const text = '{"method":"GET","url":"/","headers":{"__proto__":"x","constructor":"y"}}';
    const { request } = readCapture(Buffer.from(text), { readFile: () => new Uint8Array() });
    expect(request.headers.map(([name]) => name)).toEqual(['__proto__', 'constructor']);
    expect(request.body.length).toBe(0);
    expect(Object.hasOwn(Object.prototype, 'body')).toBe(false);
  });
});
