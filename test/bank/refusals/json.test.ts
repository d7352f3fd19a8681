import { describe, expect, it } from 'vitest';
import { expectCreated, expectRefusal, type Refusal, refusalAt } from './expectations.ts';
import { bankOf, malformed } from './rows.ts';

const noJson: Refusal = { status: 400, code: 'BAD_REQUEST' };

/** The text of a payment, with members put before its own. */
function beginning(members: string): (payment: object) => string {
  return (payment) => `{${members},${JSON.stringify(payment).slice(1)}`;
}

/** An unknown member that is nested so deep that the whole body is `depth` deep. */
function nested(depth: number): (payment: object) => string {
  return beginning(`"deep":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}`);
}

function nestedObjects(depth: number): (payment: object) => string {
  return beginning(`"deep":${'{"a":'.repeat(depth - 1)}0${'}'.repeat(depth - 1)}`);
}

const at = (where: string): Refusal => ({
  ...noJson,
  path: null,
  text: new RegExp(`^the body isn't JSON: it ${where}$`),
});

const tooDeep: Refusal = { status: 400, code: 'FORMAT_ERROR' };
const repeated: Refusal = { status: 400, code: 'FORMAT_ERROR' };

const texts: readonly (readonly [string, (payment: object) => string, 'created' | Refusal])[] = [
  [
    'blanks and newlines around a body',
    (payment) => `\r\n\t ${JSON.stringify(payment, null, 2)} \n`,
    'created',
  ],
  [
    'letters written as escapes',
    (payment) => JSON.stringify(payment).replace('creditorName', '\\u0063reditorName'),
    'created',
  ],
  ['text that is no JSON', () => 'creditorName=Kari', at('has "creditorName" at line 1, column 1')],
  ['a body that is cut short', (payment) => JSON.stringify(payment).slice(0, -1), noJson],
  ['something after the body', (payment) => `${JSON.stringify(payment)}x`, noJson],
  ['two bodies', (payment) => `${JSON.stringify(payment)}${JSON.stringify(payment)}`, noJson],
  ['a comma too many', (payment) => JSON.stringify(payment).replace(/}$/, ',}'), noJson],
  ['single quotes', (payment) => JSON.stringify(payment).replaceAll('"', "'"), noJson],
  ['a comment', (payment) => `/* Hei */${JSON.stringify(payment)}`, noJson],
  ['a number with a leading zero', beginning('"n":01'), noJson],
  ['NaN', beginning('"n":NaN'), noJson],
  ['a raw newline in a string', beginning('"n":"a\nb"'), noJson],
  ['an unknown escape', beginning('"n":"\\x41"'), noJson],
  ['blanks only', () => '   ', at('ends too early, at line 1, column 4')],
  [
    'a byte order mark',
    (payment) => `\ufeff${JSON.stringify(payment)}`,
    at('has a byte order mark \\(U\\+FEFF\\) at line 1, column 1'),
  ],
  [
    'a comma too many on a line of its own',
    (payment) => JSON.stringify(payment, null, 2).replace(/\n}$/, ',\n}'),
    at('has "}" at line 19, column 1'),
  ],
  ['32 nested lists and objects', nested(32), 'created'],
  ['32 nested objects', nestedObjects(32), 'created'],
  ['34 nested lists and objects', nested(34), tooDeep],
  ['34 nested objects', nestedObjects(34), tooDeep],
  ['half a million nested lists', () => '['.repeat(500_000) + ']'.repeat(500_000), tooDeep],
  ['a key given twice', beginning('"creditorName":"Ola"'), repeated],
  ['a key given twice, once in escapes', beginning('"creditor\\u004eame":"Ola"'), repeated],
  ['a key given twice in an unknown member', beginning('"n":{"a":1,"a":1}'), repeated],
  ['the same key in two members', beginning('"n":[{"a":1},{"a":1}]'), 'created'],
  ['a key __proto__', beginning('"__proto__":{"polluted":true}'), 'created'],
  ['a key constructor', beginning('"constructor":{"prototype":{"polluted":true}}'), 'created'],
  ['a key prototype', beginning('"prototype":{"polluted":true}'), 'created'],
  [
    'a key __proto__ in an account',
    (payment) => JSON.stringify(payment).replace('"bban"', '"__proto__":{"bban":"1"},"bban"'),
    'created',
  ],
];

