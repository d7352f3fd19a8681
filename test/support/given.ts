/** What is said in the environment about how tests are run. */

const MOST = 2 ** 31 - 1;

/** @throws Error when what is given is no whole number of at most 2,147,483,647 */
export function numberGiven(
  name: `PSD2_TEST_${string}` | `PSD2_MODEL_${string}`,
  environment: NodeJS.ProcessEnv = process.env,
): number | undefined {
  const value = environment[name];
  if (value === undefined) return undefined;
  if (!/^\d{1,10}$/.test(value) || Number(value) > MOST) {
    throw new Error(`${name} is ${JSON.stringify(value)}: it must be a whole number of at most ${MOST}`);
  }
  return Number(value);
}
