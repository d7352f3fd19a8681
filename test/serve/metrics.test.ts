import { describe, expect, it } from 'vitest';
import type { Header } from '../../src/message.ts';
import { Metrics } from '../../src/serve/metrics.ts';
import { OPERATIONS } from '../../src/wire/operations.ts';
import { CREATION, openTestBank } from '../support/bank.ts';
import { type ParsedFamily, parseExposition, total } from '../support/exposition.ts';
import { KARI } from '../support/life/payments.ts';
import { RawClient, until } from '../support/served.ts';
import { served } from '../support/served-bank.ts';

const TOKEN = 'the-operators-token-of-this-test';

/** A served bank with an operator, and what its port says to one request. */
async function counted(basePath = '') {
  const bank = await served({ operatorToken: TOKEN, metrics: new Metrics(), basePath, sitePort: 0 });
  const port = Number(new URL(bank.server.operatorUrl ?? '').port);
  const ask = async (startLine: string, token = TOKEN) => {
    const client = await RawClient.connectPlain(port);
    const headers = [`Host: 127.0.0.1:${port}`, `Authorization: Bearer ${token}`, 'Connection: close'];
    client.write(`${startLine} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
    const [answer] = await client.closed();
    if (answer === undefined) throw new Error('no answer');
    return { answer, status: Number(answer.startLine.split(' ')[1]), text: answer.body.toString() };
  };
  const scrape = async () => {
    const { text } = await ask(`GET ${basePath}/operator/metrics`);
    return { text, families: parseExposition(text) };
  };
  return { ...bank, ask, scrape };
}

const requests = (families: ReadonlyMap<string, ParsedFamily>, labels = {}) =>
  total(families, 'psd2_requests_total', labels);

describe('metrics of a served bank [C-metrics, S12-metrics]', () => {
  it('are in the format at the operator’s port, for who has the token, and nowhere else', async () => {
    const { ask, send } = await counted('/api-sandbox');
    const { answer, status, text } = await ask('GET /api-sandbox/operator/metrics?x=1');
    expect(status).toBe(200);
    const type = answer.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
    expect(type).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect([...parseExposition(text).keys()]).toContain('process_resident_memory_bytes');
    expect((await ask('GET /api-sandbox/operator/metrics', `${TOKEN}x`)).status).toBe(401);
    expect((await ask('GET /operator/metrics')).status).toBe(404);
    expect((await ask('POST /api-sandbox/operator/metrics')).status).toBe(404);
    const headers: readonly Header[] = [['Authorization', `Bearer ${TOKEN}`]];
    const target = '/api-sandbox/operator/metrics';
    expect((await send({ method: 'GET', target, headers, body: new Uint8Array(0) })).status).toBe(404);
  });

  it('add up with what was sent, by operation, class of status and listener, with their bytes', async () => {
    const { send, ask, scrape, server } = await counted();
    const signer = await openTestBank({ now: Date.now() });
    const creations = [1, 2, 3].map(() =>
      signer.signed({ headers: { 'X-PSU-IDENTITY': KARI, 'PSU-Context': null } }),
    );
    await signer.close();
    for (const creation of creations) expect((await send(creation)).status).toBe(201);
    const unsigned = { method: 'GET', headers: [], body: new Uint8Array(0) };
    expect((await send({ ...unsigned, target: '/v1/accounts' })).status).toBe(400);
    for (const path of ['/v1/made-up-1', '/v1/made-up-2', '/15813963008'])
      expect((await send({ ...unsigned, target: path })).status).toBe(404);
    expect((await ask('GET /operator/clock')).status).toBe(200);
    expect((await ask('GET /operator/clock', 'wrong')).status).toBe(401);
    const site = await RawClient.connectPlain(Number(new URL(server.siteUrl).port));
    site.write('GET /sca/style.css HTTP/1.1\r\nHost: a\r\n\r\n');
    await site.answers(1);

    const { families, text } = await scrape();
    const created = { listener: 'interface', operation: 'create payment' };
    expect(requests(families, { ...created, status: '2xx' })).toBe(3);
    expect(requests(families, { listener: 'interface', operation: 'list accounts', status: '4xx' })).toBe(1);
    expect(requests(families, { operation: 'other', status: '4xx' })).toBe(3);
    expect(requests(families, { listener: 'operator', operation: 'show clock', status: '2xx' })).toBe(1);
    expect(requests(families, { listener: 'site', operation: 'read style of site' })).toBe(1);
    expect(requests(families)).toBe(9);
    expect(total(families, 'psd2_refused_requests_total', { status: '401' })).toBe(1);
    const sent = creations.reduce((sum, { body }) => sum + body.byteLength, 0);
    expect(total(families, 'psd2_request_bytes_total')).toBe(sent);
    expect(total(families, 'psd2_response_bytes_total', created)).toBeGreaterThan(300);
    const duration = 'psd2_request_duration_seconds';
    expect(total(families, duration, {}, `${duration}_count`)).toBe(9);
    expect(total(families, duration, created, `${duration}_sum`)).toBeGreaterThan(0);
    const commits = 'psd2_store_commit_writes';
    expect(total(families, commits, {}, `${commits}_sum`)).toBeGreaterThanOrEqual(3);
    expect(total(families, 'psd2_open_connections', { listener: 'site' })).toBe(1);
    // Its own.
    expect(total(families, 'psd2_open_connections', { listener: 'operator' })).toBe(1);
    // Without the values: a sum may have any digits.
    expect(text.replaceAll(/ [^ ]+$/gm, '')).not.toMatch(/made-up|15813963008|39999990|test-session/);
  });

  it('have no label but those of the tables, so that nobody makes them grow', async () => {
    const { send, scrape } = await counted();
    const none = { headers: [], body: new Uint8Array(0) };
    for (let made = 0; made < 50; made += 1) {
      await send({
        ...none,
        method: made % 2 === 0 ? 'GET' : `M${made}`,
        target: `${CREATION}/${made}/x${made}`,
      });
    }
    const { families } = await scrape();
    const names = new Set([...OPERATIONS.map(({ name }) => name), 'other']);
    const values = [...families.values()].flatMap(({ samples }) => samples.map(({ labels }) => labels));
    for (const { operation = 'other', listener = 'site', status = '2xx' } of values) {
      expect(names).toContain(operation);
      expect(['interface', 'operator', 'site']).toContain(listener);
      expect(status).toMatch(/^([1-5]xx|dropped|\d{3})$/);
    }
    // Methods that HTTP doesn't know never reach the bank.
    expect(requests(families, { operation: 'other' })).toBe(25);
    expect(total(families, 'psd2_refused_requests_total', { status: '400' })).toBe(25);
  });

  it('count connections while they are open, a guest with nothing to say too', async () => {
    const { server, scrape } = await counted();
    const open = async () =>
      total((await scrape()).families, 'psd2_open_connections', { listener: 'interface' });
    const before = await open();
    const guest = await RawClient.connectPlain(server.port);
    await until(() => guest.socket.readyState === 'open');
    expect(await open()).toBe(before + 1);
    guest.socket.destroy();
    for (let tries = 0; (await open()) !== before && tries < 100; tries += 1);
    expect(await open()).toBe(before);
  });
});
