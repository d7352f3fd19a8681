import { describe, expect, it } from 'vitest';
import { openBank } from '../../../src/library.ts';
import { CREATION, testSigner } from '../../support/bank.ts';
import { makeSession } from '../../support/known-psu.ts';
import { clearFaults, faultsOf, faultyBank, setFault } from '../../support/life/faults.ts';
import { consent, ask as read } from '../../support/life/information.ts';
import { ask } from '../../support/life/operator.ts';
import { KARI, send } from '../../support/life/payments.ts';
import { storedPayments } from '../../support/stored.ts';

const OPERATOR = { address: '127.0.0.1', operator: true };

describe('the calls that a fault strikes [D11-fault-calls]', () => {
  it('are the nth of its operation alone, counted from when it was set', async () => {
    const { bank } = await faultyBank();
    await send(bank);
    await setFault(bank, { fault: 'SYSTEM_ERROR', operation: 'create payment', call: 2 });
    await bank.send({ method: 'GET', path: '/v1/sandbox/accounts' });
    const statuses = [];
    for (let call = 1; call <= 3; call += 1) statuses.push((await send(bank)).status);
    expect(statuses).toEqual([201, 500, 201]);
    expect(await faultsOf(bank)).toMatchObject([{ faultId: 1, calls: 2, strikes: 1 }]);
  });

  it('are those of every process on the store', async () => {
    const { bank } = await faultyBank();
    const other = openBank({
      path: bank.path,
      clock: () => bank.now,
      onUnexpected: (fault) => {
        throw fault;
      },
    });
    await setFault(bank, { fault: 'ACCESS_EXCEEDED', operation: 'list sandbox accounts', call: 2 });
    const listing = { method: 'GET', path: '/v1/sandbox/accounts' };
    expect((await bank.send(listing)).status).toBe(200);
    expect((await other.handle(bank.signed(listing), OPERATOR)).status).toBe(429);
    await other.close();
  });

  it("of a fault that names no operation, are all but the sandbox's own", async () => {
    const { bank } = await faultyBank();
    await consent(bank);
    await setFault(bank, { fault: 'SYSTEM_ERROR', status: 503 });
    expect((await bank.send({ method: 'GET', path: '/v1/sandbox/accounts' })).status).toBe(200);
    expect((await send(bank)).header('Retry-After')).toBe('1');
    expect((await read(bank, 'accounts')).status).toBe(503);
    expect(await faultsOf(bank)).toMatchObject([{ calls: 2, strikes: 2 }]);
  });

  it('leave out what is refused without the store, but for what terse-errors waits for', async () => {
    const { bank } = await faultyBank();
    await setFault(bank, { fault: 'SYSTEM_ERROR', call: 1 });
    await setFault(bank, { fault: 'terse-errors', operation: 'create payment', call: 2 });
    const forged = {
      rawBody: '{}',
      afterSigning: (request: object) => ({ ...request, body: Buffer.from('[]') }),
    };
    const texts = [];
    for (let call = 1; call <= 3; call += 1) {
      texts.push((await bank.send(forged as never)).json.tppMessages[0].text === undefined);
    }
    expect(texts).toEqual([false, true, false]);
    expect(await faultsOf(bank)).toMatchObject([
      { calls: 0, strikes: 0 },
      { calls: 2, strikes: 1 },
    ]);
  });

  it('count a repeat of an X-Request-ID, which gets what the first one lost', async () => {
    const { bank } = await faultyBank();
    await setFault(bank, { fault: 'dropped-after-commit', operation: 'create payment', call: 1 });
    const request = bank.signed({ body: bank.payment() });
    await expect(bank.handle(request, OPERATOR)).rejects.toMatchObject({ name: 'ConnectionDropped' });
    expect((await bank.handle(request, OPERATOR)).status).toBe(201);
    expect(storedPayments(bank.path).length).toBe(1);
    expect(await faultsOf(bank)).toMatchObject([{ calls: 1, strikes: 1 }]);
  });

  it('are counted with what the fault does: a call that the store failed is none', async () => {
    const { bank } = await faultyBank();
    await setFault(bank, { fault: 'EXEMPTED', call: 1 });
    // Nobody has an SCA in this session, so there is no PSU to exempt: the call came, and was not struck.
    expect((await send(bank)).json._links).toHaveProperty('scaRedirect');
    expect(await faultsOf(bank)).toMatchObject([{ calls: 1, strikes: 0 }]);
  });

  it('have all that is set against them: the answer to a call comes late, and then does not', async () => {
    const { bank, waits, told } = await faultyBank();
    await setFault(bank, { fault: 'latency', milliseconds: 20 });
    await setFault(bank, { fault: 'latency', milliseconds: 300 });
    await setFault(bank, { fault: 'dropped-before-commit', operation: 'create payment' });
    await expect(send(bank)).rejects.toMatchObject({ name: 'ConnectionDropped' });
    expect(waits).toEqual([320]);
    expect(told.at(-1)?.faults).toEqual(['latency', 'dropped-before-commit']);
  });
});

