import { beforeEach, describe, expect, it } from 'vitest';
import { signerOf } from '../../support/bank.ts';
import { ask, consent, ownedBy } from '../../support/life/information.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { type Headers, KARI } from '../../support/life/payments.ts';
import { expectRefusal } from '../refusals/expectations.ts';

const bank = bankOfEach();
beforeEach(() => consent(bank()));
const ONE = 'one account';
const LIST = 'accounts';
const READS = [LIST, 'card-accounts', ONE, 'user', 'agreements'];
const pathOf = (what: string) => (what === ONE ? `accounts/${ownedBy(bank(), KARI).accounts[0]}` : what);
const get = (what: string, headers: Headers) => ask(bank(), pathOf(what), { headers });
const missing = (path: string) => ({ status: 400, code: 'HTTP_HEADER_REQUIRED', path });

describe('the headers of account information [D3-information-operations, D3-identity-everywhere, D3-header-matrix]', () => {
  it.each(READS)('of %s are these, and no more', async (what) => {
    for (const name of ['X-Request-ID', 'TPP-Session-ID', 'TPP-Redirect-URI']) {
      expectRefusal(await get(what, { [name]: null }), missing(name));
    }
    const few = { 'x-accept-fix': null, 'PSU-IP-Address': null, Accept: null };
    expect((await get(what, few)).status).toBe(200);
  });

  it.each([ONE, 'agreements'])('of %s name a PSU', async (what) => {
    const answer = await get(what, { 'PSU-ID': null });
    expectRefusal(answer, missing('PSU-ID'));
    expect(answer.json.tppMessages[0].text).toBe(
      'one of PSU-ID (a UUID), X-PSU-IDENTITY (a national identity number or D-number) is required',
    );
  });

  it.each(['consents', 'bank-offered-consents'])('of %s name nobody', async (path) => {
    const send = (headers: Headers) =>
      bank().send({ path: `/v1/${path}`, headers: { 'PSU-Context': null, ...headers } });
    for (const name of ['X-Request-ID', 'TPP-Session-ID', 'TPP-Redirect-URI']) {
      expectRefusal(await send({ [name]: null }), missing(name));
    }
    const few = { 'x-accept-fix': null, 'PSU-IP-Address': null, Accept: null };
    expect((await send(few)).status).toBe(201);
  });
});

it('a corporate user says which agreement the accounts are of, and not who they are [D3-corporate-user, D3-information-operations]', async () => {
  const CORPORATE = { 'PSU-Context': 'CORPORATE' };
  for (const what of [LIST, 'card-accounts', ONE]) {
    expectRefusal(await get(what, CORPORATE), missing('PSU-Corporate-ID'));
  }
  expect((await get('user', CORPORATE)).status).toBe(200);
  expect((await get('agreements', CORPORATE)).status).toBe(200);
});

/** The sandbox lets whoever comes in, and says what a bank would refuse. @see D12-sandbox-policy */
it('a certificate of one who starts payments alone is good for who the PSU is, and for no account [D3-information-operations, D12-sandbox-policy]', async () => {
  const findingsOf = async (path: string, role: 'PSP_PI' | 'PSP_AI') => {
    const as = signerOf('PSDNO-FSA-39999993', [role]);
    const method = path.includes('consents') ? 'POST' : 'GET';
    const headers = { 'X-PSU-IDENTITY': KARI };
    return (await bank().send({ method, path: `/v1/${path}`, as, headers })).header('PSD2-Findings') ?? '';
  };
  for (const path of ['user', 'users', 'agreements']) {
    expect(await findingsOf(path, 'PSP_PI')).not.toContain('certificate-role');
  }
  const ones = [pathOf(ONE), `${pathOf(ONE)}/balances`, 'card-accounts/x', 'card-accounts/x/balances'];
  for (const path of [LIST, 'card-accounts', ...ones, 'consents', 'bank-offered-consents']) {
    expect(await findingsOf(path, 'PSP_PI')).toContain('certificate-role');
  }
});
