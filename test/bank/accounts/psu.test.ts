import { beforeEach, describe, expect, it } from 'vitest';
import { MOST_OPEN } from '../../../src/bank/domain/authorisation.ts';
import { agreementList, consentAsked, user } from '../../../src/wire/answers/information.ts';
import { byPsuId } from '../../support/known-psu.ts';
import { agree, endAgreement, engage, inAgreement } from '../../support/life/firm.ts';
import { ask, sca, told } from '../../support/life/information.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { openMany } from '../../support/life/many-open.ts';
import { FIRM, type Headers, KARI } from '../../support/life/payments.ts';
import { readStored, rowCounts } from '../../support/stored.ts';
import { expectRefusal } from '../refusals/expectations.ts';

const bank = bankOfEach();
const self = (path: string) => ({ self: { href: path, verbs: ['GET'] } });

describe('the user [D6-user, D1-paths]', () => {
  beforeEach(() => sca(bank()));

  it('is the PSU of the session, by the id that the TPP knows, under both names of the path', async () => {
    const expected = { psuId: byPsuId()['PSU-ID'], contexts: ['PRIVATE'], _links: self('/v1/user') };
    for (const path of ['user', 'users']) expect(await told(bank(), path)).toEqual(expected);
    expect(user.parse(expected)).toEqual(expected);
    const byNumber = { headers: { 'PSU-ID': null, 'X-PSU-IDENTITY': KARI } };
    expect(await told(bank(), 'user', byNumber)).toEqual(expected);
  });

  it('has the contexts in which they may act now', async () => {
    await agree(bank());
    await engage(bank(), KARI);
    expect((await told(bank(), 'user')).contexts).toEqual(['PRIVATE', 'CORPORATE']);
    await endAgreement(bank());
    expect((await told(bank(), 'user')).contexts).toEqual(['PRIVATE']);
  });
});

describe('the agreements of a PSU [D6-agreements, I-authentication-9]', () => {
  beforeEach(async () => {
    await agree(bank());
    await sca(bank());
  });

  it('are those in which they may act, with the id of an SCA there', async () => {
    await engage(bank(), KARI);
    const list = await told(bank(), 'agreements');
    const { psuCorporateId } = list.agreements[0];
    expect(list).toEqual({
      agreements: [{ psuCorporateId, name: 'Firm', owner: FIRM, _links: self('/v1/agreements') }],
    });
    expect(agreementList.parse(list)).toEqual(list);
    expect((await inAgreement(bank(), KARI))['PSU-Corporate-ID']).toBe(psuCorporateId);
  });

  it('are kept when they are told first, and only then', async () => {
    await engage(bank(), KARI);
    const headers = { 'PSU-Corporate-ID': '' };
    const before = rowCounts(bank().path).corporate_ids;
    headers['PSU-Corporate-ID'] = (await told(bank(), 'agreements')).agreements[0].psuCorporateId;
    expect([before, rowCounts(bank().path).corporate_ids]).toEqual([0, 1]);
    expect((await ask(bank(), 'accounts', { headers })).json.tppMessages[0].code).toBe('CONSENT_UNKNOWN');
    await told(bank(), 'agreements');
    expect(rowCounts(bank().path).corporate_ids).toBe(1);
  });
});

describe('the calls for a consent [D6-consent-calls, I-deprecations]', () => {
  const post = (path: string, headers: Headers = {}, what = {}) =>
    bank().send({ path: `/v1/${path}`, ...what, headers: { 'PSU-Context': null, ...headers } });

  it('give a new link each time, whatever is open', async () => {
    const answers = [await post('bank-offered-consents'), await post('bank-offered-consents')];
    const links = answers.map(({ status, json }) => {
      expect(status).toBe(201);
      expect(json).toEqual({ _links: { scaRedirect: { href: expect.any(String), verbs: ['GET'] } } });
      expect(consentAsked.parse(json)).toEqual(json);
      return json._links.scaRedirect.href;
    });
    expect(new Set(links).size).toBe(2);
    expect(answers[0]!.header('Deprecation')).toBeUndefined();
  });

  it('by the old name say that it is deprecated, and ignore the body', async () => {
    const answer = await post('consents', {}, { body: { access: { accounts: [] }, frequencyPerDay: 4 } });
    expect(answer.status).toBe(201);
    expect(answer.header('Deprecation')).toBe('Mon, 05 Feb 2024 00:00:00 GMT');
    expect(answer.json).toEqual({
      tppMessages: [
        {
          category: 'WARNING',
          code: 'BAD_REQUEST',
          text: expect.stringContaining('/v1/bank-offered-consents'),
        },
      ],
      _links: { scaRedirect: expect.any(Object) },
    });
    expect(consentAsked.parse(answer.json)).toEqual(answer.json);
    const noJson = { rawBody: '<xml/>', headers: { 'Content-Type': 'text/xml' } };
    expect((await bank().send({ path: '/v1/consents', ...noJson })).status).toBe(201);
  });

  it('start an SCA for the accounts of the PSU that is named, if any is', async () => {
    await post('bank-offered-consents');
    await post('bank-offered-consents', byPsuId());
    const sql = 'SELECT purpose, psu, sca_status FROM authorisations ORDER BY sequence';
    expect(readStored(bank().path, sql)).toEqual([
      { purpose: 'consent', psu: null, sca_status: 'RECEIVED' },
      { purpose: 'consent', psu: KARI, sca_status: 'RECEIVED' },
    ]);
  });

  it('are refused where too many are open', async () => {
    await openMany(bank(), MOST_OPEN.ofPsu - 1);
    expect((await post('bank-offered-consents', byPsuId())).status).toBe(201);
    expectRefusal(await post('bank-offered-consents', byPsuId()), { status: 429, code: 'ACCESS_EXCEEDED' });
  });
});
