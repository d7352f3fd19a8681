/** The address of a page: `#/payments/ID?status=RJCT`. */
export interface Route {
  readonly page: string;
  /** The one that is open. */
  readonly id: string | undefined;
  /** Filters of the list. */
  readonly query: Readonly<Record<string, string>>;
}

export function parseRoute(hash: string): Route {
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const [page = '', id] = path.split('/').map(decodePart);
  return { page, id: id || undefined, query: Object.fromEntries(new URLSearchParams(search)) };
}

/** Decodes a part of an address that a person may have typed. */
function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function formatRoute({ page, id, query }: Route): string {
  const given = Object.entries(query).filter(([, value]) => value !== '');
  const search = given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
  return `#/${page}${id === undefined ? '' : `/${encodeURIComponent(id)}`}${search}`;
}
