import { type GivenFlags, openSettings } from '../../settings/precedence.ts';
import type { Profile } from '../../settings/profile.ts';
import { doAndEnd } from '../end-all.ts';
import { type CommandLine, codeOfSignal, refuseMissing, runCommand } from '../serve/command.ts';
import { finishing } from '../serve/finishing.ts';
import { planOf } from '../serve/plan.ts';
import type { EndSignals } from '../serve/signals.ts';
import { trusting } from '../serve/trusting.ts';
import type { ProxyInput, ProxyReady, WholeReady } from './shapes.ts';
import type { Proxying, ProxyMeans } from './start.ts';

export interface ProxyAround {
  readonly signals: EndSignals;
  /** Runs beside the proxy, which ends with it. */
  readonly command?: CommandLine;
  /** Told when the proxy can be called. @param whole the same, its URLs with the token, where there is one */
  readonly onReady: (ready: ProxyReady, whole: WholeReady) => void;
}

const PATH_IS_THE_BANKS = "Don't add a path: it's that of the profile's baseUrl.";

/** What is planned for a bank alone. */
const NO_BANK = { terseErrors: false, signResponses: false, policy: 'sandbox', mutualTls: false } as const;

/**
 * Signs requests for the profile's bank until a signal comes or the command beside it has ended.
 * @throws Fault USAGE, INPUT_INVALID, INPUT_MISSING, PERMISSIONS, FILE_UNREADABLE, STORE_UNUSABLE, STORE_DAMAGED,
 * STORE_BUSY
 * @returns the exit code: of the command; else 0, and of a signal but SIGTERM 128 and its number
 * @see C-proxy, C-serve-signals
 */
export async function proxy(
  means: ProxyMeans,
  input: ProxyInput,
  given: GivenFlags,
  { signals, command, onReady }: ProxyAround,
): Promise<number> {
  if (command !== undefined) refuseMissing(command, means.surroundings);
  const { port, host, publicUrl } = input;
  const place = { port, host, publicUrl, operator: false, ...NO_BANK };
  const plan = planOf(place, means.surroundings.cwd, PATH_IS_THE_BANKS);
  const settings = openSettings(means.surroundings, given);
  for (const text of noticesOf(input, settings.profile)) means.notice(text);
  const { startProxy } = await import('./start.ts');
  const proxying = await startProxy(means, input, plan, settings);
  const sayFinishing = finishing(signals, means);
  const work = async () => {
    onReady(proxying.ready, proxying.whole);
    if (command !== undefined) {
      return runCommand(command, { env: environmentFor(proxying, means.surroundings.env), signals });
    }
    const signal = await signals.first;
    return signal === 'SIGTERM' ? 0 : codeOfSignal(signal);
  };
  const end = async () => {
    sayFinishing(proxying.running());
    await proxying.end();
  };
  return doAndEnd(work, end, means.onUnexpected);
}

/** What a caller asked for and does not get. */
function noticesOf({ allowWrites }: ProxyInput, profile: Profile): readonly string[] {
  const asksForSignatures = profile.bank !== 'embedded' && profile.remote.responseSignature === 'required';
  return [
    ...(allowWrites && profile.bank !== 'production' ? [ALLOWED_ALREADY] : []),
    ...(asksForSignatures ? [NOT_CHECKED] : []),
  ];
}

const ALLOWED_ALREADY =
  '--allow-writes has no effect: only the proxy of a production profile is limited to GET.';

const NOT_CHECKED =
  "The profile requires signed answers. The proxy doesn't check them: it passes each on as the bank sent it.";

/** The proxy stands where a program looks for its bank. */
function environmentFor({ whole, folder }: Proxying, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { url, caFile } = whole;
  const own = { ...env, PSD2_PROXY_URL: url, PSD2_BASE_URL: url };
  return caFile === undefined ? own : { ...own, PSD2_CA_FILE: caFile, ...trusting(caFile, folder, env) };
}
