// What the version of Node changes: the start of a command, and creations, approvals and settlements in one process. The
// versions take turns.

import { listCommands } from './support/commands.mjs';
import { createCurve } from './support/curve.mjs';
import { findNodes } from './support/nodes.mjs';
import { ask, end, measureProcesses, receive, startScript, timeProcess } from './support/processes.mjs';
import { createHome } from './support/program.mjs';
import { median, reduce } from './support/tables.mjs';

const RUNS = reduce(11);
const ROUNDS = reduce(5);
const PAYMENTS = reduce(500);

export async function bench() {
  const { nodes, notes } = findNodes();
  const values = nodes.map(({ name }) => name);
  return [
    createCurve({
      ...{ file: 'node-startup', title: 'Start-up by version of Node', unit: 'ms', axis: '', values, notes },
      series: measureStarts(nodes),
    }),
    createCurve({
      ...{
        file: 'node-payments',
        title: 'Payments in one process',
        unit: 'a second',
        axis: '',
        values,
        notes,
      },
      series: await measurePayments(nodes),
    }),
  ];
}

function measureStarts(nodes) {
  const home = createHome();
  const commands = listCommands(home);
  const all = nodes.flatMap(({ execPath }) => commands.map(({ args }) => ({ args, execPath })));
  // The first start of a version writes its code caches.
  for (const { args, execPath } of all) timeProcess(args, { PSD2_HOME: home }, execPath);
  const medians = measureProcesses(all, { PSD2_HOME: home }, RUNS);
  return commands.map(({ short }, command) => ({
    name: short,
    values: nodes.map((_, node) => medians[node * commands.length + command]),
  }));
}

async function measurePayments(nodes) {
  const children = nodes.map(({ execPath }) => startScript('payments-process.mjs', { execPath }));
  await Promise.all(children.map(receive));
  const rates = children.map(() => ({ create: [], approve: [], settle: [] }));
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [node, child] of children.entries()) {
      const measured = await ask(child, { payments: PAYMENTS });
      // The first round warms up.
      if (round > 0) for (const [name, rate] of Object.entries(measured)) rates[node][name].push(rate);
    }
  }
  await end(...children);
  const names = { create: 'created', approve: 'approved', settle: 'settled' };
  return Object.entries(names).map(([measure, name]) => ({
    name,
    values: rates.map((own) => median(own[measure])),
  }));
}
