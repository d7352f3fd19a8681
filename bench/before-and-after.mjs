// This build beside an earlier one, in turn: PSD2_BENCH_BEFORE names the root of its clone, which is built. Commands by the time
// of their processes; creations, approvals and settlements of a batch run in one process, durable.
import { listCommands } from './support/commands.mjs';
import { ask, end, measureProcesses, receive, startScript, timeProcess } from './support/processes.mjs';
import { createHome, findRunFile, RUN_FILE } from './support/program.mjs';
import { createRow, median, reduce } from './support/tables.mjs';

const RUNS = reduce(21);
const ROUNDS = reduce(9);
const PAYMENTS = reduce(1000);
const LIMITS = { approve: { atLeast: 1.6 }, settle: { atLeast: 1.6 } };

export async function bench() {
  const before = process.env.PSD2_BENCH_BEFORE;
  if (before === undefined) throw new Error('PSD2_BENCH_BEFORE must name the root of a clone that is built');
  return [compareStarts(before), await comparePayments(before)];
}

function compareStarts(before) {
  const [old, own] = [findRunFile(before), RUN_FILE].map((run) => {
    const home = createHome(run === RUN_FILE ? undefined : before);
    return listCommands(home, run)
      .filter(({ name }) => name.startsWith('psd2 '))
      .map((command) => ({ ...command, variables: { PSD2_HOME: home } }));
  });
  const pairs = old.flatMap((command, place) => [command, own[place]]);
  for (const { args, variables } of pairs) timeProcess(args, variables);
  const medians = measureProcesses(pairs, {}, RUNS);
  return {
    title: `Start-up before and after (medians of ${RUNS}, in turn)`,
    unit: 'ms',
    floor: 'before',
    rows: old.map(({ name }, place) => createRow(name, medians[2 * place + 1], medians[2 * place])),
  };
}

async function comparePayments(before) {
  const children = [before, undefined].map((root) =>
    startScript('payments-process.mjs', { args: root === undefined ? [] : [root] }),
  );
  await Promise.all(children.map(receive));
  const rates = children.map(() => ({ create: [], approve: [], settle: [] }));
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [build, child] of children.entries()) {
      const measured = await ask(child, { payments: PAYMENTS });
      // The first round warms up.
      if (round > 0) for (const [name, rate] of Object.entries(measured)) rates[build][name].push(rate);
    }
  }
  await end(...children);
  const names = {
    create: 'created, 32 in flight',
    approve: 'approved, 32 in flight',
    settle: 'settled by a run',
  };
  return {
    title: `Payments of one process before and after (medians of ${ROUNDS}, in turn)`,
    unit: 'a second',
    floor: 'before',
    rows: Object.entries(names).map(([measure, name]) => {
      const [old, own] = rates.map((build) => median(build[measure]));
      return createRow(name, own, old, LIMITS[measure]);
    }),
  };
}
