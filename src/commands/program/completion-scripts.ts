import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";

const bash = String.raw`# Completion of till for bash. Load it with: source <(till config completion bash)
_till() {
  local word=\${COMP_WORDS[COMP_CWORD]} reply value about
  local words=("\${COMP_WORDS[@]:1:COMP_CWORD}")
  [[ $word == = ]] && word=
  COMPREPLY=()
  reply=$(till __complete "\${words[@]}" 2>/dev/null) || return 0
  if [[ $reply == :files ]]; then
    compopt -o default 2>/dev/null
    return 0
  fi
  while IFS=$'\t' read -r value about; do
    [[ -n $value ]] || continue
    [[ $word == [\'\"]* ]] || printf -v value %q "$value"
    COMPREPLY+=("$value")
  done <<< "$reply"
}
complete -F _till till
`;

const zsh = String.raw`#compdef till
# Completion of till for zsh. Load it with: source <(till config completion zsh)
_till() {
  local reply line value tab=$'\t'
  local -a found
  reply="$(till __complete "\${(@Q)words[2,CURRENT]}" 2>/dev/null)"
  if [[ $reply == :files ]]; then
    _files
    return
  fi
  for line in "\${(@f)reply}"; do
    [[ -n $line ]] || continue
    value="\${line%%$tab*}"
    value="\${value//:/\\:}"
    [[ $line == *$tab* ]] && value+=":\${line#*$tab}"
    found+=("$value")
  done
  _describe till found
}
if [[ $funcstack[1] == _till ]]; then
  _till "$@"
else
  compdef _till till
fi
`;

const fish = String.raw`# Completion of till for fish. Load it with: till config completion fish | source
function __till_complete
    set -l words (commandline -opc)
    set -e words[1]
    set -l word (commandline -ct)
    test (count $word) -gt 0; or set word ''
    set -l reply (till __complete $words "$word" 2>/dev/null)
    if test "$reply" = :files
        __fish_complete_path "$word"
    else
        printf '%s\n' $reply
    end
end
complete -c till -f -a '(__till_complete)'
`;

const powershell = String.raw`# Completion of till for PowerShell. Load it with: till config completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName till -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @($commandAst.CommandElements | Select-Object -Skip 1 |
    Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object { $_.ToString().Trim("'", '"') })
  $word = "$wordToComplete".Trim("'", '"')
  # Before 7.3, an empty word must be quoted or it is dropped.
  if ($word -eq '' -and $PSVersionTable.PSVersion -lt [version]'7.3') { $words += '""' } else { $words += $word }
  $reply = @(till __complete @words 2>$null)
  if ($reply.Count -eq 1 -and $reply[0] -eq ':files') { return }
  foreach ($line in $reply) {
    $value, $about = $line -split "${"`"}t", 2
    if (-not $value) { continue }
    if (-not $about) { $about = $value }
    $text = if ($value -match '[^\w./:=@%+-]') { "'" + $value.Replace("'", "''") + "'" } else { $value }
    [System.Management.Automation.CompletionResult]::new($text, $value, 'ParameterValue', $about)
  }
}
`;

/** Prints the completion script of a shell. */
export async function run(context: Context, [shell = ""]: string[]): Promise<ExitCode | undefined> {
  await context.streams.stdout.write(completionScripts[shell] ?? "");
  return undefined;
}

/** The scripts by shell; all of them call the hidden command __complete. */
const completionScripts: Readonly<Record<string, string>> = {
  bash: unescapeDollar(bash),
  zsh: unescapeDollar(zsh),
  fish,
  powershell,
};

/** Removes the backslashes that escape `${` in a raw template. */
function unescapeDollar(text: string): string {
  return text.replaceAll("\\${", "${");
}
