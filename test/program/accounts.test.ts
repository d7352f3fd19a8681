import { beforeEach, describe, expect, it } from 'vitest';
import { keepConsent } from '../../src/bank/store/tables/psus.ts';
import { hasBlockCharacters } from '../../src/cli/output-style.ts';
import { buildProfilePaths } from '../../src/settings/home.ts';
import { homeWithKeys } from '../support/home-with-keys.ts';
import { psd2 } from '../support/program.ts';
import { START } from '../support/stopped-clock.ts';
import { inStore } from '../support/store-work.ts';
import { readStored } from '../support/stored.ts';
import { atTerminal } from '../support/terminal.ts';

const KARI = '15813963008';
const COMPANY = '310999016';
const GRANT = ['consent', 'grant', '--sca', 'approve', '--as', KARI];
let home: string;

beforeEach(async () => {
  home = await homeWithKeys(START);
});

async function run(...args: readonly string[]) {
  const { code, stdout, stderr } = await psd2([...args, '--json'], { home, clockAt: START });
  return { code, value: JSON.parse(stdout), stderr };
}

async function done(...args: readonly string[]) {
  const { code, value } = await run(...args);
  expect({ args, code, error: value.error }).toEqual({ args, code: 0, error: undefined });
  return value;
}

async function requestOf(...args: readonly string[]): Promise<string> {
  return (await psd2([...args, '--dry-run'], { home, clockAt: START })).stdout;
}

