import { deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { processorTime } from '../../signing/soon.ts';
import type { Send } from '../../support/bank.ts';
import { expectRefusal, NO_PRODUCT, type Refusal } from './expectations.ts';
import { filledUp, mebibyte, otherBody } from './messages.ts';
import { bankOf, type Expected, nothing, type Row, sendRow, testRows } from './rows.ts';

const creation = '/v1/payments/norwegian-domestic-credit-transfers';

describe('paths and products [D2-not-found, D1-product-unknown]', () => {
  const paths: readonly (readonly [string, string, Refusal])[] = [
    ['POST', '/v1/nothing', { status: 404, code: 'NOT_FOUND' }],
    ['GET', '/v1/nothing', { status: 404, code: 'NOT_FOUND' }],
    ['POST', '/v1/payments', { status: 404, code: 'NOT_FOUND' }],
    ['POST', '/', { status: 404, code: 'NOT_FOUND' }],
    ['POST', `/v2/payments/norwegian-domestic-credit-transfers`, { status: 404, code: 'NOT_FOUND' }],
    ['GET', `${creation}/AAAAAAAAAAAAAAAAAAAAAA/nothing`, { status: 404, code: 'NOT_FOUND' }],
    ['POST', '/v1/payments/no-credit-transfers', { status: 404, code: 'PRODUCT_UNKNOWN' }],
    ['POST', '/v1/payments/Norwegian-Domestic-Credit-Transfers', { status: 404, code: 'PRODUCT_UNKNOWN' }],
  ];
  const bank = bankOf();
  for (const [method, path, refusal] of paths) {
    it(`answers ${method} ${path} with ${refusal.code}`, async () => {
      const send: Send = method === 'POST' ? { method, path, body: bank().payment() } : { method, path };
      expectRefusal(await bank().send(send), refusal);
    });
  }
});

const payments = `norwegian-domestic-credit-transfers, norwegian-cross-border-credit-transfers, instant-norwegian-credit-transfers-straks`;

describe('products that are known and not offered [D1-product-invalid, D1-services]', () => {
  const bank = bankOf();
  const domestic = 'norwegian-domestic-credit-transfers';
  const id = 'AAAAAAAAAAAAAAAAAAAAAA';

  /** [method, path, what the text names, what it offers] */
  const rows: readonly (readonly [string, string, string, string])[] = ['sepa', 'cross-border'].flatMap(
    (name): [string, string, string, string][] => [
      ['POST', `/v1/payments/${name}-credit-transfers`, `payment with ${name}`, payments],
      ['POST', `/v1/bulk-payments/${name}-credit-transfers`, `bulk payment with ${name}`, domestic],
      ['POST', `/v1/periodic-payments/${name}-credit-transfers`, `periodic payment with ${name}`, domestic],
      ['GET', `/v1/payments/${name}-credit-transfers/${id}`, `payment with ${name}`, payments],
      ['DELETE', `/v1/bulk-payments/${name}-credit-transfers/${id}`, `bulk payment with ${name}`, domestic],
    ],
  );
  it.each(rows)('%s %s', async (method, path, what, offered) => {
    const answer = await bank().send({
      method,
      path,
      ...(method === 'POST' ? { body: bank().payment() } : {}),
    });
    expectRefusal(answer, { status: 403, code: 'PRODUCT_INVALID', path: null });
    expect(answer.json.tppMessages[0].text).toBe(
      `this bank doesn't offer a ${what}-credit-transfers, only ${offered}`,
    );
  });
  it.each([
    'norwegian-cross-border-credit-transfers',
    'instant-norwegian-credit-transfers-straks',
    'instant-norwegian-domestic-credit-transfers-straks',
  ])('POST of a product that only payments offer: %s', async (product) => {
    for (const service of ['bulk-payments', 'periodic-payments']) {
      const body = bank().payment();
      expectRefusal(await bank().send({ path: `/v1/${service}/${product}`, body }), {
        status: 403,
        code: 'PRODUCT_INVALID',
        text: /, only norwegian-domestic-credit-transfers$/,
      });
      expectRefusal(await bank().send({ path: `/v1/${service}/no-credit-transfers`, body }), NO_PRODUCT);
    }
  });
});

describe('a path that ends with a slash [D1-trailing-slash]', () => {
  const bank = bankOf();
  const leaveOut = 'the bank has no operation at this path: remove the slash at the end';
  const nothing = 'the bank has no operation at this path';

  it.each([
    ['POST', `${creation}/`, leaveOut],
    ['POST', `${creation}//`, leaveOut],
    // The method is looked at when the path is one.
    ['PUT', `${creation}/`, leaveOut],
    ['GET', `${creation}/${'AAAAAAAAAAAAAAAAAAAAAA'}/`, leaveOut],
    ['GET', '/v1/accounts/', leaveOut],
    ['GET', '/v1/sandbox/customers/', leaveOut],
    ['POST', '/operator/batch/run/', leaveOut],
    ['POST', '/v1/nothing/', nothing],
    ['POST', '/', nothing],
  ])('%s %s: %s', async (method, path, text) => {
    const answer = await bank().send({ method, path, rawBody: '' });
    expectRefusal(answer, { status: 404, code: 'NOT_FOUND' });
    expect(answer.json.tppMessages[0].text).toBe(text);
  });

  it('tells nobody else of the operator', async () => {
    const request = bank().signed({ path: '/operator/batch/run/', rawBody: '' });
    const answer = await bank().handle(request, { address: '192.0.2.7', operator: false });
    expect(Buffer.from(answer.body).toString()).toContain(`"${nothing}"`);
  });
});

describe('a target that is a whole URI [D1-absolute-form]', () => {
  const bank = bankOf();

  it.each([
    'https://bank.example',
    'http://127.0.0.1:8443',
    'HTTPS://BANK.EXAMPLE',
  ])('counts as its path, query and all: %s', async (origin) => {
    const wrong = await bank().send({
      path: `${origin}${creation}?allowLogicalDuplicate=perhaps`,
      body: bank().payment(),
    });
    expectRefusal(wrong, { status: 400, code: 'FORMAT_ERROR', path: 'allowLogicalDuplicate' });
    const answer = await bank().send({ path: origin + creation, body: bank().payment() });
    expect(answer.status, answer.text).toBe(201);
  });

  // What signs before the target is written so signs the path (cavage, 2.3).
  it('is signed as its path', async () => {
    const path = { path: creation, headers: { Host: 'bank.example' }, body: bank().payment() };
    const target = `https://bank.example${creation}`;
    const signed = bank().signedTarget({ ...path, afterSigning: (request) => ({ ...request, target }) });
    const answer = await bank().handle(signed, { address: '127.0.0.1', operator: true });
    expect(answer.status, Buffer.from(answer.body).toString()).toBe(201);
    const whole = await bank().handle(bank().signedTarget({ ...path, path: target }), {
      address: '127.0.0.1',
      operator: true,
    });
    expect(Buffer.from(whole.body).toString()).toContain('signature-invalid-target');
  });

  it.each(['', '/', '?x=1'])('is the root of the host without a path: %j', async (rest) => {
    const answer = await bank().send({ method: 'GET', path: `https://bank.example${rest}` });
    expectRefusal(answer, { status: 404, code: 'NOT_FOUND' });
  });
});

describe('a query parameter given twice [D2-repeated-query]', () => {
  const twice: Refusal = { status: 400, code: 'FORMAT_ERROR', path: 'allowLogicalDuplicate' };
  const asked = (what: string, expected: Expected, query: string) => sendRow(what, expected, { query });
  const moreThanOnce = { ...twice, text: /appears more than once: send it once$/ };
  testRows([
    ...['true&allowLogicalDuplicate=true', 'true&allowLogicalDuplicate=false'].map((query) =>
      asked(query, moreThanOnce, `allowLogicalDuplicate=${query}`),
    ),
    asked('apart', moreThanOnce, 'allowLogicalDuplicate=false&x=1&allowLogicalDuplicate=true'),
    asked('in escapes', twice, 'allowLogicalDuplicate=true&allow%4cogicalDuplicate=true'),
    asked(
      'one of them is no value of it',
      { ...twice, text: /must be true or false$/ },
      'allowLogicalDuplicate=true&allowLogicalDuplicate=1',
    ),
    asked('an unknown one twice', 'created', 'x=1&x=2'),
    asked(
      'in other letters, which is another',
      'created',
      'allowLogicalDuplicate=true&allowlogicalduplicate=no',
    ),
  ]);
});

describe('methods that a path does not have [D2-method]', () => {
  const methods: readonly (readonly [string, string, string])[] = [
    ['GET', creation, 'POST'],
    ['PUT', creation, 'POST'],
    ['DELETE', creation, 'POST'],
    ['PATCH', creation, 'POST'],
    ['PUT', `${creation}/AAAAAAAAAAAAAAAAAAAAAA`, 'GET'],
    ['POST', `${creation}/AAAAAAAAAAAAAAAAAAAAAA/status`, 'GET'],
    ['GET', '/v1/sandbox/initialize', 'POST'],
  ];
  const bank = bankOf();

  it('names all that the path has, and nothing else', async () => {
    const answer = await bank().send({ method: 'PUT', path: '/v1/sandbox/customers', rawBody: '' });
    expectRefusal(answer, { status: 405, code: 'BAD_REQUEST' });
    expect(answer.header('Allow')).toBe('GET, POST');
  });

  for (const [method, path, allowed] of methods) {
    it(`answers ${method} ${path} with the methods that are allowed`, async () => {
      const answer = await bank().send({ method, path, rawBody: '' });
      expectRefusal(answer, { status: 405, code: 'BAD_REQUEST' });
      const allow = (answer.header('Allow') ?? '').split(/, */);
      expect(allow).toContain(allowed);
      expect(allow).not.toContain(method);
    });
  }
});

describe('the size of a body [D2-body-size, S12-body-limit]', () => {
  const bank = bankOf();

  it('can be 1 MiB', async () => {
    expect((await bank().send({ rawBody: filledUp(bank().payment(), mebibyte) })).status).toBe(201);
  });

  it('cannot be one byte more', async () => {
    const answer = await bank().send({ rawBody: filledUp(bank().payment(), mebibyte + 1) });
    expectRefusal(answer, { status: 413, code: 'BAD_REQUEST' });
  });
});

describe('media types [D2-accept, D2-media-type]', () => {
  const refused = (status: number) => ({ status, code: 'BAD_REQUEST' });
  const bank = bankOf();
  it('reads Accept on several lines as one list', async () => {
    const answer = await bank().send({ headers: { Accept: ['text/html', 'application/json'] } });
    expect(answer.status).toBe(201);
  });

  /** [header, values taken, values refused, the status of the refusal] */
  const types: readonly (readonly [string, readonly string[], readonly string[], number])[] = [
    [
      'Accept',
      [
        ...['*/*', 'application/*', 'application/json', 'application/problem+json'],
        ...['text/html, application/json;q=0.5', 'application/json; charset=utf-8'],
      ],
      ['text/html', 'application/xml', 'text/*', 'image/png, text/plain'],
      406,
    ],
    [
      'Content-Type',
      [
        ...['application/json', 'application/json; charset=utf-8', 'application/json;charset="UTF-8"'],
        'Application/JSON',
      ],
      [
        ...['text/plain', 'application/xml', 'application/x-www-form-urlencoded'],
        ...['application/json; charset=iso-8859-1', 'application/jsonp', 'json'],
      ],
      415,
    ],
  ];
  testRows(
    types.flatMap(([name, taken, not, status]) => [
      ...taken.map((value) => sendRow(`${name}: ${value}`, 'created', { headers: { [name]: value } })),
      ...not.map((value) => sendRow(`${name}: ${value}`, refused(status), { headers: { [name]: value } })),
    ]),
  );
});

const gzip = { 'Content-Encoding': 'gzip' };

describe('a body behind gzip [S12-gzip]', () => {
  const bank = bankOf();

  it('is inflated: the payment is the one that was meant', async () => {
    const payment = { ...bank().payment(), creditorName: 'Åse Eksempel' };
    const created = await bank().send({ headers: gzip, rawBody: gzipSync(JSON.stringify(payment)) });
    expect(created.status).toBe(201);
    expectRefusal(await bank().send({ body: payment }), { status: 409, code: 'CONFLICT' });
  });

  it('is known by any spelling of its name', async () => {
    for (const name of ['GZip', ' gzip ', 'x-gzip']) {
      const rawBody = gzipSync(JSON.stringify(bank().payment()));
      expect((await bank().send({ headers: { 'Content-Encoding': name }, rawBody })).status).toBe(201);
    }
  });

  it('is digested as it was sent: its bytes count, not what is in it', async () => {
    const text = JSON.stringify(bank().payment());
    const [fast, small] = [
      gzipSync(text, { level: 1 }),
      gzipSync(text.padEnd(text.length + 1), { level: 9 }),
    ];
    const swapped = await bank().send({
      headers: gzip,
      rawBody: fast,
      afterSigning: (request) => ({ ...request, body: small }),
    });
    expectRefusal(swapped, { status: 400, code: 'BAD_REQUEST', path: 'Digest' });
    const changed = await bank().send({ headers: gzip, rawBody: fast, afterSigning: otherBody });
    expectRefusal(changed, { status: 400, code: 'BAD_REQUEST', path: 'Digest' });
  });

  it('can be 1 MiB when it is inflated, and not one byte more', async () => {
    const whole = gzipSync(filledUp(bank().payment(), mebibyte));
    expect((await bank().send({ headers: gzip, rawBody: whole })).status).toBe(201);
    const larger = gzipSync(filledUp(bank().payment(), mebibyte + 1));
    const refused = await bank().send({ headers: gzip, rawBody: larger });
    expectRefusal(refused, { status: 413, code: 'BAD_REQUEST' });
    expect(refused.json.tppMessages[0].text).toBe('the body is larger than 1 MiB');
  });

  it('that inflates to 900 MiB is refused at once, and holds no memory', async () => {
    const bomb = Buffer.concat(Array(900).fill(gzipSync(Buffer.alloc(mebibyte))));
    const before = process.memoryUsage().rss;
    const begun = processorTime();
    expectRefusal(await bank().send({ headers: gzip, rawBody: bomb }), { status: 413, code: 'BAD_REQUEST' });
    expect(processorTime() - begun).toBeLessThan(1000);
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * mebibyte);
  });

  it('says the same of its size as a body without', async () => {
    const refused = await bank().send({ rawBody: filledUp(bank().payment(), mebibyte + 1) });
    expect(refused.json.tppMessages[0].text).toBe('the body is larger than 1 MiB');
  });
});

