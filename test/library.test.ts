import { expect, it } from 'vitest';
import {
  createInProcessTransport,
  createPayment,
  openBank,
  openTppSession,
  readPaymentStatus,
} from '../src/library.ts';
import { testSigner } from './support/bank.ts';
import { temporaryFolder } from './support/temporary-folder.ts';
import { paymentBody } from './support/tpp.ts';

it('a program that uses the library pays in a session at a bank of its own, and is told of a refusal without words of the command line [A-library]', async () => {
  const folder = temporaryFolder();
  const onUnexpected = (fault: unknown) => expect(fault).toBeUndefined();
  const bank = openBank({ path: `${folder}/bank.db`, onUnexpected });
  const session = openTppSession({
    way: createInProcessTransport(bank.handle),
    signer: testSigner(),
    ledger: `${folder}/client.db`,
    settings: { psuIpAddress: '192.0.2.1' },
    onUnexpected,
    close: () => bank.close(),
  });
  const psu = { identity: '15813963008' };
  const payment = {
    kind: 'domestic',
    body: paymentBody({ remittance: 'Rent' }),
    allowLogicalDuplicate: false,
  } as const;
  const { resource, meta } = await session.call(createPayment, payment, psu);
  expect({ status: meta.status, at: resource.transactionStatus }).toEqual({ status: 201, at: 'RCVD' });
  const twice = await session.call(createPayment, payment, psu).catch((fault) => fault);
  expect(twice).toMatchObject({
    code: 'BANK_REFUSED',
    details: { status: 409, tppMessages: [{ code: 'CONFLICT' }] },
  });
  const unknown = {
    service: 'payments',
    product: 'norwegian-domestic-credit-transfers',
    paymentId: 'x',
  } as const;
  const lost = await session.call(readPaymentStatus, unknown, psu).catch((fault) => fault);
  expect([twice.details.hint, lost.details.status, lost.details.hint]).toEqual([undefined, 404, undefined]);
  await session.close();
});
