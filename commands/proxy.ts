import { proxy } from '../src/app/proxy/proxy.ts';
import { Psd2Command } from '../src/cli/base-command.ts';
import { hearEndSignals } from '../src/cli/end-signals.ts';
import { servingFlags } from '../src/cli/flags.ts';
import { proxyFlags, proxyInputOf } from '../src/cli/proxy-flags.ts';
import { type ShownProxy, shownProxy } from '../src/cli/resources/proxy.ts';
import { commandAfter } from '../src/cli/serve-flags.ts';
import { writeNotice } from '../src/cli/streams.ts';

export default class SigningProxy extends Psd2Command<ShownProxy> {
  static override summary = "Sign requests on their way to the profile's bank.";
  static override description =
    "Takes unsigned HTTP requests of curl, Postman and others, adds Date, Digest, X-Request-ID, the certificate and the signature where they're missing, and sends them to the bank. Runs until Ctrl-C or SIGTERM, or until the command after -- ends, and then exits with that command's exit code. The command finds the proxy in PSD2_PROXY_URL and PSD2_BASE_URL. Requests are logged as JSON on stderr, without personal data.";
  static override usage = 'proxy [FLAGS] [-- COMMAND ARGUMENTS]';
  static override examples = [
    { description: 'On 127.0.0.1, port 8445', command: '<%= config.bin %> proxy' },
    {
      description: "Run a program's tests through it",
      command: '<%= config.bin %> proxy --port 0 -- npm test',
    },
    {
      description: 'Keep what is exchanged',
      command: '<%= config.bin %> proxy --har exchanges.har',
    },
  ];
  static override baseFlags = servingFlags;
  static override flags = proxyFlags;

  protected override readonly presentation = shownProxy;

  async run(): Promise<never> {
    const { own, command } = commandAfter(this.argv);
    const { flags } = await this.parse(SigningProxy, own);
    const { name, version } = this.config;
    const code = await proxy(
      { ...this.program, ...(flags.quiet ? {} : { log: writeNotice }) },
      proxyInputOf(flags, { name, version }),
      { profile: flags.profile },
      {
        signals: hearEndSignals(),
        ...(command === undefined ? {} : { command }),
        // A log is kept: there the token is in its file alone. A person sees whole URLs.
        onReady: (ready, whole) => this.announce(this.personIsThere ? whole : ready),
      },
    );
    this.exit(code);
  }
}
