import { describe, expect, it, onTestFinished } from 'vitest';
import { openBank } from '../../../src/library.ts';
import type { HttpRequest } from '../../../src/message.ts';
import { CpuAllowance } from '../../../src/signing/budget.ts';
import { openTestBank, type Send, type TestBank } from '../../support/bank.ts';
import type { Refusal } from './expectations.ts';
import { addHeader, otherBody, rewriteHeader, type Tamper, tampers } from './messages.ts';
import { nothing, type Row, testRows } from './rows.ts';

/** A refusal of the signature engine: its text begins with the finding code. @see D2-finding-path, D2-finding-codes */
function finding(code: string | RegExp, path?: string): Refusal {
  const text = typeof code === 'string' ? new RegExp(`^${code}\\b`) : code;
  return { status: 400, code: 'BAD_REQUEST', text, ...(path === undefined ? {} : { path }) };
}

const uuid = '3f2c8a52-5f0e-4c5a-9a54-6f0f6d2f5a11';
const line = (rewrite: (value: string) => string): Tamper => rewriteHeader('Signature', rewrite);
const parameter = (name: string, rewrite: (value: string) => string): Tamper =>
  line((all) =>
    all.replace(new RegExp(`\\b${name}="([^"]*)"`), (_, value: string) => `${name}="${rewrite(value)}"`),
  );
const withoutParameter = (name: string): Tamper =>
  line((all) => all.replace(new RegExp(`,?\\b${name}="[^"]*"`), '').replace(/^,/, ''));
const date = (rewrite: (value: Date) => string): Tamper =>
  rewriteHeader('Date', (value) => rewrite(new Date(value)));
const otherMinutes = (minutes: number): Tamper =>
  date((value) => new Date(value.getTime() + minutes * 60_000).toUTCString());
const certificate = (rewrite: (value: string) => string): Tamper =>
  rewriteHeader('TPP-Signature-Certificate', rewrite);
const digest = (rewrite: (value: string) => string): Tamper => rewriteHeader('Digest', rewrite);
const nonsense = line(() => 'nonsense');
const otherKeyId = parameter('keyId', () => 'my-key');
const noCertificate = certificate(() => 'AAAA');
const otherAlgorithm = parameter('algorithm', () => 'hs2019');
const notSigned = addHeader('PSU-ID', uuid);
const otherSerial = parameter('keyId', (keyId) => keyId.replace(/SN=[0-9A-F]+/, 'SN=ABC'));
const noBase64 = parameter('signature', (value) => `*${value.slice(1)}`);
const otherRequestId = rewriteHeader('X-Request-ID', (id) => `${id}x`);
const listing = (name: string): Tamper => parameter('headers', (names) => `${names} ${name}`);
const oneByteOff = parameter('signature', (base64) => {
  return `${base64.slice(0, 9)}${base64[9] === 'A' ? 'B' : 'A'}${base64.slice(10)}`;
});
const SKEW = /^date-skew(?!-)/;
type Fault = readonly [what: string, edit: Tamper, code: string | RegExp];

