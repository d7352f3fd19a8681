/**
 * Stops the machine's clock for a process: `NODE_OPTIONS=--require=…/stopped-clock.cjs` with PSD2_TEST_CLOCK_AT_MS,
 * the milliseconds since 1970 that it shows. Spans are measured as ever. Transcripts use it, so that what they show
 * is the same on every day.
 */
const at = Number(process.env.PSD2_TEST_CLOCK_AT_MS);

class StoppedDate extends Date {
  constructor(...given) {
    if (given.length === 0) super(at);
    else super(...given);
  }

  static now() {
    return at;
  }
}

globalThis.Date = StoppedDate;
