import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenedBank, openBank } from '../../src/library.ts';
import {
  ConnectionDropped,
  type Handle,
  type Header,
  type HttpRequest,
  type HttpResponse,
  type Peer,
} from '../../src/message.ts';
import type { Transport } from '../../src/transport/transport.ts';
import { rawMessages } from '../support/raw-http.ts';
import type { Tapped } from '../support/tls-tap.ts';
import { EXCHANGES, type Story } from './transport-exchanges.ts';

/** A way to a handler. */
interface Way {
  readonly send: Transport;
  /** Whether this way stands for the bank's operator. */
  readonly isOperator: boolean;
  /** What stood on the wire of the last exchange; absent where there is no wire. */
  readonly wire?: () => Tapped;
  close(): Promise<void>;
}

type OpenWay = (handler: Handle) => Promise<Way>;

/** What belongs to the connection and not to the message: all that may differ between two ways. */
const FRAMING = ['host', 'connection', 'content-length'];
/** The bank's real time in every exchange, so that each Date is the same. */
const NOW = Date.parse('2026-11-18T10:00:00+01:00');

/**
 * What every transport must do: bring a message to the handler, and its answer back, as they are. Each exchange goes over
 * this way to one bank, and by hand to another bank that was made alike; whatever the bank says must be the same.
 */
export function transportBattery(name: string, openConnection: OpenWay): void {
  describe(`${name}: the same exchanges with the bank [A-transport-contract, A-https-exact, A-server-exact]`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'psd2-transport-'));
    const [bank, reference] = [openAlike(folder, 'bank'), openAlike(folder, 'reference')];
    const story: Story = { paymentId: '', scaPath: '' };
    const heard: { request: HttpRequest; peer: Peer }[] = [];
    let way: Way;

    beforeAll(async () => {
      way = await openConnection((request, peer) => {
        heard.push({ request, peer });
        return bank.handle(request, peer);
      });
    });
    afterAll(async () => {
      await way.close();
      await Promise.all([bank.close(), reference.close()]);
      rmSync(folder, { recursive: true });
    });

    for (const { what, request, status, isCut = false, learn } of EXCHANGES) {
      it(what, async () => {
        const sent = request(story, NOW);
        heard.length = 0;
        const answer = await way.send(sent);
        const wire = way.wire?.();
        const peer: Peer = { address: '127.0.0.1', operator: way.isOperator };
        const expected = await reference.handle(sent, peer);
        expect(answer.status, Buffer.from(answer.body).toString()).toBe(
          typeof status === 'number' ? status : status(way.isOperator),
        );
        expectSame(answer, expected);
        expectHeard(heard, sent, { isCut, isOperator: way.isOperator });
        if (wire) expectOnWire(wire, sent, expected, isCut);
        learn?.(story, answer);
      });
    }
  });

  describe(`${name}: whatever a handler answers [A-transport-contract, A-https-exact, A-server-exact, S10-no-redirects]`, () => {
    let way: Way;
    let answer: HttpResponse;
    beforeAll(async () => {
      way = await openConnection(async () => answer);
    });
    afterAll(() => way.close());

    for (const [what, given] of listAnswers()) {
      it(`comes back as it is: ${what}`, async () => {
        answer = given;
        const sent: HttpRequest = { method: 'DELETE', target: '/v1', headers: [], body: new Uint8Array(0) };
        const got = await way.send(sent);
        const wire = way.wire?.();
        expectSame(got, given);
        if (wire) expectOnWire(wire, sent, given, false);
      });
    }
  });

  droppedBattery(name, openConnection);
}

/** @see D11-fault-dropped */
function droppedBattery(name: string, openConnection: OpenWay): void {
  describe(`${name}: a handler that drops the connection [A-transport-contract, D11-fault-dropped]`, () => {
    const answer: HttpResponse = { status: 204, headers: [], body: new Uint8Array(0) };
    let drops = 0;
    let calls = 0;
    let way: Way;
    beforeAll(async () => {
      way = await openConnection(async () => {
        calls += 1;
        if (calls <= drops) throw new ConnectionDropped();
        return answer;
      });
    });
    afterAll(() => way.close());

    it.each([
      ['POST', 1, 'lost', 1],
      ['DELETE', 1, 'lost', 1],
      ['GET', 1, 204, 2],
      ['GET', 2, 'lost', 2],
    ] as const)('%s, %i times: %s at call %i', async (method, times, outcome, at) => {
      [drops, calls] = [times, 0];
      const sent: HttpRequest = { method, target: '/v1', headers: [], body: new Uint8Array(0) };
      const got = await way.send(sent).then(
        ({ status }) => status,
        ({ code, details }) => (code === 'NETWORK' && details.sent === true ? 'lost' : code),
      );
      expect({ got, calls }).toEqual({ got: outcome, calls: at });
    });
  });
}

/** A bank whose every byte comes from what is given here. */
function openAlike(folder: string, name: string): OpenedBank {
  let secrets = 0;
  return openBank({
    path: join(folder, `${name}.db`),
    clock: () => NOW,
    stopwatch: () => 0,
    processorTime: () => 0,
    secret: () => `secret-of-the-battery-${secrets++}`,
    publicUrl: 'https://bank.example',
    onUnexpected: (fault) => {
      throw fault;
    },
  });
}

