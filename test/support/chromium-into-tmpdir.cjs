/** Unpacks the package's Chromium into the temporary folder of this process. */
const chromium = require('@sparticuz/chromium');

chromium.executablePath().catch((error) => {
  process.stderr.write(`${error}\n`);
  process.exitCode = 1;
});
