import { showClock } from '../client/operator.ts';
import type { Session } from '../client/session.ts';
import { clock } from '../clock.ts';
import { osloDate } from '../values/oslo.ts';

/** The bank's date, which its clock may have moved; where nobody tells it, the date in Norway by this machine. */
export async function todayAt(session: Session): Promise<string> {
  if (!session.hasOperator) return osloDate(clock());
  const { resource } = await session.lookUp(showClock, undefined);
  return resource.now.slice(0, 'YYYY-MM-DD'.length);
}
