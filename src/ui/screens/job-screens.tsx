import { setImmediate as nextTurn } from "node:timers/promises";
import { mount, type Terminal } from "../mount.tsx";
import { BulkProgress, Closing, frameMs, type ProgressOptions } from "./bulk-progress.tsx";
import { JobCockpit } from "./job-cockpit.tsx";
import { advance, beginProgress, type Progress } from "./job-progress.state.ts";

/** For how long a job is shown small over a list, in milliseconds. */
const growsMs = 1_000;

/**
 * Shows a running job until its events end, and returns how it ended; one line stays in the scrollback. `f` switches between a few
 * lines in the scrollback and the full window, where jobs that run elsewhere begin. Rejects with what `events` rejected with. A
 * screen that fails does not stop the job: it rejects when the job has ended.
 */
export async function showProgress(terminal: Terminal, options: ProgressOptions): Promise<Progress> {
  let state = beginProgress(options.now(), options.atLimitMs);
  const broken = new AbortController();

  const follow = async () => {
    let turn = performance.now();
    for await (const event of options.events) {
      state = advance(state, event, options.now());
      // A job without network waits would block drawing and Ctrl-C.
      if (performance.now() - turn < frameMs) continue;
      await nextTurn();
      turn = performance.now();
    }
  };
  const job = follow();
  const read = () => state;
  const stops = { signal: broken.signal, onInterrupt: () => options.stop() };
  const closing = () => (
    <Closing
      title={options.title}
      state={state}
      goesOn={
        (options.background?.signal.aborted ?? false) ||
        (options.elsewhere === true && options.signal?.aborted === true)
      }
    />
  );
  const views = {
    small: (grows: boolean) =>
      mount<"ended" | "full">(
        (answer) => {
          const timer = grows ? setTimeout(() => answer("full"), growsMs) : undefined;
          job
            .then(
              () => answer("ended", closing()),
              (error) => broken.abort(error),
            )
            .finally(() => clearTimeout(timer));
          return (
            <BulkProgress
              options={options}
              read={read}
              isOver={terminal.host !== undefined}
              onFull={() => answer("full")}
            />
          );
        },
        terminal,
        stops,
      ),
    // The result is printed by the small view.
    full: () =>
      mount<"small">(
        (answer) => {
          job.then(
            () => answer("small"),
            (error) => broken.abort(error),
          );
          return <JobCockpit options={options} read={read} onSmall={() => answer("small")} />;
        },
        terminal,
        { ...stops, alternateScreen: true },
      ),
  };
  const show = async () => {
    let next: Awaited<ReturnType<(typeof views)["small" | "full"]>> =
      options.elsewhere && !terminal.spoken ? "full" : "small";
    // Over a list, a job that takes longer gets the whole window at once.
    let grows = terminal.host !== undefined && next === "small";
    while (next === "small" || next === "full") {
      next = await views[next](grows);
      grows = false;
    }
  };
  const [ended, shown] = await Promise.allSettled([job, show()]);
  if (ended.status === "rejected") throw ended.reason;
  if (shown.status === "rejected") throw shown.reason;
  return state;
}
