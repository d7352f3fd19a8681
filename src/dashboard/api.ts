/** A refusal of the bank. */
export class ApiError extends Error {
  readonly status: number;

  constructor(status: number, text: string) {
    super(text);
    this.status = status;
  }
}

type Query = Readonly<Record<string, string | undefined>>;

const TOKEN = 'psd2-token';

/**
 * Sends requests to the operator's port that has served this page.
 * @see S11-operator-pages
 */
export class Api {
  /** The base path with its slash. */
  readonly #base = location.pathname.replace(/[^/]*$/, '');
  /** The world of the requests, if each TPP has its own. */
  world: string | undefined;

  get token(): string | undefined {
    return sessionStorage.getItem(TOKEN) ?? undefined;
  }

  set token(token: string) {
    sessionStorage.setItem(TOKEN, token);
  }

  /**
   * Exchanges the single-use code of the address for a token.
   * @throws ApiError
   */
  async exchange(code: string): Promise<void> {
    sessionStorage.removeItem(TOKEN);
    const { token } = (await this.send('POST', 'session', { code })) as { token: string };
    this.token = token;
  }

  /** @throws ApiError */
  async get<Answer>(path: string, query: Query = {}, signal?: AbortSignal): Promise<Answer> {
    const given = Object.entries(query).filter((pair): pair is [string, string] => Boolean(pair[1]));
    const search = given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
    return (await this.send('GET', path + search, undefined, signal)) as Answer;
  }

  /**
   * @param path below /operator
   * @returns the JSON; undefined for an empty body
   * @throws ApiError
   */
  async send(method: string, path: string, body?: object, signal?: AbortSignal): Promise<unknown> {
    const response = await this.#fetch(method, path, body, signal);
    const text = await response.text();
    if (!response.ok) throw new ApiError(response.status, readReason(text) ?? `Status ${response.status}.`);
    return text === '' ? undefined : JSON.parse(text);
  }

  /** Streams the events until the bank ends them. @throws ApiError */
  async *streamEvents(): AsyncGenerator<{ readonly event: string; readonly data: unknown }> {
    const response = await this.#fetch('GET', 'events');
    if (!response.ok || response.body === null) throw new ApiError(response.status, 'There is no stream.');
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (;;) {
      const { done, value = '' } = await reader.read();
      if (done) return;
      const blocks = (rest + value).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = /^event: *(.*)$/m.exec(block)?.[1];
        const data = [...block.matchAll(/^data: ?(.*)$/gm)].map(([, line]) => line).join('\n');
        if (event !== undefined) yield { event, data: JSON.parse(data || '{}') };
      }
    }
  }

  async #fetch(method: string, path: string, body?: object, signal?: AbortSignal): Promise<Response> {
    const headers: Record<string, string> = {};
    if (this.token !== undefined) headers.Authorization = `Bearer ${this.token}`;
    if (this.world !== undefined) headers['PSD2-World'] = this.world;
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    try {
      return await fetch(`${this.#base}operator/${path}`, {
        method,
        headers,
        body: body && JSON.stringify(body),
        signal: signal ?? null,
        ...{ cache: 'no-store', credentials: 'omit', redirect: 'error', referrerPolicy: 'no-referrer' },
      });
    } catch {
      throw new ApiError(0, 'The bank does not answer.');
    }
  }
}

function readReason(text: string): string | undefined {
  try {
    const { tppMessages = [] } = JSON.parse(text) as {
      tppMessages?: { code: string; text?: string; path?: string }[];
    };
    return tppMessages.map(({ code, text: says, path }) => `${path ?? code}: ${says ?? code}`).join('; ');
  } catch {
    return undefined;
  }
}
