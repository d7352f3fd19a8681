import type { SandboxWorld } from '../../wire/sandbox/world.ts';
import { jsonObject } from '../operation.ts';
import { inSandbox } from './sandbox-operation.ts';

/** Puts the sandbox back to its initial data. @see decisions.md §8 Initial data */
export const initialiseSandbox = inSandbox<SandboxWorld>('initialise sandbox', jsonObject);