describe('JSON of a body [D2-bad-json, D2-json-place, S12-json-depth, S12-repeated-key, S12-prototype-keys]', () => {
  const bank = bankOf();
  for (const [what, text, expected] of texts) {
    it(`${expected === 'created' ? 'accepts' : 'refuses'} ${what}`, async () => {
      const answer = await bank().send({ rawBody: text(bank().payment()) });
      if (expected === 'created') expectCreated(answer);
      else expectRefusal(answer, expected);
      expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    });
  }

  it('does not find a missing field in a key __proto__', async () => {
    const { creditorName, ...payment } = bank().payment();
    const answer = await bank().send({
      rawBody: beginning(`"__proto__":{"creditorName":${JSON.stringify(creditorName)}}`)(payment),
    });
    expectRefusal(answer, malformed('creditorName'));
  });

  it('does not find a missing field of an account in a key __proto__', async () => {
    const payment = bank().payment();
    const { bban, ...account } = payment.creditorAccount;
    const text = JSON.stringify({ ...payment, creditorAccount: account });
    const rawBody = text.replace('"creditorAccount":{', `"creditorAccount":{"__proto__":{"bban":"${bban}"},`);
    expectRefusal(await bank().send({ rawBody }), malformed('creditorAccount.bban'));
  });

  it.each(['[]', '"text"', '12', 'null', 'true'])('refuses %s in the place of an object', async (rawBody) => {
    const answer = await bank().send({ rawBody });
    expect(answer.status).toBe(400);
    expect(answer.json.tppMessages).toHaveLength(1);
  });

  it('refuses an empty body, which is no JSON', async () => {
    let signed = false;
    const answer = await bank().send({
      rawBody: '',
      afterSigning: (request) => {
        signed = request.headers.some(([name]) => name.toLowerCase() === 'digest');
        return request;
      },
    });
    // Without a body there need be no Digest, and then its absence comes first.
    expectRefusal(answer, signed ? noJson : { status: 400, code: 'HTTP_HEADER_REQUIRED', path: 'Digest' });
  });
});

/** Bytes in the creditor's name that are no UTF-8. */
const noUtf8: readonly (readonly [string, readonly number[]])[] = [
  ['ISO-8859-1', [0xf8]],
  ['a byte that UTF-8 never has', [0xff]],
  ['a lone continuation byte', [0x80]],
  ['a sequence cut short', [0xc3]],
  ['an overlong sequence', [0xc1, 0x81]],
  ['an encoded surrogate', [0xed, 0xa0, 0x80]],
  ['a code point beyond the last', [0xf4, 0x90, 0x80, 0x80]],
];

describe('UTF-8 of a body [I-utf8, D2-invalid-utf8]', () => {
  const bank = bankOf();
  for (const [what, bytes] of noUtf8) {
    it(`refuses ${what}, without a path`, async () => {
      const [before, after] = JSON.stringify({ ...bank().payment(), creditorName: 'KariOla' }).split(
        'KariOla',
      );
      const rawBody = Buffer.concat([
        Buffer.from(`${before}Kari`),
        Buffer.from(bytes),
        Buffer.from(`Ola${after}`),
      ]);
      expectRefusal(await bank().send({ rawBody }), malformed(null));
    });
  }

  it('accepts letters of two and three bytes', async () => {
    expectCreated(
      await bank().send({
        rawBody: Buffer.from(JSON.stringify({ ...bank().payment(), creditorName: 'Åse Øvrebø – “Prøve” €' })),
      }),
    );
  });
});

describe('a body with too much in it [D2-together, S12-body-limit]', () => {
  const bank = bankOf();
  const withReferences = (items: unknown[]) => ({
    ...bank().payment(),
    remittanceInformationUnstructured: undefined,
    remittanceInformationStructuredArray: items,
  });

  it('is refused for the length of an array before its items are read', async () => {
    const answer = await bank().send({ body: withReferences(Array(130_000).fill(0)) });
    expectRefusal(answer, refusalAt('remittanceInformationStructuredArray', 'FORMAT_ERROR'));
    expect(bank().unexpected).toEqual([]);
  });

  it('is told at most 100 faults', async () => {
    const answer = await bank().send({ body: withReferences(Array(1000).fill(0)) });
    expect(answer.status).toBe(400);
    expect(answer.json.tppMessages).toHaveLength(100);
    expect(answer.json.tppMessages[0].path).toBe('remittanceInformationStructuredArray[0]');
  });

  it('has a path of at most 512 characters for a repeated key of any length', async () => {
    const key = 'k'.repeat(100_000);
    const answer = await bank().send({ rawBody: `{"${key}":1,"${key}":2}` });
    expect(answer.status).toBe(400);
    expect(answer.json.tppMessages[0].path.length).toBe(512);
  });
});
