import { describe, expect, it, onTestFinished } from 'vitest';
import type { ExchangeRecord } from '../../src/bank/settings.ts';
import { Fault } from '../../src/errors.ts';
import type { ServedBankOptions } from '../../src/library.ts';
import { PageAccess } from '../../src/serve/window/access.ts';
import { isExchange, Journal, MOST_BODY_BYTES } from '../../src/serve/window/journal.ts';
import { EventStreams, type SetTimer } from '../../src/serve/window/streams.ts';
import { Verifications } from '../../src/serve/window/verifications.ts';
import { sign } from '../../src/signing/sign.ts';
import { testSigner } from '../support/bank.ts';
import { speakerAt } from '../support/proxied.ts';
import { served } from '../support/served-bank.ts';

const TOKEN = 'the-operators-token-of-this-test';
const BEARER = `Authorization: Bearer ${TOKEN}`;
const JSON_TYPE = 'Content-Type: application/json';
const NO_BODY = new Uint8Array(0);

/** A served bank and a way to its operator's port. */
async function watched(options: Parameters<typeof served>[0] = {}) {
  const bank = await served({ operatorToken: TOKEN, ...options });
  const port = Number(new URL(bank.server.operatorUrl ?? '').port);
  const say = speakerAt(port);
  const host = `Host: 127.0.0.1:${port}`;
  const get = (path: string, headers = [host, BEARER]) => say(`GET ${path}`, headers);
  const post = (path: string, body: object, headers = [host, BEARER, JSON_TYPE]) =>
    say(`POST ${path}`, headers, JSON.stringify(body));
  return { ...bank, port, say, host, get, post };
}

describe('the journal of requests [D11-journal]', () => {
  it('shows a request of the interface in full, with its answer, and none of the operator', async () => {
    const { send, get, post, unexpected } = await watched();
    const headers = [
      ['Date', 'x'],
      ['X-Request-ID', 'a'],
      ['PSU-ID', '12345678901'],
    ] as const;
    await send({ method: 'GET', target: '/v1/accounts?withBalance=true', headers, body: NO_BODY });
    await post('/operator/clock/advance', { seconds: 1 });
    expect((await get('/operator/requests')).json).toMatchObject({
      kept: 1,
      forgotten: 0,
      requests: [
        {
          ...{
            id: 1,
            listener: 'interface',
            method: 'GET',
            target: '/v1/accounts?withBalance=true',
            status: 400,
          },
          ...{ operation: 'list accounts', codes: ['HTTP_HEADER_REQUIRED'] },
        },
      ],
    });
    const { json } = await get('/operator/requests/1');
    const { request, response, curl } = json as Record<string, never>;
    expect(request).toMatchObject({ headers: expect.arrayContaining([['PSU-ID', '12345678901']]) });
    expect(JSON.parse((response as unknown as { body: string }).body)).toHaveProperty('tppMessages');
    expect(curl).toContain('/v1/accounts?withBalance=true');
    expect((await get('/operator/requests/2')).status).toBe(404);
    expect(unexpected).toEqual([]);
  });

  it('finds requests by status, operation and text', async () => {
    const { send, get } = await watched();
    const ask = (target: string) => send({ method: 'GET', target, headers: [], body: NO_BODY });
    for (const target of ['/v1/accounts', '/v1/user', '/nothing']) await ask(target);
    const ids = async (query: string) => {
      const { requests } = (await get(`/operator/requests?${query}`)).json as { requests: { id: number }[] };
      return requests.map(({ id }) => id);
    };
    expect(await ids('')).toEqual([3, 2, 1]);
    expect(await ids('limit=2')).toEqual([3, 2]);
    expect(await ids('before=2')).toEqual([1]);
    expect(await ids('status=404')).toEqual([3]);
    expect(await ids('status=4xx')).toEqual([3, 2, 1]);
    expect(await ids('operation=read%20user')).toEqual([2]);
    expect(await ids('text=NOTHING')).toEqual([3]);
    expect(await ids('text=tppMessages')).toEqual([3, 2, 1]);
    expect((await get('/operator/requests?limit=0')).status).toBe(400);
    expect((await get('/operator/requests?status=all')).status).toBe(400);
  });

  const record = (bodyBytes: number): ExchangeRecord => ({
    ...{ at: 0, milliseconds: 1, listener: 'interface', findings: [], faults: [], changes: [] },
    request: { method: 'POST', target: '/', headers: [['A', 'b']], body: new Uint8Array(bodyBytes) },
  });

  it('keeps the last 1,000', () => {
    const journal = new Journal();
    for (let count = 0; count < 1500; count += 1) journal.add(record(0));
    expect(journal.state).toMatchObject({ last: 1500, kept: 1000 });
    expect([...journal.list()].map(({ id }) => id).slice(-1)).toEqual([501]);
  });

  it('keeps 32 MiB, and of a long body the beginning', () => {
    const journal = new Journal();
    for (let count = 0; count < 300; count += 1) journal.add(record(1024 * 1024));
    const { kept, bytes } = journal.state;
    expect(bytes).toBeLessThanOrEqual(32 * 1024 * 1024);
    expect(kept).toBe(Math.floor((32 * 1024 * 1024) / (bytes / kept)));
    const [last] = journal.list();
    if (last === undefined || !isExchange(last)) throw new Error('no exchange');
    expect(last.bytesIn).toBe(1024 * 1024);
    expect(last.request.body.buffer.byteLength).toBe(MOST_BODY_BYTES);
  });
});

