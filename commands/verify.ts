import { verifyRequest } from '../src/app/signatures/verify.ts';
import { Psd2Command } from '../src/cli/base-command.ts';
import { EXIT } from '../src/cli/exit-codes.ts';
import { Args } from '../src/cli/flags.ts';
import { readFileOrStdin } from '../src/cli/input.ts';
import { isOld, type ShownVerification, verification } from '../src/cli/resources/verification.ts';
import { capturedInput, captureFlags, verifyFlags, verifyOptions } from '../src/cli/verify-flags.ts';

const JUDGE_AT_ITS_DATE = 'To check the request at the time in its own Date, add --at date.';

export default class Verify extends Psd2Command<ShownVerification> {
  static override summary = "Explain a request's signature: what's wrong, why, and how to fix it.";
  static override description =
    "Reads a raw HTTP request, a curl command line, a HAR or JSON, from FILE or stdin. Commands in the input are never run. Exits 6 if the signature isn't valid. Warnings alone exit 0.";
  static override examples = [
    { description: 'A request saved in a file', command: '<%= config.bin %> verify request.http' },
    {
      description: 'A request from yesterday, checked at its own time',
      command: '<%= config.bin %> verify request.http --at date',
    },
    {
      description: 'A curl command from the clipboard',
      command: 'pbpaste | <%= config.bin %> verify',
    },
    {
      description: 'One of many requests in a HAR',
      command: '<%= config.bin %> verify trace.har --entry /v1/payments',
    },
  ];
  static override args = {
    file: Args.string({ description: 'File with the request, or - for stdin. Default: stdin.' }),
  };
  static override flags = { ...verifyFlags, ...captureFlags };

  protected override readonly presentation = verification;

  async run(): Promise<ShownVerification> {
    const { args, flags } = await this.parse(Verify);
    const bytes = await readFileOrStdin(args.file, (text) => this.notice(text));
    const verified = await verifyRequest(this.program, capturedInput(bytes, flags), verifyOptions(flags));
    if (!verified.valid) this.endWith(EXIT.checkFoundFaults);
    if (flags.at === undefined && isOld(verified)) this.afterwards(JUDGE_AT_ITS_DATE);
    return verified;
  }
}
