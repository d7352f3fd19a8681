import type { Act, App, Field } from './app.ts';
import { QUICK_ACTS } from './bank-pages.ts';
import { type Child, h, type VNode } from './dom.ts';
import { formatRoute } from './route.ts';
import { showAct, showButton, showList, showNotice, showObject } from './show.ts';
import { formatTime, text } from './values.ts';

/** Shows everything: header, navigation, the list, and the one that is open. */
export function showApp(app: App): readonly VNode[] {
  const { isLocked, isNarrow, route, dialog } = app.state;
  document.title = `${isLocked ? 'No access' : app.page.title} – Testbanken, operator`;
  const hasDetail = route.id !== undefined && (app.page.canOpen ?? true);
  const parts = isLocked
    ? showLock()
    : [
        !(hasDetail && isNarrow) && h('div', { key: `list ${app.page.name}`, class: 'sheet' }, showPage(app)),
        hasDetail && showPane(app),
      ];
  return [
    showHeader(app),
    h('main', { key: 'main', class: hasDetail && !isLocked && 'split' }, parts),
    ...(isLocked ? [] : [showFooter(app)]),
    ...(dialog === undefined ? [] : [showDialog(app, dialog)]),
  ];
}

function showLock(): VNode {
  return h(
    'div',
    { key: 'lock', class: 'sheet' },
    h('h1', {}, 'No access'),
    h(
      'p',
      {},
      'This page needs a new code: the bank was started again, or the code was used already or is older than 60 seconds.',
    ),
    h('p', {}, 'Run ', h('code', {}, 'psd2 open'), ' on the machine that serves the bank.'),
  );
}

function showHeader(app: App): VNode {
  const { clock, isLocked, worlds } = app.state;
  const links = app.pages.map(({ name, title }) =>
    h(
      'a',
      {
        href: formatRoute({ page: name, id: undefined, query: {} }),
        'aria-current': name === app.page.name && 'page',
      },
      title,
    ),
  );
  const time =
    clock &&
    h('span', { class: 'number', title: 'The bank’s clock' }, formatTime(String(clock.now)).slice(0, 16));
  const acts = QUICK_ACTS.map((act) => showAct(app, act, 'small'));
  return h(
    'header',
    { key: 'header' },
    h(
      'div',
      { class: 'bar' },
      h('div', { class: 'bank' }, MARK, 'Testbanken'),
      worlds.length > 0 && showWorlds(app),
      !isLocked && h('div', { class: 'acts', role: 'group', 'aria-label': 'Clock and batch' }, time, acts),
    ),
    !isLocked && h('nav', { 'aria-label': 'Pages' }, links),
  );
}

/** The bank's logo, as on the PSU's site. */
const MARK = h(
  'svg',
  { class: 'mark', viewBox: '0 0 32 32', 'aria-hidden': 'true', focusable: 'false' },
  h('rect', { class: 'field', width: 32, height: 32, rx: 8 }),
  h('path', { class: 'peak', d: 'M6 19 13.5 8l4 5.5L20 10.5 26 19z' }),
  h('path', { class: 'water', d: 'M6 21h20l-2.5 3.5h-15z' }),
);

/** Shows the worlds that exist. The page founds none. @see S11-worlds */
function showWorlds(app: App): VNode {
  const choose = ({ target }: Event) => {
    app.api.world = (target as HTMLSelectElement).value;
    void Promise.all([app.load(), app.loadClock()]);
  };
  const options = app.state.worlds.map(({ identity }) =>
    h('option', { value: identity, selected: identity === app.api.world }, String(identity).slice(0, 80)),
  );
  return h('label', {}, 'World', h('select', { onchange: choose }, options));
}

function showPage(app: App): Child {
  const { list } = app.state;
  const { page } = app;
  // While another page is read, the last one's data would not fit.
  const data = list?.key.startsWith(`["${page.name}",`) ? list.data : undefined;
  return [
    h('h1', { key: 'title' }, page.title),
    showNotice(app),
    page.showAbove?.(app),
    list?.error !== undefined &&
      h('p', { key: 'error', class: 'finding error', role: 'alert' }, text(list.error, 2000)),
    data !== undefined && (page.show?.(app, data) ?? showList(app, data)),
  ];
}

