import { beforeEach, describe, expect, it } from 'vitest';
import { homeWithKeys } from '../support/home-with-keys.ts';
import { psd2 } from '../support/program.ts';
import { START } from '../support/stopped-clock.ts';

const KARI = '15813963008';
const COMPANY = '310999016';
const GRANT = ['consent', 'grant', '--sca', 'approve', '--as', KARI];

let home: string;
/** Milliseconds that have passed on this machine. */
let passed = 0;

beforeEach(async () => {
  home = await homeWithKeys(START);
  passed = 0;
});

async function run(...args: readonly string[]) {
  const { code, stdout, stderr } = await psd2([...args, '--json'], { home, clockAt: START + passed });
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
  it('are named by id, bban or IBAN, as people write them', async () => {
    await done(...GRANT, '--accounts', 'all');
    const [{ resourceId }] = (await done('accounts', 'list')).accounts;
    for (const name of [resourceId, '99901067291', '9990.10.67291', 'no28 9990 1067 291']) {
      expect((await done('accounts', 'get', name)).account.resourceId).toBe(resourceId);
    }
  });

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
    'sandbox',
    'agreement',
    'create',
    '--owner',
    COMPANY,
    '--name',
    'Avtale',
  );
  const engaged = ['--customer', KARI, '--account', '99901440170', '--roles', 'VIEW,REGISTER'];
  await done('sandbox', 'engagement', 'add', agreementId, ...engaged);
  return agreementId;
}

describe('a context of which no SCA is known [C-sca-read-again, C-psu-sent, D6-consent]', () => {
  beforeEach(async () => {
    await done(...GRANT, '--accounts', 'all');
  });

  it.each([
    ['--agreement', 'nonsense'],
    ['--context', 'CORPORATE'],
  ])('has nothing read of another context: %s %s', async (...where) => {
    for (const as of [[], ['--as', KARI]]) {
      const { code, value } = await run('accounts', 'list', ...where, ...as);
      expect({ code, ...value.error }).toMatchObject({
        code: 'SCA_NEEDED',
        exitCode: 4,
        message: expect.stringContaining(where[1] ?? ''),
        hint: expect.stringContaining('psd2 consent grant'),
        scaRedirect: expect.stringContaining('/sca/'),
      });
    }
    expect((await done('accounts', 'list')).accounts).toHaveLength(2);
  });

  it('is authorised, and read then', async () => {
    const agreement = await engagedKari();
    const numbers = async (...more: readonly string[]) =>
      (await done('accounts', 'list', ...more)).accounts.map(({ bban }: { bban: string }) => bban);
    expect(await numbers('--agreement', agreement, '--sca', 'approve')).toEqual(['99901440170']);
    expect(await numbers('--context', 'PRIVATE', '--sca', 'approve')).toEqual(['99901067291', '99901167601']);
    expect(await numbers('--context', 'CORPORATE', '--sca', 'approve')).toEqual(['99901440170']);
  });

  it('is no slip in a PSU-Corporate-ID: the PSU stays known', async () => {
    const { code, value } = await run(
      'accounts',
      'list',
      '--agreement',
      '00000000-0000-4000-8000-000000000000',
    );
    expect({ code, hint: value.error.hint }).toEqual({
      code: 4,
      hint: expect.stringMatching(/^Check --agreement\..*psd2 agreements list$/s),
    });
    expect((await done('consent', 'show')).items).toHaveLength(1);
  });
});

describe('a company without an agreement [C-consent-grant, D6-redirect, C-error-text]', () => {
  it('is told what it lacks, and how to have it', async () => {
    for (const context of [[], ['--context', 'CORPORATE']]) {
      const { code, value } = await run('consent', 'grant', '--sca', 'approve', '--as', COMPANY, ...context);
      expect({ code, ...value.error }).toMatchObject({
        code: 'SCA_FAILED',
        exitCode: 4,
        message:
          "The consent wasn't given: 401 PSU_CREDENTIALS_INVALID, the PSU may not act in this context.",
        hint: expect.stringContaining('psd2 sandbox agreement create'),
      });
    }
  });

  it.each([
    ['a customer number that the bank does not know', ['--as', '12345678901'], /^Check --as/],
    ['an address that is none', ['--psu-ip', 'here'], /^Change --psu-ip\.$/],
  ])('as %s is told apart from a missing SCA', async (_, flags, hint) => {
    const { value } = await run('accounts', 'list', ...flags);
    expect(value.error.hint).toMatch(hint);
  });
});

describe('what is remembered of a consent [C-consent-show, C-consent-grant, C-session-list]', () => {
  it('is valid 180 days by the bank’s clock, and its session an hour by ours', async () => {
    await done('sandbox', 'clock', 'advance', '10d');
    const { validUntil } = await done(...GRANT, '--accounts', 'all');
    // 190 days from the start, and the seconds that commands took.
    expect(Math.round((Date.parse(validUntil) - START) / 86_400_000)).toBe(190);
    passed = 20 * 60_000;
    expect((await done('consent', 'show')).items[0].sessionMinutesLeft).toBeLessThanOrEqual(40);
    passed = 3_600_000;
    expect((await done('consent', 'show')).items[0].sessionMinutesLeft).toBe(0);
  });
});

describe('a PSU that is forgotten [C-session-forget]', () => {
  it('is named no more, and is whoever the next SCA says', async () => {
    const { psuId } = await done(...GRANT, '--accounts', 'all');
    expect(await done('session', 'forget', KARI, '--yes')).toEqual({ psuId });
    expect((await done('session', 'list')).items).toEqual([]);
    expect(await requestOf('accounts', 'list')).not.toContain('PSU-ID');
    expect((await done(...GRANT)).psuId).toBe(psuId);
  });
});
