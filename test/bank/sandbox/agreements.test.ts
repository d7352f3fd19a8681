import { describe, expect, it } from 'vitest';
import { createInitialData } from '../../../src/bank/domain/initial-data.ts';
import type { Answer } from '../../support/bank.ts';
import { agree, agreementId, endEngagement, engage } from '../../support/life/firm.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { FIRM, KARI, OLA } from '../../support/life/payments.ts';
import { readStored } from '../../support/stored.ts';
import { get, made, ofSandbox } from './calls.ts';

const bank = bankOfEach();
const { accounts, agreements, customers } = createInitialData('psd2');
const ibans = accounts.filter(({ customerNumber }) => customerNumber === FIRM).map(({ iban }) => iban);
const idOf = (number: string) =>
  customers.find(({ customerNumber }) => customerNumber === number)!.customerId;
const remove = (path: string): Promise<Answer> => bank().send(ofSandbox('DELETE', path));
const self = (path: string, ...verbs: string[]) => ({ href: `/v1/sandbox${path}`, verbs });

describe('an agreement by hand [D8-agreement-shape, D8-agreement-members, D8-engagement-members, D2-created-location]', () => {
  it('is created with its engagements, and read and listed as it was answered', async () => {
    const body = {
      owner: idOf(FIRM),
      name: 'Hovedavtale',
      engagements: [
        { customer: idOf(KARI), account: { iban: ibans[1] }, roles: ['REGISTER', 'view', 'VIEW'] },
        {
          customer: OLA,
          account: { iban: ibans[0] },
          roles: ['VIEW'],
          registerLimit: -1,
          approvalLimit: null,
        },
      ],
    };
    const answer = await bank().send(ofSandbox('POST', '/agreements', { body }));
    expect(answer.status, answer.text).toBe(201);
    const { agreementId: id, engagements } = answer.json;
    const path = `/agreements/${id}`;
    expect(answer.header('Location')).toBe(`/v1/sandbox${path}`);
    const linked = (place: number) => ({
      engagementId: expect.stringMatching(/^[A-Za-z0-9]{22}$/),
      _links: { self: self(`${path}/engagements/${engagements[place].engagementId}`, 'GET', 'DELETE') },
    });
    expect(answer.json).toEqual({
      agreementId: expect.stringMatching(/^[A-Za-z0-9]{22}$/),
      type: 'CORPORATE',
      owner: FIRM,
      name: 'Hovedavtale',
      engagements: [
        { ...linked(0), customer: OLA, account: { iban: ibans[0] }, roles: ['VIEW'], registerLimit: -1 },
        { ...linked(1), customer: KARI, account: { iban: ibans[1] }, roles: ['VIEW', 'REGISTER'] },
      ],
      _links: {
        self: self(path, 'GET', 'DELETE'),
        engagements: self(`${path}/engagements`, 'POST'),
      },
    });
    expect((await get(bank(), path)).json).toEqual(answer.json);
    expect((await get(bank(), '/agreements')).json.slice(2)).toEqual([answer.json]);
    expect((await get(bank(), `${path}/engagements/${engagements[1].engagementId}`)).json).toEqual(
      engagements[1],
    );
  });

  it('stands after those of the initial data, which have no engagements and stay with their customers', async () => {
    const listed = (await get(bank(), '/agreements')).json;
    expect(listed).toEqual((await bank().send(ofSandbox('POST', '/initialize'))).json.agreements);
    expect(listed).toEqual(
      agreements.map(({ agreementId: id, ownerNumber, name }) => ({
        agreementId: id,
        type: 'PRIVATE',
        owner: ownerNumber,
        name,
        engagements: [],
        _links: { self: self(`/agreements/${id}`, 'GET') },
      })),
    );
  });

  it('takes engagements one by one, in the order they come', async () => {
    await agree(bank());
    const first = await engage(bank(), OLA);
    const path = `/agreements/${agreementId}/engagements`;
    const body = {
      customer: KARI,
      account: { iban: ibans[0] },
      roles: ['register'],
      approvalLimit: 2 ** 31 - 1,
    };
    const answer = await bank().send(ofSandbox('POST', path, { body }));
    expect(answer.status, answer.text).toBe(201);
    const href = `/v1/sandbox${path}/${answer.json.engagementId}`;
    expect(answer.header('Location')).toBe(href);
    expect(answer.json).toEqual({
      engagementId: expect.stringMatching(/^[A-Za-z0-9]{22}$/),
      ...body,
      roles: ['REGISTER'],
      _links: { self: { href, verbs: ['GET', 'DELETE'] } },
    });
    const { engagements } = (await get(bank(), `/agreements/${agreementId}`)).json;
    expect(engagements.map((one: { engagementId: string }) => one.engagementId)).toEqual([
      first,
      answer.json.engagementId,
    ]);
  });
});

