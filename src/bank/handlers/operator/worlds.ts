import { identitiesMeant, tppIdOf } from '../../../certificates/certificate.ts';
import type { ReleasedTpp, Snapshot } from '../../../wire/answers/operator.ts';
import { SNAPSHOT_LIMIT_BYTES, snapshotBody } from '../../../wire/snapshot.ts';
import { answerOk, refuse, unknownResource } from '../../answer.ts';
import { defineRoute, type Handler, type Route } from '../../routes/route.ts';
import { restoreSnapshot } from '../../snapshot/restore.ts';
import { takeSnapshot } from '../../snapshot/take.ts';
import { forgetIdentityKey } from '../../store/tables/tpps.ts';

/** The worlds that TPPs have of their own; none where all share one. @see S11-worlds */
// biome-ignore lint/correctness/useYield: a handler is a generator, and this one asks the store for nothing
export const listWorlds: Handler = function* ({ settings }) {
  return answerOk({ worlds: settings.listWorlds?.() ?? [] });
};

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

/** The next key that comes with the organizationIdentifier owns it. @see S11-shared-world, D12-tpp-identity */
export const releaseTpp: Handler = function* (exchange) {
  for (const identity of identitiesMeant(exchange.param('tppId'))) {
    if (!(yield* forgetIdentityKey(identity))) continue;
    return answerOk<ReleasedTpp>({ tppId: tppIdOf(identity) });
  }
  return unknownResource('TPP');
};

/** @see D16-snapshot, S11-shared-world, S11-worlds */
export const WORLD_ROUTES: readonly Route[] = [
  defineRoute('take snapshot', takeWorld),
  defineRoute('restore snapshot', restoreWorld, {
    body: snapshotBody,
    bodyLimitBytes: SNAPSHOT_LIMIT_BYTES,
    endsWorld: true,
  }),
  defineRoute('release TPP', releaseTpp),
  defineRoute('list worlds', listWorlds, { answersWhileDue: true }),
];