describe('the operator applies a seed [D11-views]', () => {
  it('by its text, without a line in the journal, and is told what is wrong with it', async () => {
    const applied: unknown[] = [];
    const applySeed: NonNullable<ServedBankOptions['applySeed']> = async (_, text, world) => {
      applied.push([text, world]);
      if (text === 'bad') throw new Fault('INPUT_INVALID', 'line 1 is bad');
      return { created: 1 };
    };
    const { post, host, get } = await watched({ applySeed });
    const one = await post('/operator/seed', { text: 'a' }, [host, BEARER, JSON_TYPE, 'PSD2-World: X']);
    expect([one.status, one.json, applied]).toEqual([200, { created: 1 }, [['a', 'X']]]);
    const bad = await post('/operator/seed', { text: 'bad' });
    expect([bad.status, bad.json]).toMatchObject([400, { tppMessages: [{ text: 'line 1 is bad' }] }]);
    expect((await post('/operator/seed', {})).status).toBe(400);
    expect((await get('/operator/requests')).json).toMatchObject({ kept: 0 });
  });
});

describe('the report about a request [D11-verification]', () => {
  it('is that of verify, at the time of arrival', async () => {
    const { send, get, unexpected } = await watched();
    const unsigned = {
      method: 'GET',
      target: '/v1/accounts',
      headers: [['X-Request-ID', 'a']],
      body: NO_BODY,
    } as const;
    const { request } = sign(unsigned, testSigner(), { date: Date.now() });
    const headers = request.headers.map(([name, value]) =>
      name === 'X-Request-ID' ? ([name, `${value}x`] as const) : ([name, value] as const),
    );
    await send({ ...request, headers });
    const { status, json } = await get('/operator/requests/1/verification');
    expect(status).toBe(200);
    expect(json).toMatchObject({ report: { valid: false, verdict: expect.stringMatching(/^signature-/) } });
    const { text, at, report } = json as { text: string; at: string; report: { at: string } };
    expect(text).toContain('signature');
    expect(report.at).toBe(at);
    expect((await get('/operator/requests/2/verification')).status).toBe(404);
    expect(unexpected).toEqual([]);
  });

  it('is refused if too many wait, and made once', async () => {
    const verifications = new Verifications();
    onTestFinished(() => verifications.close());
    const received = { request: { method: 'GET', target: '/', headers: [], body: NO_BODY }, at: 0 };
    const first = verifications.verify(1, received);
    expect(verifications.verify(1, received)).toBe(first);
    const more = Array.from({ length: 20 }, (_, place) => verifications.verify(place + 2, received));
    for (const one of more) one?.catch(() => {});
    expect(more.filter((one) => one === undefined)).toHaveLength(4);
    first?.catch(() => {});
    await verifications.close();
    await expect(first).rejects.toThrow('the bank has ended');
  });
});