describe('an agreement that is deleted [D8-delete-agreement, D8-natural-key]', () => {
  it('takes its engagements with it, and is not there any more', async () => {
    await agree(bank());
    const engagement = await engage(bank(), KARI);
    const path = `/agreements/${agreementId}`;
    expect(await remove(path)).toMatchObject({ status: 204, text: '' });
    for (const gone of [path, `${path}/engagements/${engagement}`]) {
      expect((await get(bank(), gone)).status).toBe(404);
    }
    expect(readStored(bank().path, 'SELECT COUNT(*) AS rows FROM engagements')).toEqual([{ rows: 0 }]);
  });

  it('is another one when it is made again, as are its engagements', async () => {
    const ids = [];
    for (let round = 0; round < 2; round += 1) {
      const id = await agree(bank());
      const first = await engage(bank(), KARI, { agreement: id });
      await endEngagement(bank(), first, id);
      ids.push(id, first, await engage(bank(), KARI, { agreement: id }));
      await remove(`/agreements/${id}`);
    }
    expect(new Set(ids).size).toBe(6);
  });

  it('loses an engagement alone, which the customer may have again', async () => {
    await agree(bank());
    const engagement = await engage(bank(), KARI);
    expect(await remove(`/agreements/${agreementId}/engagements/${engagement}`)).toMatchObject({
      status: 204,
      text: '',
    });
    expect((await get(bank(), `/agreements/${agreementId}`)).json.engagements).toEqual([]);
    expect(await engage(bank(), KARI)).not.toBe(engagement);
  });
});

describe('ids of agreements [D8-natural-key]', () => {
  it('come from owner and name, and of engagements from customer and account, in whatever order', async () => {
    const both = async (...names: string[]) => {
      await bank().send(ofSandbox('POST', '/initialize'));
      const ids: Record<string, string> = {};
      for (const name of names) {
        const agreement = await agree(bank(), name);
        ids[name] = agreement;
        const customers = names[0] === name ? [KARI, OLA] : [OLA, KARI];
        for (const customer of customers)
          ids[name + customer] = await engage(bank(), customer, { agreement });
      }
      return ids;
    };
    expect(await both('Fjell', 'Dal')).toEqual(await both('Dal', 'Fjell'));
  });

  // Counted for the whole body at once: what is deleted must stay counted, or its id comes again.
  it('are others when an engagement that came with the agreement is made again', async () => {
    const engagements = [KARI, OLA].map((customer) => ({
      customer,
      account: { iban: ibans[0] },
      roles: ['VIEW'],
    }));
    const firm = await made(bank(), '/agreements', { owner: FIRM, name: 'Firm', engagements });
    const ids = firm.engagements.map((one: { engagementId: string }) => one.engagementId);
    for (const id of [...ids]) await endEngagement(bank(), id);
    for (const customer of [OLA, KARI]) ids.push(await engage(bank(), customer));
    expect(new Set(ids).size).toBe(4);
  });
});
