import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../src/wire/operations.ts';
import { UNKNOWN_ID } from '../support/data-words.ts';
import { oneHome } from '../support/one-home.ts';

const { run, json } = oneHome();

/** The command of each operation of the operator. */
const COMMANDS: Readonly<Record<string, string>> = {
  'approve SCA': `sca approve ${UNKNOWN_ID}`,
  'decline SCA': `sca decline ${UNKNOWN_ID}`,
  'abandon SCA': `sca abandon ${UNKNOWN_ID}`,
  'expire SCA': `sca expire ${UNKNOWN_ID}`,
  'fail SCA': `sca fail ${UNKNOWN_ID}`,
  'run batch': 'sandbox batch run',
  'show clock': 'sandbox clock show',
  'advance clock': 'sandbox clock advance 1h',
  'set clock': 'sandbox clock set 2026-11-21T12:00:00+01:00',
  'reset clock': 'sandbox clock reset',
  'hold payment': `sandbox payment hold ${UNKNOWN_ID}`,
  'release payment': `sandbox payment release ${UNKNOWN_ID}`,
  'reject payment': `sandbox payment reject ${UNKNOWN_ID}`,
  'settle payment late': `sandbox payment settle-late ${UNKNOWN_ID}`,
  'settle payment': `sandbox payment settle ${UNKNOWN_ID}`,
  'take payment right': 'sandbox payment-right take 99901067291',
  'give payment right': 'sandbox payment-right give 99901067291',
  'take snapshot': 'sandbox snapshot save unsaved',
  'restore snapshot': 'sandbox snapshot restore saved --yes',
  'release TPP': 'sandbox tpp release PSDNO-FSA-310999016',
  'grant consent': 'sandbox consent grant --as 15813963008',
  'revoke consent': 'consent revoke --as 15813963008',
  'list faults': 'sandbox fault list',
  'add fault': 'sandbox fault add SYSTEM_ERROR --operation create-payment --call 2',
  'clear faults': 'sandbox fault clear',
  'clear fault': 'sandbox fault clear 1',
};

/** What the operator of a bank for others asks with curl. */
const FOR_PROGRAMS: readonly string[] = ['list worlds'];

describe("the operator's acts [C-operator-commands, D11-operator]", () => {
  const acts = OPERATIONS.filter(({ door, name }) => door === 'operator' && !FOR_PROGRAMS.includes(name));

  it('each have a command', () => {
    expect(Object.keys(COMMANDS)).toEqual(acts.map(({ name }) => name));
  });

  it.each(acts)('$name is what its command sends', async ({ name, method, path }) => {
    if (name === 'restore snapshot') await run(['sandbox', 'snapshot', 'save', 'saved']);
    const { code, value } = await json([...(COMMANDS[name] ?? '').split(' '), '--dry-run']);
    const target = new RegExp(`^https?://[^/]+${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    expect({ code, method: value.method, url: value.url }).toEqual({
      code: 0,
      method,
      url: expect.stringMatching(target),
    });
  });
});

describe("the operator's acts on a payment [C-operator-commands, D11-hold, D11-settle-late]", () => {
  const created = ['payments', 'create', '--domestic', '--example', '--quiet'];
  const act = (name: string, paymentId: string) => json(['sandbox', 'payment', name, paymentId]);
  const statusOf = async (paymentId: string) => (await json(['status', paymentId])).value.transactionStatus;

  it('hold and release it, have it settle late, and settle it', async () => {
    const paymentId = (await run([...created, '--sca', 'approve'])).stdout.trim();
    const held = await act('hold', paymentId);
    expect(held.value).toMatchObject({ paymentId, transactionStatus: 'PDNG' });
    expect((await act('hold', paymentId)).value.error.hint).toBe(`See its status:\npsd2 status ${paymentId}`);
    expect((await act('release', paymentId)).value).toMatchObject({ transactionStatus: 'ACTC' });
    await act('settle-late', paymentId);
    await run(['sandbox', 'batch', 'run']);
    expect(await statusOf(paymentId)).toBe('ACWP');
    expect((await act('settle', paymentId)).value).toMatchObject({ transactionStatus: 'ACSC' });
  });

  it('reject it once it is authorised, and tell people what a hold before that does', async () => {
    const waiting = (await run(created)).stdout.trim();
    expect((await act('reject', waiting)).code).toBe(3);
    const { stdout } = await run(['sandbox', 'payment', 'hold', waiting]);
    expect(stdout).toMatch(/^Status +RCVD .*\nFrom now on +will be held once its PSU has authorised it\n/m);
    await run(['sca', 'approve', waiting]);
    expect(await statusOf(waiting)).toBe('PDNG');
    expect((await act('reject', waiting)).value).toMatchObject({ transactionStatus: 'RJCT' });
  });
});

describe("the operator's acts on accounts [C-operator-commands, D6-payment-right, D15-directly]", () => {
  it.each([
    '99901067291',
    'NO2899901067291',
    '9990 10 67291',
    '4925xxxxxxxx3595',
  ])('the payment right of %s is taken and given by the name that people know', async (name) => {
    const taken = await json(['sandbox', 'payment-right', 'take', name]);
    expect(taken).toMatchObject({ code: 0, value: { paymentRight: false } });
    const { accountId } = taken.value;
    expect(accountId).toMatch(/^\w{22}$/);
    expect((await json(['sandbox', 'payment-right', 'give', name])).value).toMatchObject({
      accountId,
      paymentRight: true,
    });
  });

  it('a consent is granted without an SCA, to this TPP alone', async () => {
    const grant = ['sandbox', 'consent', 'grant', '--as', '01929010120'];
    expect((await json([...grant, '--accounts', '99901271948'])).value.accounts).toHaveLength(1);
    const refused = await json([...['accounts', 'list', '--sca', 'none'], '--as', '01929010120']);
    expect(refused.value.error.tppMessages).toMatchObject([{ code: 'SCA_NOT_FOUND' }]);
    const stranger = await json([...grant, '--tpp', 'PSDNO-FSA-1']);
    expect(stranger.value.accounts).toHaveLength(3);
    await run([
      'sca',
      'approve',
      (
        await run(['payments', 'create', '--domestic', '--example', '--quiet', '--from-bban', '99901271948'])
      ).stdout.trim(),
    ]);
    const { value } = await json(['accounts', 'list', '--as', '01929010120']);
    expect(value.accounts).toHaveLength(1);
  });
});
