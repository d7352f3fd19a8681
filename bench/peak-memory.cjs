// Says on stderr at the end of a process how much memory it has held at most.
const { writeSync } = require('node:fs');

process.on('exit', () => writeSync(2, `peak ${process.resourceUsage().maxRSS} kB\n`));
