/** Variables by which a suite's clock is moved: machine-clock.cjs, or a library like libfaketime. */
const MOVES_THE_CLOCK =
  /^(?:NODE_OPTIONS|PSD2_TEST_CLOCK_OFFSET_MS|LD_PRELOAD|DYLD_INSERT_LIBRARIES|FAKETIME.*)$/;

/** What a program under test needs of this process's environment to live at the same time. */
export function clockEnvironment(): Record<string, string> {
  const given = Object.entries(process.env).filter(([name]) => MOVES_THE_CLOCK.test(name));
  return Object.fromEntries(given.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}