function showPane(app: App): VNode {
  const { detail, isNarrow, route } = app.state;
  const { page } = app;
  const { data, error } = detail?.key === app.detailKey ? detail : {};
  const acts = data === undefined ? [] : (page.acts?.(data) ?? []);
  // An open one that has taken the place of its list gets the focus.
  const mount = (pane: HTMLElement) => (isNarrow ? pane.querySelector('button')?.focus() : undefined);
  return h(
    'article',
    { key: `pane ${route.id}`, class: 'sheet', 'aria-label': `One of ${page.title}`, mount },
    showButton(isNarrow ? `Back to ${page.title}` : 'Close', () => closePane(app), 'small close'),
    isNarrow && [h('h1', {}, page.title), showNotice(app)],
    error !== undefined && h('p', { class: 'finding error', role: 'alert' }, text(error, 2000)),
    data !== undefined && [
      h('h2', { key: 'name' }, text(page.nameDetail?.(data))),
      acts.length > 0 &&
        h(
          'div',
          { key: 'acts', class: 'acts' },
          acts.map((act) => showAct(app, act)),
        ),
      page.showDetail?.(app, data),
      page.name !== 'requests' && showObject(data, page),
    ],
  );
}

/** Closes what is open, and focuses its row again. */
export function closePane(app: App): void {
  const { route } = app.state;
  if (route.id === undefined) return;
  app.change({ focus: `.opener[href=${JSON.stringify(formatRoute(route))}]` });
  app.go({ id: undefined });
}

const CONNECTIONS = {
  connecting: 'Connecting…',
  live: 'Live',
  lost: 'The bank does not answer. Trying again…',
  ended: 'The bank has ended.',
} as const;

const KEYS = [
  ['j', 'next'],
  ['k', 'previous'],
  ['Enter', 'open'],
  ['Esc', 'close'],
  ['/', 'filter'],
] as const;

function showFooter({ state: { connection, announcement } }: App): VNode {
  return h(
    'footer',
    { key: 'footer' },
    h('p', { class: connection }, CONNECTIONS[connection]),
    h('p', { 'aria-live': 'polite' }, announcement),
    h(
      'p',
      {},
      KEYS.map(([key, name]) => [h('kbd', {}, key), ` ${name} `]),
    ),
  );
}

function showDialog(
  app: App,
  { act, fields }: { readonly act: Act; readonly fields: readonly Field[] },
): VNode {
  const { notice } = app.state;
  const label = act.label.replace(/…$/, '');
  const close = () => app.change({ dialog: undefined });
  const onsubmit = (event: Event) => {
    event.preventDefault();
    void app.perform(act, readBody(fields, new FormData(event.target as HTMLFormElement)));
  };
  const mount = (dialog: HTMLElement) => (dialog as HTMLDialogElement).showModal();
  return h(
    'dialog',
    { key: `dialog ${label}`, onclose: close, 'aria-labelledby': 'act', mount },
    h(
      'form',
      { onsubmit },
      h('h2', { id: 'act' }, label),
      act.warning !== undefined && h('p', {}, text(act.warning)),
      notice !== undefined &&
        h('p', { key: 'error', role: 'alert', class: 'finding error' }, text(notice.text, 2000)),
      fields.map(showField),
      h(
        'div',
        { class: 'acts' },
        h('button', { type: 'submit', class: 'first' }, label),
        showButton('Cancel', close),
      ),
    ),
  );
}

function showField({
  name,
  label,
  hint,
  type = 'text',
  isLong = false,
  choices,
  isRequired = false,
}: Field): VNode {
  const hintId = hint && `hint-${name}`;
  const common = {
    name,
    required: isRequired,
    'aria-describedby': hintId,
    autocomplete: 'off',
    spellcheck: 'false',
  };
  const options = choices?.map(([value, shown]) => h('option', { value }, shown));
  const input = isLong ? h('textarea', { ...common, rows: 12 }) : h('input', { ...common, type });
  const control = options === undefined ? input : h('select', common, options);
  return h(
    'div',
    { key: name, class: 'field' },
    h('label', {}, label, control),
    hint && h('p', { id: hintId, class: 'soft' }, hint),
  );
}

function readBody(fields: readonly Field[], form: FormData): object {
  const given = fields.filter(({ name }) => form.get(name));
  return Object.fromEntries(given.map(({ name, parse = String }) => [name, parse(String(form.get(name)))]));
}
