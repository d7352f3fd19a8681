import { Psd2Command } from '../src/cli/base-command.ts';
import { Args } from '../src/cli/flags.ts';
import type { Presentation } from '../src/cli/presentation.ts';
import {
  type ExplainedCodes,
  explainedCode,
  explainedRule,
  explainedCodes as listed,
} from '../src/cli/resources/explained.ts';
import {
  type Explained,
  explainCode,
  explainedCodes,
  explainRule,
  type Found,
  type FoundRule,
  isRuleId,
} from '../src/explain/explain.ts';
import { nearest } from '../src/nearest.ts';

type Shown = Explained | ExplainedCodes;

export default class Explain extends Psd2Command<Shown> {
  static override summary = 'Explain a bank code, status, finding, exit code or rule.';
  static override description =
    'Upper or lower case. Without CODE, lists all codes by kind. A code that belongs to two kinds is explained for both. ' +
    '--json prints the first. Explains rules of the specification (docs/spec) by their ids.';
  static override examples = Psd2Command.listExamples({
    'A code that the bank gave': 'explain KID_INVALID',
    'The status of a payment': 'explain ACCP',
    'A finding of verify, with its cause': 'explain digest-mismatch/latin1',
    'An exit code': 'explain 4',
    'A rule of the specification': 'explain D4-amount',
  });
  static override args = {
    code: Args.string({ description: 'The code, or the id of a rule. Default: list all codes.' }),
  };

  #found: Found | undefined;
  #rule: FoundRule | undefined;

  protected override get presentation(): Presentation<Shown> {
    if (this.#rule !== undefined) return explainedRule(this.#rule) as Presentation<Shown>;
    if (this.#found === undefined) return listed as Presentation<Shown>;
    return explainedCode(this.#found.explained, this.#found.causes);
  }

  async run(): Promise<Shown> {
    const { args } = await this.parse(Explain);
    if (args.code === undefined) return { items: explainedCodes() };
    if (isRuleId(args.code)) {
      this.#rule = await explainRule(args.code, nearest, this.config.root);
      return this.#rule.explained;
    }
    this.#found = explainCode(args.code, nearest);
    return this.#found.explained[0];
  }
}
