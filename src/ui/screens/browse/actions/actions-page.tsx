import type { ReactElement } from "react";
import { displayWidth, padEnd, wrap } from "../../../../kernel/text.ts";
import { Line } from "../../../components/line.tsx";
import { Lines } from "../../../components/lines.tsx";
import { Box } from "../../../ink.ts";
import { type BrowseState, resourceOf, type Subject } from "../browse.state.ts";
import { Choices } from "../pages.tsx";
import { actionCommand, describeSubject, reasonUnavailable } from "./actions.state.ts";

interface ActionsProps {
  state: BrowseState;
  subject: Subject;
  at: number;
  answers: readonly string[];
  width: number;
  height: number;
}

/** Returns the command line of the selected action. */
function commandOf({ state, subject, at, answers }: ActionsProps): string {
  const resource = resourceOf(state);
  const chosen = resource.actions[at];
  const typed = answers.map((text) => text.trim());
  return chosen === undefined ? "" : actionCommand(resource, chosen, subject.rows, typed);
}

const linesOf = (line: string, width: number) =>
  wrap(line, Math.max(10, width - 2)).map((text) => `  ${text}`);

/** Returns the height of the list of actions and its title: the command line takes the rest, at most half of the height. */
export function actionsHeight(props: ActionsProps): number {
  const { state, width, height } = props;
  const { length } = resourceOf(state).actions;
  const left = Math.max(height - length - 1, Math.min(Math.floor(height / 2), height - 4));
  return height - Math.max(0, Math.min(linesOf(commandOf(props), width).length + 2, left));
}

/** The page of actions, with the command line of the selected action and its answers so far. */
export function ActionsPage(props: ActionsProps): ReactElement {
  const { state, subject, at, width, height } = props;
  const resource = resourceOf(state);
  const longest = Math.max(0, ...resource.actions.map(({ name }) => displayWidth(name)));
  const items = resource.actions.map(({ key, name, help }, index) => {
    const why = reasonUnavailable(resource, index, subject);
    return `${key}  ${padEnd(name, longest)}  ${why === undefined ? help : `(${why})`}`;
  });
  const line = commandOf(props);
  const lines = linesOf(line, width);
  const room = height - actionsHeight(props);
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
