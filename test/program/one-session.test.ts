import { describe, expect, it } from 'vitest';
import { buildProfilePaths } from '../../src/settings/home.ts';
import { emptyFolder, spawnPsd2 } from '../support/program.ts';
import { readStored } from '../support/stored.ts';
import { runs } from '../support/sweep.ts';

/** Of five, two still met in every round in which commands made a second id. */
const COMMANDS = runs(5, 16);
const ROUNDS = runs(1, 10);

const CREATE = ['payments', 'create', '--domestic', '--example', '--sca', 'approve', '--json'];

describe('commands that start at once on a fresh home [S10-one-session, I-authentication-7-hour]', () => {
  it.each(
    Array.from({ length: ROUNDS }, (_, round) => round + 1),
  )('share one TPP-Session-ID, and none is dead at the bank (round %i)', async () => {
    const home = `${emptyFolder()}/home`;
    const outcomes = await Promise.all(Array.from({ length: COMMANDS }, () => spawnPsd2(CREATE, { home })));
    expect(outcomes.filter(({ code }) => code !== 0)).toEqual([]);
    const places = buildProfilePaths(home, 'offline');
    const sessions = readStored(places.store, 'SELECT tpp_session_id AS id, dead FROM sessions');
    expect(sessions).toEqual([{ id: expect.any(String), dead: 0 }]);
    const kept = readStored(places.ledger, 'SELECT tpp_session_id AS id FROM sessions');
    expect(kept).toEqual([{ id: sessions[0]?.id }]);
  }, 120_000);
});