describe('accounts that a PSU has consented to [C-accounts, C-account-named, C-user]', () => {
  it('are read without the list by id alone, once the hour is over', async () => {
    await done(...GRANT, '--accounts', 'all');
    const [{ resourceId }] = (await done('accounts', 'list')).accounts;
    await done('sandbox', 'clock', 'advance', '61m');
    await done('accounts', 'balances', resourceId, '--psu-absent');
    const { code, value } = await run('accounts', 'balances', '99901067291');
    expect({ code, ...value.error }).toMatchObject({
      code: 'SCA_NEEDED',
      exitCode: 4,
      message: expect.stringMatching(/^Can't read the list of accounts to find the id of 99901067291\./),
      scaRedirect: expect.stringContaining('/sca/'),
    });
  });

  it('can be read four times while the PSU is away', async () => {
    await done(...GRANT, '--accounts', 'all');
    const [{ resourceId }] = (await done('accounts', 'list')).accounts;
    const away = ['accounts', 'get', resourceId, '--psu-absent'];
    for (let call = 0; call < 4; call += 1)
      await done('sandbox', 'clock', 'advance', '61m').then(() => done(...away));
    const { code, value } = await run(...away);
    expect({ code, hint: value.error.hint }).toEqual({
      code: 3,
      hint: expect.stringContaining('without --psu-absent'),
    });
    await done('accounts', 'get', resourceId);
  });
});

describe('who is named in a read [C-sent-by-default, C-psu-absent, D3-corporate-user]', () => {
  it('is the stored PSU, in its session, with the address of one who is there', async () => {
    const { psuId } = await done(...GRANT, '--accounts', 'all');
    const sent = await requestOf('accounts', 'list');
    expect(sent).toContain(`PSU-ID: ${psuId}`);
    expect(sent).toContain('PSU-IP-Address: 192.0.2.1');
    expect(sent).not.toContain('PSU-Context');
    expect(await requestOf('accounts', 'list', '--psu-absent')).not.toContain('PSU-IP-Address');
    expect(await requestOf('accounts', 'list', '--as', COMPANY)).toContain(`X-PSU-IDENTITY: ${COMPANY}`);
  });

  it('is the agreement of the last SCA, or the one that is chosen', async () => {
    await done(...GRANT, '--accounts', 'all');
    const agreementId = await engagedKari();
    const granted = await done(...GRANT, '--agreement', agreementId, '--accounts', 'all');
    expect(granted).toMatchObject({ context: 'CORPORATE', psuCorporateId: expect.any(String) });
    const { psuCorporateId } = granted;
    const numbers = async (...more: readonly string[]) =>
      (await done('accounts', 'list', ...more)).accounts.map(({ bban }: { bban: string }) => bban);
    for (const more of [[], ['--agreement', agreementId], ['--agreement', psuCorporateId]]) {
      expect(await numbers(...more)).toEqual(['99901440170']);
    }
    expect((await done('agreements', 'list')).agreements).toMatchObject([{ psuCorporateId, owner: COMPANY }]);
    expect((await done('consent', 'show')).items).toMatchObject([
      { context: 'PRIVATE' },
      { context: 'CORPORATE', psuCorporateId },
    ]);
    await done(...GRANT, '--context', 'PRIVATE');
    expect(await numbers()).toEqual(['99901067291', '99901167601']);
  });
});

/** An agreement of a company in which Kari has one account, and no SCA yet. */
async function engagedKari(): Promise<string> {
  const { agreementId } = await done(
    ...`sandbox agreement create --owner ${COMPANY} --name Avtale`.split(' '),
  );
  const engaged = ['--customer', KARI, '--account', '99901440170', '--roles', 'VIEW,REGISTER'];
  await done('sandbox', 'engagement', 'add', agreementId, ...engaged);
  return agreementId;
}

function granted(store: string) {
  return readStored(store, 'SELECT DISTINCT tpp FROM consent_accounts ORDER BY tpp');
}

it('consent revoke takes back what this TPP has, and nothing of another [C-consent-revoke, C-error-text]', async () => {
  await done(...GRANT, '--accounts', 'all');
  const { store } = buildProfilePaths(home, 'offline');
  const [mine] = granted(store);
  expect(mine).toEqual({ tpp: expect.stringMatching(/^PSDNO-FSA-/) });
  await inStore(store, () => keepConsent('another', KARI, undefined, ['its own']));
  expect(await done('consent', 'revoke')).toEqual({ _meta: expect.objectContaining({ status: 204 }) });
  expect(granted(store)).toEqual([{ tpp: 'another' }]);
});

const ACCOUNT = '99901067291';
const PLOT = ['accounts', 'balances', ACCOUNT, '--plot'];

it('accounts balances --plot is as wide as the terminal, in blocks where it is said to show them [C-plot, C-plot-plain]', async () => {
  await psd2(['sandbox', 'init', '--quiet'], { home, clockAt: START });
  const line = [...PLOT, '--sca', 'approve', '--as', KARI];
  const { all } = await atTerminal(line, [], { home, env: { LC_ALL: 'C.UTF-8' } });
  expect(all).toMatch(/250 000 ┤\S*█{45}▌/);
  expect((await atTerminal(line, [], { home })).all).toMatch(/250 000 \+\S*#{60}/);
});

it.each([
  [{ LANG: 'nb_NO.UTF-8', TERM: 'xterm' }, 'linux', true],
  [{ LANG: 'en_GB.utf8' }, 'darwin', true],
  [{ LANG: 'nb_NO.UTF-8', LC_ALL: 'C' }, 'linux', false],
  [{ LC_CTYPE: 'UTF-8' }, 'darwin', true],
  [{}, 'linux', false],
  [{ LANG: 'C.UTF-8', TERM: 'dumb' }, 'linux', false],
  [{ LANG: 'C.UTF-8', TERM: 'linux' }, 'linux', false],
  [{ WT_SESSION: '1' }, 'win32', true],
  [{ LANG: 'C.UTF-8' }, 'win32', false],
] as const)('a terminal that shows blocks is known by %j on %s: %s [C-plot-plain]', (env, platform, expected) => {
  expect(hasBlockCharacters(env, platform)).toBe(expected);
});

it('accounts transactions has what is pending on any day ahead, and on none after --to [C-transactions, C-pending-ahead]', async () => {
  await done(...GRANT, '--accounts', 'all');
  const payment = ['payments', 'create', '--domestic', '--example', '--sca', 'approve'];
  for (const date of ['2026-11-19', '2027-11-10']) await done(...payment, '--date', date);
  const pending = async (...more: readonly string[]) =>
    (await done('accounts', 'transactions', ACCOUNT, ...more)).transactions.pending;
  expect(await pending('--status', 'pending')).toHaveLength(2);
  expect(await pending('--status', 'both', '--to', '2026-11-19')).toHaveLength(1);
});
