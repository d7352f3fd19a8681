import type { GivenFlags } from '../../settings/precedence.ts';
import type { Program } from '../program.ts';
import type { Diagnosis } from './shapes.ts';

/** Does every check of the profile that the flags name; bank, store and way are loaded now. @see C-doctor */
export async function doctor(program: Program, given: GivenFlags): Promise<Diagnosis> {
  return (await import('./diagnose.ts')).diagnose(program, given);
}
