import { PRODUCT } from "@toolhaven/contract/product";

export const SHELLS = ["bash", "zsh", "fish", "powershell"] as const;
export type Shell = (typeof SHELLS)[number];

const { binary } = PRODUCT;

/**
 * A shell's side of the completion: it hands over the words and shows what comes back, a candidate a line with its
 * summary behind a tab. The single line `:files` or `:folders` asks for the shell's own completion of paths.
 */
export function completionScript(shell: Shell): string {
  switch (shell) {
    case "bash":
      return BASH;
    case "zsh":
      return ZSH;
    case "fish":
      return FISH;
    case "powershell":
      return POWERSHELL;
    default:
      return shell satisfies never;
  }
}

const BASH = `# ${binary} completion for bash; put this into ~/.bashrc:  source <(${binary} completion bash)
_${binary}_complete() {
  local line words cword current
  # Without "=" and ":" as word breaks, so that values with them stay whole.
  if declare -F _get_comp_words_by_ref >/dev/null; then
    _get_comp_words_by_ref -n "=:" -w words -i cword
  else
    words=("\${COMP_WORDS[@]}"); cword=$COMP_CWORD
  fi
  current="\${words[cword]}"
  COMPREPLY=()
  while IFS= read -r line; do
    case "$line" in
      :files) compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$current"); return ;;
      :folders) compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -d -- "$current"); return ;;
      *) COMPREPLY+=("$(printf '%q' "\${line%%$'\\t'*}")") ;;
    esac
  done < <(${binary} __complete -- "\${words[@]:1:cword}" 2>/dev/null)
  if declare -F __ltrim_colon_completions >/dev/null; then __ltrim_colon_completions "$current"; fi
}
complete -F _${binary}_complete ${binary}
`;

const ZSH = `#compdef ${binary}
# ${binary} completion for zsh; put this into ~/.zshrc:  source <(${binary} completion zsh)
_${binary}() {
  local line
  local -a found
  while IFS= read -r line; do
    case "$line" in
      :files) _files; return ;;
      :folders) _files -/; return ;;
      *$'\\t'*) found+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}") ;;
      *) found+=("\${line//:/\\\\:}") ;;
    esac
  done < <(${binary} __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  (( \${#found} )) && _describe '${binary}' found
}
if [ "\${funcstack[1]}" = "_${binary}" ]; then _${binary} "$@"; else compdef _${binary} ${binary}; fi
`;

const FISH = `# ${binary} completion for fish:  ${binary} completion fish > ~/.config/fish/completions/${binary}.fish
function __${binary}_complete
  set -l words (commandline -opc) (commandline -ct)
  set -l found (${binary} __complete -- $words[2..-1] 2>/dev/null)
  switch "$found[1]"
    case :files
      __fish_complete_path (commandline -ct)
    case :folders
      __fish_complete_directories (commandline -ct)
    case '*'
      printf '%s\\n' $found
  end
end
complete -c ${binary} -f -a '(__${binary}_complete)'
`;

const POWERSHELL = `# ${binary} completion for PowerShell; put this into $PROFILE:  ${binary} completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName ${binary} -ScriptBlock {
  param($current, $line, $cursor)
  $words = @($line.CommandElements | Select-Object -Skip 1 | Where-Object { $_.Extent.EndOffset -le $cursor } | ForEach-Object { $_.ToString() })
  if ($current -eq '') { $words += '' }
  ${binary} __complete '--' @words 2>$null | Where-Object { -not $_.StartsWith(':') } | ForEach-Object {
    $value, $summary = $_ -split "\`t", 2
    if (-not $summary) { $summary = $value }
    [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $summary)
  }
}
`;
