import { initialData } from '../../domain/initial-data.ts';
import type { Handler } from '../../routes/route.ts';
import { initialiseWorld } from '../../store/tables/world.ts';
import { presentWorld } from './present-world.ts';

/**
 * Puts the sandbox back to its initial data; what was created by hand, payments and sessions end.
 * @see I-sandbox-initialisation
 * @see D8-initial-data
 */
export const initialiseSandbox: Handler = function* (exchange, world) {
  const data = initialData(world.seed);
  yield* initialiseWorld(world, data);
  return { status: 200, json: presentWorld(exchange, data) };
};
