import { App } from './app.ts';
import { patch } from './dom.ts';
import { closePane, showApp } from './layout.ts';
import { Live } from './live.ts';
import { PAGES } from './pages.ts';
import { moveFocus } from './show.ts';

const app: App = new App(PAGES, () => patch(document.body, showApp(app)));

/** Opens the page: with the code of the address, which is removed from it, or with the token of this or another tab. */
async function start(): Promise<void> {
  const live = new Live(app);
  const narrow = matchMedia('(max-width: 52rem)');
  narrow.onchange = () => app.change({ isNarrow: narrow.matches });
  app.change({ isNarrow: narrow.matches });
  document.onkeydown = handleKey;
  addEventListener('hashchange', () => void app.followAddress());
  const code = new URLSearchParams(location.hash.slice(1)).get('code');
  if (code !== null) {
    history.replaceState(null, '', '#/requests');
    await app.api.exchange(code).catch(() => undefined);
  }
  if (!(await live.ask())) return app.change({ isLocked: true });
  await Promise.all([app.loadWorlds().then(() => app.followAddress()), app.loadClock()]);
  await live.follow();
}

const KEYS: Readonly<Record<string, () => void>> = {
  j: () => moveFocus(1),
  k: () => moveFocus(-1),
  ArrowDown: () => moveFocus(1),
  ArrowUp: () => moveFocus(-1),
  '/': () => document.querySelector<HTMLElement>('.filters label:last-child input')?.focus(),
  Escape: () => closePane(app),
};

/** Handles a key outside of fields and dialogs. In a field only Escape does something: it leaves it. */
function handleKey(event: KeyboardEvent): void {
  const focused = document.activeElement;
  const act = KEYS[event.key];
  if (act === undefined || event.ctrlKey || event.metaKey || event.altKey || app.state.dialog !== undefined)
    return;
  if (focused?.matches('input, select, textarea')) {
    if (event.key === 'Escape') (focused as HTMLElement).blur();
    return;
  }
  // The arrows scroll what has the focus and a bar of its own.
  if (event.key.startsWith('Arrow') && focused?.matches('article, article *')) return;
  event.preventDefault();
  act();
}

void start();