function expectSame(answer: HttpResponse, expected: HttpResponse): void {
  expect(answer.status).toBe(expected.status);
  expect(withoutFraming(answer.headers)).toEqual(withoutFraming(expected.headers));
  expectBytes(answer.body, expected.body);
}

/** The handler hears the message that was sent. What is too large is cut: then its length alone is heard. */
function expectHeard(
  heard: readonly { request: HttpRequest; peer: Peer }[],
  sent: HttpRequest,
  { isCut, isOperator }: { isCut: boolean; isOperator: boolean },
): void {
  expect(heard.length).toBe(1);
  const [{ request, peer }] = heard as [(typeof heard)[0]];
  expect(peer).toMatchObject({ address: '127.0.0.1', operator: isOperator });
  expect({ method: request.method, target: request.target }).toEqual({
    method: sent.method,
    target: sent.target,
  });
  expect(withoutFraming(request.headers)).toEqual(sent.headers);
  if (isCut) expect(request.body.byteLength).toBeGreaterThan(1024 * 1024);
  else expectBytes(request.body, sent.body);
}

/** Longer than any first line of an exchange: a difference is told in a line that can be read. */
const LONGEST_TARGET = 500;

/** Byte for byte what the messages are, header for header. */
function expectOnWire(wire: Tapped, sent: HttpRequest, answer: HttpResponse, isCut: boolean): void {
  const headEnd = wire.request.indexOf('\r\n\r\n') + 4;
  const head = linesOf(wire.request.subarray(0, headEnd));
  expect(head.first.slice(0, LONGEST_TARGET)).toBe(`${sent.method} ${sent.target} HTTP/1.1`);
  expect(withoutFraming(head.headers)).toEqual(sent.headers);
  const framing = head.headers.filter(isFraming).map(([name]) => name.toLowerCase());
  const hasLength = sent.body.byteLength > 0 || ['POST', 'PUT'].includes(sent.method);
  expect(framing).toEqual(['host', 'connection', ...(hasLength ? ['content-length'] : [])]);
  const body = wire.request.subarray(headEnd);
  expectBytes(body, isCut ? sent.body.subarray(0, body.byteLength) : sent.body);

  const [message, ...more] = rawMessages(wire.answer);
  expect(more).toEqual([]);
  expect(message?.startLine).toMatch(new RegExp(`^HTTP/1\\.1 ${answer.status} [A-Za-z ]+$`));
  expect(withoutFraming(message?.headers ?? [])).toEqual(answer.headers);
  const framed = message?.headers.filter(isFraming).map(([name]) => name);
  expect(framed).toEqual(answer.status === 204 ? ['Connection'] : ['Connection', 'Content-Length']);
  expectBytes(message?.body ?? Buffer.alloc(0), answer.body);
}

function linesOf(head: Buffer): { first: string; headers: Header[] } {
  const [first = '', ...lines] = head.toString('latin1', 0, head.byteLength - 4).split('\r\n');
  const headers = lines.map((line): Header => {
    const colon = line.indexOf(': ');
    return [line.slice(0, colon), line.slice(colon + 2)];
  });
  return { first, headers };
}

function withoutFraming(headers: readonly Header[]): Header[] {
  return headers.filter((header) => !isFraming(header));
}

function isFraming([name]: Header): boolean {
  return FRAMING.includes(name.toLowerCase());
}

function expectBytes(got: Uint8Array, expected: Uint8Array): void {
  expect(got.byteLength).toBe(expected.byteLength);
  expect(Buffer.compare(got, expected)).toBe(0);
}

const MIB = 1024 * 1024;
const NONE = new Uint8Array(0);

/** Answers that no bank gives, and that a transport brings back all the same. */
function listAnswers(): readonly (readonly [string, HttpResponse])[] {
  const repeated: readonly Header[] = [
    ['Set-Cookie', 'a=1; HttpOnly'],
    ['X-Octets', 'K\u00f8benhavn \u00ff'],
    ['set-cookie', 'b=2'],
    ['X-Empty', ''],
    ['Date', 'then'],
    ['X-EMPTY', ''],
  ];
  return [
    ['repeated headers, octets and none', { status: 200, headers: repeated, body: Buffer.from('{}') }],
    ['no headers and no body', { status: 200, headers: [], body: NONE }],
    ['204', { status: 204, headers: [['X-Request-ID', 'a']], body: NONE }],
    ['a redirect', { status: 302, headers: [['Location', 'https://tpp.example/']], body: NONE }],
    ['an error', { status: 503, headers: [['Retry-After', '1']], body: Buffer.from('{"a":"å"}') }],
    ['every byte', { status: 200, headers: [], body: Buffer.from(Array.from({ length: 256 }, (_, n) => n)) }],
    ['a body of 8 MiB', { status: 200, headers: [], body: Buffer.alloc(8 * MIB, 'abc') }],
  ];
}
