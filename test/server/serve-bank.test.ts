import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openBank } from '../../src/library.ts';
import type { Header, HttpRequest } from '../../src/message.ts';
import { testSigner } from '../support/bank.ts';
import { served } from '../support/served-bank.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { creation, signedCreation } from '../support/tpp.ts';

describe('a whole bank over HTTPS [A-serve-bank, D1-absolute-form, D11-faults]', () => {
  it('takes payments, links to where it is served, and has no operator there', async () => {
    const { server, send, unexpected } = await served();
    const { status, json } = await send(creation(testSigner(), { remittance: 'Served' }));
    expect(status).toBe(201);
    expect(json._links.scaRedirect.href.startsWith(`${server.url}/sca/`)).toBe(true);
    const clock = { method: 'GET', target: '/operator/clock', headers: [], body: new Uint8Array(0) };
    const notFound = { status: 404, json: { tppMessages: [{ code: 'NOT_FOUND' }] } };
    expect(await send(clock)).toMatchObject(notFound);
    expect(unexpected).toEqual([]);
  });

  it('links to its public URL where it has one, below its base path', async () => {
    const { send } = await served({ publicUrl: 'https://bank.example', basePath: '/api-sandbox' });
    expect((await send(creation(testSigner(), { remittance: 'Outside' }))).status).toBe(404);
    const body = JSON.parse(Buffer.from(creation(testSigner(), { remittance: 'Below' }).body).toString());
    const below = await send(signedCreation({ body, at: Date.now(), basePath: '/api-sandbox' }));
    expect(below.status).toBe(201);
    expect(below.json._links.scaRedirect.href).toMatch(/^https:\/\/bank\.example\/api-sandbox\/sca\//);
  });

  it('answers at once what a fault would have come late, when it closes', async () => {
    let ask = () => {};
    const asked = new Promise<void>((resolve) => {
      ask = resolve;
    });
    const troubles = () => {
      ask();
      return [{ fault: 'latency', milliseconds: 50_000 }] as const;
    };
    const { server, send } = await served({ troubles });
    const late = send(creation(testSigner(), { remittance: 'Late' }));
    await asked;
    await server.close();
    expect((await late).status).toBe(201);
  });

  it('is not served when its store can not be used', async () => {
    const path = join(temporaryFolder(), 'bank.db');
    writeFileSync(path, 'this is no database, and far too short to be one', { mode: 0o600 });
    await expect(served({ path })).rejects.toMatchObject({ code: 'STORE_DAMAGED' });
  });

  it('closes with the bank behind it: what was answered is there when it is served again', async () => {
    const path = join(temporaryFolder(), 'bank.db');
    const request = creation(testSigner(), { remittance: 'Kept' });
    const first = await served({ path });
    const created = await first.send(request);
    await first.server.close();
    const again = await (await served({ path })).send(request);
    expect([created.status, again.status]).toEqual([201, 201]);
    expect(again.json.paymentId).toBe(created.json.paymentId);
  });
});

it('searches for the cause of a bad signature share their time where many call, and have their own at a bank of one command [S12-searches-served]', async () => {
  /** Ends of five requests at once whose X-Request-ID is not the signed one, at clocks where each search is long. */
  async function fiveRefused(handler: (request: HttpRequest) => Promise<{ body: Uint8Array }>) {
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => {
        const request = creation(testSigner(), { remittance: 'Refused' });
        const headers = request.headers.map(([name, value]): Header => {
          return [name, name === 'X-Request-ID' ? 'another' : value];
        });
        return handler({ ...request, headers });
      }),
    );
    return answers.map(({ body }) => JSON.parse(Buffer.from(body).toString()).tppMessages[0].text);
  }
  /** Each look at it finds that a millisecond has gone. */
  const slowClock = () => {
    let now = 0;
    return () => ++now;
  };
  const notBegun = /^signature-invalid: .* The cause wasn't searched for\. .*psd2 verify/;
  // The wall's stands still: on a busy machine five searches are further apart than what is counted together.
  const { send } = await served({ processorTime: slowClock(), stopwatch: () => 0 });
  const texts = await fiveRefused(async (request) => {
    return { body: Buffer.from(JSON.stringify((await send(request)).json)) };
  });
  expect(texts.filter((text) => notBegun.test(text)).length).toBeGreaterThan(0);
  const onUnexpected = (fault: unknown) => expect(fault).toBeUndefined();
  const bank = openBank({
    path: join(temporaryFolder(), 'bank.db'),
    onUnexpected,
    processorTime: slowClock(),
  });
  onTestFinished(() => bank.close());
  const own = await fiveRefused((request) => bank.handle(request, { address: '', operator: false }));
  expect(own.filter((text) => notBegun.test(text))).toEqual([]);
});