/** What is wrong after signing, by the header that it is about; in the order of G3-order. */
const faults: Readonly<Record<string, readonly Fault[]>> = {
  Signature: [
    ['a broken encoded-word', line((all) => `=?utf-8?B?${all}`), 'encoded-word-format'],
    ['a Signature that is no list of pairs', nonsense, 'signature-header-format'],
    ['a Signature without quotes', line((all) => all.replaceAll('"', '')), 'signature-header-format'],
    ['no list of headers', withoutParameter('headers'), 'headers-missing'],
    ['a list with commas', parameter('headers', (names) => names.replaceAll(' ', ',')), 'headers-format'],
    ['a keyId of another form', otherKeyId, 'keyid-format'],
    ['a Signature without algorithm', withoutParameter('algorithm'), 'algorithm-missing'],
    ['an algorithm that is not rsa-sha256', otherAlgorithm, 'algorithm-unexpected'],
    ['a signature value that is no base64', noBase64, 'signature-encoding'],
    [
      'a signature of another length than the key’s',
      parameter('signature', (value) => value.slice(0, 340)),
      'signature-length',
    ],
    ['a signature with other bytes', oneByteOff, /^(key-mismatch|signature-[a-z-]+)\b/],
    ['a keyId with another serial number', otherSerial, 'keyid-mismatch'],
  ],
  'TPP-Signature-Certificate': [
    ['a certificate that is none', noCertificate, 'certificate-unparseable'],
    ['a certificate cut short', certificate((value) => value.slice(0, 400)), 'certificate-unparseable'],
  ],
  Date: [
    ['a Date in ISO 8601', date((value) => value.toISOString()), 'date-format'],
    ['a Date that is no date', date(() => 'now'), 'date-format'],
    ['a Date two minutes old', otherMinutes(-2), SKEW],
    ['a Date two minutes ahead', otherMinutes(2), SKEW],
    ['a Date off by an hour', otherMinutes(60), 'date-skew-timezone'],
  ],
  Digest: [
    ['a Digest without algorithm', digest((value) => value.replace(/^[^=]*=/, '')), 'digest-format'],
    ['a Digest of the wrong length', digest(() => 'SHA-256=AAAA'), 'digest-format'],
    ['another body than was signed', otherBody, 'digest-mismatch'],
  ],
};

/** Where the path is that of what is found, or left open. */
const elsewhere: readonly Fault[] = [
  ['a listed header that was not sent', listing('psu-id'), 'listed-header-absent'],
  ['a sent PSU-ID that is not listed', notSigned, 'required-header-not-signed'],
  ['another X-Request-ID than was signed', otherRequestId, /^signature-invalid/],
  [
    'another TPP-Redirect-URI than was signed',
    rewriteHeader('TPP-Redirect-URI', (uri) => `${uri}x`),
    /^signature-invalid/,
  ],
];

describe('refusals of the signature engine [D2-finding-codes, D2-finding-path, I-authentication-3, D2-finding-text]', () => {
  const write = ([what, afterSigning, code]: Fault, path?: string): Row => [
    what,
    nothing,
    finding(code, path),
    { afterSigning },
  ];
  testRows([
    ...Object.entries(faults).flatMap(([path, of]) => of.map((fault) => write(fault, path))),
    ...elsewhere.map((fault) => write(fault)),
  ]);
});

/** [earlier fault, later fault, the finding of the earlier]: one step, whose first error answers. */
const pairs: readonly (readonly [string, Tamper, string, Tamper, string | RegExp])[] = [
  ['header syntax', nonsense, 'certificate', noCertificate, 'signature-header-format'],
  ['parameters', withoutParameter('headers'), 'keyId form', otherKeyId, 'headers-missing'],
  ['keyId form', otherKeyId, 'certificate', noCertificate, 'keyid-format'],
  ['certificate', noCertificate, 'algorithm', otherAlgorithm, 'certificate-unparseable'],
  ['algorithm', otherAlgorithm, 'Date', otherMinutes(-2), 'algorithm-unexpected'],
  ['Date', otherMinutes(-2), 'listed headers', listing('psu-id'), 'date-skew'],
  ['listed headers', listing('psu-corporate-id'), 'required headers', notSigned, 'listed-header-absent'],
  ['required headers', notSigned, 'Digest', otherBody, 'required-header-not-signed'],
  ['Digest', otherBody, 'signature encoding', noBase64, 'digest-mismatch'],
  ['signature encoding', noBase64, 'keyId', otherSerial, 'signature-encoding'],
  ['RSA', otherRequestId, 'keyId', otherSerial, /^signature-invalid/],
];

describe('the order inside the signature engine [G3-first-error, D2-signature-order]', () => {
  testRows(
    pairs.map(
      ([earlier, first, later, second, code]): Row => [
        `for its ${earlier} before its ${later}`,
        nothing,
        finding(code),
        { afterSigning: tampers(first, second) },
      ],
    ),
  );
});

