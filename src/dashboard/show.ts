import type { Act, App, Column, Filter, Page } from './app.ts';
import { type Child, h, type VNode } from './dom.ts';
import { formatRoute } from './route.ts';
import { indentJson, isNumeric, labelMember, type Row, showCode, showMember, text } from './values.ts';

export function showButton(label: string, onclick: () => void, kind = 'second', about?: string): VNode {
  const name = about === undefined ? undefined : `${label} ${about}`;
  return h('button', { key: label, type: 'button', class: kind, onclick, 'aria-label': name }, label);
}

/** @param about the subject of the act, for a reader who hears the button alone */
export function showAct(app: App, act: Act, kind = act.isMain ? 'first' : 'second', about?: string): VNode {
  return showButton(act.label, () => void app.begin(act), kind, about);
}

export function showSection(title: string, ...content: readonly Child[]): VNode {
  return h('section', { key: title }, h('h3', {}, title), content);
}

export function showNotice(app: App): VNode {
  const { notice } = app.state;
  const tone = notice?.isError ? 'error' : 'good';
  return h(
    'div',
    { key: 'notice', role: 'status' },
    notice && h('p', { class: `finding ${tone}` }, text(notice.text, 2000)),
  );
}

function readColumn(column: Column): { readonly title: string; readonly show: (row: Row) => Child } {
  if (typeof column !== 'string') return { title: column[0].replace('+', ''), show: column[1] };
  const name = column.replace('+', '');
  return { title: labelMember(name), show: (row) => showMember(name, row) };
}

function isWide(column: Column): boolean {
  return (typeof column === 'string' ? column : column[0]).startsWith('+');
}

function showHeads(columns: readonly Column[]): VNode {
  const heads = columns.map((column) => {
    const isNumber = typeof column === 'string' && isNumeric(column.replace('+', ''), undefined);
    return h('th', { scope: 'col', class: isNumber && 'right' }, readColumn(column).title);
  });
  return h('thead', {}, h('tr', {}, heads));
}

function showCell(column: Column, row: Row, wrap = (content: Child) => content): VNode {
  const isNumber =
    typeof column === 'string' && isNumeric(column.replace('+', ''), row[column.replace('+', '')]);
  const { title, show } = readColumn(column);
  return h('td', { class: isNumber && 'right', 'data-title': title }, wrap(show(row)));
}

/** Shows a table within a pane; its columns are the members of its rows. */
export function showTable(label: string, rows: readonly Row[], columns?: readonly Column[]): Child {
  if (rows.length === 0) return h('p', { class: 'soft' }, 'None.');
  const all =
    columns ?? [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) => name !== 'currency');
  const body = rows.map((row) =>
    h(
      'tr',
      {},
      all.map((column) => showCell(column, row)),
    ),
  );
  const table = h('table', { class: 'cards', 'aria-label': label }, showHeads(all), h('tbody', {}, body));
  return h('div', { class: 'scroll' }, table);
}

/** Shows an object: its plain members, then each list as a table, and each other object as JSON. */
export function showObject(row: Row, { hidden = [], tables = {} }: Pick<Page, 'hidden' | 'tables'>): Child {
  const names = Object.keys(row).filter((name) => !hidden.includes(name));
  const contents = names.map((name) => ({ name, content: showMember(name, row) }));
  const isTable = (name: string) =>
    Array.isArray(row[name]) && typeof (row[name] as unknown[])[0] !== 'string';
  const facts = contents.filter(
    ({ name, content }) => !isTable(name) && content !== undefined && name !== 'initiation',
  );
  return [
    h(
      'dl',
      {},
      facts.map(({ name, content }) =>
        h('div', { key: name }, h('dt', {}, labelMember(name)), h('dd', {}, content)),
      ),
    ),
    names.filter(isTable).map((name) => {
      const label = labelMember(name);
      return showSection(label, showTable(label, row[name] as readonly Row[], tables[name]));
    }),
    row.initiation !== undefined &&
      showSection(
        labelMember('initiation'),
        showCode('Initiation', indentJson(JSON.stringify(row.initiation))),
      ),
  ];
}

const STEP = 100;
const MOST = 1000;

/** Returns how many rows the list shows. */
export function readLimit(app: App): number {
  return Math.min(Number(app.state.route.query.limit) || STEP, app.page.limit ?? MOST);
}

