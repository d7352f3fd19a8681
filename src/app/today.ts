import { showClock } from '../client/operator/clock.ts';
import type { Session } from '../client/session.ts';

/** The bank's date, which its clock may have moved. */
export async function todayAt(session: Session): Promise<string> {
  const { resource } = await session.lookUp(showClock, undefined);
  return resource.now.slice(0, 'YYYY-MM-DD'.length);
}
