import type { SandboxWorld } from '../../wire/sandbox/world.ts';
import { onSandbox } from './sandbox-operation.ts';

/** Resets the sandbox to its initial data. @see D8-initial-data */
export const initialiseSandbox = onSandbox<void, SandboxWorld>('initialise sandbox');
