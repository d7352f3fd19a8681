import { tmpdir } from 'node:os';
import { beforeAll, describe, expect, it } from 'vitest';
import { oneHome } from '../support/one-home.ts';

const { run, json } = oneHome();
const KARI = '15813963008';
const OLA = '01929010120';

interface Listed {
  readonly id?: string;
  readonly resourceId?: string;
  readonly customerNumber: string;
  readonly bban?: string;
  readonly iban?: string;
  readonly maskedPan?: string;
}

let own: readonly Listed[];
let card: Listed;
let foreign: Listed;
beforeAll(async () => {
  const accounts: readonly Listed[] = (await json(['sandbox', 'account', 'list'], { cwd: tmpdir() })).value
    .items;
  const cards: readonly Listed[] = (await json(['sandbox', 'card-account', 'list'], { cwd: tmpdir() })).value
    .items;
  own = accounts.filter(({ customerNumber }) => customerNumber === KARI);
  card = cards.find(({ customerNumber }) => customerNumber === KARI)!;
  foreign = accounts.find(({ customerNumber }) => customerNumber === OLA)!;
});

/** The authorisation of a consent that a TPP has just asked for. */
async function asked(): Promise<string> {
  const { value } = await json(['consent', 'grant', '--as', KARI, '--sca', 'none']);
  return new URL(value._links.scaRedirect.href).pathname.split('/').at(-2) ?? '';
}

const approve = async (...more: string[]) => json(['sca', 'approve', await asked(), ...more]);

describe('sca approve of a consent [C-sca-act, C-sca-accounts, D15-operator-accounts]', () => {
  it('ticks all, by one word', async () => {
    const { code, value } = await approve('--accounts', 'all');
    expect(code).toBe(0);
    expect(value).toMatchObject({ scaStatus: 'FINALISED', context: 'PRIVATE' });
    expect(value.accounts).toEqual([...own.map(({ id }) => id), card.resourceId]);
  });

  it('ticks those that are named by id, bban, IBAN or masked number', async () => {
    const [first, second] = own;
    expect((await approve('--accounts', `${second?.iban}, ${card.maskedPan}`)).value.accounts).toEqual([
      second?.id,
      card.resourceId,
    ]);
    expect((await approve('--accounts', `${first?.bban}`)).value.accounts).toEqual([first?.id]);
    expect((await approve('--accounts', first?.id ?? '')).value.accounts).toEqual([first?.id]);
    // Unsaid: those that were granted.
    expect((await approve()).value.accounts).toEqual([first?.id]);
  });

  it('tells people which, and remembers the PSU: the profile has started it', async () => {
    const { code, stdout, stderr } = await run([
      'sca',
      'approve',
      await asked(),
      '--accounts',
      own[0]?.id ?? '',
    ]);
    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`^Accounts +${own[0]?.id}$`, 'm'));
    expect(stderr).toBe('');
    expect((await json(['consent', 'show'])).value.items).toMatchObject([{ customerNumber: KARI }]);
  });

  it.each([
    ['another customer’s account', () => foreign.bban ?? ''],
    ['an account of nobody', () => '99900000000'],
  ])('is refused for %s, and can be approved again', async (_, name) => {
    const id = await asked();
    const refused = await json(['sca', 'approve', id, '--accounts', `${own[0]?.bban},${name()}`]);
    expect(refused.code).toBe(3);
    expect(refused.value.error).toMatchObject({
      tppMessages: [{ code: 'RESOURCE_UNKNOWN', path: 'accounts[1]' }],
      hint: 'Change --accounts.',
    });
    expect((await json(['sca', 'approve', id, '--accounts', 'all'])).code).toBe(0);
  });

  it('takes no empty name, and no accounts for a payment', async () => {
    for (const accounts of ['', ',', 'all,', `${own[0]?.bban},`]) {
      const { code, stderr } = await run(['sca', 'approve', 'x', '--accounts', accounts]);
      expect([code, stderr.includes('comma-separated list of ids')]).toEqual([2, true]);
    }
    const { stdout } = await run(['payments', 'create', '--domestic', '--example', '--quiet']);
    const { code, value } = await json(['sca', 'approve', stdout.trim(), '--accounts', 'all']);
    expect([code, value.error.hint]).toEqual([3, 'Change --accounts.']);
  });
});
