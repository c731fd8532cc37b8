/** The shells that there is a script for. */
export const shells = ["bash", "zsh", "fish", "powershell"] as const;
export type Shell = (typeof shells)[number];

const bash = String.raw`# Completion of till for bash. To load it: source <(till completion bash)
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
# Completion of till for zsh. To load it: source <(till completion zsh)
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

const fish = String.raw`# Completion of till for fish. To load it: till completion fish | source
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

const powershell = String.raw`# Completion of till for PowerShell. To load it: till completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName till -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @($commandAst.CommandElements | Select-Object -Skip 1 |
    Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object { $_.ToString().Trim("'", '"') })
  $word = "$wordToComplete".Trim("'", '"')
  # Before 7.3 an empty word has to be quoted to be handed over at all.
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

/** What each shell is to load; all of them ask the hidden command __complete. */
export const completionScripts: Readonly<Record<Shell, string>> = {
  bash: plain(bash),
  zsh: plain(zsh),
  fish,
  powershell,
};

/** A raw template keeps the backslash that keeps `${` from being filled in. */
function plain(text: string): string {
  return text.replaceAll("\\${", "${");
}
