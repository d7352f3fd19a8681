import { CHECKS } from '../../src/signing/checks.ts';
import { FINDING_CODES, FINDINGS, type FindingCode } from '../../src/signing/findings.ts';

/** The closed table of findings as a document shows it: a section for each check, a table of its findings. */
export function findingTables(): string {
  return CHECKS.map(({ name, codes }) => {
    const rows = FINDING_CODES.filter((code) => (codes as readonly FindingCode[]).includes(code)).flatMap(
      rowsOf,
    );
    return [`### ${name}`, '', '| finding | says | remedy |', '|---|---|---|', ...rows].join('\n');
  }).join('\n\n');
}

function rowsOf(code: FindingCode): string[] {
  const { severity, message, remedy, causes } = FINDINGS[code];
  const title = severity === 'error' ? `\`${code}\`` : `\`${code}\` (warning)`;
  return [
    `| ${title} | ${cell(message)} | ${cell(remedy)} |`,
    ...Object.entries(causes).map(
      ([cause, text]) => `| · \`${cause}\` | ${cell(text.says)} | ${cell(text.remedy ?? '')} |`,
    ),
  ];
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\\u', '\\\\u');
}
