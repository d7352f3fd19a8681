import { describe, expect, it, onTestFinished } from 'vitest';
import { call } from '../../../src/client/call.ts';
import { createPayment, KINDS, readPaymentStatus } from '../../../src/client/payments.ts';
import type { Handle } from '../../../src/message.ts';
import { serve } from '../../../src/server/serve.ts';
import { createHttpsTransport } from '../../../src/transport/https.ts';
import { createInProcessTransport } from '../../../src/transport/in-process.ts';
import { signRequests } from '../../../src/transport/sign-requests.ts';
import type { Transport } from '../../../src/transport/transport.ts';
import { faultNames, listStatuses } from '../../../src/wire/faults.ts';
import { type TestBank, testSigner } from '../../support/bank.ts';
import { faultOf } from '../../support/fault-of.ts';
import { makeKnown, makeSession } from '../../support/known-psu.ts';
import { clearFaults, faultyBank, setFault } from '../../support/life/faults.ts';
import { play, runBatch } from '../../support/life/operator.ts';
import { KARI } from '../../support/life/payments.ts';
import { storedPayments } from '../../support/stored.ts';
import { testTls } from '../../support/tls.ts';

async function overHttps(handle: Handle): Promise<Transport> {
  const { ca, key, certificate } = testTls();
  const onUnexpected = (fault: unknown) => {
    throw fault;
  };
  const server = await serve({ handle, tls: { key, certificate }, port: 0, clock: Date.now, onUnexpected });
  const client = createHttpsTransport({ origin: server.url, ca });
  onTestFinished(async () => {
    await client.close();
    await server.close();
  });
  return client.send;
}

const WAYS = [
  ['in-process', async (handle: Handle) => createInProcessTransport(handle)],
  ['over HTTPS', overHttps],
] as const;

let requests = 0;

/** A TPP whose PSU has an SCA in its session. */
function clientOf(bank: TestBank, transport: Transport) {
  const caller = {
    transport: signRequests(transport, testSigner(), { clock: () => bank.now }),
    stopwatch: () => 0,
  };
  const context = () => ({
    basePath: '',
    requestId: `fault-${++requests}`,
    acceptFix: 'amount-as-string',
    tppSessionId: 'test-session',
    tppRedirectUri: 'https://tpp.example/cb',
    psuIpAddress: '192.0.2.1',
    psu: { identity: KARI },
  });
  const pay = async () => {
    const body = Buffer.from(JSON.stringify(bank.payment()));
    const input = { kind: 'domestic', body, allowLogicalDuplicate: false } as const;
    return (await call(caller, createPayment, input, context())).resource;
  };
  const read = async (paymentId: string) =>
    (await call(caller, readPaymentStatus, { ...KINDS.domestic, paymentId }, context())).resource;
  return { pay, read };
}

describe.each(
  WAYS,
)('a client %s meets [D11-faults, D11-fault-dropped, D11-fault-funds]', (_, openConnection) => {
  async function atFaultyBank() {
    const { bank, waits } = await faultyBank();
    await makeKnown(bank.path, bank.now);
    await makeSession(bank);
    const transport = await openConnection((request, peer) => bank.handle(request, peer));
    const payments = () => storedPayments(bank.path).length;
    return { bank, waits, payments, ...clientOf(bank, transport) };
  }

  it('each error code with its status, and a 401 with where the PSU goes', async () => {
    const { bank, pay, payments } = await atFaultyBank();
    for (const fault of faultNames.filter((name) => listStatuses(name).length > 0)) {
      for (const status of listStatuses(fault)) {
        await setFault(bank, { fault, status });
        const { details } = await faultOf(pay());
        expect(details).toMatchObject({ status, tppMessages: [{ category: 'ERROR', code: fault }] });
        expect(details.scaRedirect !== undefined, fault).toBe(status === 401);
        await clearFaults(bank);
      }
    }
    expect(payments()).toBe(0);
  });

  it('an answer that comes late', async () => {
    const { bank, waits, pay } = await atFaultyBank();
    await setFault(bank, { fault: 'latency', milliseconds: 2500, operation: 'create payment' });
    await pay();
    expect(waits).toEqual([2500]);
  });

  it('no answer to a payment that was not made, or to one that was', async () => {
    const { bank, pay, payments } = await atFaultyBank();
    await setFault(bank, { fault: 'dropped-before-commit', operation: 'create payment', call: 1 });
    await setFault(bank, { fault: 'dropped-after-commit', operation: 'create payment', call: 2 });
    for (const made of [0, 1]) {
      const { code, details } = await faultOf(pay());
      expect({ code, sent: details.sent }).toEqual({ code: 'NETWORK', sent: true });
      expect(payments()).toBe(made);
    }
    await pay();
    expect(payments()).toBe(2);
  });

  it('the second answer to a read whose first was lost, and none when both are', async () => {
    const { bank, pay, read } = await atFaultyBank();
    const { paymentId } = await pay();
    await play(bank, 'approve', paymentId);
    await setFault(bank, { fault: 'dropped-after-commit', operation: 'read payment status', call: 1 });
    expect(await read(paymentId)).toMatchObject({ transactionStatus: 'ACTC' });
    await setFault(bank, { fault: 'dropped-before-commit', operation: 'read payment status' });
    expect(await faultOf(read(paymentId))).toMatchObject({ code: 'NETWORK', details: { sent: true } });
  });

  it('a payment without funds, until they are there', async () => {
    const { bank, pay, read } = await atFaultyBank();
    await setFault(bank, { fault: 'no-funds' });
    const { paymentId } = await pay();
    await play(bank, 'approve', paymentId);
    await runBatch(bank);
    expect(await read(paymentId)).toMatchObject({ transactionStatus: 'ACCP', fundsAvailable: false });
    await clearFaults(bank);
    await runBatch(bank);
    expect(await read(paymentId)).toMatchObject({ transactionStatus: 'ACSC' });
  });

  it('a payment that needs no SCA', async () => {
    const { bank, pay } = await atFaultyBank();
    expect(await pay()).toMatchObject({ transactionStatus: 'RCVD', _links: { scaRedirect: {} } });
    await setFault(bank, { fault: 'EXEMPTED', operation: 'create payment' });
    const exempt = await pay();
    expect(exempt.transactionStatus).toBe('ACTC');
    expect(exempt._links).not.toHaveProperty('scaRedirect');
  });

  it('a payment that is held', async () => {
    const { bank, pay, read } = await atFaultyBank();
    await setFault(bank, { fault: 'PDNG' });
    const { paymentId } = await pay();
    await play(bank, 'approve', paymentId);
    expect(await read(paymentId)).toMatchObject({ transactionStatus: 'PDNG' });
  });

  it('nothing of what is wrong with a signature', async () => {
    const { bank } = await atFaultyBank();
    const transport = await openConnection((request, peer) => bank.handle(request, peer));
    const forged = () => ({ ...bank.signed({ body: bank.payment() }), body: Buffer.from('{}') });
    const messages = async () =>
      JSON.parse(Buffer.from((await transport(forged())).body).toString()).tppMessages;
    expect(await messages()).toMatchObject([{ code: 'BAD_REQUEST', text: expect.any(String) }]);
    await setFault(bank, { fault: 'terse-errors' });
    expect(await messages()).toEqual([{ category: 'ERROR', code: 'BAD_REQUEST' }]);
  });
});
