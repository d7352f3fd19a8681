import { verify, X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openHttps } from '../../src/library.ts';
import { getHeader, type HttpRequest, type HttpResponse } from '../../src/message.ts';
import { signServerErrors } from '../../src/serve/listeners.ts';
import { writeDigest } from '../../src/signing/digest.ts';
import { verifyAnswer } from '../../src/signing/verify.ts';
import { makeTpp } from '../signing/tpp.ts';
import { openTestBank, type Send, type TestBank } from '../support/bank.ts';
import { RawClient, serveHandler } from '../support/served.ts';
import { testTls } from '../support/tls.ts';

const seal = makeTpp({ roles: ['PSP_AS'] });
const ID = '99391c7e-ad88-49ec-a2ad-99ddcb1f7721';
const PATH = '/v1/payments/norwegian-domestic-credit-transfers';
let bank: TestBank;
beforeAll(async () => {
  bank = await openTestBank({ bank: { signResponses: seal } });
});
afterAll(() => bank.close());
const idOf = ({ headers }: HttpRequest) => getHeader(headers, 'X-Request-ID');
const namesOf = (answer: HttpResponse) =>
  /headers="([^"]*)"/.exec(getHeader(answer.headers, 'Signature') ?? '')?.[1];

/** By node:crypto alone: what we sign with is not what judges it. */
function isSigned({ headers, body }: HttpResponse): boolean {
  const value = (name: string) => getHeader(headers, name) ?? '';
  const { publicKey } = new X509Certificate(Buffer.from(value('ASPSP-Signature-Certificate'), 'base64'));
  const [, names = ''] = /headers="([^"]*)"/.exec(value('Signature')) ?? [];
  const [, signature = ''] = /signature="([^"]*)"/.exec(value('Signature')) ?? [];
  const text = names
    .split(' ')
    .map((name) => `${name}: ${value(name)}`)
    .join('\n');
  const isBody = value('Digest') === writeDigest(body);
  return isBody && verify('sha256', Buffer.from(text), publicKey, Buffer.from(signature, 'base64'));
}

const ANSWERS: readonly (readonly [what: string, status: number, send: Send])[] = [
  ['what was created', 201, {}],
  ['what is read', 200, { method: 'GET', path: '/v1/sandbox/customers' }],
  ['what is not there', 404, { method: 'GET', path: `${PATH}/unknown/status` }],
  ['no operation at a path', 404, { method: 'GET', path: '/v2/nothing' }],
  ['no method at a path', 405, { method: 'PUT', path: PATH }],
  ['a body that breaks a rule', 400, { body: { instructedAmount: 1 } }],
  ['a signature that fails', 400, { headers: { Digest: 'SHA-256=AAAA' } }],
  ['no signature', 400, { headers: { Signature: null } }],
  ['a missing SCA', 401, { method: 'GET', path: '/v1/accounts', headers: { 'TPP-Session-ID': 'none' } }],
  ['a media type that is not spoken', 406, { headers: { Accept: 'text/html' } }],
];

