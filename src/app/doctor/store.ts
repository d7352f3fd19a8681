import { BANK_SCHEMA } from '../../bank/store/schema.ts';
import { readClockOffset } from '../../bank/store/tables/world.ts';
import { LEDGER_SCHEMA } from '../../client/ledger/schema.ts';
import { clock } from '../../clock.ts';
import type { OpenedSettings } from '../../settings/open-settings.ts';
import { run } from '../../store/contract.ts';
import { inspectStore } from '../../store/sqlite/inspect.ts';
import { durationInWords } from '../../values/duration.ts';
import { checked, type Found, good } from './found.ts';
import type { Check } from './shapes.ts';

const MOVE_AWAY = 'Move the file away. A new one is created on next use.';

/** What the stores of a profile hold of the bank's clock, in milliseconds. */
export type Offset = number;

/** The embedded bank's store and the client's ledger: whole, ours, and not locked. */
export function checkStore(
  { profile, places }: OpenedSettings,
  uid: number | undefined,
): Promise<Found<Offset>> {
  return checked('store', MOVE_AWAY, async () => {
    const means = { uid, now: clock, random: Math.random };
    const ledger = await inspectStore(places.ledger, { ...means, schema: LEDGER_SCHEMA }, () =>
      run('SELECT 1'),
    );
    const offset =
      profile.bank === 'embedded'
        ? await inspectStore(places.store, { ...means, schema: BANK_SCHEMA }, readClockOffset)
        : undefined;
    const isMade = ledger !== undefined || offset !== undefined;
    const text = isMade ? 'Intact and not locked.' : 'Created on first use.';
    return { check: good('store', text), value: offset ?? 0 };
  });
}

/** The embedded bank goes by this machine's clock, and what it was moved by. */
export function clockOfEmbedded(offset: Offset): Check {
  const seconds = Math.trunc(offset / 1000);
  if (seconds === 0) return good('clock', "The embedded bank uses this machine's time.");
  const side = seconds > 0 ? 'ahead of' : 'behind';
  const off = durationInWords(Math.abs(seconds));
  return good('clock', `The embedded bank's clock is set ${off} ${side} this machine's.`);
}
