import { describe, expect, it } from 'vitest';
import { Journal, MOST_ENTRIES, parseAnswer } from '../../src/chaos/journal.ts';
import { listOutcomes } from '../../src/chaos/report.ts';

const PAYMENT = '0Zg8TwSwQjXPBOzjAT7TX2';
const request = (method: string, target: string) => ({
  ...{ method, target, body: new Uint8Array() },
  headers: [
    ['x-request-id', 'r1'],
    ['TPP-Session-ID', 's1'],
  ] as const,
});
const answer = (status: number, json: object) =>
  parseAnswer({
    status,
    headers: [['Content-Type', 'application/json']],
    body: Buffer.from(JSON.stringify(json)),
  });

describe('the log of a run [C-serve-chaos-met]', () => {
  it('has the operation, whatever the base path, and the payment in its path', () => {
    const journal = new Journal();
    const path = `/api-sandbox/v1/payments/norwegian-domestic-credit-transfers/${PAYMENT}/status`;
    expect(journal.begin(request('GET', path))).toEqual({
      ...{ operation: 'read payment status', about: PAYMENT, requestId: 'r1', session: 's1' },
      ...{ isScaStep: false, isLost: false },
    });
  });

  it('knows steps of an SCA, at the site and of the operator, and nothing of what sets the sandbox up', () => {
    const journal = new Journal();
    const entry = (method: string, target: string) => {
      const { operation, isScaStep } = journal.begin(request(method, target));
      return { operation, isScaStep };
    };
    const step = { operation: undefined, isScaStep: true };
    expect(entry('POST', '/sca/id/secret')).toEqual(step);
    expect(entry('POST', '/api/operator/sca/id/approve')).toEqual(step);
    expect(entry('GET', '/sca/id/secret')).toEqual({ operation: undefined, isScaStep: false });
    expect(entry('POST', '/v1/sandbox/customers')).toEqual({ operation: undefined, isScaStep: false });
  });

  it('counts what came to the client, each outcome once, in one order', () => {
    const journal = new Journal();
    const sent = request('GET', '/v1/accounts');
    journal.begin(sent).said = answer(401, {
      tppMessages: [{ category: 'ERROR', code: 'SCA_EXPIRED' }],
      _links: { scaRedirect: {} },
    });
    const other = journal.begin(request('POST', '/v1/payments/norwegian-domestic-credit-transfers'));
    other.said = answer(201, {
      ...{ paymentId: PAYMENT, transactionStatus: 'ACCP', fundsAvailable: false },
      tppMessages: [{ category: 'WARNING', code: 'FORMAT_ERROR' }],
    });
    expect(listOutcomes([...journal.entries, other])).toEqual([
      ...['SCA_EXPIRED', 'ACCP', 'scaRedirect in a refusal: list accounts', 'warning', 'no funds'],
    ]);
    journal.recordLost(sent);
    expect(listOutcomes(journal.entries)).toEqual([
      'ACCP',
      'lost answer: another call',
      'warning',
      'no funds',
    ]);
  });

  // A log that forgets in silence would find no harm in what it forgot.
  it('says how many calls are not in it: those without an answer, and those after it was full', () => {
    const journal = new Journal();
    const sent = request('GET', '/v1/accounts');
    journal.begin(sent);
    expect(journal.notLogged).toBe(1);
    journal.recordLost(sent);
    expect(journal.notLogged).toBe(0);
    for (let call = 1; call < MOST_ENTRIES; call += 1) journal.begin(sent).said = answer(200, {});
    journal.begin(sent).said = answer(200, {});
    expect([journal.notLogged, journal.entries.length]).toEqual([1, MOST_ENTRIES]);
  });
});
