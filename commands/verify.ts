import { Psd2Command } from '../src/cli/base-command.ts';
import { endAtInterrupt } from '../src/cli/end-signals.ts';
import { EXIT } from '../src/cli/exit-codes.ts';
import { Args, Flags } from '../src/cli/flags.ts';
import { readFileOrPaste } from '../src/cli/input.ts';
import type { Presentation } from '../src/cli/presentation.ts';
import { verifyFlags } from '../src/cli/signing-flags.ts';
import type { ShownVerification } from '../src/signatures/report.ts';
import { verifyRequest } from '../src/signatures/verify.ts';
import { createVerificationView, REPORT_FORMATS, type Report } from '../src/signatures/view.ts';

export default class Verify extends Psd2Command<ShownVerification> {
  static override summary = "Explain a request's signature: what's wrong, why, and how to fix it.";
  static override description =
    "Reads a request from FILE or stdin: raw HTTP, headers alone, curl (bash, cmd, PowerShell), fetch, axios, Invoke-WebRequest, Invoke-RestMethod, .http files, HAR, Postman, Insomnia, logs of HTTP clients, Wireshark, or JSON, also from Markdown and behind prompts. Reads a bank's answer too. Commands in the input are never run. Exits 6 if the signature isn't valid. Warnings alone exit 0.";
  static override examples = Psd2Command.listExamples({
    'A request saved in a file': 'verify request.http',
    'A report to paste into a ticket, without personal data': 'verify request.http --share --format markdown',
    'A curl command from the clipboard': 'pbpaste | <%= config.bin %> verify',
    'One of many requests in a HAR': 'verify trace.har --request /v1/payments',
  });
  static override args = {
    file: Args.string({
      description:
        'File with the request, or - for stdin. Default: stdin; at a terminal, paste it and press Ctrl-D.',
    }),
  };
  static override flags = {
    checks: Flags.boolean({ description: 'List every check.', helpGroup: 'REPORT' }),
    share: Flags.boolean({
      description:
        'Strike out body values, PSU ids, IP addresses, account numbers, Digest and signature, so that you can pass the report on.',
      helpGroup: 'REPORT',
    }),
    format: Flags.string({
      description: 'How to print the report: text, or markdown for an issue tracker.',
      options: [...REPORT_FORMATS],
      default: 'text',
      helpValue: 'FORMAT',
      helpGroup: 'REPORT',
    }),
    ...verifyFlags,
  };

  private printed: Report = { format: 'text', listsChecks: false };

  protected override get presentation(): Presentation<ShownVerification> {
    return createVerificationView(this.printed);
  }

  async run(): Promise<ShownVerification> {
    const { args, flags } = await this.parse(Verify);
    this.printed = { format: flags.format as Report['format'], listsChecks: flags.checks };
    const bytes = await readFileOrPaste(args.file, (text) => this.notice(text));
    endAtInterrupt();
    const verified = await verifyRequest(this.context, bytes, flags);
    if (!verified.valid) this.endWith(EXIT.checkFoundFaults);
    return verified;
  }
}