describe('signatures that pass with a remark only [G4-warnings, D12-sandbox-policy]', () => {
  const passing: Readonly<Record<string, Tamper>> = {
    'a blank after each comma of the Signature': line((all) => all.replaceAll('",', '", ')),
    'names of headers in upper case': parameter('headers', (names) => names.toUpperCase()),
    'a serial number with a leading zero': parameter('keyId', (value) => value.replace('SN=', 'SN=0')),
    'an unsigned header that need not be signed': addHeader('Accept-Language', 'nb'),
  };
  testRows(
    Object.entries(passing).map(([what, afterSigning]): Row => [what, nothing, 'created', { afterSigning }]),
  );
});

/** The test bank's clock stands at 09:00:00 GMT. */
const dates: readonly (readonly [string, boolean])[] = [
  ['Wed, 18 Nov 2026 08:58:59 GMT', false],
  ['Wed, 18 Nov 2026 08:59:00 GMT', true],
  ['Wed, 18 Nov 2026 09:01:00 GMT', true],
  ['Wed, 18 Nov 2026 09:01:01 GMT', false],
];

describe('how far the Date header can be off [I-limits-clock, G4-date-skew]', () => {
  testRows(
    dates.map(
      ([date, near]): Row => [
        `a request of ${date}`,
        nothing,
        near ? 'created' : finding(SKEW, 'Date'),
        { headers: { Date: date } },
      ],
    ),
  );
});

/** Clocks of a bank that many call: each look at the processor's costs what the test says. */
interface Clocks {
  wall: number;
  perLook: number;
  looks: number;
}

/** A bank as it is served: its searches share an allowance. */
async function sharedBank(): Promise<TestBank & { readonly clocks: Clocks }> {
  const clocks = { wall: 1000, perLook: 0, looks: 0 };
  const processorTime = () => {
    clocks.looks += 1;
    return clocks.looks * clocks.perLook;
  };
  const limits = { milliseconds: 20, withinMilliseconds: 200 };
  const searches = new CpuAllowance(limits, () => clocks.wall);
  const bank = await openTestBank({ open: (given) => openBank({ ...given, processorTime, searches }) });
  onTestFinished(() => bank.close());
  return Object.assign(bank, { clocks });
}

function rewritten(header: string, write: (value: string) => string) {
  return (request: HttpRequest): HttpRequest => ({
    ...request,
    headers: request.headers.map(([name, value]) => [name, name === header ? write(value) : value]),
  });
}

function without(...dropped: string[]) {
  return (request: HttpRequest): HttpRequest => ({
    ...request,
    headers: request.headers.filter(([name]) => !dropped.includes(name)),
  });
}

/** The X-Request-ID was written in upper case after signing. */
const shouted = { headers: { 'X-Request-ID': 'a-request' }, afterSigning: rewritten('X-Request-ID', upper) };
const pretty = {
  afterSigning: (request: HttpRequest): HttpRequest => ({
    ...request,
    body: Buffer.from(JSON.stringify(JSON.parse(Buffer.from(request.body).toString()), null, 2)),
  }),
};

function upper(value: string): string {
  return value.toUpperCase();
}

