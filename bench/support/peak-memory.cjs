// Says on stderr at the end of a process how much memory it has held at most.
const { existsSync, readFileSync, writeSync } = require('node:fs');

const STATUS = '/proc/self/status';

process.on('exit', () => writeSync(2, `peak ${peakKb()} kB\n`));

/** Linux counts the memory of who started a process into its maxRSS, a large bench's too; VmHWM is its own alone. */
function peakKb() {
  if (!existsSync(STATUS)) return process.resourceUsage().maxRSS;
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(STATUS, 'latin1'))[1]);
}
