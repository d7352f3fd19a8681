// A whole process of each kind over `node -e 0`, in the same run. The program is started as a user starts it; so are the tools
// that are beside it.

import { listCommands } from './support/commands.mjs';
import { findPeer, startPeers } from './support/peers.mjs';
import { createFolder, measureProcesses, runProcess } from './support/processes.mjs';
import { createHome } from './support/program.mjs';
import { createRow, reduce } from './support/tables.mjs';

const RUNS = reduce(21);
const PEER_RUNS = reduce(5);

export async function bench() {
  const home = createHome();
  return [measureCommands(home), await measurePeers(home)];
}

function measureCommands(home) {
  const commands = listCommands(home);
  const medians = measureProcesses(commands, { PSD2_HOME: home }, RUNS);
  return {
    title: `Start-up (medians of ${RUNS}, in turn)`,
    unit: 'ms',
    floor: commands[0].name,
    rows: commands.map(({ name, limit }, place) => createRow(name, medians[place], medians[0], limit)),
  };
}

/** The version of other command-line tools for an interface, as their packages start them: they load what they load. */
const PEERS = {
  'wrangler --version': ['wrangler/bin/wrangler.js', '--version'],
  'stripe --version (a native program that Node starts)': ['@stripe/cli/bin/shim.js', '--version'],
  'prism --version': ['@stoplight/prism-cli/dist/index.js', '--version'],
};

async function measurePeers(home) {
  const variables = { PSD2_HOME: home, HOME: createFolder(), CI: '1' };
  const floor = { name: 'psd2 --version', args: listCommands(home)[1].args };
  const starts = Object.entries(PEERS).map(([name, [file, ...args]]) => [
    name,
    () => {
      const command = { name, args: [findPeer(file), ...args] };
      runProcess(command.args, variables);
      return command;
    },
  ]);
  const { started, notes } = await startPeers(Object.fromEntries(starts));
  const commands = [floor, ...Object.values(started)];
  const medians = measureProcesses(commands, variables, PEER_RUNS);
  return {
    title: `Start-up of other tools (medians of ${PEER_RUNS}, in turn)`,
    unit: 'ms',
    floor: floor.name,
    rows: commands.map(({ name }, place) => createRow(name, medians[place], medians[0])),
    notes,
  };
}
