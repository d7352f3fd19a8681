import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { oneHome } from '../support/one-home.ts';
import { readAllStored } from '../support/stored.ts';

const { run, json, folder } = oneHome();
const KARI = '15813963008';
const OLA = '01929010120';
const SOMEBODY = '0a6d5b1e-4b8f-4a53-8d9c-7c1f8a3f6e22';
const CREATE = ['payments', 'create', '--domestic', '--example', '--sca', 'none', '--new-session', '--json'];

/** What the client keeps of PSUs and their sessions, and the SCAs whose PSU may come back. */
function kept() {
  const [psus = [], payments = [], started = []] = readAllStored(join(folder(), 'offline', 'client.db'), [
    'SELECT * FROM psus',
    'SELECT payment_id, psu_id FROM payments',
    'SELECT * FROM started_scas ORDER BY sequence DESC',
  ]);
  return { psus, payments, started };
}

/** A payment that waits for its PSU, and what the client remembers of its SCA. */
async function waiting(...more: string[]) {
  const { value } = await json([...CREATE, ...more]);
  const [{ redirect_uri: uri, tpp_session_id: session } = {}] = kept().started;
  return { paymentId: String(value.paymentId), uri: String(uri), session: String(session) };
}

/** Where the bank sends its PSU, who is played. */
async function approved(paymentId: string, as: string): Promise<string> {
  return (await json(['sca', 'approve', paymentId, '--as', as])).value.redirect;
}

beforeAll(async () => {
  // A Friday morning between two runs, so that none falls due under way.
  await run(['sandbox', 'clock', 'set', '2026-11-20T10:00:00+01:00'], { cwd: '/' });
});

describe('session accept [C-session-accept, S9-callback]', () => {
  it('tells of a PSU who declined, exit 4', async () => {
    const { paymentId } = await waiting();
    const { value: declined } = await json(['sca', 'decline', paymentId]);
    const { code, value } = await json(['session', 'accept', declined.redirect]);
    expect(code).toBe(4);
    expect(value.error).toMatchObject({ code: 'SCA_DECLINED', paymentId });
  });

  it('takes one at the redirect URI of the TPP by the session that it names', async () => {
    const uri = ['--redirect-uri', 'https://tpp.example/cb?tenant=1'];
    const first = await waiting(...uri);
    const second = await waiting(...uri);
    const redirect = await approved(first.paymentId, KARI);
    expect(redirect).toMatch(/^https:\/\/tpp\.example\/cb\?tenant=1&psu-id=/);
    expect((await json(['session', 'accept', redirect])).value.paymentId).toBe(first.paymentId);
    expect(second.paymentId).not.toBe(first.paymentId);
  });
});

describe('session accept of what is no return [S9-callback, S9-redirect-hint, S9-psu-id-unchanging]', () => {
  it.each<[string, number, (uri: string, session: string) => string]>([
    [
      'another state',
      2,
      (uri, session) => `${uri}x?psu-id=${SOMEBODY}&tpp-session-id=${session}&context=PRIVATE`,
    ],
    [
      'another host',
      2,
      (uri, session) =>
        `${uri.replace('127.0.0.1', 'localhost')}?psu-id=${SOMEBODY}&tpp-session-id=${session}&context=PRIVATE`,
    ],
    [
      'a parameter twice',
      2,
      (uri, session) =>
        `${uri}?psu-id=${SOMEBODY}&psu-id=${SOMEBODY}&tpp-session-id=${session}&context=PRIVATE`,
    ],
    [
      'over 512 characters',
      2,
      (uri) => `${uri}?psu-id=${SOMEBODY}&tpp-session-id=${'s'.repeat(513)}&context=PRIVATE`,
    ],
    [
      'CR LF',
      2,
      (uri, session) => `${uri}?psu-id=${SOMEBODY}&tpp-session-id=${session}%0d%0a&context=PRIVATE`,
    ],
    ['another session', 5, (uri) => `${uri}?psu-id=${SOMEBODY}&tpp-session-id=s&context=PRIVATE`],
    [
      'another psu-id than the stored one',
      5,
      (uri, session) => `${uri}?psu-id=${SOMEBODY}&tpp-session-id=${session}&context=PRIVATE`,
    ],
    ['a refusal that the bank knows nothing of', 4, (uri) => `${uri}?status=401&code=SCA_INVALID`],
  ])('%s: nothing is kept, exit %i', async (_, exit, made) => {
    const { uri, session } = await waiting();
    const before = kept();
    expect((await json(['session', 'accept', made(uri, session)])).code).toBe(exit);
    expect(kept()).toEqual(before);
  });

  it('the psu-id of another PSU than who approved: nothing is kept, and the true one is taken after it', async () => {
    const olas = await approved((await waiting()).paymentId, OLA);
    const { value } = await json(['session', 'accept', olas]);
    const redirect = await approved((await waiting('--as', KARI)).paymentId, KARI);
    const forged = redirect.replace(/psu-id=[^&]+/, `psu-id=${value.psuId ?? SOMEBODY}`);
    const before = kept();
    expect((await run(['session', 'accept', forged])).code).not.toBe(0);
    expect(kept()).toEqual(before);
    expect((await run(['session', 'accept', redirect])).code).toBe(0);
  });
});
