import type { ReactElement } from "react";
import { displayWidth, padEnd, wrap } from "../../../../kernel/text.ts";
import { Line } from "../../../components/line.tsx";
import { Lines } from "../../../components/lines.tsx";
import { Box } from "../../../ink.ts";
import { type BrowseState, resourceOf, type Subject } from "../browse.state.ts";
import { Choices } from "../pages.tsx";
import { actionCommand, describeSubject, reasonUnavailable } from "./actions.state.ts";

/** The page of actions, with the command line of the selected action and its answers so far. */
export function ActionsPage(props: {
  state: BrowseState;
  subject: Subject;
  at: number;
  answers: readonly string[];
  width: number;
  height: number;
}): ReactElement {
  const { state, subject, at, answers, width, height } = props;
  const resource = resourceOf(state);
  const longest = Math.max(0, ...resource.actions.map(({ name }) => displayWidth(name)));
  const items = resource.actions.map(({ key, name, help }, index) => {
    const why = reasonUnavailable(resource, index, subject);
    return `${key}  ${padEnd(name, longest)}  ${why === undefined ? help : `(${why})`}`;
  });
  const chosen = resource.actions[at];
  const typed = answers.map((text) => text.trim());
  const line = chosen === undefined ? "" : actionCommand(resource, chosen, subject.rows, typed);
  const lines = wrap(line, Math.max(10, width - 2)).map((text) => `  ${text}`);
  // Actions come first; the command line takes the rest, at most half of the height.
  const left = Math.max(height - items.length - 1, Math.min(Math.floor(height / 2), height - 4));
  const room = Math.max(0, Math.min(lines.length + 2, left));
  return (
    <Box flexDirection="column">
      <Choices
        title={`Actions for ${describeSubject(resource, subject)}`}
        items={items}
        at={at}
        width={width}
        height={height - room}
      />
      {room > 2 && (
        <Box marginTop={1}>
          <Lines title="On the command line" lines={lines} scroll={0} width={width} height={room - 1} />
        </Box>
      )}
      {room > 0 && room <= 2 && <Line text={line} />}
    </Box>
  );
}
