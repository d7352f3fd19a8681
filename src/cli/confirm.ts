import { Fault } from '../errors.ts';

/**
 * Acts; where somebody must say yes to what may follow, and a person is there, asks and acts once more.
 * @throws Fault INTERRUPTED when the person says no, or leaves; whatever `act` throws
 */
export async function agreed<T>(personIsThere: boolean, act: (yes: boolean) => Promise<T>): Promise<T> {
  try {
    return await act(false);
  } catch (fault) {
    const isAsked = fault instanceof Fault && fault.details.missing?.join() === '--yes';
    if (!personIsThere || !isAsked) throw fault;
    const { confirmed } = await import('./questions.ts');
    if (await confirmed(`${fault.message} Send it anyway?`)) return act(true);
    throw new Fault('INTERRUPTED', 'Not sent. Nothing was changed at the bank.', { cause: fault });
  }
}
