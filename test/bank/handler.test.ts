import { describe, expect, it } from 'vitest';
import { createBank } from '../../src/bank/bank.ts';
import { Fault } from '../../src/errors.ts';
import { openBank } from '../../src/library.ts';
import { getHeader, type HttpRequest, type HttpResponse, type Peer } from '../../src/message.ts';
import type { Store } from '../../src/store/contract.ts';
import { CREATION, openTestBank, type Send } from '../support/bank.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { signedCreation } from '../support/tpp.ts';
import { expectCreated, expectRefusal, NO_PRODUCT } from './refusals/expectations.ts';
import { rewriteHeader } from './refusals/messages.ts';
import { bankOf } from './refusals/rows.ts';

const at = Date.parse('2026-11-18T10:00:00.250+01:00');
const peer: Peer = { address: '127.0.0.1', operator: true };
const body = {
  instructedAmount: { amount: '100.50', currency: 'NOK' },
  creditorName: 'Ola Eksempel',
  creditorAccount: { bban: '86011117947', currency: 'NOK' },
  creditorAddress: { country: 'NO' },
  debtorAccount: { bban: '99901067291', currency: 'NOK' },
};

const json = (response: HttpResponse) => JSON.parse(Buffer.from(response.body).toString());

describe('the base path [D1-base-path, D2-links]', () => {
  const withBank = async (use: (send: (target: string) => Promise<HttpResponse>) => Promise<void>) => {
    const bank = openBank({
      path: `${temporaryFolder()}/bank.db`,
      clock: () => at,
      basePath: '/api-sandbox',
      publicUrl: 'https://bank.example',
      onUnexpected: (fault) => {
        throw fault;
      },
    });
    const signed = signedCreation({ body, at, basePath: '/api-sandbox' });
    try {
      await use((target) => bank.handle({ ...signed, target }, peer));
    } finally {
      await bank.close();
    }
  };

  it('is in every link and in Location', async () => {
    await withBank(async (send) => {
      const created = await send(`/api-sandbox${CREATION}`);
      expect(created.status).toBe(201);
      const { paymentId, _links } = json(created);
      const self = `/api-sandbox${CREATION}/${paymentId}`;
      expect(getHeader(created.headers, 'Location')).toBe(self);
      expect(_links).toMatchObject({
        self: { href: self },
        status: { href: `${self}/status` },
        startAuthorisation: { href: `${self}/authorisations` },
        scaStatus: { href: expect.stringContaining(`${self}/authorisations/`) },
        scaRedirect: {
          href: expect.stringMatching(/^https:\/\/bank\.example\/api-sandbox\/sca\/[^/]+\/[^/]+$/),
        },
      });
    });
  });

  it.each([
    CREATION,
    `/api-sandboxes${CREATION}`,
    '/api-sandbox',
    '/API-SANDBOX/v1/sandbox/customers',
    `https://bank.example${CREATION}`,
    `ftp://bank.example/api-sandbox${CREATION}`,
    `https:///api-sandbox${CREATION}`,
    'https://bank.example',
    '',
    '*',
  ])('is asked for: %j is not found', async (target) => {
    await withBank(async (send) => {
      const answer = await send(target);
      expect(answer.status).toBe(404);
      expect(json(answer).tppMessages).toMatchObject([{ category: 'ERROR', code: 'NOT_FOUND' }]);
    });
  });
});

describe('headers of every answer [D2-answer-headers, D2-echo]', () => {
  const bank = bankOf({ now: at });

  it.each<readonly [number, Send]>([
    [201, {}],
    [400, { body: {} }],
    [401, { headers: { 'X-PSU-IDENTITY': '99999999999' } }],
    [404, { path: '/v1/nothing' }],
    [405, { method: 'PUT' }],
  ])('are Date and X-Request-ID, with %i', async (status, send) => {
    const headers = { ...send.headers, 'X-Request-ID': `every-${status}` };
    const answer = await bank().send({ ...send, headers });
    expect(answer.status).toBe(status);
    expect(answer.header('Date')).toBe('Wed, 18 Nov 2026 09:00:00 GMT');
    expect(answer.header('X-Request-ID')).toBe(`every-${status}`);
    expect(answer.header('Content-Type')).toBe('application/json');
  });
});

