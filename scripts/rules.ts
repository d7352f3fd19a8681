// `npm run rules`: prints each rule of the specification with the code and the tests that cite it, and its ADRs.
import { parseRules } from '../src/cli/spec-rules.ts';
import { indexPage } from '../test/support/rule-index.ts';
import { specPages } from '../test/support/spec-pages.ts';

process.stdout.write(indexPage(specPages().flatMap(parseRules)));
