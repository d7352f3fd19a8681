import { describe, expect, it, vi } from 'vitest';
import { createFetch } from '../../src/library/fetch.ts';
import { ConnectionDropped, type HttpRequest, type HttpResponse } from '../../src/message.ts';

const BASE = 'https://bank.test/api';
const OK: HttpResponse = { status: 200, headers: [], body: Buffer.from('{}') };

/** A fetch, and what came to the handler. */
function fetchTo(answer: HttpResponse | (() => Promise<HttpResponse>) = OK) {
  const came: HttpRequest[] = [];
  const handler = async (request: HttpRequest) => {
    came.push(request);
    return typeof answer === 'function' ? answer() : answer;
  };
  return { fetch: createFetch(handler, BASE), came };
}

describe('the web’s fetch at a bank’s handler [A-web-fetch]', () => {
  it('hands over what a connection would: target undecoded, headers, bytes of the body', async () => {
    const { fetch, came } = fetchTo();
    const bytes = Uint8Array.from([0, 0xff, 0x7b]);
    const headers = { 'X-Request-ID': 'a', 'content-type': 'application/json', Accept: 'text/html' };
    await fetch('/api/v1/%41?a=%20&a=+', { method: 'POST', headers, body: bytes });
    expect(came[0]).toMatchObject({ method: 'POST', target: '/api/v1/%41?a=%20&a=+' });
    expect(Buffer.from(came[0]!.body)).toEqual(Buffer.from(bytes));
    expect(came[0]!.headers).toEqual([
      ['host', 'bank.test'],
      ['accept', 'text/html'],
      ['content-type', 'application/json'],
      ['x-request-id', 'a'],
      ['content-length', '3'],
    ]);
  });

  it('takes a path, a URL and a Request, and finds what has no slash below the base', async () => {
    const { fetch, came } = fetchTo();
    await fetch('v1/accounts');
    await fetch(new URL('https://bank.test/v1/accounts'));
    await fetch(new Request('https://bank.test/v1/accounts', { method: 'DELETE' }));
    expect(came.map(({ method, target }) => `${method} ${target}`)).toEqual([
      'GET /api/v1/accounts',
      'GET /v1/accounts',
      'DELETE /v1/accounts',
    ]);
    expect(came[0]!.headers).toEqual([
      ['host', 'bank.test'],
      ['accept', '*/*'],
    ]);
  });

  it('gives the answer with its URL, repeated headers, and no body where a status has none', async () => {
    const cookies = [['Set-Cookie', 'a=1; Path=/'] as const, ['Set-Cookie', 'b=2'] as const];
    const { fetch } = fetchTo({
      status: 303,
      headers: [...cookies, ['Location', '/x']],
      body: Buffer.from('å'),
    });
    const answer = await fetch('/api/sca');
    expect([answer.status, answer.url, answer.ok]).toEqual([303, 'https://bank.test/api/sca', false]);
    expect(answer.headers.getSetCookie()).toEqual(['a=1; Path=/', 'b=2']);
    expect(await answer.text()).toBe('å');
    const empty = await fetchTo({ status: 204, headers: [], body: new Uint8Array() }).fetch('/api');
    expect([empty.status, empty.body]).toEqual([204, null]);
  });

  it('sends nothing to another origin', async () => {
    const { fetch, came } = fetchTo();
    for (const address of ['https://other.test/v1', '//other.test/v1', 'http://bank.test/v1'])
      await expect(fetch(address)).rejects.toThrow(TypeError);
    expect(came).toEqual([]);
  });

  it('says as fetch does that there was no answer, with the reason as cause', async () => {
    const { fetch } = fetchTo(async () => {
      throw new ConnectionDropped();
    });
    const fault = await fetch('/api').catch((thrown) => thrown);
    expect(fault).toBeInstanceOf(TypeError);
    expect([fault.message, fault.cause.code]).toEqual(['fetch failed', 'ECONNRESET']);
  });

  it('lets go when it is aborted, meanwhile and before', async () => {
    const ending = new AbortController();
    // What nobody can resolve any more would be collected, with all that waits for it.
    let answer: (response: HttpResponse) => void = () => {};
    const { fetch, came } = fetchTo(() => new Promise((resolve) => (answer = resolve)));
    const waiting = fetch('/api', { signal: ending.signal });
    await vi.waitFor(() => expect(came).toHaveLength(1), { timeout: 60_000 });
    ending.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    await expect(fetch('/api', { signal: ending.signal })).rejects.toThrow('enough');
    expect(came).toHaveLength(1);
    answer(OK);
  });
});
