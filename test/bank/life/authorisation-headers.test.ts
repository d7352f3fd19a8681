import { beforeAll, describe, expect, it } from 'vitest';
import { CREATION, type Send } from '../../support/bank.ts';
import { approve } from '../../support/life/operator.ts';
import {
  AUTHORISATIONS,
  CANCELLATIONS,
  create,
  KARI,
  OLA,
  type Payment,
} from '../../support/life/payments.ts';
import { expectRefusal } from '../refusals/expectations.ts';
import { malformedHeaders as malformed } from '../refusals/payment-headers.ts';
import { bankOf } from '../refusals/rows.ts';

const bank = bankOf();
const nobody = 'AAAAAAAAAAAAAAAAAAAAAA';
const unknown = { status: 404, code: 'RESOURCE_UNKNOWN' };

/** Every operation below a payment that Part 2 adds: method, and path below the payment. */
const operations: readonly (readonly [string, string, string])[] = [
  ['cancel payment', 'DELETE', ''],
  ['start authorisation', 'POST', `/${AUTHORISATIONS}`],
  ['list authorisations', 'GET', `/${AUTHORISATIONS}`],
  ['read authorisation', 'GET', `/${AUTHORISATIONS}/${nobody}`],
  ['start cancellation authorisation', 'POST', `/${CANCELLATIONS}`],
  ['list cancellation authorisations', 'GET', `/${CANCELLATIONS}`],
  ['read cancellation authorisation', 'GET', `/${CANCELLATIONS}/${nobody}`],
];

const noPsu = { 'PSU-Context': null };

function ask(method: string, below: string, what: Send = {}, paymentId = nobody) {
  const { headers, ...rest } = what;
  const path = `${CREATION}/${paymentId}${below}`;
  return bank().send({ method, path, ...rest, headers: { ...noPsu, ...headers } });
}

describe.each(operations)('the headers of: %s [D3-payment-operations, I-headers]', (_, method, below) => {
  it('need no PSU and no Digest', async () => {
    expectRefusal(await ask(method, below), unknown);
  });

  if (method === 'GET') {
  }

  it.each(malformed)('must be well-formed: %s: %s', async (name, value) => {
    const answer = await ask(method, below, { headers: { [name]: value } });
    expectRefusal(answer, { status: 400, code: 'FORMAT_ERROR', path: name });
  });
});

describe('the PSU of the payment [D3-psu-of-payment, D2-resource-unknown]', () => {
  /** One whose PSU came with the headers, one whose PSU came with its SCA, and one whose PSU nobody knows. */
  let named: Payment;
  let identified: Payment;
  let open: Payment;
  beforeAll(async () => {
    named = await create(bank(), { psu: KARI });
    identified = await create(bank());
    await approve(bank(), identified);
    open = await create(bank());
  });

  // Starting a cancellation of a received payment is refused for its state, which tells that the PSU passed.
  const passed = [200, 201, 202, 204, 409];

  it.each(operations)('must be named once known: %s', async (_, method, below) => {
    for (const { paymentId } of [named, identified]) {
      const answer = await ask(method, below, {}, paymentId);
      expectRefusal(answer, { status: 400, code: 'HTTP_HEADER_REQUIRED', path: 'PSU-ID' });
    }
  });

  it.each(operations)('is not another: %s', async (_, method, below) => {
    const headers = { 'X-PSU-IDENTITY': OLA };
    for (const { paymentId } of [named, identified]) {
      const answer = await ask(method, below, { headers }, paymentId);
      expectRefusal(answer, unknown);
      expect(answer.text).toBe((await ask(method, below, { headers })).text);
    }
  });

  it.each(
    operations.filter(([what, method]) => !what.startsWith('read') && method !== 'DELETE'),
  )('need not be named while unknown: %s', async (_, method, below) => {
    expect(passed).toContain((await ask(method, below, {}, open.paymentId)).status);
    const authorisation = open.authorisationId;
    const read = await ask('GET', `/${AUTHORISATIONS}/${authorisation}`, {}, open.paymentId);
    expect(read.status, read.text).toBe(200);
  });
});
