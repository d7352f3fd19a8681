'use strict';

// Runs the bundle on each of the given command lines and stores the code that V8 has compiled by then.
const { loadBundle } = require('../../bin/code-cache.js');

const [bundlePath, lines] = process.argv.slice(2);

async function warmUp() {
  const { exports: program, writeCodeCaches } = loadBundle(bundlePath, false);
  for (const argv of JSON.parse(lines)) await program.run(argv);
  writeCodeCaches();
}

warmUp();
