import { Fault } from '../../src/errors.ts';

/** The fault that a work is refused with; whatever else it throws is thrown on. */
export async function faultOf(work: Promise<unknown>): Promise<Fault> {
  const thrown = await work.then(
    () => new Error('it was done'),
    (error: unknown) => error,
  );
  if (thrown instanceof Fault) return thrown;
  throw thrown;
}

/** The same of an act that is done at once. */
export function caught(act: () => unknown): Fault {
  try {
    act();
  } catch (error) {
    return error as Fault;
  }
  throw new Error('nothing was refused');
}
