#!/usr/bin/env bash
# The step of action.yml that runs till: TILL_LINE is the command line, TILL_RESUME=true continues the job of an earlier
# attempt whose journal is in TILL_HOME. Sets the outputs job, exit-code, done and failed.
set -uo pipefail

newest() { till jobs list --json 2>/dev/null | node -p 'JSON.parse(fs.readFileSync(0, "utf8")).items[0]?.[process.argv[1]] ?? ""' "$1"; }

before="$(newest id)"
state="$(newest state)"
code=0
resume=false
case "$state" in
  "" | planning | done | undone) ;;
  *) resume="$TILL_RESUME" ;;
esac
if [ "$resume" = true ]; then
  echo "Resuming job $before of an earlier attempt."
  till jobs resume "$before" --yes || code=$?
  job="$before"
else
  # The line is shell text, written by the author of the workflow.
  bash -c "till $TILL_LINE" || code=$?
  job="$(newest id)"
  [ "$job" = "$before" ] && job=""
fi

{
  echo "exit-code=$code"
  echo "job=$job"
  if [ -n "$job" ]; then
    till jobs show "$job" --json | node -e '
      const { totals = {} } = JSON.parse(fs.readFileSync(0, "utf8"));
      console.log(`done=${totals.ok ?? 0}\nfailed=${totals.failed ?? 0}`);'
  fi
} >>"$GITHUB_OUTPUT"
exit "$code"
