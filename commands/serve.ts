import { serve } from '../src/app/serve/serve.ts';
import type { ChaosReport } from '../src/app/serve/start.ts';
import { Psd2Command } from '../src/cli/base-command.ts';
import { hearEndSignals } from '../src/cli/end-signals.ts';
import { servingFlags } from '../src/cli/flags.ts';
import { harmlessJson } from '../src/cli/foreign-text.ts';
import { widthOfTerminal } from '../src/cli/layout.ts';
import { chaosText } from '../src/cli/resources/chaos.ts';
import { type ShownServing, shownServing } from '../src/cli/resources/serve.ts';
import { commandAfter, serveFlags, serveInputOf } from '../src/cli/serve-flags.ts';
import { writeNotice, writeResult } from '../src/cli/streams.ts';
import { REGISTRY_EXAMPLE } from '../src/wire/tpp-registry.ts';

export default class Serve extends Psd2Command<ShownServing> {
  static override summary = "Serve the profile's bank over HTTPS.";
  static override description =
    "Runs until Ctrl-C or SIGTERM, or until the command after -- ends, and then exits with that command's exit code. The command finds the bank in PSD2_BASE_URL and its CA in PSD2_CA_FILE. psd2, Node and OpenSSL pick these up on their own. Requests are logged as JSON on stderr, without personal data.";
  static override usage = 'serve [FLAGS] [-- COMMAND ARGUMENTS]';
  static override examples = [
    { description: 'On 127.0.0.1, port 8443', command: '<%= config.bin %> serve' },
    {
      description: "Run a program's tests against a temporary bank",
      command: '<%= config.bin %> serve --port 0 --store memory -- npm test',
    },
    {
      description: 'Against a world of your own',
      command: '<%= config.bin %> serve --port 0 --store memory --seed world.yaml -- npm test',
    },
    {
      description: 'See what your client makes of a bank that makes trouble',
      command: '<%= config.bin %> serve --port 0 --chaos 1 -- npm test',
    },
    {
      description: 'Like a public sandbox, with the operator for scripts',
      command: '<%= config.bin %> serve --base-path /api-sandbox --operator --json',
    },
    {
      description: `Like production, with this in tpps.json: ${REGISTRY_EXAMPLE}`,
      command: '<%= config.bin %> serve --policy production --ca ca.pem --registry tpps.json',
    },
  ];
  static override baseFlags = servingFlags;
  static override flags = serveFlags;

  protected override readonly presentation = shownServing;

  async run(): Promise<never> {
    const { own, command } = commandAfter(this.argv);
    const { flags } = await this.parse(Serve, own);
    const code = await serve(
      { ...this.program, ...(flags.quiet ? {} : { log: writeNotice }) },
      serveInputOf(flags),
      { profile: flags.profile },
      {
        signals: hearEndSignals(),
        ...(command === undefined ? {} : { command }),
        onReady: (ready) =>
          flags.chaos !== undefined && this.jsonEnabled() ? undefined : this.announce(ready),
        onReport: (report) => this.tell(report),
      },
    );
    this.exit(code);
  }

  /** On stdout is what the command wrote: people read it on stderr, with `--quiet` too, which is about the log. */
  private tell(report: ChaosReport): void {
    if (this.jsonEnabled()) writeResult(harmlessJson(report, 0));
    else writeNotice(chaosText(report, widthOfTerminal(process.stderr.columns)));
  }
}