describe('an answer of a bank that signs [D10-response-signing]', () => {
  it.each(ANSWERS)('is signed, and has the request in it: %s', async (_, status, what) => {
    const request = bank.signed(what);
    const answer = await bank.transport(request);
    expect({ status: answer.status, names: namesOf(answer), isSigned: isSigned(answer) }).toEqual({
      ...{ status, names: 'date digest x-request-id', isSigned: true },
    });
    const terms = { requestId: idOf(request), sentAt: bank.now, answeredAt: bank.now };
    expect(verifyAnswer(answer, terms).kind).toBe('signed');
  });

  it('is signed without a body, whose Digest is that of no bytes', async () => {
    const made = JSON.parse(Buffer.from((await bank.transport(bank.signed())).body).toString());
    const gone = await bank.transport(bank.signed({ method: 'DELETE', path: `${PATH}/${made.paymentId}` }));
    expect({ status: gone.status, length: gone.body.length, isSigned: isSigned(gone) }).toEqual({
      ...{ status: 204, length: 0, isSigned: true },
    });
  });

  it('is signed over date and digest where no X-Request-ID is echoed', async () => {
    for (const id of [null, 'x'.repeat(300)])
      for (const path of [PATH, '/nowhere']) {
        const answer = await bank.transport(bank.signed({ path, headers: { 'X-Request-ID': id } }));
        expect([namesOf(answer), isSigned(answer)]).toEqual(['date digest', true]);
      }
  });

  it('to a repeat is the first one, signed anew', async () => {
    const request = bank.signed();
    const first = await bank.transport(request);
    bank.now += 5000;
    const again = await bank.transport(request);
    bank.now -= 5000;
    expect(Buffer.from(again.body)).toEqual(Buffer.from(first.body));
    expect([isSigned(first), isSigned(again)]).toEqual([true, true]);
    expect(getHeader(again.headers, 'Date')).not.toBe(getHeader(first.headers, 'Date'));
  });

  it('is that of no page of the site, and of no act of the operator', async () => {
    const headers = { Signature: null };
    for (const path of ['/sca/x/y', '/operator/clock']) {
      const answer = await bank.transport(bank.signed({ method: 'GET', path, headers }));
      expect(answer.headers.map(([name]) => name)).not.toContain('Signature');
    }
  });

  it('is not signed by a bank that was not told to', async () => {
    const plain = await openTestBank();
    const { headers } = await plain.transport(plain.signed());
    for (const name of ['Digest', 'Signature', 'ASPSP-Signature-Certificate'])
      expect(getHeader(headers, name)).toBeUndefined();
    await plain.close();
  });
});

it('the same answer over HTTPS has the same headers and bytes [D10-response-signing, A-transport-contract]', async () => {
  const way = await openHttps({ origin: (await serveHandler(bank.handle)).url, ca: testTls().ca });
  for (const [, , what] of ANSWERS.slice(1)) {
    const request = bank.signed(what);
    const [inside, outside] = [await bank.transport(request), await way.send(request)];
    const ofBank = outside.headers.filter(([name]) => !['Connection', 'Content-Length'].includes(name));
    expect({ ...outside, headers: ofBank, body: Buffer.from(outside.body) }).toEqual({
      ...{ ...inside, body: Buffer.from(inside.body) },
    });
  }
  await way.close();
});

describe("an answer that is the server's own [D10-response-signing]", () => {
  const answerTo = async (bytes: string): Promise<HttpResponse> => {
    const server = await serveHandler(bank.handle, {
      answerRefusal: signServerErrors(seal),
      limits: { lingerMilliseconds: 200 },
    });
    const client = await RawClient.connect(server.port);
    client.write(bytes);
    const [answer] = await client.answers(1);
    const status = Number(answer?.startLine.split(' ')[1]);
    return { status, headers: answer?.headers ?? [], body: answer?.body ?? Buffer.alloc(0) };
  };

  it('names the request where its headers could be read', async () => {
    const answer = await answerTo(`GET * HTTP/1.1\r\nHost: a\r\nX-Request-ID: ${ID}\r\n\r\n`);
    expect([answer.status, getHeader(answer.headers, 'X-Request-ID')]).toEqual([400, ID]);
    expect([namesOf(answer), isSigned(answer)]).toEqual(['date digest x-request-id', true]);
  });

  it.each([
    ['two of them', `GET * HTTP/1.1\r\nHost: a\r\nX-Request-ID: ${ID}\r\nX-Request-ID: ${ID}\r\n\r\n`],
    ['none', 'GET * HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['what is no HTTP', 'hello\r\n\r\n'],
    ['a tunnel', 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n'],
  ])('names none where there is not one: %s', async (_, bytes) => {
    const answer = await answerTo(bytes);
    expect(getHeader(answer.headers, 'X-Request-ID')).toBeUndefined();
    expect([namesOf(answer), isSigned(answer)]).toEqual(['date digest', true]);
  });

  it('is signed where the handler throws', async () => {
    const server = await serveHandler(async () => Promise.reject(new Error('a bug')), {
      answerRefusal: signServerErrors(seal),
    });
    const client = await RawClient.connect(server.port);
    client.write(`GET / HTTP/1.1\r\nHost: a\r\nX-Request-ID: ${ID}\r\n\r\n`);
    const [answer] = await client.answers(1);
    const { headers = [], body = Buffer.alloc(0) } = answer ?? {};
    expect(isSigned({ status: 500, headers, body })).toBe(true);
  });
});
