import { type Completions, LIST_PROFILES, PROFILE_FLAG, textOf } from './completions.ts';

/** The script that PowerShell reads: `psd2 autocomplete powershell | Out-String | Invoke-Expression`. */
export function powershellScript({ words, flags }: Completions, bin: string): string {
  const wordLines = [...words].map(([at, list]) => entry(at, list.map(textOf)));
  const flagLines = [...flags].map(([at, list]) => entry(at, list.map(textOf)));
  const valueLines = [...flags].flatMap(([at, list]) =>
    list.flatMap(({ text, takesValue, values }) => (takesValue ? [entry(`${at} ${text}`, values)] : [])),
  );
  return `# Completion of ${bin} for PowerShell.
Register-ArgumentCompleter -Native -CommandName '${bin}' -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @{
${wordLines.join('\n')}
  }
  $flags = @{
${flagLines.join('\n')}
  }
  $values = @{
${valueLines.join('\n')}
  }
  $typed = @($commandAst.CommandElements | Select-Object -Skip 1 | Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object { $_.ToString() })
  $at = ''
  foreach ($word in $typed) {
    if ($words[$at] -ccontains $word) { $at = "$at $word".Trim() }
  }
  if ($at.StartsWith('help ')) { $at = $at.Substring(5) }
  $previous = if ($typed.Count -gt 0) { $typed[-1] } else { '' }
  $found = if ($previous -ceq '${PROFILE_FLAG}') { & ${bin} ${LIST_PROFILES} 2>$null }
    elseif ($values.ContainsKey("$at $previous")) { $values["$at $previous"] }
    elseif ($wordToComplete.StartsWith('-')) { $flags[$at] }
    else { $words[$at] }
  $found | Where-Object { $_ -clike "$wordToComplete*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`;
}

function entry(at: string, words: readonly string[]): string {
  return `    ${quoted(at)} = @(${words.map(quoted).join(', ')})`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
