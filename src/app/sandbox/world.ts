import { initialiseSandbox } from '../../client/sandbox/initialise.ts';
import type { GivenFlags } from '../../settings/precedence.ts';
import type { SandboxWorld } from '../../wire/sandbox/world.ts';
import { atBank, type Meta } from '../at-bank.ts';
import type { Program } from '../program.ts';
import { SANDBOX_DATA } from './data.ts';

export type InitialisedSandbox = SandboxWorld & Meta;

export function initialise(program: Program, given: GivenFlags): Promise<InitialisedSandbox> {
  return atBank(
    program,
    given,
    async ({ session, withMeta }) => withMeta(await session.call(initialiseSandbox, undefined)),
    SANDBOX_DATA,
  );
}
