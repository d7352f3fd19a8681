import { deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { processorTime } from '../../signing/soon.ts';
import { expectRefusal } from './expectations.ts';
import { filledUp, mebibyte, otherBody } from './messages.ts';
import { bankOf, type Expected, nothing, type Row, testRows } from './rows.ts';

const gzip = { 'Content-Encoding': 'gzip' };

describe('a body behind gzip [S12-gzip]', () => {
  const bank = bankOf();

  it('is inflated: the payment is the one that was meant', async () => {
    const payment = { ...bank().payment(), creditorName: 'Åse Eksempel' };
    const created = await bank().send({ headers: gzip, rawBody: gzipSync(JSON.stringify(payment)) });
    expect(created.status).toBe(201);
    const again = await bank().send({ body: payment });
    expectRefusal(again, { status: 409, code: 'CONFLICT' });
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
