import { beforeEach, describe, expect, it } from 'vitest';
import { signerOf } from '../../support/bank.ts';
import { askConsent, atAccounts, consentTo, shownTo, ticking } from '../../support/life/consents.ts';
import { accountOf, agree, agreementId, engage, inAgreement } from '../../support/life/firm.ts';
import { ownedBy, sca } from '../../support/life/information.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { ask, play } from '../../support/life/operator.ts';
import { create, FIRM, KARI, OLA } from '../../support/life/payments.ts';
import { scaIn } from '../../support/site.ts';
import { readStored } from '../../support/stored.ts';
import { CONFLICT, expectRefusal, refusalAt } from '../refusals/expectations.ts';

const bank = bankOfEach();
const TPP = 'PSDNO-FSA-39999990';
let first: string;
let second: string;
let card: string;
beforeEach(() => {
  const { accounts, cards } = ownedBy(bank(), KARI);
  [first, second] = [accounts[0]!, accounts[1]!];
  card = cards[0]!;
});

const approve = (id: string, body: object) => ask(bank(), 'POST', `/operator/sca/${id}/approve`, body);
const grant = (body: object) =>
  ask(bank(), 'POST', '/operator/consents/grant', { as: KARI, tpp: TPP, ...body });
const revoke = (body: object) => ask(bank(), 'POST', '/operator/consents/revoke', { as: KARI, ...body });

describe('the accounts that an operator approves [D15-operator-accounts, D11-play-sca]', () => {
  const played = async (body: object) => {
    const { authorisationId } = await askConsent(bank());
    return play(bank(), 'approve', authorisationId, { as: KARI, ...body });
  };

  it('are all of the list, by one word', async () => {
    expect(await played({ accounts: 'all' })).toMatchObject({
      scaStatus: 'FINALISED',
      accounts: [first, second, card],
    });
    expect(await shownTo(bank())).toEqual([first, second, card]);
  });

  it('are those named by their ids, in the order of the list', async () => {
    expect(await played({ accounts: [card, first, card] })).toMatchObject({ accounts: [first, card] });
    expect(await shownTo(bank())).toEqual([first, card]);
  });

  it('are, unsaid, those that were granted, and all where none was', async () => {
    expect(await played({})).toMatchObject({ accounts: [first, second, card] });
    await played({ accounts: [second] });
    expect(await played({})).toMatchObject({ accounts: [second] });
  });

  it('may be none: that takes the consent back', async () => {
    await played({});
    expect(await played({ accounts: [] })).toMatchObject({ scaStatus: 'FINALISED', accounts: [] });
    expect(await shownTo(bank())).toBe('CONSENT_INVALID');
  });

  it('are refused when one is not of the list, and the SCA stays as it is', async () => {
    const { authorisationId } = await askConsent(bank());
    const [olas = ''] = ownedBy(bank(), OLA).accounts;
    for (const strange of [olas, 'AAAAAAAAAAAAAAAAAAAAAA', bank().accounts.debtor]) {
      expectRefusal(
        await approve(authorisationId, { as: KARI, accounts: [first, strange] }),
        refusalAt('accounts[1]', 'RESOURCE_UNKNOWN'),
      );
    }
    for (const accounts of ['some', first, [1], [''], {}, 7]) {
      expect((await approve(authorisationId, { as: KARI, accounts })).json.tppMessages[0]).toMatchObject({
        code: 'FORMAT_ERROR',
        path: expect.stringMatching(/^accounts/),
      });
    }
    expect(scaIn(bank(), authorisationId)).toMatchObject({ sca_status: 'RECEIVED', identified: null });
  });

  it('are of a consent alone', async () => {
    const { authorisationId } = await create(bank());
    expectRefusal(await approve(authorisationId, { accounts: 'all' }), refusalAt('accounts', 'FORMAT_ERROR'));
  });

  it('are the PSU’s own once they have ticked them on the page', async () => {
    const { browser, asked } = await atAccounts(bank());
    await browser.go('continue', ticking([second]));
    expectRefusal(await approve(asked.authorisationId, { as: KARI, accounts: 'all' }), CONFLICT);
    await play(bank(), 'approve', asked.authorisationId, { as: KARI });
    expect(await shownTo(bank())).toEqual([second]);
  });

  it('are in an agreement those that the PSU is engaged for', async () => {
    await agree(bank());
    await engage(bank(), KARI, { account: await accountOf(bank(), FIRM, 1) });
    const [, engaged] = ownedBy(bank(), FIRM).accounts;
    const { authorisationId } = await askConsent(bank(), { 'PSU-Context': null });
    const answer = await approve(authorisationId, { as: KARI, agreementId, accounts: [first] });
    expectRefusal(answer, { status: 400, code: 'RESOURCE_UNKNOWN', path: 'accounts[0]' });
    expect(await play(bank(), 'approve', authorisationId, { as: KARI, agreementId })).toMatchObject({
      accounts: [engaged],
      context: 'CORPORATE',
    });
  });

  it('are untouched by one that is declined', async () => {
    await consentTo(bank(), [first]);
    const { authorisationId } = await askConsent(bank());
    expect(await play(bank(), 'decline', authorisationId, { as: KARI, accounts: 'all' })).not.toHaveProperty(
      'accounts',
    );
    expect(await shownTo(bank())).toEqual([first]);
  });
});

