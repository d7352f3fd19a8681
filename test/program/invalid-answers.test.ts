import { describe, expect, it } from 'vitest';
import type { Handle, Header } from '../../src/message.ts';
import { psd2 } from '../support/program.ts';
import { CREATE, homeAt, PSU, servedBank } from '../support/remote-home.ts';

type Members = Record<string, unknown> & { _links: Record<string, { href: string }> };

/** A bank that does what it is asked, and answers one method with something else. */
function answering(method: string, status: number, body: string) {
  return (handle: Handle): Handle =>
    async (request, peer) => {
      const answer = await handle(request, peer);
      if (request.method !== method) return answer;
      const headers = answer.headers.filter(([name]) => name.toLowerCase() !== 'content-length');
      return { status, headers, body: Buffer.from(body) };
    };
}

/** A bank whose answers to one method are changed before they leave. */
function changing(method: string, change: (body: Members) => void, more: readonly Header[] = []) {
  return (handle: Handle): Handle =>
    async (request, peer) => {
      const answer = await handle(request, peer);
      if (request.method !== method || answer.status > 299) return answer;
      const body = JSON.parse(Buffer.from(answer.body).toString());
      change(body);
      const headers = answer.headers.filter(([name]) => name.toLowerCase() !== 'content-length');
      return { ...answer, headers: [...headers, ...more], body: Buffer.from(JSON.stringify(body)) };
    };
}

async function at(between: (handle: Handle) => Handle) {
  const home = await homeAt(await servedBank('', between), PSU);
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await psd2([...args, '--json'], { home });
    return { code, json: JSON.parse(stdout), stderr };
  };
  return { run };
}

const NONE = ['--sca', 'none'];

describe('a bank elsewhere that answers with U+0000 [S12-nul, C-answer-invalid, D13-repeat]', () => {
  it.each<[string, (body: Members) => void]>([
    ['paymentId', (body) => Object.assign(body, { paymentId: 'a\0b' })],
    ['transactionStatus', (body) => Object.assign(body, { transactionStatus: 'RC\0D' })],
    ['_links.scaRedirect.href', (body) => Object.assign(body._links.scaRedirect ?? {}, { href: '/sca/\0' })],
    ['psuId', (body) => Object.assign(body, { psuId: '\0' })],
  ])('in %s of a payment that it made: the write stays pending', async (place, change) => {
    const { run } = await at(changing('POST', change));
    const made = await run(...CREATE, ...NONE);
    expect(made.code, made.stderr).toBe(5);
    expect(made.json.error).toMatchObject({ code: 'ANSWER_INVALID', status: 201 });
    expect(made.json.error.message).toBe(
      `The bank's answer to "create payment" has U+0000 in ${place}. The bank may have done it. The outcome is unknown.`,
    );
    const pending = await run('payments', 'pending');
    expect(JSON.stringify(pending.json)).toContain(made.json.error.requestId);
  });

  it('in the authorisation’s id: the payment is named and remembered', async () => {
    const change = (body: Members) => {
      const { scaStatus } = body._links;
      if (scaStatus !== undefined) scaStatus.href = scaStatus.href.replace(/[^/]+$/, 'a%00b');
    };
    const { run } = await at(changing('POST', change));
    const made = await run(...CREATE, ...NONE);
    expect(made.code, made.stderr).toBe(5);
    expect(made.json.error.code).toBe('ANSWER_INVALID');
    expect(made.json.error.message).toContain('U+0000');
    expect((await run('payments', 'pending')).json.items).toEqual([]);
    const list = await run('payments', 'list');
    expect(JSON.stringify(list.json)).toContain(made.json.error.paymentId);
  });

  it('in the status of a payment that is read: it is shown, and not kept', async () => {
    const { run } = await at(changing('GET', (body) => Object.assign(body, { transactionStatus: 'AC\0C' })));
    const made = await run(...CREATE, '--sca', 'approve');
    expect(made.code, made.stderr).toBe(0);
    expect(made.stderr).not.toContain('internal');
    expect(made.stderr).toContain("wasn't saved");
    expect(made.stderr).toContain("The bank's transactionStatus has U+0000.");
    expect(JSON.stringify((await run('payments', 'list')).json)).toContain(made.json.paymentId);
  });
});

it.each([
  [201, '{}', 'paymentId is required, transactionStatus is required'],
  [201, '{"paymentId": 7, "transactionStatus": "RCVD"}', 'paymentId must be a string'],
  [204, '', 'has no body (204)'],
])('a bank elsewhere whose answer is not the interface’s: %i %s to a payment: the outcome is unknown, and the write stays pending [C-answer-invalid, S10-outcome-unknown, S10-write-ledger]', async (status, body, told) => {
  const { run } = await at(answering('POST', status, body));
  const made = await run(...CREATE, ...NONE);
  expect(made.code, made.stderr).toBe(5);
  const { requestId, ...error } = made.json.error;
  expect(error).toMatchObject({ code: 'ANSWER_INVALID', status });
  expect(error.message).toContain(told);
  expect(error.message).toContain('The outcome is unknown.');
  expect(error.hint).toContain(`psd2 payments resume ${requestId}`);
  const pending = await run('payments', 'pending');
  expect(pending.json.items).toMatchObject([{ requestId, operation: 'create payment' }]);
  // A repeat with the same answer tells as little.
  const resumed = await run('payments', 'resume', requestId, '--yes');
  expect(resumed.code, resumed.stderr).toBe(5);
  expect((await run('payments', 'pending')).json.items).toHaveLength(1);
});
