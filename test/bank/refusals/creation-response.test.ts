import { describe, expect, it } from 'vitest';
import { expectCreated, expectMoved, messages } from './expectations.ts';
import { bankOf, knownPsu } from './rows.ts';

const payments = '/v1/payments/norwegian-domestic-credit-transfers';

describe('the answer to a created payment [I-creation-response, D2-links, D2-created-headers, D4-creation, D1-ids]', () => {
  const bank = bankOf();
  const create = (headers: Record<string, string> = {}) => bank().send({ headers, body: bank().payment() });

  it('has an id of 22 letters and digits, the status RCVD and no messages', async () => {
    const answer = await create();
    expectCreated(answer);
    expect(answer.json.paymentId).toMatch(/^[A-Za-z0-9]{22}$/);
    expect(answer.json).not.toHaveProperty('tppMessages');
    expect(answer.header('Content-Type')).toMatch(/^application\/json\b/);
  });

  it('has another id for each payment', async () => {
    const ids = [];
    for (let made = 0; made < 5; made += 1) ids.push((await create()).json.paymentId);
    expect(new Set(ids).size).toBe(5);
  });

  it('has links with href and verbs, relative to the origin except scaRedirect', async () => {
    const { paymentId, _links } = (await create()).json;
    expect(Object.keys(_links).toSorted()).toEqual([
      'scaRedirect',
      'scaStatus',
      'self',
      'startAuthorisation',
      'status',
    ]);
    for (const link of Object.values<{ href: unknown; verbs: unknown }>(_links)) {
      expect(Object.keys(link).toSorted()).toEqual(['href', 'verbs']);
      expect(typeof link.href).toBe('string');
    }
    const below = (rest: string) => new RegExp(`^(/[^/]+)?${payments}/${paymentId}${rest}$`);
    expect(_links.self.href).toMatch(below(''));
    expect(_links.self.verbs).toContain('GET');
    expect(_links.status).toEqual({ href: expect.stringMatching(below('/status')), verbs: ['GET'] });
    expect(_links.startAuthorisation).toEqual({
      href: expect.stringMatching(below('/authorisations')),
      verbs: ['POST'],
    });
    expect(_links.scaStatus).toEqual({
      href: expect.stringMatching(below('/authorisations/[^/]+')),
      verbs: ['GET'],
    });
    expect(_links.scaRedirect.verbs).toEqual(['GET']);
  });

  it('has the authorisation of scaStatus in scaRedirect, with a secret of at least 128 bits', async () => {
    const { _links } = (await create()).json;
    const authorisationId = _links.scaStatus.href.split('/').at(-1);
    const redirect = /^https?:\/\/[^/]+(?:\/[^/]+)?\/sca\/([^/]+)\/([^/?#]+)$/.exec(_links.scaRedirect.href);
    expect(redirect?.[1]).toBe(authorisationId);
    expect(redirect?.[2]?.length).toBeGreaterThanOrEqual(22);
  });

  it('has another secret in each link to the authorisation site', async () => {
    const [first, second] = [await create(), await create()];
    const secret = (href: string) => href.split('/').at(-1);
    expect(secret(first.json._links.scaRedirect.href)).not.toBe(secret(second.json._links.scaRedirect.href));
  });

  it('has the headers Location, ASPSP-SCA-Approach and X-Request-ID', async () => {
    const answer = await create({ 'X-Request-ID': 'creation-1' });
    expect(answer.header('Location')).toMatch(new RegExp(`${payments}/${answer.json.paymentId}$`));
    expect(answer.header('ASPSP-SCA-Approach')).toBe('REDIRECT');
    expect(answer.header('X-Request-ID')).toBe('creation-1');
  });

  it('starts no authorisation when the TPP prefers to start it', async () => {
    const answer = await create({ 'TPP-Explicit-Authorisation-Preferred': 'true' });
    expectCreated(answer);
    expect(Object.keys(answer.json._links).toSorted()).toEqual(['self', 'startAuthorisation', 'status']);
  });

  it('starts one when the TPP does not prefer to', async () => {
    const answer = await create({ 'TPP-Explicit-Authorisation-Preferred': 'false' });
    expect(answer.json._links).toHaveProperty('scaRedirect');
  });

  it('starts one for a known PSU whose session has no SCA, be it to an own account', async () => {
    const body = bank().payment();
    body.creditorAccount = { bban: bank().accounts.debtorOther, currency: 'NOK' };
    const answer = await bank().send({ headers: knownPsu, body });
    expectCreated(answer);
    expect(answer.json._links).toHaveProperty('scaRedirect');
  });

  it('says when the execution date was moved, and has its links all the same', async () => {
    const answer = await bank().send({ body: { ...bank().payment(), requestedExecutionDate: '2026-11-21' } });
    expectMoved(answer);
    expect([...(messages(answer)[0]?.text ?? '')].length).toBeLessThanOrEqual(512);
    expect(answer.json._links).toHaveProperty('scaRedirect');
  });
});