describe('PSD2-Findings [D2-findings-header, D12-sandbox-policy]', () => {
  it('lists the warnings of the signature', async () => {
    const bank = await openTestBank();
    try {
      const plain = await bank.send();
      expectCreated(plain);
      expect(plain.header('PSD2-Findings')).toBeUndefined();
      const padded = rewriteHeader('Signature', (value) => value.replace('SN=', 'SN=00'));
      const styled = await bank.send({ afterSigning: padded });
      expectCreated(styled);
      expect(styled.header('PSD2-Findings')).toBe('keyid-style');
    } finally {
      await bank.close();
    }
  });

  it('lists what a sandbox lets pass in a certificate, also beside a refusal', async () => {
    const bank = await openTestBank({ now: Date.parse('2060-11-17T10:00:00+01:00') });
    try {
      const created = await bank.send();
      expectCreated(created);
      expect(created.header('PSD2-Findings')?.split(', ')).toContain('certificate-expired');
      const refused = await bank.send({ body: {} });
      expect(refused.status).toBe(400);
      expect(refused.header('PSD2-Findings')).toBe(created.header('PSD2-Findings'));
    } finally {
      await bank.close();
    }
  });
});

/** A bank on a store that fails, and what it told of. */
function bankOnStore(fail: () => never) {
  const told: unknown[] = [];
  const store: Store = {
    read: async () => fail(),
    write: async () => fail(),
    close: async () => {},
  };
  const handle = createBank(
    {
      seed: 'psd2',
      clock: () => at,
      stopwatch: () => 0,
      processorTime: () => 0,
      wait: async () => {},
      secret: () => 'never used',
      basePath: '',
      publicUrl: 'https://bank.example',
      policy: 'sandbox',
      onUnexpected: (fault) => told.push(fault),
    },
    store,
  );
  return { told, send: (request: HttpRequest) => handle(request, peer) };
}

describe('a fault of the bank [D2-neutral-500]', () => {
  it('is a neutral 500 without inner detail, and is told to whoever runs the bank', async () => {
    const fault = new Error('no such table: payments at /home/kari/bank.db');
    const bank = bankOnStore(() => {
      throw fault;
    });
    const answer = await bank.send(signedCreation({ body, at }));
    expect(answer.status).toBe(500);
    expect(bank.told).toEqual([fault]);
    const text = Buffer.from(answer.body).toString();
    expect(text).not.toMatch(/table|kari|\.db|Error|\bat\b/);
    expect(JSON.parse(text)).toEqual({
      tppMessages: [{ category: 'ERROR', code: 'SYSTEM_ERROR', text: expect.any(String) }],
    });
    expect(getHeader(answer.headers, 'X-Request-ID')).toBe('creation-1');
    expect(getHeader(answer.headers, 'Date')).toBe('Wed, 18 Nov 2026 09:00:00 GMT');
  });

  it('leaves the refusals that need no store as they are', async () => {
    const bank = bankOnStore(() => {
      throw new Error('never reached');
    });
    const answer = await bank.send(signedCreation({ body: { ...body, creditorName: '' }, at }));
    expect(answer.status).toBe(400);
    expect(bank.told).toEqual([]);
  });
});

describe('a busy store [S1-store-busy, S1-503]', () => {
  it('is 503 with Retry-After, and only the bank is told why', async () => {
    const bank = bankOnStore(() => {
      throw new Fault('STORE_BUSY', 'The store /home/kari/bank.db stayed locked. nothing was done');
    });
    const answer = await bank.send(signedCreation({ body, at }));
    expect(answer.status).toBe(503);
    expect(Number(getHeader(answer.headers, 'Retry-After'))).toBeGreaterThan(0);
    expect(json(answer).tppMessages).toMatchObject([{ category: 'ERROR', code: 'SYSTEM_ERROR' }]);
    expect(Buffer.from(answer.body).toString()).not.toContain('kari');
    expect(bank.told).toMatchObject([{ code: 'STORE_BUSY' }]);
  });

  it('is 503 also when the store is away or damaged', async () => {
    const bank = bankOnStore(() => {
      throw new Fault('STORE_UNUSABLE', 'The store is damaged.');
    });
    const answer = await bank.send(signedCreation({ body, at }));
    expect(answer.status).toBe(503);
    expect(getHeader(answer.headers, 'Retry-After')).toBe('1');
  });

  it('is what a bank that is closed answers, too', async () => {
    const bank = openBank({
      path: `${temporaryFolder()}/bank.db`,
      clock: () => at,
      onUnexpected: () => {},
    });
    await bank.close();
    expect((await bank.handle(signedCreation({ body, at }), peer)).status).toBe(503);
  });
});

describe('a path [D1-percent-decoded-once]', () => {
  const bank = bankOf();

  it('is percent-decoded once', async () => {
    const path = CREATION.replace('norwegian', '%6Eorwegian');
    expectCreated(await bank().send({ path, body: bank().payment() }));
    expectRefusal(
      await bank().send({ path: CREATION.replace('norwegian', '%256Eorwegian'), body: bank().payment() }),
      NO_PRODUCT,
    );
  });

  it.each(['%', '%zz', '%ff'])('with a broken escape, %s, is not found', async (broken) => {
    const answer = await bank().send({ method: 'GET', path: `${CREATION}/${broken}` });
    expectRefusal(answer, { status: 404, code: 'NOT_FOUND' });
  });
});
