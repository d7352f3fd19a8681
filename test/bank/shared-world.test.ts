import { describe, expect, it, onTestFinished } from 'vitest';
import { openBank } from '../../src/library.ts';
import { openTestBank, type Send, signerOf, testSigner } from '../support/bank.ts';
import { signersOf } from '../support/seals.ts';

/** A bank that is served beyond this machine; `send` is what a TPP gets there, `operate` what the operator's port says. */
async function sharedBank(sharesWorld = true) {
  const bank = await openTestBank({ open: (options) => openBank({ ...options, sharesWorld }) });
  onTestFinished(() => bank.close());
  const as = (operator: boolean) => async (what: Send) => {
    const { status, body } = await bank.handle(bank.signed(what), { address: '192.0.2.9', operator });
    const text = Buffer.from(body).toString();
    return { status, json: text === '' ? undefined : JSON.parse(text) };
  };
  const release = (tppId: string) =>
    bank.handle(
      { method: 'POST', target: `/operator/tpps/${tppId}/release`, headers: [], body: new Uint8Array(0) },
      { address: '127.0.0.1', operator: true },
    );
  return { bank, send: as(false), operate: as(true), release };
}

const INITIALISE: Send = { method: 'POST', path: '/v1/sandbox/initialize' };
const LIST: Send = { method: 'GET', path: '/v1/sandbox/customers' };
const FORBIDDEN = { status: 403, json: { tppMessages: [{ code: 'FORBIDDEN' }] } };

describe('a world that strangers share [S11-shared-world]', () => {
  it('is initialised by the operator alone', async () => {
    const { send, operate } = await sharedBank();
    expect(await send(INITIALISE)).toMatchObject(FORBIDDEN);
    expect((await operate(INITIALISE)).status).toBe(200);
  });

  it('is anybody’s to initialise on loopback', async () => {
    expect((await (await sharedBank(false)).send(INITIALISE)).status).toBe(200);
  });
});

describe('an organizationIdentifier in a world that strangers share [S11-shared-world, D12-tpp-identity]', () => {
  const IDENTITY = 'PSDNO-FSA-38888881';
  const AROUND = Date.parse('2026-11-18T09:00:00Z');
  const [first, renewed] = signersOf([IDENTITY, IDENTITY], AROUND);
  const [other] = signersOf([IDENTITY], AROUND);

  it('is owned by the first key that comes with it, also with a read', async () => {
    const { bank, send } = await sharedBank();
    expect((await send({ ...LIST, as: first! })).status).toBe(200);
    // Another certificate of the same key.
    expect((await send({ ...LIST, as: renewed! })).status).toBe(200);
    const refused = await send({ ...LIST, as: other! });
    expect(refused).toMatchObject({
      status: 403,
      json: { tppMessages: [{ code: 'FORBIDDEN', path: 'TPP-Signature-Certificate' }] },
    });
    expect(refused.json.tppMessages[0].text).toContain(IDENTITY);
    expect((await send({ body: bank.payment(), as: other! })).status).toBe(403);
  });

  it('leaves those of others alone', async () => {
    const { send } = await sharedBank();
    expect((await send({ ...LIST, as: testSigner() })).status).toBe(200);
    expect((await send({ ...LIST, as: signerOf('PSDNO-FSA-38888882') })).status).toBe(200);
  });

  it('is anybody’s again when the operator releases it', async () => {
    const { send, release } = await sharedBank();
    await send({ ...LIST, as: first! });
    expect((await release('NO-FSA-38888881')).status).toBe(200);
    expect((await release('NO-FSA-38888881')).status).toBe(404);
    expect((await send({ ...LIST, as: other! })).status).toBe(200);
    expect((await send({ ...LIST, as: first! })).status).toBe(403);
  });

  it('is released by its full name where it doesn’t begin with PSD', async () => {
    const { send, release } = await sharedBank();
    const office = 'VATNO-310999016';
    const [mine] = signersOf([office], AROUND);
    const [later] = signersOf([office], AROUND);
    await send({ ...LIST, as: mine! });
    expect((await release(`PSD${office}`)).status).toBe(404);
    expect((await release(office)).status).toBe(200);
    expect((await send({ ...LIST, as: later! })).status).toBe(200);
  });

  it('is the certificate’s alone on loopback', async () => {
    const { send } = await sharedBank(false);
    for (const signer of [first!, other!]) {
      expect((await send({ ...LIST, as: signer })).status).toBe(200);
    }
  });
});

describe('what was made by hand in a world that strangers share [S11-shared-world]', () => {
  const OTHER = signerOf('PSDNO-FSA-38888883');
  const CUSTOMER = { customerNumber: '310999059', name: 'Delt AS', type: 'CORPORATE' };

  async function withCustomer(sharesWorld = true) {
    const shared = await sharedBank(sharesWorld);
    const made = await shared.send({ method: 'POST', path: '/v1/sandbox/customers', body: CUSTOMER });
    expect(made.status).toBe(201);
    const path = `/v1/sandbox/customers/${made.json.customerId}`;
    return { ...shared, remove: { method: 'DELETE', path } satisfies Send };
  }

  it('is deleted by who made it, and not by another', async () => {
    const { send, remove } = await withCustomer();
    expect(await send({ ...remove, as: OTHER })).toMatchObject(FORBIDDEN);
    expect((await send(remove)).status).toBe(204);
    // Nothing is told of what there is not.
    expect(await send(remove)).toMatchObject(FORBIDDEN);
    expect(await send({ ...remove, as: OTHER })).toMatchObject(FORBIDDEN);
  });

  it('is deleted by the operator, as the initial data is, which nobody made', async () => {
    const { send, operate, remove } = await withCustomer();
    const { json } = await send(LIST);
    const initial: Send = { method: 'DELETE', path: `/v1/sandbox/customers/${json[0].customerId}` };
    expect(await send(initial)).toMatchObject(FORBIDDEN);
    expect((await operate(initial)).status).toBe(204);
    expect((await operate({ ...remove, as: OTHER })).status).toBe(204);
  });

  it('is anybody’s to delete on loopback', async () => {
    const { send, remove } = await withCustomer(false);
    expect((await send({ ...remove, as: OTHER })).status).toBe(204);
  });
});