describe('a body that is no gzip, or coded otherwise [S12-gzip, D2-content-coding]', () => {
  const text = '{"instructedAmount":{"amount":"1.00","currency":"NOK"}}';
  const whole = gzipSync(text);
  const damaged = Buffer.from(whole);
  damaged.writeUInt8(damaged.readUInt8(20) ^ 0xff, 20);
  const broken: Expected = { status: 400, code: 'BAD_REQUEST', path: 'Content-Encoding' };
  const other: Expected = { status: 415, code: 'BAD_REQUEST', path: 'Content-Encoding' };
  const row = (
    what: string,
    coding: string | string[],
    rawBody: Uint8Array | string,
    answer: Expected,
  ): Row => [
    what,
    nothing,
    answer,
    { headers: { 'Content-Encoding': coding, 'Content-Type': 'application/json' }, rawBody },
  ];
  testRows([
    row('plain text', 'gzip', text, broken),
    row('gzip cut off', 'gzip', whole.subarray(0, -9), broken),
    row('gzip that is damaged', 'gzip', damaged, broken),
    row('gzip of no JSON', 'gzip', gzipSync('not JSON'), { status: 400, code: 'BAD_REQUEST' }),
    row('gzip of no UTF-8', 'gzip', gzipSync(Buffer.from([0xff])), { status: 400, code: 'FORMAT_ERROR' }),
    row('deflate', 'deflate', deflateSync(text), other),
    row('br', 'br', text, other),
    row('a coding that nobody has', 'squeezed', text, other),
    row('gzip of gzip', 'gzip, gzip', gzipSync(whole), other),
    row('gzip on two lines', ['gzip', 'gzip'], gzipSync(whole), other),
  ]);

  const bank = bankOf();
  it('is told which coding is read', async () => {
    const refused = await bank().send({ headers: { 'Content-Encoding': 'br' } });
    expect(refused.header('Accept-Encoding')).toBe('gzip');
  });

  it('is nothing where identity is said, or no body is read', async () => {
    expect((await bank().send({ headers: { 'Content-Encoding': 'identity' } })).status).toBe(201);
    expect((await bank().send({ headers: { 'Content-Encoding': '' } })).status).toBe(201);
    const initialised = await bank().send({
      path: '/v1/sandbox/initialize',
      headers: { 'Content-Encoding': 'br' },
      rawBody: 'ignored',
    });
    expect(initialised.status).toBeLessThan(300);
  });
});
