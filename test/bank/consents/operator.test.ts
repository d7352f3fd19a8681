import { beforeEach, describe, expect, it } from 'vitest';
import { askConsent, shownTo } from '../../support/life/consents.ts';
import { ownedBy, sca } from '../../support/life/information.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { ask, play } from '../../support/life/operator.ts';
import { create, FIRM, KARI, OLA } from '../../support/life/payments.ts';
import { scaIn } from '../../support/site.ts';
import { readStored } from '../../support/stored.ts';
import { expectRefusal, refusalAt } from '../refusals/expectations.ts';

const bank = bankOfEach();
const TPP = 'PSDNO-FSA-39999990';
let first: string;
let card: string;
beforeEach(() => {
  const { accounts, cards } = ownedBy(bank(), KARI);
  [first, card] = [accounts[0]!, cards[0]!];
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

  it('are those named by their ids, in the order of the list', async () => {
    expect(await played({ accounts: [card, first, card] })).toMatchObject({ accounts: [first, card] });
    expect(await shownTo(bank())).toEqual([first, card]);
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
