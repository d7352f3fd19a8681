import { Psd2Command } from '../src/cli/base-command.ts';
import { Flags, givenSettings } from '../src/cli/flags.ts';
import { readData } from '../src/cli/input.ts';
import type { Presentation } from '../src/cli/presentation.ts';
import {
  listedBreaks,
  SIGNED_FORMATS,
  type SignedFormat,
  type SignedOrBreaks,
  signedRequest,
} from '../src/cli/resources/signed-request.ts';
import {
  requestLine,
  requestLineArgs,
  signerFiles,
  signerFlags,
  signingFlags,
} from '../src/cli/signing-flags.ts';
import { listBreaks, signRequest } from '../src/signatures/sign.ts';

export default class Sign extends Psd2Command<SignedOrBreaks> {
  static override summary = 'Sign a request and print it without sending it.';
  static override description =
    'Adds Date, Digest, X-Request-ID, the certificate and the Signature. Headers you set stay as they are. With --break, any part can be signed wrongly on purpose, to test how a bank or gateway refuses it.';
  static override aliases = ['sign-request'];
  static override examples = Psd2Command.listExamples({
    'A request with a body, as a curl command':
      "sign POST https://bank.example/v1/payments/norwegian-domestic-credit-transfers --header 'PSU-Context: PRIVATE' --data @payment.json --format curl",
    "The signing string, to compare with another program's":
      'sign GET https://bank.example/v1/accounts --format signing-string',
    'A request signed with one newline too many, explained':
      '<%= config.bin %> sign GET https://bank.example/v1/accounts --break signature-invalid/trailing-newline --format http | <%= config.bin %> verify',
  });
  static override args = requestLineArgs;
  static override flags = {
    header: Flags.string({
      char: 'H',
      description: 'A header, "Name: value". Repeatable.',
      multiple: true,
      helpValue: 'HEADER',
    }),
    data: Flags.string({
      char: 'd',
      description: 'The body: text, @FILE, or @- for stdin. The bytes are sent unchanged.',
      helpValue: 'DATA',
    }),
    format: Flags.string({
      description: 'What to print: headers, curl, http, json or signing-string.',
      options: [...SIGNED_FORMATS],
      default: 'headers',
      helpValue: 'FORMAT',
    }),
    break: Flags.string({
      description: 'Sign wrongly in this way. Repeatable. `--break list` shows them all.',
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
    return signRequest(this.context, input, givenSettings(flags));
  }
}