/** Shows the list of a page with its filters. */
export function showList(
  app: App,
  { rows, hasMore }: { readonly rows: readonly Row[]; readonly hasMore: boolean },
): Child {
  const { filters = [], empty = 'There are none.', limit: most = MOST } = app.page;
  const { query } = app.state.route;
  const limit = Math.min(readLimit(app) + 2 * STEP, most);
  const isFiltered = Object.values(query).some((value) => value !== '');
  return [
    filters.length > 0 &&
      h(
        'form',
        {
          key: 'filters',
          class: 'filters',
          role: 'search',
          onsubmit: (event: Event) => event.preventDefault(),
        },
        filters.map((filter) => showFilter(app, filter, rows)),
      ),
    rows.length === 0
      ? h('p', { key: 'empty', class: 'empty' }, isFiltered ? 'Nothing fits these filters.' : empty)
      : showRows(app, rows),
    hasMore &&
      rows.length < most &&
      showButton('Show more', () => app.go({ query: { ...query, limit: String(limit) } })),
  ];
}

/** Waits for the next letter before the list is read. */
const TYPING_MILLISECONDS = 150;
let pause: ReturnType<typeof setTimeout> | undefined;

function showFilter(app: App, [name, choices]: Filter, rows: readonly Row[]): VNode {
  const value = app.state.route.query[name] ?? '';
  const apply = ({ target }: Event) => {
    const query = { ...app.state.route.query, [name]: (target as HTMLInputElement).value };
    // Each letter is no step back in the browser's history.
    history.replaceState(null, '', formatRoute({ ...app.state.route, query }));
    clearTimeout(pause);
    pause = setTimeout(() => void app.followAddress(), TYPING_MILLISECONDS);
  };
  const listed =
    typeof choices === 'function' ? [value, ...rows.map((row) => String(choices(row) ?? ''))] : choices;
  const options = [...new Set(['', ...(listed ?? [])])].map((choice) =>
    h('option', { key: choice, value: choice, selected: choice === value }, choice || 'any'),
  );
  const input = { type: 'search', value, oninput: apply, autocomplete: 'off', spellcheck: 'false' };
  const control = choices === undefined ? h('input', input) : h('select', { onchange: apply }, options);
  const key = `${app.page.name} ${name}`;
  return h('label', { key, class: name === 'text' && 'wide' }, labelMember(name), control);
}

function showRows(app: App, rows: readonly Row[]): VNode {
  const { columns = [], title, acts, hasRowActs = false, canOpen = true } = app.page;
  const isCompact = app.state.isNarrow || (app.state.route.id !== undefined && canOpen);
  const shown = columns.filter((column) => !isCompact || !isWide(column));
  const actColumn: Column = [
    'Acts',
    (row) =>
      h(
        'span',
        { class: 'acts' },
        acts?.(row)
          .slice(0, 2)
          .map((act) => showAct(app, act, 'small', app.page.identify(row))),
      ),
  ];
  const all = hasRowActs && !(isCompact && canOpen) ? [...shown, actColumn] : shown;
  const body = h(
    'tbody',
    {},
    rows.map((row) => showRow(app, row, all)),
  );
  return h(
    'div',
    { key: 'rows', class: 'scroll' },
    h('table', { class: 'list' }, h('caption', { class: 'aside' }, title), showHeads(all), body),
  );
}

function showRow(app: App, row: Row, columns: readonly Column[]): VNode {
  const { canOpen = true, identify } = app.page;
  const id = identify(row);
  const isOpen = id === app.state.route.id;
  const href = formatRoute({ ...app.state.route, id });
  // Rows of the same second have the same text: a reader hears their ids, too.
  const hidden = h('span', { class: 'aside' }, ` ${id}`);
  const link = (content: Child) =>
    h('a', { class: 'opener', href, 'aria-current': isOpen && 'true' }, stripLinks(content), hidden);
  const cells = columns.map((column, at) => showCell(column, row, at === 0 && canOpen ? link : undefined));
  // A click beside the links and buttons opens the row, too, unless it has selected text.
  const onclick = (event: Event) => {
    const isOnControl = (event.target as Element).closest('a, button') !== null;
    if (!isOnControl && getSelection()?.isCollapsed !== false) app.go({ id });
  };
  return h('tr', { key: id, class: isOpen && 'open', onclick: canOpen && onclick }, cells);
}

/** A link can't contain another. */
function stripLinks(content: Child): Child {
  return typeof content === 'object' && 'tag' in content && content.tag === 'a' ? content.children : content;
}

/** Moves the focus among the rows. @param step 1 for the next, -1 for the previous */
export function moveFocus(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('.list .opener')];
  const focused = rows.findIndex((row) => row.closest('tr')?.contains(document.activeElement));
  const from = focused >= 0 ? focused : rows.findIndex((row) => row.ariaCurrent === 'true');
  rows[from < 0 ? 0 : Math.min(Math.max(from + step, 0), rows.length - 1)]?.focus();
}
