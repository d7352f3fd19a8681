import { Api, ApiError } from './api.ts';
import type { Child } from './dom.ts';
import { formatRoute, parseRoute, type Route } from './route.ts';
import type { Row } from './values.ts';

/** A member by its name, or a title and how its cell is shown. One with a plus is left out on a phone. */
export type Column = string | readonly [title: string, show: (row: Row) => Child];

/** A filter by its name in the address; its choices, or how a row names one, instead of any text. */
export type Filter = readonly [name: string, choices?: readonly string[] | ((row: Row) => unknown)];

/** The rows of a list. */
export interface List {
  readonly rows: readonly Row[];
  readonly hasMore: boolean;
}

/** A page: a list of the API, and a pane for the one that is open. What is absent is as the API has it. */
export interface Page {
  /** The name in the address, of the endpoint, and of the rows in its answer. */
  readonly name: string;
  readonly title: string;
  /** Names a row in the address, and for a reader who hears the button of its act alone. */
  readonly identify: (row: Row) => string;
  readonly columns?: readonly Column[];
  readonly filters?: readonly Filter[];
  /** True if the API has no filter by text. */
  readonly isFilteredHere?: boolean;
  /** The most rows that the API lists. */
  readonly limit?: number;
  readonly empty?: string;
  readonly canOpen?: boolean;
  /** True if new requests of the stream join the list. */
  readonly isLive?: boolean;
  readonly acts?: (row: Row) => readonly Act[];
  /** True if each row has its first acts. */
  readonly hasRowActs?: boolean;
  readonly nameDetail?: (detail: Row) => string;
  /** Members that are not shown by themselves. */
  readonly hidden?: readonly string[];
  /** The columns of lists within an open one. */
  readonly tables?: Readonly<Record<string, readonly Column[]>>;
  readonly load?: (app: App) => Promise<List>;
  readonly show?: (app: App, list: List) => Child;
  readonly showAbove?: (app: App) => Child;
  readonly loadDetail?: (app: App, id: string) => Promise<Row>;
  readonly showDetail?: (app: App, detail: Row) => Child;
  /** Adds what takes long to an open one that is shown already. */
  readonly completeDetail?: (app: App, detail: Row, left: AbortSignal) => Promise<Row>;
}

/** An act of the operator: a request, with a form if it has fields. */
export interface Act {
  readonly label: string;
  /** True for the most usual act of a page. */
  readonly isMain?: boolean;
  readonly method?: string;
  /** Below /operator. */
  readonly path: string;
  readonly body?: object;
  /** Fields of the body, or a function that reads their choices first. */
  readonly fields?: readonly Field[] | ((app: App) => Promise<readonly Field[]>);
  /** The question before an act that replaces data. */
  readonly warning?: string;
  /** Describes the answer in a sentence. */
  readonly describe?: (answer: Row) => string;
}

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly type?: 'text' | 'number';
  /** True if its text has several lines. */
  readonly isLong?: boolean;
  readonly choices?: readonly (readonly [value: string, label: string])[];
  readonly isRequired?: boolean;
  /** Converts a text that isn't empty to the member of the body. */
  readonly parse?: (text: string) => unknown;
}

/** Loaded data, or the reason why there is none. */
interface Slot<Data> {
  /** Names page, filters or id, and world. */
  readonly key: string;
  readonly data?: Data | undefined;
  readonly error?: string;
}

interface State {
  route: Route;
  /** True on a phone: a list has fewer columns, and an open one takes its place. */
  isNarrow: boolean;
  list?: Slot<List>;
  detail?: Slot<Row>;
  notice?: { readonly text: string; readonly isError: boolean } | undefined;
  dialog?: { readonly act: Act; readonly fields: readonly Field[] } | undefined;
  connection: 'connecting' | 'live' | 'lost' | 'ended';
  /** True if the page has no valid token. */
  isLocked: boolean;
  clock?: Row;
  worlds: readonly Row[];
  /** With the members name and records. */
  snapshots: readonly Row[];
  /** True if bodies are shown as they were sent. */
  isRaw: boolean;
  /** The text of the live region. */
  announcement: string;
  /** A selector of what gets the focus as soon as it is there. */
  focus?: string | undefined;
}

