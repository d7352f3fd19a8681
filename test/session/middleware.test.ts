import { describe, expect, it } from 'vitest';
import { Fault, type FaultCode, type FaultDetails } from '../../src/errors.ts';
import { addHints, showProgress } from '../../src/session/middleware.ts';

const PAYMENT = {
  service: 'payments',
  product: 'norwegian-domestic-credit-transfers',
  paymentId: 'p',
} as const;

/** What a session whose every call fails so is told of, explained. */
async function told(fault: unknown, hasOperator = true): Promise<unknown> {
  const call = { operation: 'read payment status', input: PAYMENT, isRecorded: true };
  return addHints(hasOperator)(call, () => Promise.reject(fault)).catch((thrown: unknown) => thrown);
}

const unknown: FaultDetails = { status: 404, tppMessages: [{ category: 'ERROR', code: 'RESOURCE_UNKNOWN' }] };

describe('what a person can do about a fault of the client [A-library, C-error-text]', () => {
  it('is said by the operation, from the messages of the bank', async () => {
    expect(await told(new Fault('BANK_REFUSED', 'no', unknown))).toMatchObject({
      code: 'BANK_REFUSED',
      message: 'no',
      details: { ...unknown, hint: 'Check the id, --product and --as.' },
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

const SENT = { requestId: 'r-1', sent: true };
const PENDING = 'See pending requests:\npsd2 payments pending';

/** What is said of a write whose answer is lost, once it is sent, and once it is sent again. */
async function toldOfWrite(operation: string, { code = 'NETWORK', ...details }: Lost): Promise<unknown[]> {
  const failing = async () => Promise.reject(new Fault(code, 'lost', { ...SENT, ...details }));
  const handle = addHints(true);
  const all = await Promise.allSettled([
    handle({ operation, input: undefined, isRecorded: true }, failing),
    handle({ operation, isRecorded: true }, failing),
  ]);
  return all.map((one) => one.status === 'rejected' && one.reason.details.hint);
}

interface Lost extends FaultDetails {
  readonly code?: FaultCode;
}

describe('a write of which nobody knows if it was done [S10-outcome-unknown, D13-repeat]', () => {
  it.each([
    ['create payment', 'To find out what happened'],
    ['set contact information', "It's safe to send it again"],
    ['delete contact information', "It's safe to send it again"],
    ['cancel payment', "It's safe to send it again"],
    ['start authorisation', 'To send it again, though the bank may do it twice'],
    ['create sandbox customer', 'To send it again, though the bank may do it twice'],
  ])('names the commands that show it and send it again: %s', async (operation, words) => {
    const said = `${words}:\npsd2 payments resume r-1\n${PENDING}`;
    expect(await toldOfWrite(operation, {})).toEqual([said, said]);
    const [, untrusted] = await toldOfWrite(operation, { code: 'ANSWER_UNTRUSTED', hint: 'Ask the bank.' });
    expect(untrusted).toBe(`Ask the bank. ${said}`);
    const [afterCommand] = await toldOfWrite(operation, { hint: 'Look here: psd2 doctor' });
    expect(afterCommand).toBe(`Look here: psd2 doctor\n${said}`);
  });

  it.each([
    ['a read', 'read payment status', {}],
    ['a write of which nothing left', 'create payment', { sent: false }],
    ['a write that the bank refused', 'create payment', { code: 'BANK_REFUSED' as const }],
  ])('names no command for %s', async (_, operation, lost) => {
    expect((await toldOfWrite(operation, { hint: 'No.', ...lost })).join()).toBe('No.,No.');
  });
});

it('a call that takes long says which operation is waited for, and gives what it gave [C-progress]', async () => {
  const said: string[] = [];
  const handle = showProgress((what, work) => {
    said.push(what);
    return work();
  });
  const call = { operation: 'read payment status', isRecorded: false };
  expect(await handle(call, async () => 'answered')).toBe('answered');
  expect(said).toEqual(['Waiting for the bank: read payment status']);
});