describe("a page's access [S11-page-code]", () => {
  it('gets a token for a code, once', async () => {
    const { post, host, get } = await watched();
    const { code } = (await post('/operator/codes', {})).json as { code: string };
    const exchange = () => post('/operator/session', { code }, [host, JSON_TYPE]);
    const { token } = (await exchange()).json as { token: string };
    expect((await get('/operator/requests', [host, `Authorization: Bearer ${token}`])).status).toBe(200);
    expect((await exchange()).status).toBe(401);
  });

  it('lets a code end after 60 s', () => {
    let now = 0;
    const access = new PageAccess(() => now);
    const [early, late] = [access.createCode(), access.createCode()];
    now = 59_999;
    expect(access.isToken(access.exchangeCode(early) ?? '')).toBe(true);
    now = 60_000;
    expect(access.exchangeCode(late)).toBeUndefined();
  });
});

describe("attacks on the operator's port [S11-operator-pages]", () => {
  const evil = 'https://evil.example';
  it.each([
    [
      "another site's page",
      403,
      (port: number) => [`Origin: ${evil}`, 'Sec-Fetch-Site: cross-site', `Host: 127.0.0.1:${port}`],
    ],
    [
      'a page of another port',
      403,
      (port: number) => [
        `Origin: http://127.0.0.1:${port + 1}`,
        'Sec-Fetch-Site: same-site',
        `Host: 127.0.0.1:${port}`,
      ],
    ],
    [
      'a page of another port, whose browser names only the origin',
      403,
      (port: number) => [`Origin: http://127.0.0.1:${port + 1}`, `Host: 127.0.0.1:${port}`],
    ],
    [
      'a page of another port that reads without an origin',
      403,
      (port: number) => ['Sec-Fetch-Site: same-site', `Host: 127.0.0.1:${port}`],
    ],
    [
      'our origin under another of our names',
      403,
      (port: number) => [`Origin: http://localhost:${port}`, `Host: 127.0.0.1:${port}`],
    ],
    [
      'a page without an origin of its own',
      403,
      (port: number) => ['Origin: null', `Host: 127.0.0.1:${port}`],
    ],
    [
      'two origins',
      403,
      (port: number) => [`Origin: http://127.0.0.1:${port}`, `Origin: ${evil}`, `Host: 127.0.0.1:${port}`],
    ],
    [
      'a name that was pointed here',
      421,
      (port: number) => [
        `Origin: http://rebound.example:${port}`,
        'Sec-Fetch-Site: same-origin',
        `Host: rebound.example:${port}`,
      ],
    ],
    [
      'our own page',
      200,
      (port: number) => [
        `Origin: http://127.0.0.1:${port}`,
        'Sec-Fetch-Site: same-origin',
        `Host: 127.0.0.1:${port}`,
      ],
    ],
  ])('answer %s with %i, token or not', async (_, status, headersFor) => {
    const { say, port } = await watched();
    const headers = headersFor(port);
    for (const path of ['GET /operator/requests', 'GET /operator/events?x', 'POST /operator/clock/reset']) {
      if (status === 200 && path.includes('events')) continue;
      expect((await say(path, [...headers, BEARER])).status, path).toBe(status);
    }
    const stranger = await say('GET /operator/requests', headers);
    expect(stranger.status).toBe(status === 200 ? 401 : status);
    expect(stranger.names.filter((name) => /^access-control-|^set-cookie$/.test(name))).toEqual([]);
  });

  it('answer a guessed code, and a form that has one, with a refusal', async () => {
    const { say, host, post } = await watched();
    const guess = await post('/operator/session', { code: 'x'.repeat(43) }, [host, JSON_TYPE]);
    expect(guess.status).toBe(401);
    const { code } = (await post('/operator/codes', {})).json as { code: string };
    for (const type of ['application/x-www-form-urlencoded', 'text/plain']) {
      const body = JSON.stringify({ code });
      expect((await say('POST /operator/session', [host, `Content-Type: ${type}`], body)).status).toBe(415);
    }
    expect((await post('/operator/session', { code: 7 }, [host, JSON_TYPE])).status).toBe(400);
    expect((await post('/operator/session', {}, [host, JSON_TYPE])).status).toBe(400);
    expect((await say('POST /operator/codes', [host])).status).toBe(401);
  });

  it("show a TPP's HTML as text within JSON", async () => {
    const { send, get } = await watched();
    const headers = [['X-Evil', '<script>alert(1)</script>']] as const;
    const body = Buffer.from('{"a":"<img src=x onerror=alert(1)>\u202e"}');
    await send({ method: 'POST', target: '/v1/<b>', headers, body });
    const { json, names } = await get('/operator/requests/1');
    expect(names).toContain('content-type');
    expect(json).toMatchObject({ request: { body: body.toString() } });
  });
});

