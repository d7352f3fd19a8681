import { describe, expect, it } from 'vitest';
import { oneHome } from '../support/one-home.ts';

const { json } = oneHome();

const example = ['payments', 'create', '--domestic', '--example'];

describe('payments create --as of a company [D3-identity-person]', () => {
  it('says that a person pays in its agreement, and how to create one [C-company-payer]', async () => {
    const { code, value } = await json([...example, '--as', '310999016']);
    expect(code).toBe(3);
    expect(value.error.tppMessages).toMatchObject([
      { code: 'HTTP_HEADER_REQUIRED', path: 'PSU-Corporate-ID' },
    ]);
    expect(value.error.hint).toBe(
      'A company pays through an agreement, and 310999016 has none. Create one, and engage a person in it:\npsd2 sandbox agreement create --owner 310999016 --name NAME\npsd2 sandbox engagement add AGREEMENT --customer NUMBER --account ACCOUNT --roles VIEW,REGISTER',
    );
  });

  it('names the agreement and who pays in it, once there are some [C-company-payer]', async () => {
    const hintOf = async (more: readonly string[] = []) =>
      (await json([...example, '--as', '310999016', ...more])).value.error.hint;
    const named = ['--owner', '310999016', '--name', 'Hovedavtale'];
    const agreement = (await json(['sandbox', 'agreement', 'create', ...named])).value.agreementId;
    expect(await hintOf()).toContain(
      `no person is engaged to pay in those of 310999016. Engage a person:\npsd2 sandbox engagement add ${agreement} `,
    );
    const { items } = (await json(['sandbox', 'account', 'list'])).value;
    const { bban } = items.find(
      (account: { customerNumber: string }) => account.customerNumber === '310999016',
    );
    const engaged = ['--customer', '15813963008', '--account', bban, '--roles', 'VIEW,REGISTER'];
    expect((await json(['sandbox', 'engagement', 'add', agreement, ...engaged])).code).toBe(0);
    const payer = `--as 15813963008 --agreement ${agreement}`;
    const use = 'A company pays through an agreement. Use:\n';
    expect(await hintOf()).toBe(`${use}--from-bban ${bban} ${payer}`);
    expect(await hintOf(['--from-bban', bban])).toBe(`${use}${payer}`);
    const paid = await json([...example, '--from-bban', bban, ...payer.split(' '), '--sca', 'approve']);
    expect(paid.code).toBe(0);
  });
});
