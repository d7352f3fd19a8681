import { describe, expect, it } from 'vitest';
import { agree, agreementId } from '../../support/life/firm.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { FIRM } from '../../support/life/payments.ts';
import { expectRefusal, refusalAt } from '../refusals/expectations.ts';
import { withoutHeader } from '../refusals/messages.ts';
import {
  balance,
  CARD,
  CUSTOMER,
  cardTransaction,
  get,
  incoming,
  made,
  NUMBER,
  ofSandbox,
  ownAccount,
} from './calls.ts';

describe('headers of sandbox data [D3-required-sandbox, D3-required-sandbox-headers, D3-header-matrix]', () => {
  const bank = bankOfEach();

  it('have a Digest where a POST brings a body, and only there', async () => {
    const account = await ownAccount(bank());
    const path = `/accounts/${account.id}`;
    const card = await made(bank(), '/card-accounts', CARD);
    const posts: readonly (readonly [string, unknown])[] = [
      ['/customers', { ...CUSTOMER, customerNumber: '15813963288' }],
      ['/accounts', { customerNumber: NUMBER, accountName: 'Sparekonto', currency: 'NOK' }],
      [`${path}/transactions`, [incoming(account)]],
      ['/card-accounts', CARD],
      [`/card-accounts/${card.resourceId}/transactions`, [cardTransaction()]],
      ['/agreements', { owner: FIRM, name: 'Hovedavtale' }],
      [`/agreements/${agreementId}/engagements`, { customer: NUMBER, account, roles: ['VIEW'] }],
    ];
    const afterSigning = withoutHeader('Digest');
    for (const [below, body] of posts) {
      const refused = await bank().send(ofSandbox('POST', below, { body, afterSigning }));
      expectRefusal(refused, { status: 400, code: 'HTTP_HEADER_REQUIRED', path: 'Digest' });
    }
    expect((await get(bank(), path)).status).toBe(200);
    await agree(bank());
    expect((await bank().send(ofSandbox('DELETE', `/agreements/${agreementId}`))).status).toBe(204);
    const missing = ofSandbox('PUT', `${path}/balances`, {
      ...{ body: [balance('expected', 1)] },
      afterSigning: withoutHeader('Signature'),
    });
    expectRefusal(await bank().send(missing), refusalAt('Signature', 'HTTP_HEADER_REQUIRED'));
  });
});