/** Timers that the test lets run out. */
function handTimers() {
  const timers = new Set<{ act: () => void; at: number }>();
  let now = 0;
  const setTimer: SetTimer = (act, milliseconds) => {
    const timer = { act, at: now + milliseconds };
    timers.add(timer);
    return () => void timers.delete(timer);
  };
  const pass = async (milliseconds: number) => {
    now += milliseconds;
    for (const timer of timers) {
      if (timer.at > now) continue;
      timers.delete(timer);
      timer.act();
    }
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { setTimer, pass };
}

describe('the stream of events [D11-events]', () => {
  /** A stream whose pieces the test takes one by one. */
  function open(streams: EventStreams) {
    let leave = () => {};
    const stream = streams.openStream([], 0, (act) => {
      leave = act;
    });
    const pieces = stream?.pieces[Symbol.asyncIterator]();
    const next = async () => {
      const step = await pieces?.next();
      return step?.done === true ? undefined : Buffer.from(step?.value ?? []).toString();
    };
    return { isOpen: stream !== undefined, next, leave: () => leave() };
  }

  const refusal = { status: 400, code: 'FORMAT_ERROR', text: 'no' } as const;

  it('tells of requests at most four times a second, and how many a slow reader missed', async () => {
    const { setTimer, pass } = handTimers();
    const [streams, journal] = [new EventStreams(setTimer), new Journal()];
    const { next } = open(streams);
    expect(await next()).toBe('event: hello\ndata: {"streams":1,"last":0}\n\n');
    const tell = () => streams.tell(journal.addRefusal(refusal, 0), ['create payment']);
    const first = next();
    await pass(250);
    tell();
    expect(await first).toMatch(
      /^event: update\ndata: \{"requests":\[\{"id":1,.*"operations":\["create payment"\],"missed":0\}\n\n$/,
    );
    for (let count = 0; count < 60; count += 1) tell();
    let told: string | undefined;
    const second = next().then((text) => {
      told = text;
    });
    await pass(249);
    expect(told).toBeUndefined();
    await pass(1);
    await second;
    expect(told).toContain('"missed":10}');
  });

  it('has a heartbeat after 15 s', async () => {
    const { setTimer, pass } = handTimers();
    const { next } = open(new EventStreams(setTimer));
    await next();
    const beat = next();
    await pass(250);
    await pass(15_000);
    expect(await beat).toBe(': heartbeat\n\n');
  });

  it('is one of 32 at most, and a client that is gone frees its place', () => {
    const streams = new EventStreams(handTimers().setTimer);
    const opened = Array.from({ length: 1000 }, () => open(streams));
    expect(opened.filter(({ isOpen }) => isOpen)).toHaveLength(32);
    opened[0]?.leave();
    expect(streams.open).toBe(31);
    expect(open(streams).isOpen).toBe(true);
  });

  it('ends first, with the bank', async () => {
    const { setTimer, pass } = handTimers();
    const streams = new EventStreams(setTimer);
    const { next } = open(streams);
    await next();
    const last = next();
    await pass(250);
    streams.end();
    expect(await last).toBe('event: end\ndata: {}\n\n');
    expect(await next()).toBeUndefined();
    expect(open(streams).isOpen).toBe(false);
  });

  it('leaves room for acts, and no pending request, while 32 are open over HTTP', async () => {
    const { server, post } = await watched();
    const ends = Array.from({ length: 33 }, async () => {
      const controller = new AbortController();
      const response = await fetch(`${server.operatorUrl}/operator/events`, {
        headers: { Authorization: `Bearer ${TOKEN}` },
        signal: controller.signal,
      });
      onTestFinished(() => controller.abort());
      return { status: response.status, text: response.status === 200 ? response.text() : undefined };
    });
    const opened = await Promise.all(ends);
    expect(opened.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(32);
    expect((await post('/operator/clock/reset', {})).status).toBe(200);
    expect(server.running()).toBe(0);
    await server.close();
    for (const { text } of opened) if (text !== undefined) expect(await text).toContain('event: end');
  });
});