export interface Update {
  readonly requests: readonly Row[];
  /** Operations that have changed the bank. */
  readonly operations: readonly string[];
  readonly missed: number;
}

/** The state of the page and what changes it. */
export class App {
  readonly api = new Api();
  readonly pages: readonly Page[];
  readonly #render: () => void;
  readonly #runs = { list: 0, detail: 0 };
  /** Ends what takes long when another one is opened: a browser has six connections, and acts need one. */
  #leaving = new AbortController();
  #isFrameAsked = false;
  readonly state: State = {
    route: parseRoute(location.hash),
    ...{ isNarrow: false, connection: 'connecting', isLocked: false, worlds: [], snapshots: [] },
    ...{ isRaw: false, announcement: '' },
  };

  constructor(pages: readonly Page[], render: () => void) {
    this.pages = pages;
    this.#render = render;
  }

  get page(): Page {
    const [first] = this.pages;
    const page = this.pages.find(({ name }) => name === this.state.route.page) ?? first;
    if (page === undefined) throw new Error('there are no pages');
    return page;
  }

  /** Changes the state, and shows it with the next frame. */
  change(values: Partial<State>): void {
    Object.assign(this.state, values);
    if (this.#isFrameAsked) return;
    this.#isFrameAsked = true;
    requestAnimationFrame(() => {
      this.#isFrameAsked = false;
      this.#render();
      const { focus } = this.state;
      const wanted = focus === undefined ? null : document.querySelector<HTMLElement>(focus);
      if (wanted !== null) this.state.focus = undefined;
      wanted?.focus();
    });
  }

  /** Goes to an address of this page. */
  go(route: Partial<Route>): void {
    location.hash = formatRoute({ ...this.state.route, ...route });
  }

  /** Shows what the address names: an open one leaves its list as it is. */
  async followAddress(): Promise<void> {
    const { page } = this.state.route;
    this.change({ route: parseRoute(location.hash) });
    this.change({ route: { ...this.state.route, page: this.page.name } });
    if (page !== this.page.name) this.change({ notice: undefined });
    const { list, detail } = this.state;
    if (detail?.key !== this.detailKey) {
      this.#leaving.abort();
      this.#leaving = new AbortController();
    }
    await this.load({ list: list?.key !== this.listKey, detail: detail?.key !== this.detailKey });
  }

  get listKey(): string {
    const { page, query } = this.state.route;
    return JSON.stringify([page, query, this.api.world]);
  }

  get detailKey(): string {
    const { page, id } = this.state.route;
    return JSON.stringify([page, id, this.api.world]);
  }

  /** Reads what is shown. Of several calls for the same part the latest wins. */
  async load({ list = true, detail = true } = {}): Promise<void> {
    const { id } = this.state.route;
    await Promise.all([list && this.#fillList(), detail && id !== undefined && this.#fillDetail(id)]);
  }

  async #fillList(): Promise<void> {
    const key = this.listKey;
    const { page } = this;
    const run = ++this.#runs.list;
    const slot = await this.#try(() => (page.load === undefined ? this.#loadRows(page) : page.load(this)));
    if (run === this.#runs.list) this.change({ list: { key, ...slot } });
  }

  async #loadRows({ name, limit = 1000, isFilteredHere = false }: Page): Promise<List> {
    const { text = '', ...query } = this.state.route.query;
    const most = Math.min(Number(query.limit) || 100, limit);
    const given = isFilteredHere
      ? { ...query, limit: String(limit) }
      : { ...query, text, limit: String(most) };
    const answer = await this.api.get<Row>(name, given);
    const rows = answer[name] as readonly Row[];
    const isFitting = (row: Row) => JSON.stringify(row).toLowerCase().includes(text.toLowerCase());
    return { rows: isFilteredHere ? rows.filter(isFitting) : rows, hasMore: answer.next !== undefined };
  }

  async #fillDetail(id: string): Promise<void> {
    const key = this.detailKey;
    const { name, canOpen = true, loadDetail, completeDetail } = this.page;
    if (!canOpen) return;
    const run = ++this.#runs.detail;
    const { signal } = this.#leaving;
    const load = () => loadDetail?.(this, id) ?? this.api.get<Row>(`${name}/${encodeURIComponent(id)}`);
    const slot = await this.#try(load);
    if (run !== this.#runs.detail) return;
    this.change({ detail: { key, ...slot } });
    if (completeDetail === undefined || slot.data === undefined) return;
    const data = await completeDetail(this, slot.data, signal);
    if (run === this.#runs.detail) this.change({ detail: { key, data } });
  }

  async #try<Data>(load: () => Promise<Data>): Promise<{ readonly data?: Data; readonly error?: string }> {
    try {
      return { data: await load() };
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) this.change({ isLocked: true });
      return { error: (error as Error).message };
    }
  }

  async loadClock(): Promise<void> {
    const { data } = await this.#try(() => this.api.get<Row>('clock'));
    if (data !== undefined) this.change({ clock: data });
  }

  /** Reads the worlds of the TPPs, and chooses the one that was used last. */
  async loadWorlds(): Promise<void> {
    const { data } = await this.#try(() => this.api.get<{ worlds: readonly Row[] }>('worlds'));
    const worlds = data?.worlds ?? [];
    const [latest] = [...worlds].sort((one, other) =>
      String(one.lastUsedAt) < String(other.lastUsedAt) ? 1 : -1,
    );
    if (latest !== undefined) this.api.world ??= String(latest.identity);
    this.change({ worlds });
  }

  /** Performs an act at once, or asks for its fields. */
  async begin(act: Act): Promise<void> {
    if (act.fields === undefined && act.warning === undefined) return this.perform(act);
    const { fields = [] } = act;
    this.change({
      notice: undefined,
      dialog: { act, fields: typeof fields === 'function' ? await fields(this) : fields },
    });
  }

  /** @param body members that the form adds */
  async perform(
    { label, method = 'POST', path, body: own, describe }: Act,
    body: object = {},
  ): Promise<void> {
    const all = { ...own, ...body };
    const isDone = await this.attempt(async () => {
      const answer = await this.api.send(method, path, Object.keys(all).length === 0 ? undefined : all);
      return describe?.(answer as Row) ?? `${label.replace(/…$/, '')}: done.`;
    });
    // What a dialog asked stays until the bank has accepted it.
    if (isDone) this.change({ dialog: undefined });
    await Promise.all([this.load(), this.loadClock()]);
  }

  /** Does something, and tells of its end. @param act resolves to the text of its success */
  async attempt(act: () => Promise<string>): Promise<boolean> {
    const { data, error = '' } = await this.#try(act);
    this.tell(data ?? error, data === undefined);
    return data !== undefined;
  }

  tell(text: string, isError = false): void {
    this.change({ notice: { text, isError } });
  }

  /** Takes an update of the stream: requests join their list, and other pages are read again if the bank has changed. */
  async hear({ requests, operations, missed }: Update): Promise<void> {
    const { list, route, worlds } = this.state;
    const isKnown = ({ world }: Row) => world === undefined || worlds.some((one) => one.world === world);
    if (!requests.every(isKnown)) await this.loadWorlds().then(() => this.loadClock());
    if (operations.some((name) => / clock$/.test(name))) await this.loadClock();
    if (!this.page.isLive) return operations.length === 0 ? undefined : this.load();
    const isWhole = missed === 0 && list?.data !== undefined && list.key === this.listKey;
    // What a request was doesn't change, so an open one stays as it is.
    if (!isWhole || Object.keys(route.query).length > 0) return this.load({ detail: false });
    const { rows } = list.data;
    const added = requests.filter(({ id }) => !rows.some((row) => row.id === id)).reverse();
    const all = [...added, ...rows];
    this.change({
      list: { ...list, data: { rows: all.slice(0, 100), hasMore: list.data.hasMore || all.length > 100 } },
    });
  }
}
