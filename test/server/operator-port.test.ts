import { describe, expect, it, onTestFinished } from 'vitest';
import type { Handle } from '../../src/message.ts';
import { createOperatorGate, NO_FORWARD } from '../../src/server/operator-gate.ts';
import { serve } from '../../src/server/serve.ts';
import { speakerAt } from '../support/proxied.ts';
import { echo, SERVED_AT } from '../support/served.ts';
import { served } from '../support/served-bank.ts';

const TOKEN = 'the-operators-token-of-this-test';
const BEARER = `Authorization: Bearer ${TOKEN}`;

/** The gate, with a handler behind it that answers everything. */
async function gated() {
  const refused: number[] = [];
  const passed: boolean[] = [];
  let port = 0;
  const handler: Handle = async (request, peer) => {
    passed.push(peer.operator);
    return echo(request, peer);
  };
  const gate = createOperatorGate({
    ...{ handle: handler, port: () => port, token: TOKEN, clock: () => SERVED_AT },
    onRefused: ({ status }) => refused.push(status),
  });
  const server = await serve({
    ...{ handle: gate, port: 0, tunnelRefusal: NO_FORWARD, clock: () => SERVED_AT },
    onUnexpected: (fault) => expect(fault).toBeUndefined(),
  });
  onTestFinished(() => server.close());
  port = server.port;
  return { say: speakerAt(port), refused, passed, host: `Host: 127.0.0.1:${port}`, port };
}

const SHOW = 'GET /operator/clock';

describe("the operator's port [S11-operator-port]", () => {
  it('is on loopback, beside the interface, which has none of its acts', async () => {
    const { server, send, unexpected } = await served({ operatorToken: TOKEN });
    expect(server.operatorUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const port = Number(new URL(server.operatorUrl ?? '').port);
    const own = [`Host: 127.0.0.1:${port}`, BEARER];
    const say = speakerAt(port);
    expect(await say(SHOW, own)).toMatchObject({ status: 200, json: { offsetSeconds: 0 } });
    const json = [...own, 'Content-Type: application/json'];
    expect(await say('POST /operator/clock/advance', json, '{"seconds":3600}')).toMatchObject({
      status: 200,
      json: { offsetSeconds: 3600 },
    });
    const request = { method: 'GET', target: '/operator/clock', body: new Uint8Array(0) };
    const headers = [['Authorization', `Bearer ${TOKEN}`]] as const;
    expect(await send({ ...request, headers })).toMatchObject({ status: 404 });
    expect(unexpected).toEqual([]);
  });

  it.each([
    ['no token', []],
    ['another token', ['Authorization: Bearer another']],
    ['a longer one', [`${BEARER}x`]],
    ['another scheme', [`Authorization: Basic ${TOKEN}`]],
    ['two', [BEARER, BEARER]],
    ['the token in the query alone', []],
  ])('refuses who shows %s', async (_, headers) => {
    const { say, host, refused } = await gated();
    expect(await say(`${SHOW}?token=${TOKEN}`, [host, ...headers])).toMatchObject({
      status: 401,
      names: expect.arrayContaining(['www-authenticate']),
      json: { tppMessages: [{ code: 'FORBIDDEN', path: 'Authorization' }] },
    });
    expect(refused).toEqual([401]);
  });

  it('has three names, each with its port', async () => {
    const { say, port } = await gated();
    for (const name of ['127.0.0.1', 'localhost', 'LocalHost', '[::1]']) {
      expect((await say(SHOW, [`Host: ${name}:${port}`, BEARER])).status, name).toBe(200);
    }
    for (const name of ['evil.example', `evil.example:${port}`, '127.0.0.1', `127.0.0.1:${port + 1}`]) {
      expect((await say(SHOW, [`Host: ${name}`, BEARER])).status, name).toBe(421);
    }
    expect((await say(SHOW, [BEARER])).status).toBe(400);
  });

  it('refuses what is for a proxy', async () => {
    const { say, host, port } = await gated();
    const whole = `GET http://127.0.0.1:${port}/operator/clock`;
    expect((await say(whole, [host, BEARER])).status).toBe(403);
    expect((await say('CONNECT bank.example:443', [host, BEARER])).status).toBe(403);
    expect((await say('OPTIONS *', [host, BEARER])).status).toBe(403);
  });

  it('reads JSON alone, said so', async () => {
    const { say, host, passed } = await gated();
    const types = [[], ['Content-Type: text/plain'], ['Content-Type: application/x-www-form-urlencoded']];
    for (const type of types) {
      const answer = await say('POST /operator/clock/advance', [host, BEARER, ...type], '{"seconds":3600}');
      expect(answer.status).toBe(415);
    }
    expect(passed).toEqual([]);
    await say('POST /operator/clock/advance', [host, BEARER, 'Content-Type: application/json'], '{}');
    expect(passed).toEqual([true]);
  });
});

describe("a web page at the operator's port [S11-operator-pages]", () => {
  // Every way of a page to call is tried at the proxy, whose gate is the same (proxy-gate.test.ts).
  it.each([
    ['of another origin', SHOW, ['Origin: https://evil.example', 'Sec-Fetch-Site: cross-site']],
    ['that sends a form', 'POST /operator/batch/run', ['Origin: null', 'Content-Type: text/plain']],
  ])('is refused: one %s', async (_, startLine, headers) => {
    const { say, host } = await gated();
    const answer = await say(startLine, [host, BEARER, ...headers]);
    expect(answer).toMatchObject({ status: 403, json: { tppMessages: [{ code: 'FORBIDDEN' }] } });
  });

  it('is refused under a name that was pointed here', async () => {
    const { say, port } = await gated();
    const headers = [`Host: rebound.example:${port}`, 'Sec-Fetch-Site: same-origin'];
    expect((await say(SHOW, headers)).status).toBe(421);
  });

  it('is never told that it may read', async () => {
    const { say, host } = await gated();
    for (const headers of [[BEARER], [BEARER, 'Origin: https://evil.example'], []]) {
      const { names } = await say(SHOW, [host, ...headers]);
      expect(names.filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
  });
});