describe('searches for causes at a bank that many call [S12-searches-served]', () => {
  it('are not begun when their time is spent: status and code stay, the text says so and where it is sought', async () => {
    const bank = await sharedBank();
    for (const [fault, found, code, path] of [
      [shouted, /^signature-invalid-value: .* case/, 'signature-invalid', 'X-Request-ID'],
      [pretty, /^digest-mismatch: .* the same JSON/, 'digest-mismatch', 'Digest'],
    ] as const) {
      bank.clocks.wall += 1000;
      bank.clocks.perLook = 0;
      const sought = await bank.send(fault);
      expect([sought.status, sought.json.tppMessages[0].code]).toEqual([400, 'BAD_REQUEST']);
      expect(sought.json.tppMessages[0].text).toMatch(found);
      expect(sought.json.tppMessages[0].path).toBe(path);
      // One search that takes 25 ms uses up what the next would have.
      bank.clocks.perLook = 25;
      await bank.send(fault);
      bank.clocks.perLook = 0;
      const spent = await bank.send(fault);
      expect([spent.status, spent.json.tppMessages[0].code]).toEqual([400, 'BAD_REQUEST']);
      const text: string = spent.json.tppMessages[0].text;
      expect(text).toMatch(new RegExp(`^${code}: `));
      expect(text).toContain(
        " The cause wasn't searched for. psd2 verify with this request searches longer. ",
      );
      bank.clocks.wall += 200;
      expect((await bank.send(fault)).json.tppMessages[0].text).toBe(sought.json.tppMessages[0].text);
    }
  });

  it('are not made at all where what they find is not said: the first error answers', async () => {
    const bank = await sharedBank();
    for (const [afterSigning, code] of [
      [without('Date'), 'date-missing'],
      [without('Digest'), 'digest-missing'],
      [without('Date', 'Digest'), 'date-missing'],
      [rewritten('Date', () => 'Wed, 18 Nov 2026 08:00:00 GMT'), 'date-skew'],
    ] as const) {
      const { status, json } = await bank.send({ afterSigning });
      expect(status).toBe(400);
      expect(json.tppMessages[0].text).toMatch(new RegExp(`^${code}`));
    }
    expect(bank.clocks.looks).toBe(0);
  });

  it('take nothing from an honest request', async () => {
    const bank = await sharedBank();
    expect((await bank.send()).status).toBe(201);
    expect(bank.clocks.looks).toBe(0);
  });
});

it('the search at any bank ends after 2 MiB of candidates, with the same words at each try, and claims no cause [S12-signature-search]', async () => {
  const bank = await openTestBank();
  onTestFinished(() => bank.close());
  const replaced = {
    headers: { 'X-Request-ID': 'one' },
    afterSigning: rewritten('X-Request-ID', () => 'another-one'),
  };
  const answers = [await bank.send(replaced), await bank.send(replaced)];
  for (const { status, json } of answers) {
    expect(status).toBe(400);
    expect(json.tppMessages[0]).toMatchObject({ code: 'BAD_REQUEST', path: 'Signature' });
    expect(json.tppMessages[0].text).toMatch(
      /^signature-invalid: .* The search for the cause was stopped after hashing 2\.0 MiB of candidates\. psd2 verify with this request searches longer\. /,
    );
  }
  expect(answers[0]!.json.tppMessages[0].text).toBe(answers[1]!.json.tppMessages[0].text);
});

async function terseBank() {
  let clockReads = 0;
  const open: typeof openBank = (options) =>
    openBank({ ...options, terseErrors: true, processorTime: () => ++clockReads });
  const bank = await openTestBank({ open });
  onTestFinished(() => bank.close());
  return { bank, clockReads: () => clockReads };
}

describe('a bank that is terse, as real ones are [D2-terse-errors]', () => {
  it('says of a signature that it is no good, and nothing else', async () => {
    const { bank, clockReads } = await terseBank();
    const wrongs: readonly Send[] = [
      { afterSigning: (request) => ({ ...request, body: Buffer.from(`${request.body} `) }) },
      { headers: { Date: 'yesterday' } },
    ];
    for (const wrong of wrongs) {
      const { status, json, header } = await bank.send({ body: bank.payment(), ...wrong });
      expect({ status, json }).toEqual({
        status: 400,
        json: { tppMessages: [{ category: 'ERROR', code: 'BAD_REQUEST' }] },
      });
      expect(header('PSD2-Findings')).toBeUndefined();
    }
    // Without a search there is nothing to time.
    expect(clockReads()).toBe(0);
  });

  it('names a header that is missing by its name alone', async () => {
    const { bank } = await terseBank();
    const { json } = await bank.send({ body: bank.payment(), afterSigning: without('Signature', 'Digest') });
    expect(json.tppMessages.map(({ text, path }: { text: string; path: string }) => [path, text])).toEqual([
      ['Digest', 'Digest is required'],
      ['Signature', 'Signature is required'],
    ]);
  });

  it('is not terse about a body that is signed well', async () => {
    const { bank } = await terseBank();
    const { json } = await bank.send({ body: { ...bank.payment(), creditorName: '' } });
    expect(json.tppMessages[0]).toMatchObject({ path: 'creditorName', text: expect.any(String) });
  });
});
