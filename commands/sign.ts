import { listBreaks, signRequest } from '../src/app/signatures/sign.ts';
import { Psd2Command } from '../src/cli/base-command.ts';
import { Flags } from '../src/cli/flags.ts';
import { readData } from '../src/cli/input.ts';
import type { Presentation } from '../src/cli/presentation.ts';
import { requestLine, requestLineArgs } from '../src/cli/request-line.ts';
import {
  listedBreaks,
  SIGNED_FORMATS,
  type SignedFormat,
  type SignedOrBreaks,
  signedRequest,
} from '../src/cli/resources/signed-request.ts';
import { signerFiles, signerFlags, signingFlags, signingSettings } from '../src/cli/signing-flags.ts';

export default class Sign extends Psd2Command<SignedOrBreaks> {
  static override summary = 'Sign a request and print it; nothing is sent.';
  static override description =
    'Date, Digest, X-Request-ID, the certificate and the Signature are added; a header that is given stays as it ' +
    'is. Any part can be signed wrongly on purpose with --break, for the negative tests of a bank or a gateway.';
  static override aliases = ['sign-request'];
  static override examples = [
    {
      description: 'A request with a body, as a curl command',
      command:
        "<%= config.bin %> sign POST https://bank.example/v1/payments/norwegian-domestic-credit-transfers --header 'PSU-Context: PRIVATE' --data @payment.json --format curl",
    },
    {
      description: 'The string that is signed, to compare with that of another program',
      command: '<%= config.bin %> sign GET https://bank.example/v1/accounts --format signing-string',
    },
    {
      description: 'The same request signed with a newline too many, explained',
      command:
        '<%= config.bin %> sign GET https://bank.example/v1/accounts --break signature-invalid/trailing-newline --format http | <%= config.bin %> verify',
    },
  ];
  static override args = requestLineArgs;
  static override flags = {
    header: Flags.string({
      char: 'H',
      description: 'A header, "Name: value"; repeatable.',
      multiple: true,
      helpValue: 'HEADER',
    }),
    data: Flags.string({
      char: 'd',
      description: 'The body: text, @FILE, or @- for stdin. The bytes go out as they are.',
      helpValue: 'DATA',
    }),
    format: Flags.string({
      description: 'What is printed: headers, curl, http, json or signing-string.',
      options: [...SIGNED_FORMATS],
      default: 'headers',
      helpValue: 'FORMAT',
    }),
    break: Flags.string({
      description: 'Sign wrongly in this way; repeatable. `--break list` lists them.',
      multiple: true,
      helpValue: 'NAME',
    }),
    ...signerFlags,
    ...signingFlags,
  };

  private format: SignedFormat | 'breaks' = 'headers';

  protected override get presentation(): Presentation<SignedOrBreaks> {
    const shown = this.format === 'breaks' ? listedBreaks : signedRequest(this.format);
    return shown as Presentation<SignedOrBreaks>;
  }

  async run(): Promise<SignedOrBreaks> {
    const { args, flags } = await this.parse(Sign);
    if (flags.break?.includes('list')) {
      this.format = 'breaks';
      return listBreaks();
    }
    this.format = flags.format as SignedFormat;
    const { method, url } = requestLine(args);
    const input = {
      method,
      url,
      headers: flags.header ?? [],
      body: await readData(flags.data, (text) => this.notice(text)),
      signer: signerFiles(flags),
      breaks: flags.break ?? [],
    };
    return signRequest(this.program, input, signingSettings(flags));
  }
}