it('a 401 that a fault gives leads to an SCA of the PSU that was named, beside a session that has one [D11-faults, D2-sca-redirect-on-401]', async () => {
  const { bank } = await faultyBank();
  await makeSession(bank);
  await setFault(bank, { fault: 'SCA_EXPIRED', operation: 'read payment status', call: 1 });
  const status = { method: 'GET', path: `${CREATION}/none/status`, headers: { 'X-PSU-IDENTITY': KARI } };
  const struck = await bank.send(status);
  expect(struck.status).toBe(401);
  expect(struck.json.tppMessages).toMatchObject([{ code: 'SCA_EXPIRED' }]);
  const id = struck.json._links.scaRedirect.href.split('/').at(-2);
  const played = await ask(bank, 'POST', `/operator/sca/${id}/approve`);
  expect(played.json).toMatchObject({ scaStatus: 'FINALISED' });
  expect((await bank.send(status)).status).toBe(404);
});

it('what the request log says of faults is which struck, and no status of what nobody was answered [D11-fault-log]', async () => {
  const { bank, told } = await faultyBank();
  await setFault(bank, { fault: 'SYSTEM_ERROR', operation: 'create payment', call: 1 });
  await setFault(bank, { fault: 'dropped-after-commit', operation: 'create payment', call: 2 });
  await send(bank);
  await expect(send(bank)).rejects.toThrow();
  await send(bank);
  const [struck, dropped, usual] = told.slice(-3);
  expect(struck).toMatchObject({ faults: ['SYSTEM_ERROR'], status: 500, codes: ['SYSTEM_ERROR'] });
  expect(dropped).toMatchObject({ faults: ['dropped-after-commit'], bytesOut: 0 });
  expect(dropped).not.toHaveProperty('status');
  expect(usual).toMatchObject({ status: 201 });
  expect(usual).not.toHaveProperty('faults');
});

it('troubles that a program has for a bank strike beside those that are set, and are asked for once a call [D11-faults]', async () => {
  const asked: string[] = [];
  const { bank } = await faultyBank();
  const troubled = openBank({
    path: bank.path,
    clock: () => bank.now,
    troubles: (operation) => (asked.push(operation) === 2 ? [{ fault: 'ACCESS_EXCEEDED' }] : []),
    onUnexpected: (fault) => {
      throw fault;
    },
  });
  const statuses = [];
  for (let call = 1; call <= 3; call += 1) {
    const request = bank.signed({ body: bank.payment(), as: testSigner() });
    statuses.push((await troubled.handle(request, OPERATOR)).status);
  }
  expect(statuses).toEqual([201, 429, 201]);
  expect(asked).toEqual(['create payment', 'create payment', 'create payment']);
  expect(await clearFaults(bank)).toBe(0);
  await troubled.close();
});
