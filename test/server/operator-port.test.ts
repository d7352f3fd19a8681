import { describe, expect, it } from 'vitest';
import { RawClient } from '../support/served.ts';
import { served } from '../support/served-bank.ts';

const TOKEN = 'the-operators-token-of-this-test';
const BEARER = `Authorization: Bearer ${TOKEN}`;

/** What an operator's port says to one request, as it stands on the wire. */
async function operated() {
  const refused: number[] = [];
  const { server, unexpected } = await served({
    operatorToken: TOKEN,
    onRefused: ({ status }) => refused.push(status),
  });
  const port = Number(new URL(server.operatorUrl ?? '').port);
  const say = async (startLine: string, headers: readonly string[], body = '') => {
    const client = await RawClient.connectPlain(port);
    const length = body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
    const lines = [`${startLine} HTTP/1.1`, ...headers, ...length, 'Connection: close'];
    client.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
    const [answer] = await client.closed();
    const text = answer?.body.toString() ?? '';
    return {
      status: Number(answer?.startLine.split(' ')[1]),
      names: (answer?.headers ?? []).map(([name]) => name.toLowerCase()),
      json: text.startsWith('{') ? JSON.parse(text) : undefined,
    };
  };
  return { server, say, refused, unexpected, host: `Host: 127.0.0.1:${port}`, port };
}

const SHOW = 'GET /operator/clock';

describe("the operator's port [S11-operator-port]", () => {
  it('is on loopback, beside the interface, which has none of its acts', async () => {
    const { server, say, host } = await operated();
    expect(server.operatorUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(await say(SHOW, [host, BEARER])).toMatchObject({ status: 200, json: { offsetSeconds: 0 } });
    const { send } = await served({ operatorToken: TOKEN });
    const request = { method: 'GET', target: '/operator/clock', body: new Uint8Array(0) };
    const headers = [['Authorization', `Bearer ${TOKEN}`]] as const;
    expect(await send({ ...request, headers })).toMatchObject({ status: 404 });
  });

  it('takes an act with its token, told in JSON', async () => {
    const { say, host, unexpected } = await operated();
    const json = 'Content-Type: application/json';
    const advance = ['POST /operator/clock/advance', [host, BEARER, json], '{"seconds":3600}'] as const;
    expect(await say(...advance)).toMatchObject({ status: 200, json: { offsetSeconds: 3600 } });
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
    const { say, host, refused } = await operated();
    expect(await say(`${SHOW}?token=${TOKEN}`, [host, ...headers])).toMatchObject({
      status: 401,
      names: expect.arrayContaining(['www-authenticate']),
      json: { tppMessages: [{ code: 'FORBIDDEN', path: 'Authorization' }] },
    });
    expect(refused).toEqual([401]);
  });

  it('has three names, each with its port', async () => {
    const { say, port } = await operated();
    for (const name of ['127.0.0.1', 'localhost', 'LocalHost', '[::1]']) {
      expect((await say(SHOW, [`Host: ${name}:${port}`, BEARER])).status, name).toBe(200);
    }
    const others = [
      'evil.example',
      `evil.example:${port}`,
      '127.0.0.1',
      `127.0.0.1:${port + 1}`,
      `0.0.0.0:${port}`,
    ];
    for (const name of [...others, `localhost.evil.example:${port}`, `127.0.0.1:${port}.evil.example`]) {
      expect((await say(SHOW, [`Host: ${name}`, BEARER])).status, name).toBe(421);
    }
    expect((await say(SHOW, [BEARER])).status).toBe(400);
  });

  it('refuses what is for a proxy', async () => {
    const { say, host, port } = await operated();
    const whole = `GET http://127.0.0.1:${port}/operator/clock`;
    expect((await say(whole, [host, BEARER])).status).toBe(403);
    expect((await say('CONNECT bank.example:443', [host, BEARER])).status).toBe(403);
  });

  it('reads JSON alone, said so', async () => {
    const { say, host } = await operated();
    const types = [[], ['Content-Type: text/plain'], ['Content-Type: application/x-www-form-urlencoded']];
    for (const type of types) {
      const answer = await say('POST /operator/clock/advance', [host, BEARER, ...type], '{"seconds":3600}');
      expect(answer.status).toBe(415);
    }
    expect(await say(SHOW, [host, BEARER])).toMatchObject({ json: { offsetSeconds: 0 } });
  });
});

describe("a web page at the operator's port [S11-operator-pages]", () => {
  /** What a browser sends of a page that knows even the token. */
  it.each([
    ['of another origin', SHOW, ['Origin: https://evil.example', 'Sec-Fetch-Site: cross-site']],
    ['of another port of loopback', SHOW, ['Sec-Fetch-Site: same-site']],
    ['that was loaded from the port itself', SHOW, ['Sec-Fetch-Site: same-origin']],
    ['with a hidden origin', SHOW, ['Origin: null']],
    ['that sends a form', 'POST /operator/batch/run', ['Origin: null', 'Content-Type: text/plain']],
    ['that asks first', 'OPTIONS /operator/clock', ['Access-Control-Request-Method: POST']],
  ])('is refused: one %s', async (_, startLine, headers) => {
    const { say, host } = await operated();
    const answer = await say(startLine, [host, BEARER, ...headers]);
    expect(answer).toMatchObject({ status: 403, json: { tppMessages: [{ code: 'FORBIDDEN' }] } });
  });

  it('is refused under a name that was pointed here', async () => {
    const { say, port } = await operated();
    const headers = [`Host: rebound.example:${port}`, 'Sec-Fetch-Site: same-origin'];
    expect((await say(SHOW, headers)).status).toBe(421);
  });

  it('is never told that it may read', async () => {
    const { say, host } = await operated();
    for (const headers of [[BEARER], [BEARER, 'Origin: https://evil.example'], []]) {
      const { names } = await say(SHOW, [host, ...headers]);
      expect(names.filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
  });

  it('is still a person who typed the address when it comes from nowhere', async () => {
    const { say, host } = await operated();
    expect((await say(SHOW, [host, BEARER, 'Sec-Fetch-Site: none'])).status).toBe(200);
  });
});
