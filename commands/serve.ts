import { join } from 'node:path';
import { listenForEndSignals } from '../src/cli/end-signals.ts';
import { EXIT } from '../src/cli/exit-codes.ts';
import { getTerminalWidth } from '../src/cli/layout.ts';
import type { Presentation } from '../src/cli/presentation.ts';
import { sanitizeJson } from '../src/cli/sanitize.ts';
import { writeNotice, writeResult } from '../src/cli/streams.ts';
import { Fault } from '../src/errors.ts';
import { formatChaosReport } from '../src/serve/chaos-text.ts';
import { refuseMissing, runCommand, useServer, waitForSignal } from '../src/serve/command.ts';
import { buildEnvironment } from '../src/serve/environment.ts';
import { defineServingCommand, readServeFlags, type ServingCommand, serveFlags } from '../src/serve/flags.ts';
import { parseServeOptions, REGISTRY_EXAMPLE } from '../src/serve/plan.ts';
import type { Ready, RequestLog, ServedBankContext } from '../src/serve/start.ts';
import { type OpenedSettings, openSettings } from '../src/settings/precedence.ts';

/** The view of a served bank: a line for each fact that its clients may need. */
const shownServing: Presentation<Ready> = {
  text: ({ url, siteUrl, caFile, operatorUrl, operatorTokenFile }) =>
    [
      `Listening on ${url}`,
      ...(siteUrl === url ? [] : [`The PSU's site: ${siteUrl}`]),
      ...(caFile === undefined ? [] : [`The CA to trust: ${caFile}`]),
      ...(operatorUrl === undefined
        ? []
        : [`The operator: ${operatorUrl}`, `Its token: ${operatorTokenFile}`]),
    ].join('\n'),
};

export default defineServingCommand(
  {
    summary: "Serve the profile's bank over HTTPS.",
    description:
      "Runs until Ctrl-C or SIGTERM, or until the command after -- ends, and then exits with that command's exit code. The command finds the bank in PSD2_BASE_URL, its CA in PSD2_CA_FILE, the PSU's site in PSD2_SITE_URL, and the operator in PSD2_OPERATOR_URL and PSD2_OPERATOR_TOKEN_FILE. psd2, Node and OpenSSL pick these up on their own. Requests are logged on stderr without personal data: one line each at a terminal, else as JSON.",
    usage: 'serve [FLAGS] [-- COMMAND ARGUMENTS]',
    examples: {
      'On 127.0.0.1, port 8443': 'serve',
      "Run a program's tests against a temporary bank": 'serve --port 0 --store memory -- npm test',
      'Against a world of your own': 'serve --port 0 --store memory --seed world.yaml -- npm test',
      'See what your client makes of a bank that makes trouble': 'serve --port 0 --chaos 1 -- npm test',
      'Like a public sandbox, with the operator for scripts':
        'serve --base-path /api-sandbox --operator --json',
      [`Like production, with this in tpps.json: ${REGISTRY_EXAMPLE}`]:
        'serve --policy production --ca ca.pem --registry tpps.json',
    },
    flags: serveFlags,
  },
  async (command, flags) => {
    const { served, context } = command;
    const input = readServeFlags(flags);
    if (input.chaos !== undefined && served === undefined) throw createNoCommand();
    if (served !== undefined) refuseMissing(served, context.surroundings);
    // The command may need the clock or the PSU, and under production policy its data too, for which sandbox paths
    // exist only at the operator's port.
    const operator = input.operator || (served !== undefined && flags.operator !== false);
    const plan = parseServeOptions({ ...input, operator }, context.surroundings.cwd);
    const settings = openSettings(context.surroundings, { profile: flags.profile });
    refuseElsewhere(settings);
    const signals = listenForEndSignals();
    const { startServing } = await import('../src/serve/start.ts');
    const log = flags.quiet ? undefined : { write: writeNotice, format: await selectLogFormat(command) };
    const openApiFile = join(command.config.root, 'docs', 'openapi.yaml');
    const pageFile = join(command.config.root, 'dist', 'psd2.dashboard.html');
    const serving = await startServing({ ...context, log, openApiFile, pageFile }, plan, settings);
    return useServer(serving, signals, context, async () => {
      const env = served === undefined ? {} : await buildEnvironment(serving, context);
      const isJson = command.jsonEnabled();
      if (input.chaos === undefined || !isJson) await command.announce(serving.ready, shownServing);
      if (served === undefined) return waitForSignal(signals);
      return judge(await runCommand(served, { env, signals }), serving, isJson);
    });
  },
);

/** Selects the format of the request log: a readable line at a terminal, else a line of JSON. @see C-serve-log */
async function selectLogFormat(command: ServingCommand): Promise<RequestLog['format']> {
  const { isTerminal, paint } = await command.lookOfStderr();
  if (!isTerminal || command.jsonEnabled()) return JSON.stringify;
  const { formatRequestLine } = await import('../src/serve/request-line.ts');
  return (entry) => formatRequestLine(entry, paint, getTerminalWidth(process.stderr.columns));
}

/**
 * Reports the faults that the bank injected into a command's requests, and the harm that resulted.
 * @returns the command's exit code, or 6 if it succeeded with harm or without any request to the bank
 * @see C-serve-chaos-harm
 */
async function judge(code: number, serving: ServedBankContext, isJson: boolean): Promise<number> {
  const report = await serving.report(code);
  if (report === undefined) return code;
  // The command owns stdout, so the report for people goes to stderr. `--quiet` concerns only the log.
  if (isJson) writeResult(sanitizeJson(report, 0));
  else writeNotice(formatChaosReport(report, getTerminalWidth(process.stderr.columns)));
  // A run without requests tested nothing, and must not succeed in CI.
  const isFaulty = report.harm.length > 0 || report.calls === 0 || report.notLogged > 0;
  return code === 0 && isFaulty ? EXIT.checkFoundFaults : code;
}

function createNoCommand(): Fault {
  return new Fault('USAGE', 'Missing: a command after --, which --chaos runs against the bank.', {
    hint: 'psd2 serve --chaos SEED -- COMMAND',
  });
}

/** Refuses profiles of remote banks. @throws Fault USAGE */
function refuseElsewhere({ profile: { name, bank } }: OpenedSettings): void {
  if (bank === 'embedded') return;
  throw new Fault('USAGE', `Profile ${name} points to a remote bank, which can't be served from here.`, {
    hint: 'Use --profile offline.',
  });
}