describe('a consent directly with the bank [D15-directly, D6-consent, D6-psu-id, I-authentication-8]', () => {
  it('is given without an SCA of the TPP: no psu-id, no hour and no 180 days come of it', async () => {
    const before = readStored(bank().path, 'SELECT * FROM psus');
    const { status, json } = await grant({ accounts: [card, first] });
    expect([status, json]).toEqual([200, { accounts: [first, card] }]);
    expect(readStored(bank().path, 'SELECT * FROM psus')).toEqual(before);
    expect(readStored(bank().path, 'SELECT * FROM sessions')).toEqual([]);
    expect(await shownTo(bank())).toBe('SCA_NOT_FOUND');
    // Any SCA shows what was granted.
    await sca(bank());
    expect(await shownTo(bank())).toEqual([first, card]);
  });

  it('takes the place of the one before, and of none: there is none', async () => {
    await consentTo(bank(), [first]);
    await grant({ accounts: 'all' });
    expect(await shownTo(bank())).toEqual([first, second, card]);
    expect((await grant({ accounts: [] })).json).toEqual({ accounts: [] });
    expect(await shownTo(bank())).toBe('CONSENT_INVALID');
  });

  it('is taken back from one TPP, or from all', async () => {
    const other = signerOf('PSDNO-FSA-39999991');
    const asOther = { as: other, headers: { 'PSU-ID': null, 'X-PSU-IDENTITY': KARI } };
    const both = async () => [await shownTo(bank()), await shownTo(bank(), asOther)];
    const consentBoth = async () => {
      await consentTo(bank(), [first]);
      await consentTo(bank(), [second], { as: other });
    };
    await consentBoth();
    expect(await both()).toEqual([[first], [second]]);
    const answer = await revoke({ tpp: TPP });
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(await both()).toEqual(['CONSENT_INVALID', [second]]);
    await consentBoth();
    await revoke({});
    expect(await both()).toEqual(['CONSENT_INVALID', 'CONSENT_INVALID']);
    expect((await revoke({})).status).toBe(204);
  });

  it('is of the agreement that is named, and of no other', async () => {
    await agree(bank());
    await engage(bank(), KARI);
    const [engaged = ''] = ownedBy(bank(), FIRM).accounts;
    const headers = { ...(await inAgreement(bank(), KARI)), 'TPP-Session-ID': 'first-sca' };
    await grant({ agreementId, accounts: 'all' });
    await grant({ accounts: [first] });
    expect(await shownTo(bank(), { headers })).toEqual([engaged]);
    await revoke({});
    expect(await shownTo(bank(), { headers })).toEqual([engaged]);
    await revoke({ agreementId });
    expect(await shownTo(bank(), { headers })).toBe('CONSENT_INVALID');
  });

  it.each<readonly [string, object, string, string]>([
    ['nobody', { as: '99999999999' }, 'RESOURCE_UNKNOWN', 'as'],
    ['an agreement of nobody', { agreementId: 'AAAAAAAAAAAAAAAAAAAAAA' }, 'RESOURCE_UNKNOWN', 'agreementId'],
    ['a company without its agreement', { as: FIRM }, 'FORMAT_ERROR', 'agreementId'],
    ['no PSU', { as: undefined }, 'FORMAT_ERROR', 'as'],
    ['a TPP without a name', { tpp: '' }, 'FORMAT_ERROR', 'tpp'],
  ])('is neither given nor taken back by %s', async (_, body, code, path) => {
    for (const act of [grant({ accounts: 'all', ...body }), revoke(body)]) {
      expectRefusal(await act, { status: 400, code, path });
    }
  });

  it('is given for accounts of the PSU alone, and to a TPP', async () => {
    const [olas = ''] = ownedBy(bank(), OLA).accounts;
    const refused = { status: 400, code: 'RESOURCE_UNKNOWN', path: 'accounts[0]' };
    expectRefusal(await grant({ accounts: [olas] }), refused);
    expectRefusal(await grant({}), { status: 400, code: 'FORMAT_ERROR', path: 'accounts' });
    const nobody = await grant({ accounts: 'all', tpp: undefined });
    expectRefusal(nobody, { status: 400, code: 'FORMAT_ERROR', path: 'tpp' });
    expect(readStored(bank().path, 'SELECT * FROM consents')).toEqual([]);
  });

  it('is nothing to anybody but the operator', async () => {
    for (const act of ['grant', 'revoke']) {
      const body = { as: KARI, accounts: 'all', tpp: TPP };
      const answer = await ask(bank(), 'POST', `/operator/consents/${act}`, body, false);
      expectRefusal(answer, { status: 404, code: 'NOT_FOUND' });
    }
  });
});
