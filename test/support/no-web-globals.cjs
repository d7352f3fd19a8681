// Preloaded with --require: the web's globals are never touched, because Node loads its whole HTTP client when one
// of them is read for the first time (22 ms). A read throws, says so on stderr and makes the exit code 98.
const { writeSync } = require('node:fs');

const TOUCHED_EXIT_CODE = 98;

for (const name of ['Request', 'Response', 'Headers', 'FormData', 'WebSocket', 'fetch']) {
  Object.defineProperty(globalThis, name, {
    configurable: true,
    get() {
      writeSync(2, `WEB GLOBAL: ${name}\n`);
      process.once('exit', () => {
        process.exitCode = TOUCHED_EXIT_CODE;
      });
      throw new Error(`a global of the web is touched: ${name}`);
    },
  });
}
