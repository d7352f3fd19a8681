import { resolve } from 'node:path';
import { createTextFlag, Flags, type Presentation } from '../src/cli/command.ts';
import { listenForEndSignals } from '../src/cli/end-signals.ts';
import { exchangeFlags } from '../src/cli/exchange-flags.ts';
import { writeNotice } from '../src/cli/streams.ts';
import type { ProxyReady, ProxyReadyResult, RunningProxy } from '../src/proxy/start.ts';
import { refuseMissing, runCommand, useServer, waitForSignal } from '../src/serve/command.ts';
import { buildTrustEnvironment } from '../src/serve/environment.ts';
import { defineServingCommand } from '../src/serve/flags.ts';
import { parseListenOptions } from '../src/serve/plan.ts';
import { openSettings } from '../src/settings/precedence.ts';
import type { Profile } from '../src/settings/profile.ts';

const HIGHEST_PORT = 65_535;

/** The flags for the proxy's address and its permissions. @see C-proxy */
const proxyFlags = {
  port: Flags.integer({
    ...{ min: 0, max: HIGHEST_PORT, helpValue: 'PORT' },
    description: 'The port to listen on. 0 picks a free one.',
    default: 8445,
  }),
  host: Flags.string({
    description: 'The address to listen on. Beyond loopback, with TLS and a token in the URL.',
    default: '127.0.0.1',
    helpValue: 'HOST',
  }),
  'public-url': createTextFlag('The origin by which clients reach the proxy.', 'https://HOST'),
  'allow-writes': Flags.boolean({
    description: 'Let more than GET through to a production bank.',
  }),
  har: exchangeFlags.har,
  'har-full': exchangeFlags['har-full'],
};

type ShownProxy = ProxyReady & Partial<ProxyReadyResult>;

/** The view of a running proxy: a line for each fact that its clients may need. */
const shownProxy: Presentation<ShownProxy> = {
  text: ({ url, publicUrl, bankUrl, readsOnly, caFile, tokenFile, hasToken = false }) =>
    [
      `Listening on ${url}`,
      ...(publicUrl === undefined ? [] : [`Public URL: ${publicUrl}`]),
      `Signs for ${bankUrl ?? 'the offline bank'}`,
      ...(readsOnly ? ['Passes GET only. To pass the rest: --allow-writes'] : []),
      ...(caFile === undefined ? [] : [`The CA to trust: ${caFile}`]),
      ...(tokenFile === undefined ? [] : describeToken(tokenFile, hasToken)),
    ].join('\n'),
};

function describeToken(file: string, isShown: boolean): readonly string[] {
  if (isShown) {
    return ["The URL's last part is a secret: with it, every program can sign.", `The token alone: ${file}`];
  }
  return [`To call it, add / and the token to the URL. The token is in ${file}`];
}

const PATH_IS_THE_BANKS = "Don't add a path: it's that of the profile's baseUrl.";

export default defineServingCommand(
  {
    summary: "Sign requests in transit to the profile's bank.",
    description:
      "Takes unsigned HTTP requests of curl, Postman and others, adds Date, Digest, X-Request-ID, the certificate and the signature where they're missing, and sends them to the bank. Runs until Ctrl-C or SIGTERM, or until the command after -- ends, and then exits with that command's exit code. The command finds the proxy in PSD2_PROXY_URL and PSD2_BASE_URL. Requests are logged as JSON on stderr, without personal data.",
    usage: 'proxy [FLAGS] [-- COMMAND ARGUMENTS]',
    examples: {
      'On 127.0.0.1, port 8445': 'proxy',
      "Run a program's tests through it": 'proxy --port 0 -- npm test',
      'Keep what is exchanged': 'proxy --har exchanges.har',
    },
    flags: proxyFlags,
  },
  async (command, flags) => {
    const { port, host, 'public-url': publicUrl, 'allow-writes': allowWrites, 'har-full': whole } = flags;
    const { served, context } = command;
    const { env } = context.surroundings;
    if (served !== undefined) refuseMissing(served, context.surroundings);
    const place = parseListenOptions({ port, host, publicUrl }, PATH_IS_THE_BANKS);
    const settings = openSettings(context.surroundings, { profile: flags.profile });
    for (const text of listNotices(settings.profile, allowWrites)) context.io.notice(text);
    const signals = listenForEndSignals();
    const { startProxy } = await import('../src/proxy/start.ts');
    const log = flags.quiet ? undefined : writeNotice;
    const path = whole ?? flags.har;
    const { name, version } = command.config;
    const kept = path && { file: resolve(path), whole: whole !== undefined, creator: { name, version } };
    const plan = { ...place, allowWrites, har: kept || undefined };
    const proxying = await startProxy({ ...context, log }, plan, settings);
    return useServer(proxying, signals, context, async () => {
      // Logs are stored, so there the token appears only as the path of its file. An interactive user sees complete
      // URLs.
      await command.announce(command.personIsThere ? proxying.whole : proxying.ready, shownProxy);
      if (served === undefined) return waitForSignal(signals);
      return runCommand(served, { env: buildEnvironment(proxying, env), signals });
    });
  },
);

/** Lists notices about a flag and a setting that have no effect on this proxy. */
function listNotices(profile: Profile, allowWrites: boolean): readonly string[] {
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

/** Builds the environment of the command, in which the proxy's URL replaces the bank's. */
function buildEnvironment({ whole, folder }: RunningProxy, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { url, caFile } = whole;
  const own = { ...env, PSD2_PROXY_URL: url, PSD2_BASE_URL: url };
  return caFile === undefined
    ? own
    : { ...own, PSD2_CA_FILE: caFile, ...buildTrustEnvironment(caFile, folder, env) };
}
