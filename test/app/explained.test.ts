import { describe, expect, it } from 'vitest';
import { explained } from '../../src/app/explained.ts';
import { readPaymentStatus } from '../../src/client/read-payment.ts';
import type { Session } from '../../src/client/session.ts';
import { Fault, type FaultDetails } from '../../src/errors.ts';

const PAYMENT = {
  service: 'payments',
  product: 'norwegian-domestic-credit-transfers',
  paymentId: 'p',
} as const;

/** What a session whose every call fails so is told of, explained. */
async function told(fault: unknown, hasOperator = true): Promise<unknown> {
  const failing = { hasOperator, call: async () => Promise.reject(fault) } as unknown as Session;
  return explained(failing)
    .call(readPaymentStatus, PAYMENT)
    .catch((thrown: unknown) => thrown);
}

const unknown: FaultDetails = { status: 404, tppMessages: [{ category: 'ERROR', code: 'RESOURCE_UNKNOWN' }] };

describe('what a person can do about a fault of the client [A-library, C-error-text]', () => {
  it('is said by the operation, from the messages of the bank', async () => {
    expect(await told(new Fault('BANK_REFUSED', 'no', unknown))).toMatchObject({
      code: 'BANK_REFUSED',
      message: 'no',
      details: { ...unknown, hint: expect.stringContaining('psd2 sca approve p') },
    });
  });

  it('is no command that needs an operator where there is none', async () => {
    const { details } = (await told(new Fault('BANK_REFUSED', 'no', unknown), false)) as Fault;
    expect(details.hint).toMatch(/^Check the id.*payments create printed the link to authorise it\.$/);
  });

  it('is that a PSU-ID was forgotten, which is no member of the error', async () => {
    const fault = await told(new Fault('SCA_NEEDED', 'no', { status: 401, forgottenPsuId: 'x' }));
    expect(fault).toMatchObject({ details: { hint: expect.stringContaining('has been removed') } });
    expect((fault as Fault).details).not.toHaveProperty('forgottenPsuId');
  });

  it('is to look at the profile when the answer is none of the interface', async () => {
    const fault = await told(new Fault('ANSWER_INVALID', 'no'));
    expect(fault).toMatchObject({ details: { hint: expect.stringContaining('psd2 profile show') } });
  });

  it.each([
    ['a fault that says it already', new Fault('NETWORK', 'no', { hint: 'Wait.' })],
    ['a fault that no operation knows more of', new Fault('BANK_FAILED', 'no', { status: 500 })],
    ['a bug', new TypeError('no')],
  ])('is not added to %s', async (_, thrown) => {
    expect(await told(thrown)).toBe(thrown);
  });
});
