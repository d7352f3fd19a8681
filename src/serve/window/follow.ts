import type { OperatorClient } from '../operator-client.ts';
import type { RowFilter, ShownRequest } from './shown.ts';

const MOST_LISTED = 1000;

/** Lists requests of a served bank, oldest first. */
export async function listRequests(
  { get }: Pick<OperatorClient, 'get'>,
  { limit, ...filter }: RowFilter & { readonly limit: number },
): Promise<readonly ShownRequest[]> {
  const query = new URLSearchParams({ limit: String(limit) });
  for (const [name, value] of Object.entries(filter)) if (value !== undefined) query.set(name, value);
  const { requests } = (await get(`/operator/requests?${query}`)) as { readonly requests: ShownRequest[] };
  return requests.toReversed();
}

/**
 * Yields requests as they come, from the first ones of the list on, until the bank ends. The events only tell that there
 * are new ones, so that none is missed.
 * @see C-requests
 */
export async function* followRequests(
  operator: OperatorClient,
  filter: RowFilter,
  limit: number,
): AsyncGenerator<ShownRequest> {
  const { pieces } = await operator.stream('/operator/events');
  let last = 0;
  let take = limit;
  for await (const piece of pieces) {
    const text = Buffer.from(piece).toString('latin1');
    if (/(^|\n)event: end\n/.test(text)) return;
    if (/^: .*\n\n$/.test(text)) continue;
    for (const request of await listRequests(operator, { ...filter, limit: take })) {
      if (request.id > last) yield request;
      last = Math.max(last, request.id);
    }
    take = MOST_LISTED;
  }
}
