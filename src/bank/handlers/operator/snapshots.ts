import type { Snapshot } from '../../../wire/snapshot.ts';
import { SNAPSHOT_LIMIT_BYTES } from '../../../wire/snapshot.ts';
import { refuse } from '../../answer.ts';
import type { Handler } from '../../routes/route.ts';
import { restoreSnapshot } from '../../snapshot/restore.ts';
import { takeSnapshot } from '../../snapshot/take.ts';

/** The world as text. @see D16-snapshot, S7-snapshot */
export const takeWorld: Handler = function* (_, world) {
  const json: Snapshot = { records: yield* takeSnapshot(world) };
  const text = JSON.stringify(json);
  if (Buffer.byteLength(text, 'utf8') > SNAPSHOT_LIMIT_BYTES) return TOO_LARGE;
  return { status: 200, content: { type: 'application/json', text } };
};

/** @see D16-snapshot-size */
const TOO_LARGE = refuse(
  409,
  'CONFLICT',
  'the world is larger than a snapshot can be, 32 MiB: fork its profile to keep it',
);

/** Another world takes the place of this one, or nothing is changed. @see S7-restore, D16-restore-checked */
export const restoreWorld: Handler = function* (exchange, world) {
  const { records } = exchange.body as Snapshot;
  return { status: 200, json: yield* restoreSnapshot(world, exchange.secret(), records) };
};
