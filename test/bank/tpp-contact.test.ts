import { describe, expect, it } from 'vitest';
import { type Send, signerOf } from '../support/bank.ts';
import { bankOfEach } from '../support/life/life.ts';
import { take } from '../support/life/snapshots.ts';
import { signersOf } from '../support/seals.ts';
import { expectRefusal } from './refusals/expectations.ts';

/** The TPP of the tests, as paths name it. */
const OWN = 'NO-FSA-39999990';

/** A request about a TPP's contact, with the headers that it needs and no others. */
function contact(method: 'PUT' | 'GET' | 'DELETE', what: Send = {}, tppId = OWN): Send {
  const { headers, ...rest } = what;
  const none = {
    'x-accept-fix': null,
    'TPP-Session-ID': null,
    'TPP-Redirect-URI': null,
    'PSU-Context': null,
    'PSU-IP-Address': null,
  };
  return {
    method,
    path: `/v1/tpps/${encodeURIComponent(tppId)}/contact-information`,
    headers: { ...none, ...headers },
    ...rest,
  };
}

const bank = bankOfEach();
const email = 'psd2-drift@tpp.example';
const set = (value: unknown = email) => contact('PUT', { body: { email: value } });
const unknown = { status: 404, code: 'RESOURCE_UNKNOWN' };

describe('the contact of a TPP [D1-tpp-contact, I-tpp-contact]', () => {
  it('is set, read, set anew and deleted, and another time there is none', async () => {
    expectRefusal(await bank().send(contact('GET')), unknown);
    expectRefusal(await bank().send(contact('DELETE')), unknown);
    const made = await bank().send(set());
    expect([made.status, made.json]).toEqual([200, { email }]);
    expect((await bank().send(contact('GET'))).json).toEqual({ email });
    expect((await bank().send(set('drift@annen.example'))).json).toEqual({ email: 'drift@annen.example' });
    expect((await bank().send(contact('GET'))).json).toEqual({ email: 'drift@annen.example' });
    const gone = await bank().send(contact('DELETE'));
    expect([gone.status, gone.text]).toEqual([204, '']);
    expectRefusal(await bank().send(contact('GET')), unknown);
    expectRefusal(await bank().send(contact('DELETE')), unknown);
  });

  it("is its own alone: another's is as one that nobody has, whatever the method", async () => {
    await bank().send(set());
    const as = signerOf('PSDNO-FSA-38888880');
    for (const method of ['GET', 'DELETE', 'PUT'] as const) {
      const what = method === 'PUT' ? { as, body: { email } } : { as };
      const others = await bank().send(contact(method, what));
      const nobodys = await bank().send(contact(method, what, 'NO-FSA-1'));
      expectRefusal(others, unknown);
      expect(others.json).toEqual(nobodys.json);
    }
    expect((await bank().send(contact('GET'))).json).toEqual({ email });
  });

  it('is found without the PSD of the organizationIdentifier, not with it', async () => {
    await bank().send(set());
    expectRefusal(await bank().send(contact('GET', {}, 'PSDNO-FSA-39999990')), unknown);
  });

  it('of identities that differ in PSD alone are two', async () => {
    const [bare] = signersOf(['NO-FSA-39999990'], bank().now);
    await bank().send(set());
    expectRefusal(await bank().send(contact('GET', { as: bare! })), unknown);
    expect((await bank().send(contact('PUT', { as: bare!, body: { email: 'b@b.example' } }))).status).toBe(
      200,
    );
    expect((await bank().send(contact('GET'))).json).toEqual({ email });
  });

  it.each([['PSP_PI'], ['PSP_AI']] as const)('needs no more than the role %s', async (role) => {
    const as = signerOf('PSDNO-FSA-38888882', [role]);
    const own = 'NO-FSA-38888882';
    expect((await bank().send(contact('PUT', { as, body: { email } }, own))).status).toBe(200);
    expect((await bank().send(contact('GET', { as }, own))).json).toEqual({ email });
  });

  it('stays when the sandbox is initialised, and is in no snapshot', async () => {
    await bank().send(set());
    expect((await bank().send({ method: 'POST', path: '/v1/sandbox/initialize' })).status).toBe(200);
    expect((await bank().send(contact('GET'))).json).toEqual({ email });
    expect(JSON.stringify(await take(bank()))).not.toContain(email);
  });

  it('is set with a Digest of the body', async () => {
    const answer = await bank().send({ ...set(), headers: { Digest: null } });
    expectRefusal(answer, { status: 400, code: 'HTTP_HEADER_REQUIRED', path: 'Digest' });
  });
});

describe('what is no e-mail address [D1-tpp-contact]', () => {
  const label = 'a'.repeat(60);
  const long = (length: number) => `a@${`${label}.`.repeat(4)}`.padEnd(length - 3, 'b').concat('.no');

  it.each<readonly [string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a number', 7],
    ['an empty text', ''],
    ['blanks', '   '],
    ['no @', 'drift.tpp.example'],
    ['two @', 'drift@tpp@tpp.example'],
    ['nothing before the @', '@tpp.example'],
    ['a domain without a point', 'drift@localhost'],
    ['a domain that ends with a point', 'drift@tpp.example.'],
    ['a blank within', 'drift vakt@tpp.example'],
    ['a line end after it', 'drift@tpp.example\r\nBcc: all@tpp.example'],
    ['a NUL', 'drift\u0000@tpp.example'],
    ['a name beside it', 'Drift <drift@tpp.example>'],
    ['several', 'a@tpp.example,b@tpp.example'],
    ['255 characters', long(255)],
  ])('%s: FORMAT_ERROR at email, once, and what was there stays', async (_, value) => {
    await bank().send(set());
    const answer = await bank().send(contact('PUT', { body: { email: value } }));
    expectRefusal(answer, { status: 400, code: 'FORMAT_ERROR', path: 'email' });
    expect(answer.json.tppMessages).toHaveLength(1);
    expect((await bank().send(contact('GET'))).json).toEqual({ email });
  });

  it.each([['a+b@tpp.example'], ['vakt@blåbær.no'], [long(254)]])('%s is one', async (value) => {
    expect((await bank().send(set(value))).json).toEqual({ email: value });
  });

  it('is looked at before it is said whose contact it would be', async () => {
    const answer = await bank().send(contact('PUT', { body: {} }, 'NO-FSA-1'));
    expectRefusal(answer, { status: 400, code: 'FORMAT_ERROR', path: 'email' });
  });
});
