import { clock } from '../../clock.ts';
import type { HttpRequest, HttpResponse } from '../../message.ts';
import type { OpenedSettings } from '../../settings/open-settings.ts';
import type { RemoteBank } from '../../settings/remote-bank.ts';
import { THIS_BANK } from '../../signing/dialect.ts';
import type { DistantSigner } from '../../signing/distant-signer.ts';
import { readHttpDate } from '../../signing/http-date.ts';
import type { Signer } from '../../signing/sign.ts';
import { inProcess } from '../../transport/in-process.ts';
import type { Transport } from '../../transport/transport.ts';
import { durationInWords } from '../../values/duration.ts';
import { answersTried, askedBy } from '../answers-checked.ts';
import { inLedgerAt } from '../in-ledger.ts';
import { openBank } from '../open-bank.ts';
import { tryOver } from '../profile/try-bank.ts';
import type { Program } from '../program.ts';
import { openWay } from '../remote/way.ts';
import { RuntimeFolder } from '../serve/runtime-folder.ts';
import { bad, checked, type Found, good } from './found.ts';
import type { Check } from './shapes.ts';

type Signing = Signer | DistantSigner;

const SET_CLOCK = "Set this machine's clock, or sync it with NTP.";

/** One signed request to a bank elsewhere, and what its Date says of this machine's clock. */
export async function askRemote(
  settings: OpenedSettings,
  bank: RemoteBank,
  signer: Signing,
  program: Program,
): Promise<Check[]> {
  const dates: number[] = [];
  const found = await checked('bank', 'Check the base URL of the profile.', async () => {
    const way = await openWay(bank, program);
    try {
      const asked = askedBy(settings.profile.name, bank, settings.home);
      // A clock that is off makes each answer's Date wrong: it is told first.
      const dated = tellingDate(way.tpp, (behindSeconds) => dates.push(behindSeconds));
      const tpp = answersTried(dated, asked, () => pinOf(asked.origin, settings, program));
      return answered(await tryOver({ ...way, tpp }, signer, settings));
    } finally {
      await way.close();
    }
  });
  const [behindSeconds] = dates;
  if (behindSeconds === undefined) return [found.check];
  const ofClock = clockCheck(behindSeconds);
  // A bank that refuses the Date is reached: the clock is what is wrong.
  return ofClock.ok ? [ofClock, found.check] : [ofClock];
}

/** What the profile's ledger knows; none is made to look into. */
async function pinOf(
  origin: string,
  { places }: OpenedSettings,
  { onUnexpected }: Program,
): Promise<string | undefined> {
  return (await inLedgerAt(places.ledger, (ledger) => ledger.pin(origin), { onUnexpected }))?.fingerprint;
}

/** The same to a bank of this program that is made for it alone and gone afterwards. */
export function askEmbedded(
  settings: OpenedSettings,
  signer: Signing,
  program: Program,
): Promise<Found<never>> {
  return checked('bank', 'Install psd2 again.', async () => {
    const folder = new RuntimeFolder();
    const { onUnexpected } = program;
    const bank = openBank({ path: folder.path('bank.db'), isVolatile: true, onUnexpected });
    try {
      return answered(await tryOver({ tpp: inProcess(bank.handle), basePath: '' }, signer, settings));
    } finally {
      await bank.close();
      folder.remove();
    }
  });
}

function answered({ trial }: Awaited<ReturnType<typeof tryOver>>): Found<never> {
  if (trial.ok) return { check: good('bank', trial.message) };
  return { check: bad('bank', trial.message, trial.remedy ?? 'psd2 profile show') };
}

/** A bank refuses a Date that is further off. @see I-limits-clock */
function clockCheck(behindSeconds: number): Check {
  const off = Math.abs(behindSeconds);
  if (off === 0) return good('clock', "Shows the bank's time.");
  const side = behindSeconds > 0 ? 'behind' : 'ahead of';
  const text = `${durationInWords(off)} ${side} the bank's.`;
  return off <= THIS_BANK.maxSkewSeconds ? good('clock', text) : bad('clock', text, SET_CLOCK);
}

/** Tells of each answer by how many whole seconds the middle of the exchange was behind its Date. */
function tellingDate(way: Transport, tell: (behindSeconds: number) => void): Transport {
  return async (request: HttpRequest): Promise<HttpResponse> => {
    const sent = clock();
    const response = await way(request);
    const date = response.headers.find(([name]) => name.toLowerCase() === 'date')?.[1];
    const read = readHttpDate(date ?? '');
    if (read.ok) tell(Math.trunc((read.time + 500 - (sent + clock()) / 2) / 1000));
    return response;
  };
}
