/**
 * Moves the machine's clock for a process and its children: `NODE_OPTIONS=--require=…/machine-clock.cjs` with
 * PSD2_TEST_CLOCK_OFFSET_MS, the milliseconds to add. Time goes on as it does. Only the suite uses it, to show
 * that no test depends on the day it runs.
 */
const offset = Number(process.env.PSD2_TEST_CLOCK_OFFSET_MS ?? 0);
const RealDate = Date;

class MovedDate extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + offset);
    else super(...given);
  }

  static now() {
    return RealDate.now() + offset;
  }
}

globalThis.Date = MovedDate;
