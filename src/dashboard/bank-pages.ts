import { faultNames, listReach, listStatuses } from '../wire/faults.ts';
import type { Act, App, Field, Page } from './app.ts';
import { type Child, h } from './dom.ts';
import { showAct, showButton, showObject, showTable } from './show.ts';
import { formatTime, type Row, text } from './values.ts';

/** Shows an answer's members as a sentence: `now 2026-11-27T19:47:12+01:00, offsetSeconds 3600`. */
function describeMembers(answer: object): string {
  return JSON.stringify(answer)
    .replaceAll(/["{}]/g, '')
    .replaceAll(':', ' ')
    .replaceAll(',', ', ')
    .slice(0, 500);
}

const describeClock = ({ now }: Row) => `The bank’s clock is ${formatTime(String(now))}.`;

function createAdvance(label: string, seconds: number): Act {
  return { label, path: 'clock/advance', body: { seconds }, describe: describeClock };
}

const RUN_BATCH: Act = { label: 'Run the batch', isMain: true, path: 'batch/run', describe: describeMembers };

/** The acts that every page has. */
export const QUICK_ACTS: readonly Act[] = [
  createAdvance('+1 h', 3600),
  createAdvance('+1 day', 86_400),
  RUN_BATCH,
];

const CLOCK_ACTS: readonly Act[] = [
  ...QUICK_ACTS,
  createAdvance('+1 week', 7 * 86_400),
  createAdvance('+90 days', 90 * 86_400),
  {
    ...{ label: 'Set…', path: 'clock/set', describe: describeClock },
    fields: [
      { name: 'now', label: 'Time', hint: 'ISO 8601, such as 2026-11-27T09:00:00+01:00.', isRequired: true },
    ],
  },
  { label: 'Back to real time', path: 'clock/reset', describe: describeClock },
];

function createChoices(first: string, values: readonly (string | number)[]): Field['choices'] {
  return [['', first], ...values.map((value) => [String(value), String(value)] as const)];
}

const FAULT_FIELDS: readonly Field[] = [
  { name: 'fault', label: 'Fault', choices: faultNames.map((name) => [name, name]) },
  {
    name: 'operation',
    label: 'Operation',
    choices: createChoices('all that it can have', [...new Set(faultNames.flatMap(listReach))]),
  },
  { name: 'call', label: 'Call', type: 'number', hint: '1 is the next; empty for each.', parse: Number },
  {
    name: 'status',
    label: 'Status',
    choices: createChoices('the usual one', [...new Set(faultNames.flatMap(listStatuses))].sort()),
    parse: Number,
  },
  {
    name: 'milliseconds',
    label: 'Milliseconds',
    type: 'number',
    hint: 'Only of latency, 1 to 50000.',
    parse: Number,
  },
];

/** The pages of the bank itself: clock and batch, faults, seed and snapshots. */
export const BANK_PAGES: readonly Page[] = [
  {
    name: 'clock',
    title: 'Clock and batch',
    identify: () => '',
    load: async ({ api }) => ({ rows: [await api.get<Row>('clock')], hasMore: false }),
    show: (app, { rows: [clock = {}] }) => [
      h('p', { class: 'large number' }, formatTime(String(clock.now))),
      h(
        'div',
        { class: 'acts' },
        CLOCK_ACTS.map((act) => showAct(app, act)),
      ),
      ((clock.tppMessages ?? []) as readonly Row[]).map((one) =>
        h('p', { class: 'finding warning' }, text(one.text)),
      ),
      showObject(clock, { hidden: ['now', 'tppMessages'] }),
    ],
  },
  {
    name: 'faults',
    title: 'Faults',
    identify: ({ faultId, fault }) => `fault ${faultId}, ${fault}`,
    empty: 'No fault is set: the bank works.',
    canOpen: false,
    columns: [
      'fault',
      'operation',
      ['+When', ({ call }) => (call === undefined ? 'each call' : `call ${call}`)],
      '+status',
      '+milliseconds',
      '+calls',
      'strikes',
    ],
    acts: ({ faultId }) => [{ label: 'Clear', method: 'DELETE', path: `faults/${faultId}` }],
    hasRowActs: true,
    showAbove: (app) =>
      h(
        'div',
        { class: 'acts' },
        showAct(
          app,
          { label: 'Set a fault…', path: 'faults', fields: FAULT_FIELDS, describe: describeMembers },
          'first',
        ),
        showAct(app, { label: 'Clear all', method: 'DELETE', path: 'faults', describe: describeMembers }),
      ),
  },
  {
    name: 'data',
    title: 'Seed and snapshots',
    identify: () => '',
    load: async () => ({ rows: [], hasMore: false }),
    show: showData,
  },
];

const SEED = { label: 'Seed', path: 'seed', describe: describeMembers };

/** Shows seed files and snapshots. Snapshots are in the memory of this page until they are downloaded. */
function showData(app: App): Child {
  const restore = async (file: File) =>
    app.begin(createRestore({ name: file.name, ...JSON.parse(await file.text()) }));
  const seed = async (file: File) => app.perform({ ...SEED, body: { text: await file.text() } });
  const typed: Field = { name: 'text', label: 'Seed', isLong: true, hint: 'YAML or JSON.', isRequired: true };
  const snapshotActs = (snapshot: Row) => [
    showAct(app, createRestore(snapshot), 'small', `the snapshot of ${snapshot.name}`),
    showButton('Download', () => downloadSnapshot(snapshot), 'small', `the snapshot of ${snapshot.name}`),
  ];
  return [
    h('h2', {}, 'Seed'),
    h('p', {}, 'Makes the bank match a seed file, as psd2 sandbox seed does.'),
    h(
      'div',
      { class: 'acts' },
      showFileButton(app, 'Load a seed file', 'first', '.yaml,.yml,.json', seed),
      showAct(app, { ...SEED, label: 'Type a seed…', fields: [typed] }),
    ),
    h('h2', {}, 'Snapshots'),
    h('p', {}, 'A snapshot is the whole bank, and is in the memory of this page until you download it.'),
    h(
      'div',
      { class: 'acts' },
      showButton('Save a snapshot', () => void saveSnapshot(app), 'first'),
      showFileButton(app, 'Restore from a file', 'second', '.json', restore),
    ),
    app.state.snapshots.length > 0 &&
      showTable('Snapshots', app.state.snapshots, [
        ['Bank’s time', ({ name }) => text(name)],
        ['Records', ({ records }) => (records as readonly unknown[]).length],
        ['Acts', (snapshot) => h('span', { class: 'acts' }, snapshotActs(snapshot))],
      ]),
  ];
}

function showFileButton(
  app: App,
  label: string,
  kind: string,
  accept: string,
  take: (file: File) => Promise<void>,
): Child {
  const onchange = ({ target }: Event) => {
    const input = target as HTMLInputElement;
    const [file] = input.files ?? [];
    if (file !== undefined) take(file).catch(() => app.tell(`${file.name} can’t be read.`, true));
    // The same file may be chosen again.
    input.value = '';
  };
  return h(
    'label',
    { key: label, class: `button ${kind}` },
    label,
    h('input', { type: 'file', class: 'aside', accept, onchange }),
  );
}

function createRestore({ name, records }: Row): Act {
  return {
    ...{ label: 'Restore', path: 'snapshot', body: { records }, describe: describeMembers },
    warning: `All data of the bank is replaced with the snapshot of ${name}.`,
  };
}

async function saveSnapshot(app: App): Promise<void> {
  await app.attempt(async () => {
    const { records } = await app.api.get<Row>('snapshot');
    const snapshot = { name: formatTime(String((await app.api.get<Row>('clock')).now)), records };
    app.change({ snapshots: [snapshot, ...app.state.snapshots] });
    return 'The snapshot is saved in this page.';
  });
}

function downloadSnapshot({ name, records }: Row): void {
  const href = URL.createObjectURL(new Blob([JSON.stringify({ records })], { type: 'application/json' }));
  Object.assign(document.createElement('a'), {
    href,
    download: `snapshot ${String(name).replaceAll(':', '')}.json`,
  }).click();
  URL.revokeObjectURL(href);
}
