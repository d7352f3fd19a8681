import { describe, expect, it } from 'vitest';
import { bankOfEach } from '../../support/life/life.ts';
import { bodyOf } from '../../support/life/payments.ts';
import { get, made, NUMBER, ownAccount, post, remove } from './calls.ts';

const BBAN = '99900510019';
const KID = { use: 'required', rules: [{ length: 12, method: 'MOD10' }] };
const ASKED = { customerNumber: NUMBER, accountName: 'Sparekonto', currency: 'NOK', bban: BBAN, kid: KID };

describe('what an account takes as KID [D8-account-kid]', () => {
  const bank = bankOfEach();

  async function paid(reference?: string) {
    const { remittanceInformationUnstructured: _, ...body } = bodyOf(bank(), { to: BBAN }) as Record<
      string,
      unknown
    >;
    const remittance =
      reference === undefined ? {} : { remittanceInformationStructuredArray: [{ reference }] };
    const answer = await bank().send({ body: { ...body, ...remittance } });
    return answer.status === 201 ? 'created' : answer.json.tppMessages[0].code;
  }

  it('is shown, and payments to it are held to it', async () => {
    await ownAccount(bank());
    const account = await made(bank(), '/accounts', { ...ASKED, kid: { ...KID, use: 'REQUIRED' } });
    expect(account.kid).toEqual(KID);
    expect((await get(bank(), `/accounts/${account.id}`)).json[0].kid).toEqual(KID);
    const listed = (await get(bank(), '/accounts')).json as { bban: string; kid?: object }[];
    expect(listed.filter(({ kid }) => kid !== undefined).map(({ bban }) => bban)).toEqual([BBAN]);
    expect([await paid(), await paid('000123456783'), await paid('000123456782')]).toEqual([
      ...['KID_MISSING', 'KID_INVALID', 'created'],
    ]);
  });

  it('goes with it: made again without one, the account takes anything', async () => {
    await ownAccount(bank());
    const { id } = await made(bank(), '/accounts', ASKED);
    await remove(bank(), `/accounts/${id}`);
    const { kid: _, ...without } = ASKED;
    expect(await made(bank(), '/accounts', without)).not.toHaveProperty('kid');
    expect(await paid()).toBe('created');
  });

  it.each([
    ['rules with use none', { use: 'none', rules: KID.rules }, 'kid.rules'],
    ['no rules with another use', { use: 'allowed', rules: [] }, 'kid.rules'],
    ['four rules', { use: 'allowed', rules: Array.from({ length: 4 }, () => KID.rules[0]) }, 'kid.rules'],
    ['a length of 1', { use: 'allowed', rules: [{ length: 1, method: 'MOD10' }] }, 'kid.rules[0].length'],
    ['an unknown method', { use: 'allowed', rules: [{ length: 8, method: 'MOD97' }] }, 'kid.rules[0].method'],
    ['an unknown use', { use: 'maybe', rules: [] }, 'kid.use'],
  ])('is refused with %s', async (_, kid, path) => {
    await ownAccount(bank());
    const answer = await post(bank(), '/accounts', { ...ASKED, kid });
    expect([answer.status, answer.json.tppMessages[0].code, answer.json.tppMessages[0].path]).toEqual([
      ...[400, 'FORMAT_ERROR', path],
    ]);
  });

  it("is refused of a number that the bank's register has, which stays when an account of it goes", async () => {
    await ownAccount(bank());
    const registered = { ...ASKED, bban: '99911200011' };
    const refused = await post(bank(), '/accounts', registered);
    expect([refused.status, refused.json.tppMessages[0].path]).toEqual([409, 'kid']);
    const { kid: _, ...without } = registered;
    const { id, kid } = await made(bank(), '/accounts', without);
    expect(kid).toMatchObject({ use: 'required' });
    await remove(bank(), `/accounts/${id}`);
    expect(await made(bank(), '/accounts', without)).toHaveProperty('kid');
  });
});
