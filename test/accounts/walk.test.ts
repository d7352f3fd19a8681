import { describe, expect, it } from 'vitest';
import { ACCOUNT_TRANSACTIONS, walk } from '../../src/accounts/transactions.ts';
import type { CallContext, Operation } from '../../src/client/operation.ts';
import type { AsPsu } from '../../src/sca/retry-after-sca.ts';

const PLACE = { origin: 'https://bank.example', basePath: '/api' };
const LIST = '/api/v1/accounts/a1/transactions';

/** A bank whose page of a target is the rows there and the link that follows. */
type Pages = Readonly<Record<string, { readonly rows: readonly string[]; readonly next?: string }>>;

function bankOf(pages: Pages) {
  const targets: string[] = [];
  const as: Pick<AsPsu, 'call'> = {
    call: async <Input, Resource>(operation: Operation<Input, Resource>, input: Input) => {
      const { target } = operation.request(input, { basePath: '/api', psu: {} } as CallContext);
      targets.push(target);
      const { rows, next } = pages[target] ?? { rows: [] };
      const links = next === undefined ? {} : { next: { href: next, verbs: ['GET'] } };
      const booked = rows.map((transactionId) => ({ transactionId }));
      const resource = { account: {}, transactions: { booked, _links: links } };
      return { resource: resource as Resource, meta: { requestId: 'r', status: 200, durationMs: 1 } };
    },
  };
  return { as: as as AsPsu, targets };
}

async function rowsOf(as: AsPsu): Promise<string[]> {
  const rows: string[] = [];
  const wanted = { bookingStatus: 'booked' };
  for await (const { resource } of walk(as, PLACE, ACCOUNT_TRANSACTIONS, 'a1', wanted)) {
    rows.push(...(resource.transactions.booked ?? []).map(({ transactionId = '' }) => transactionId));
  }
  return rows;
}

describe('a walk over the pages of a list [C-transactions-all, S10-links-followed]', () => {
  it('reads each page where the link of the one before leads, whose query stays as it came', async () => {
    const { as, targets } = bankOf({
      [`${LIST}?bookingStatus=booked`]: { rows: ['1', '2'], next: `${LIST}?page=%41-_&x=1` },
      [`${LIST}?page=%41-_&x=1`]: { rows: ['3'], next: `https://bank.example${LIST}?page=B` },
      [`${LIST}?page=B`]: { rows: ['4'] },
    });
    expect(await rowsOf(as)).toEqual(['1', '2', '3', '4']);
    expect(targets.slice(1)).toEqual([`${LIST}?page=%41-_&x=1`, `${LIST}?page=B`]);
  });

  it.each([
    'https://elsewhere.example/api/v1/accounts',
    'http://bank.example/api/v1/x',
    '/other/v1',
  ])('sends nothing where a link leads elsewhere: %s', async (next) => {
    const { as, targets } = bankOf({ [`${LIST}?bookingStatus=booked`]: { rows: ['1'], next } });
    await expect(rowsOf(as)).rejects.toThrow(`The bank's next link, ${next}`);
    expect(targets).toHaveLength(1);
  });

  it('ends where links lead in a circle, however long it is', async () => {
    const link = (place: number) => `${LIST}?page=${place}`;
    const circle = Object.fromEntries(
      [0, 1, 2, 3, 4, 5].map((place) => [link(place), { rows: [], next: link(place === 5 ? 1 : place + 1) }]),
    );
    const { as } = bankOf({ ...circle, [`${LIST}?bookingStatus=booked`]: { rows: [], next: link(0) } });
    await expect(rowsOf(as)).rejects.toThrow('leads back to a page that was already read');
  });
});
