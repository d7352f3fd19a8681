import { Args, defineCommand, Flags } from '../src/cli/command.ts';
import { endAtInterrupt } from '../src/cli/end-signals.ts';
import { EXIT } from '../src/cli/exit-codes.ts';
import { readFileOrPaste } from '../src/cli/input.ts';
import { verifyFlags } from '../src/cli/signing-flags.ts';
import { verifyRequest } from '../src/signatures/verify.ts';
import { createVerificationView, REPORT_FORMATS, type Report } from '../src/signatures/view.ts';

export default defineCommand(
  {
    summary: "Explain a request's signature: what's wrong, why, and how to fix it.",
    description:
      "Reads a request from FILE or stdin: raw HTTP, headers alone, curl (bash, cmd, PowerShell), fetch, axios, Invoke-WebRequest, Invoke-RestMethod, .http files, HAR, Postman, Insomnia, logs of HTTP clients, Wireshark, or JSON, also from Markdown and behind prompts. Reads a bank's answer too. Commands in the input are never run. Exits 6 if the signature isn't valid. Warnings alone exit 0.",
    examples: {
      'A request saved in a file': 'verify request.http',
      'A report to paste into a ticket, without personal data':
        'verify request.http --share --format markdown',
      'A curl command from the clipboard': 'pbpaste | <%= config.bin %> verify',
      'One of many requests in a HAR': 'verify trace.har --request /v1/payments',
    },
    args: {
      file: Args.string({
        description:
          'File with the request, or - for stdin. Default: stdin; at a terminal, paste it and press Ctrl-D.',
      }),
    },
    flags: {
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
    },
  },
  async (command, { args, flags }) => {
    const format = flags.format as Report['format'];
    command.present(createVerificationView({ format, listsChecks: flags.checks }));
    const bytes = await readFileOrPaste(args.file, command.notice);
    endAtInterrupt();
    const verified = await verifyRequest(command.context, bytes, flags);
    if (!verified.valid) command.endWith(EXIT.checkFoundFaults);
    return verified;
  },
);
